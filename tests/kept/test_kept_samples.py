"""What each tool keeps, in every version that is said to be read."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from holdfast import errors
from holdfast.intake.keepers import Store, found, kept, looked_in
from holdfast.model import Kind, Layer
from transcripts.recorded import database_of

SAMPLES = Path(__file__).parent / "samples"
TODAY = "2026-11-20"


@pytest.fixture
def take(tmp_path):
    """Read a sample, where it lies or as the database it describes."""

    def read(tool, name, *, note=None):
        path = SAMPLES / name
        if path.suffix == ".sql":
            path = tmp_path / (path.stem + ".db")
            database_of((SAMPLES / name).read_text(), path).close()
        noted = []
        stores = found(tool, [str(path)], "", {})
        return [one for store in stores for one in kept(store, note or (lambda *what: noted.append(what)), today=TODAY)]

    return read


def told(statements):
    return [(one.content, one.kind, one.layer) for one in statements]


def test_claude_mem(take):
    """Facts one by one; what was done, and summaries, into the archive; an old row by its text."""
    statements = take("claude-mem", "claude-mem-13.25.3.sql")
    assert [
        ("The repository uses pnpm.", Kind.DECISION, Layer.L1),
        ("npm install breaks the lockfile.", Kind.DECISION, Layer.L1),
        ("Login redirect loop fixed: The cookie was set on the wrong path.", Kind.LESSON_LEARNED, Layer.L1),
        (
            "Basket added. Customers can put tea into a basket. The basket is kept in the session",
            Kind.SUMMARY,
            Layer.L2,
        ),
        ("The blog runs on Hugo.", Kind.FACT, Layer.L1),
        ("Old form: Tests need a database.", Kind.FACT, Layer.L1),
        (
            "Asked: Use pnpm\nLearned: The lockfile is pnpm-lock.yaml.\nDone: README updated\nNext: CI",
            Kind.SUMMARY,
            Layer.L2,
        ),
    ] == told(statements)
    first = statements[0]
    assert ("shop", ("README.md",), ("claude-mem", "how-it-works", "package-manager"), "2026-11-19T21:06:54.486000Z") == (
        first.project, first.citations, first.tags, first.at,
    )  # fmt: skip


@pytest.mark.parametrize("name", ["mem0-2.2.1.sql", "mem0-node-3.3.1.sql", "mem0-export-2.2.1.json"])
def test_mem0(take, name):
    """What stands in the end: the later of two versions, and nothing that was deleted."""
    statements = take("mem0", name)
    assert ["I prefer spaces over tabs.", "The staging server is in Zurich."] == [one.content for one in statements]
    assert "2026-11-19T21:07:43" == statements[0].at[:19]


def test_a_category_of_mem0_is_a_kind_where_it_is_one(take):
    """Its metadata says so."""
    assert [Kind.FACT, Kind.DECISION] == [one.kind for one in take("mem0", "mem0-export-2.2.1.json")]


def test_mcp_memory(take):
    """Each observation with its entity, and each relation."""
    assert [
        "tea-shop: Uses pnpm, never npm", "tea-shop: Deploys from CI only", "tea-shop: The staging server is in Zurich",
        "default_user: Prefers short answers", "default_user maintains tea-shop",
    ] == [one.content for one in take("mcp-memory", "mcp-memory-2026.8.31.jsonl")]  # fmt: skip


def test_basic_memory(take):
    """Observations with their note; what has ended, tick boxes and times are none; other text goes to the archive."""
    statements = take("basic-memory", "basic-memory-0.24.1.md")
    assert [
        ("Tea shop: We use pnpm, never npm", Kind.DECISION, Layer.L1),
        ("Tea shop: Run the tests with make test", Kind.PROCEDURE, Layer.L1),
        ("Tea shop: The staging server is in Zurich", Kind.FACT, Layer.L1),
    ] == told(statements[:-1])
    assert ("basic-memory", "shop", "build", "decision", "packages") == statements[0].tags
    assert ("2026-03-02", "2026-02-01") == (statements[0].at[:10], statements[2].at[:10])
    assert (Layer.L2, True) == (statements[-1].layer, "Its code is one repository" in statements[-1].content)


def test_claude_memory(take):
    """One file, one memory; the index only points."""
    statements = take("claude-memory", "claude-memory-2.1.327")
    assert [("Prefers short answers.", Kind.PREFERENCE, Layer.L1)] == told(statements)[:1]
    assert statements[1].content.startswith("The shop uses pnpm, never npm.\n\n**Why:** npm breaks the lockfile.")
    assert "see build." in statements[1].content


def test_lists_of_claude_memory(take):
    """An index that stands alone is read for what it lists; pointers, words and code are passed over."""
    assert [
        ("Prefer short answers over long ones", Kind.PREFERENCE, Layer.L1),
        ("npm install breaks the lockfile, so run pnpm install", Kind.LESSON_LEARNED, Layer.L1),
    ] == told(take("claude-memory", "claude-memory-lists"))


def test_codex_memory(take):
    """Each block with the folder it applies to; the summary for all; recaps into the archive; the rest is Codex's own."""
    statements = take("codex-memory", "codex-memory-0.169")
    assert [
        ('when installing packages, the user asked: "pnpm, never npm" -> run pnpm install', Kind.PREFERENCE, Layer.L1),
        ("The lockfile is pnpm-lock.yaml", Kind.FACT, Layer.L1),
        ("npm install -> broken lockfile -> delete node_modules and run pnpm install", Kind.LESSON_LEARNED, Layer.L1),
        ("The blog runs on Hugo", Kind.FACT, Layer.L1),
        ("Prefers short answers", Kind.PREFERENCE, Layer.L1),
        ("Run make test before every commit", Kind.PROCEDURE, Layer.L1),
        ("The shop was moved from npm to pnpm; CI is green.", Kind.SUMMARY, Layer.L2),
    ] == told(statements)
    assert ["/srv/shop"] * 3 + ["/srv/blog", "", "", "/srv/shop"] == [one.folder for one in statements]


