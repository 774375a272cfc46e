"""`holdfast import mem0` and the other memory tools, as a person and a script meet it."""

from __future__ import annotations

import shutil
from pathlib import Path

from transcripts.recorded import database_of

SAMPLES = Path(__file__).parents[2] / "kept" / "samples"


def test_a_graph_is_taken_and_taken_back(holdfast):
    """What was added, and how to undo it; then it is known."""
    path = str(SAMPLES / "mcp-memory-2026.8.31.jsonl")
    said = holdfast("import", "mcp-memory", path, "--dry-run")
    assert (0, "mcp-memory: would take from 1 file\n        5  added\n") == (said.status, said.out)
    said = holdfast("import", "mcp-memory", path)
    assert said.out.startswith("mcp-memory: 1 file\n        5  added\nundo: holdfast undo c_")
    assert "5  here already" in holdfast("import", "mcp-memory", path).out
    assert 0 == holdfast("undo").status
    assert [] == holdfast("list", "--json").data["memories"]
    (receipt,) = holdfast("import", "mcp-memory", path, "--json").data["stores"]
    assert ("mcp-memory", 5, False) == (receipt["tool"], receipt["added"], receipt["is_dry"])
    assert receipt["change"].startswith("c_")


def test_the_usual_place_is_read(holdfast, tmp_path, monkeypatch):
    """mem0's own variable says where."""
    monkeypatch.setenv("MEM0_DIR", str(tmp_path))
    said = holdfast("import", "mem0")
    assert (0, f"mem0: nothing found in {tmp_path}/history.db\n") == (said.status, said.out)
    database_of((SAMPLES / "mem0-2.2.1.sql").read_text(), tmp_path / "history.db").close()
    assert "        2  added" in holdfast("import", "mem0").out


def test_other_projects_are_named(holdfast, tmp_path):
    """The workspace's folder is called `shop`."""
    database_of((SAMPLES / "claude-mem-13.25.3.sql").read_text(), tmp_path / "claude-mem.db").close()
    said = holdfast("import", "claude-mem", str(tmp_path / "claude-mem.db"))
    assert "        6  added\n        1  of other projects, left out\n" in said.out
    assert "left out: 1 statement of blog" in said.err
    said = holdfast("import", "claude-mem", str(tmp_path / "claude-mem.db"), "--project", "blog")
    assert "        1  added" in said.out


def test_an_option_of_one_tool_is_refused_by_others(holdfast):
    """It would be passed over in silence."""
    said = holdfast("import", "mem0", "--project", "blog")
    assert (2, True) == (said.status, "--project does not go with mem0" in said.err)
    assert "--allow-untrusted does not go with mem0" in holdfast("import", "mem0", "--allow-untrusted").err


def test_a_folder_of_notes_is_read_whole(holdfast, tmp_path):
    """Each file with what it holds; a file that cannot be read is named."""
    shutil.copytree(SAMPLES / "claude-memory-2.1.327", tmp_path / "memory")
    (tmp_path / "memory/large.md").write_bytes(b"x" * 5_000_000)
    said = holdfast("import", "claude-memory", str(tmp_path / "memory"))
    assert "claude-memory: 3 files\n        2  added\n        1  unreadable\n" in said.out
    assert "large.md" in said.out


def test_where_no_place_is_known_the_file_is_to_be_named(holdfast, monkeypatch, tmp_path):
    """The reference server keeps its file within its package."""
    monkeypatch.setenv("HOME", str(tmp_path))
    assert "mcp-memory: nothing found; name its file\n" == holdfast("import", "mcp-memory").out
