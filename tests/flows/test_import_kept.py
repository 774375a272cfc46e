"""What other tools keep becomes memories: once, less trusted than what is here, and undone as one."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast import errors
from holdfast.flows import decisions
from holdfast.flows.import_kept import Wish, import_kept
from holdfast.gate.policy import Trust
from holdfast.model import Kind, Layer, Origin, Scope, Source, Status
from holdfast.store import changes
from transcripts.recorded import database_of

SAMPLES = Path(__file__).parent.parent / "kept" / "samples"
SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


@pytest.fixture
def put(tmp_path):
    """Write a sample, or a graph of these observations."""

    def write(name, *observations):
        path = tmp_path / "theirs" / name.replace(".sql", ".db")
        path.parent.mkdir(exist_ok=True)
        path.unlink(missing_ok=True)
        if observations:
            listed = ", ".join(f'"{one}"' for one in observations)
            path.write_text(f'{{"type": "entity", "name": "", "entityType": "note", "observations": [{listed}]}}\n')
        elif name.endswith(".sql"):
            database_of((SAMPLES / name).read_text(), path).close()
        else:
            path.write_text((SAMPLES / name).read_text())
        return str(path)

    return write


def take(memory, tool, path, **wish):
    return import_kept(memory.core, tool, [str(path)], Wish(**wish), lambda number: None)


def contents(memory, **more):
    return sorted(one.content for one in memory.list(limit=1000, **more).memories)


def test_statements_are_remembered_as_imports(memory, put):
    """In the workspace where we stand, whatever the other tool called them."""
    receipt = take(memory, "mcp-memory", put("mcp-memory-2026.8.31.jsonl"))
    assert (1, 5, 0) == (receipt.files, receipt.added, receipt.known)
    found = memory.list(limit=100).memories
    assert {(Origin.IMPORT, Source.AGENT, Scope.WORKSPACE, Layer.L1)} == {
        (one.origin, one.source, one.scope, one.layer) for one in found
    }
    assert "tea-shop: Uses pnpm, never npm" == memory.recall("pnpm or npm").hits[0].memory.content


def test_a_second_import_changes_nothing(memory, put):
    """Not even a version."""
    path = put("mem0-2.2.1.sql")
    take(memory, "mem0", path)
    before = memory.list(limit=100).memories
    again = take(memory, "mem0", path)
    assert (0, 2, None) == (again.added, again.known, again.change)
    assert before == memory.list(limit=100).memories


def test_a_dry_run_counts_what_an_import_then_does(memory, put, home):
    """And writes nothing."""
    path = put("twice.jsonl", "The sky is blue over the shop.", "The sky is blue over the shop.", "Grass is green.")
    dry = take(memory, "mcp-memory", path, is_dry=True)
    assert not home.exists()
    done = take(memory, "mcp-memory", path)
    assert (dry.added, dry.known) == (done.added, done.known) == (2, 1)


def test_what_the_person_said_already_is_known(memory, put):
    """In the workspace, in user scope or in the profile; it stays the person's."""
    mine = memory.remember("Grass is green.", scope="user").memory
    memory.remember("I like tea.", layer="L0")
    receipt = take(memory, "mcp-memory", put("a.jsonl", "grass is green", "I like tea."))
    assert (0, 2) == (receipt.added, receipt.known)
    assert (Origin.USER_TYPED, mine.confidence) == (memory.get(mine.id).origin, memory.get(mine.id).confidence)


def test_a_known_statement_gets_what_is_new_of_it(memory, put, workspace):
    """Tags and files are united; who said it does not change."""
    (workspace / "README.md").write_text("x")
    mine = memory.remember("The repository uses pnpm.", tags=["build"]).memory
    receipt = take(memory, "claude-mem", put("claude-mem-13.25.3.sql"), projects=("shop",))
    united = memory.get(mine.id)
    assert (1, ("README.md",), "build") == (receipt.merged, united.citations, united.tags[0])
    assert "claude-mem" in united.tags
    assert Origin.USER_TYPED is united.origin


def test_one_undo_takes_all_of_it_back(memory, put):
    """Many transactions, one change."""
    memory.remember("tea-shop: Deploys from CI only", tags=["ci"])
    before = memory.list(limit=1000).memories
    path = put("many.jsonl", *(f"Fact number {number} about the shop." for number in range(450)))
    receipt = take(memory, "mcp-memory", path)
    assert 451 == len(memory.list(limit=1000).memories)
    memory.undo(receipt.change)
    assert before == memory.list(limit=1000).memories
    with memory.core.database.reading() as tx:
        assert changes.verify(tx) is None


def test_what_was_forgotten_stays_forgotten(memory, put):
    """A tombstone wins over every import."""
    memory.forget(memory.remember("Grass is green.").memory.id)
    receipt = take(memory, "mcp-memory", put("a.jsonl", "Grass is green.", "Tea is hot."))
    assert (1, 1, ["Tea is hot."]) == (receipt.added, receipt.forgotten, contents(memory))