def test_usual_places(tmp_path):
    """Each tool's own, for the folder we stand in."""
    home = {"HOME": str(tmp_path)}
    slug = tmp_path / ".claude/projects/-srv-tea-shop/memory"
    shutil.copytree(SAMPLES / "claude-memory-2.1.327", slug)
    shutil.copytree(SAMPLES / "codex-memory-0.169", tmp_path / ".codex/memories")
    (tmp_path / "basic-memory/notes").mkdir(parents=True)
    shutil.copy(SAMPLES / "basic-memory-0.24.1.md", tmp_path / "basic-memory/notes/shop.md")
    server = tmp_path / ".npm/_npx/0a1b/node_modules/@modelcontextprotocol/server-memory/dist/memory.jsonl"
    server.parent.mkdir(parents=True)
    shutil.copy(SAMPLES / "mcp-memory-2026.8.31.jsonl", server)
    assert 2 == len(found("claude-memory", (), "/srv/tea_shop", home))
    assert [] == found("claude-memory", (), "/srv/blog", home)
    assert 4 == len(found("codex-memory", (), "/srv/tea_shop", home))
    assert ["notes/shop.md"] == [store.name for store in found("basic-memory", (), "", home)]
    assert [str(server)] == [store.path for store in found("mcp-memory", (), "", home)]
    (tmp_path / ".basic-memory").mkdir()
    config = '{"projects": {"work": {"path": "/elsewhere"}}, "default_project": "work"}'
    (tmp_path / ".basic-memory/config.json").write_text(config)
    assert ["/elsewhere"] == looked_in("basic-memory", "", home)


@pytest.mark.parametrize("tool", ["claude-mem", "mem0", "mcp-memory", "basic-memory", "claude-memory", "codex-memory"])
def test_where_nothing_is_nothing_is_found(tmp_path, tool):
    """And a path that was typed must be there."""
    assert [] == found(tool, (), "/srv/shop", {"HOME": str(tmp_path)})
    with pytest.raises(errors.BadInput):
        found(tool, [str(tmp_path / "gone")], "", {})


@pytest.mark.parametrize(("tool", "name"), [("claude-mem", "a.db"), ("mem0", "a.db"), ("mem0", "a.json")])
def test_another_file_is_refused(tmp_path, tool, name):
    """A vector store of mem0 holds pickled objects; other tables are not guessed at; text is no JSON."""
    path = tmp_path / name
    if name.endswith(".db"):
        database_of("CREATE TABLE points (id TEXT, point BLOB); CREATE TABLE observations (x);", path).close()
    else:
        path.write_text("not json")
    with pytest.raises(errors.BadInput):
        list(kept(Store(tool=tool, path=str(path)), lambda *_: None, today=TODAY))


def test_a_view_in_place_of_a_table_is_refused(tmp_path):
    """Reading it could run for ever."""
    path = tmp_path / "claude-mem.db"
    loop = (
        "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n AS id, 'x' AS project, 'x' AS type, "
    )
    database_of(f"CREATE VIEW observations AS {loop} 'x' AS created_at FROM r", path).close()
    with pytest.raises(errors.BadInput, match="not a store"):
        list(kept(Store(tool="claude-mem", path=str(path)), lambda *_: None, today=TODAY))


def test_rows_of_any_type_are_passed_over(tmp_path):
    """SQLite holds anything in any column."""
    path = tmp_path / "claude-mem.db"
    text = (SAMPLES / "claude-mem-13.25.3.sql").read_text().split("INSERT")[0]
    values = ["NULL", "1", "1.5", "x'ff00'", "'{'", "'[1, null, \"x\"]'", "'" + "[" * 200 + "'", "''"]
    columns = "project, type, title, facts, narrative, concepts, files_modified, created_at"
    rows = "".join(f"INSERT INTO observations ({columns}) VALUES ({', '.join([value] * 8)});" for value in values)
    database_of(text + rows, path).close()
    for one in kept(Store(tool="claude-mem", path=str(path)), lambda *_: None, today=TODAY):
        assert one.content.strip()


def test_damaged_lines_of_the_graph_are_noted(tmp_path):
    """By number; the others are taken."""
    path = tmp_path / "memory.jsonl"
    path.write_text('{"type":"entity"\n{"type":"else"}\n{"type":"entity","name":3,"observations":["Fine.", 4]}\n[]\n')
    noted = []
    found = list(kept(Store(tool="mcp-memory", path=str(path)), lambda line, why: noted.append(line), today=TODAY))
    assert (["Fine."], [1, 2, 4]) == ([one.content for one in found], noted)