def test_what_was_purged_does_not_come_back(memory, put):
    """What held before the purge is gone with it."""
    memory.core.clock = lambda: "2026-12-01T10:00:00.000000Z"
    path = put("mem0-2.2.1.sql")
    take(memory, "mem0", path)
    memory.purge(scope="workspace")
    assert (0, 2) == ((last := take(memory, "mem0", path)).added, last.forgotten)


def test_credentials_are_refused(memory, put, home):
    """And stand in no file of the home."""
    receipt = take(memory, "mcp-memory", put("a.jsonl", f"The token is {SECRET}.", "Tea is hot."))
    assert (1, 1) == (receipt.added, receipt.secret)
    assert not any(SECRET.encode() in path.read_bytes() for path in home.rglob("*") if path.is_file())


def test_nothing_more_trusted_is_closed(memory, put):
    """The import stands beside what the person said, and is shown as disputed."""
    mine = memory.remember("Our package manager is pnpm.").memory
    receipt = take(memory, "mcp-memory", put("a.jsonl", "Our package manager is npm."))
    assert (1, 1) == (receipt.added, receipt.disputed)
    assert Status.ACTIVE is memory.get(mine.id).status


def test_other_projects_are_counted_and_left(memory, put, workspace):
    """claude-mem knows projects by the names of folders."""
    receipt = take(memory, "claude-mem", put("claude-mem-13.25.3.sql"))
    assert (0, {"shop": 6, "blog": 1}) == (receipt.added, {one.project: one.statements for one in receipt.elsewhere})
    receipt = take(memory, "claude-mem", put("claude-mem-13.25.3.sql"), projects=("Shop",))
    assert (6, ["blog"]) == (receipt.added, [one.project for one in receipt.elsewhere])
    assert 2 == len(memory.list(layers=["L2"]).memories)


def test_a_project_of_the_folders_name_belongs_here(memory, put):
    """The workspace's folder is called `api`."""
    path = put("claude-mem-13.25.3.sql")
    database_of("UPDATE observations SET project = 'api' WHERE project = 'blog'", path).close()
    assert 1 == take(memory, "claude-mem", path).added


def test_codex_memories_of_other_folders_are_left(memory, tmp_path, workspace):
    """Each block says where it applies; one without a folder applies everywhere."""
    text = (SAMPLES / "codex-memory-0.169/MEMORY.md").read_text().replace("cwd=/srv/shop", f"cwd={workspace}")
    (tmp_path / "memories").mkdir()
    (tmp_path / "memories/MEMORY.md").write_text(text)
    (tmp_path / "memories/memory_summary.md").write_text((SAMPLES / "codex-memory-0.169/memory_summary.md").read_text())
    receipt = take(memory, "codex-memory", tmp_path / "memories")
    assert (5, {"/srv/blog": 1}) == (receipt.added, {one.project: one.statements for one in receipt.elsewhere})
    assert {Kind.PREFERENCE, Kind.FACT, Kind.LESSON_LEARNED, Kind.PROCEDURE} == {
        one.kind for one in memory.list().memories
    }


def test_absolute_paths_and_our_own_blocks_are_taken_out(memory, put, workspace):
    """As in everything that is captured."""
    block = "<memory-context>\\n- Something. [m_7f3ac9]\\n</memory-context>\\n"
    take(memory, "mcp-memory", put("a.jsonl", f"See {workspace}/docs/build.md for the build.", f"{block}Tea is hot."))
    assert ["See docs/build.md for the build.", "Tea is hot."] == contents(memory)


def test_files_outside_the_workspace_are_not_cited(memory, put):
    """A citation names a file of the workspace, or nothing."""
    path = put("claude-mem-13.25.3.sql")
    files = '["../../etc/passwd", "/etc/hosts", "~/x", "README.md", ""]'
    database_of(f"UPDATE observations SET files_modified = '{files}'", path).close()
    take(memory, "claude-mem", path, projects=("shop",))
    assert {("README.md",), ()} == {one.citations for one in memory.list().memories}


def test_an_untrusted_workspace_gets_nothing(memory, put):
    """The person said so."""
    decisions.trust(memory.core, Trust.UNTRUSTED)
    with pytest.raises(errors.Untrusted):
        take(memory, "mcp-memory", put("a.jsonl", "Tea is hot."))
    assert [] == contents(memory)


def test_damage_is_told_by_file_and_line(memory, put, tmp_path):
    """The rest is taken."""
    path = put("a.jsonl", "Tea is hot.")
    Path(path).write_text(Path(path).read_text() + '{"type": "ent\n')
    receipt = take(memory, "mcp-memory", path)
    assert (1, [(path, 2)]) == (receipt.added, [(one.file, one.line) for one in receipt.problems])
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes/a.md").write_bytes(b"x" * 5_000_000)
    (tmp_path / "notes/b.md").write_bytes(b"\xff\xfe\n- [fact] Tea is hot and green\n")
    receipt = take(memory, "basic-memory", tmp_path / "notes")
    assert (1, 1) == (receipt.added, receipt.damaged)


def test_since_when_it_holds_is_kept(memory, put):
    """So that a question about a day finds what held then."""
    take(memory, "mem0", put("mem0-2.2.1.sql"))
    assert {"2026-11-19"} == {one.valid_from[:10] for one in memory.list().memories}
