"""`holdfast export` and `import`: everything out to a file, and back in."""

from __future__ import annotations

import json
import os
import stat

import pytest

RECEIPT = {"path": str, "added": int, "merged": int, "skipped": int, "refused": int, "damaged": int, "problems": list}


@pytest.fixture
def exported(holdfast, remembered, tmp_path):
    """A file with two exported memories."""
    remembered("Run tests with make test.")
    remembered("I prefer tea.", "--scope", "user")
    path = tmp_path / "backup.json"
    assert 0 == holdfast("export", str(path)).status
    return path


def test_json_has_the_documented_shape(holdfast, exported, fits, tmp_path):
    """Both answer with the file and what became of its rows."""
    data = holdfast("export", str(tmp_path / "again.json"), "--json").data
    assert fits(data, {"file": str, "format": str, "rows": dict, "dry_run": bool})
    data = holdfast("import", str(exported), "--json").data
    assert fits(data, {"imports": list})
    assert fits(data["imports"][0], RECEIPT)


def test_an_export_is_private_and_comes_back(holdfast, exported, monkeypatch, tmp_path):
    """The file is readable by the person alone, and a new home takes all of it in."""
    assert 0o600 == stat.S_IMODE(exported.stat().st_mode)
    monkeypatch.setenv("HOLDFAST_HOME", str(tmp_path / "new home"))
    said = holdfast("import", str(exported))
    assert "backup.json" in said.out
    assert "holdfast/export/1" == json.loads(holdfast("export").out)["schema"]
    assert "I prefer tea." in holdfast("export").out


def test_importing_twice_brings_nothing_new(holdfast, exported):
    """What is here already is counted as such."""
    receipt = holdfast("import", str(exported), "--json").data["imports"][0]
    assert (0, 0) == (receipt["added"], receipt["damaged"])


def test_a_dry_run_writes_nothing(holdfast, exported, monkeypatch, tmp_path):
    """Both can be asked what they would do."""
    said = holdfast("export", str(tmp_path / "never.json"), "--dry-run", "--json")
    assert (True, False) == (said.data["dry_run"], (tmp_path / "never.json").exists())
    monkeypatch.setenv("HOLDFAST_HOME", str(tmp_path / "new home"))
    assert "would bring in" in holdfast("import", str(exported), "--dry-run").out
    assert [] == holdfast("list", "--scope", "user", "--json").data["memories"]


def test_standard_output_holds_the_export_alone(holdfast, exported):
    """Without a file the export is the result; what was counted stands on stderr."""
    said = holdfast("export")
    assert said.out == exported.read_text()
    assert "wrote" in said.err
    assert 2 == holdfast("export", "--json").status


def test_markdown_is_for_reading(holdfast, exported, tmp_path):
    """`--format md`, or a file named so, is Markdown with every text."""
    assert "Run tests with make test." in holdfast("export", "--format", "md").out
    holdfast("export", str(tmp_path / "notes.md"))
    assert not (tmp_path / "notes.md").read_text().startswith("{")


def test_scopes_narrow_an_export(holdfast, exported):
    """`--scope` leaves the others out."""
    found = holdfast("export", "--scope", "user").out
    assert (True, False) == ("I prefer tea." in found, "make test" in found)


def test_a_file_is_not_replaced_unasked(holdfast, exported):
    """An existing file stays until the person says yes."""
    exported.write_text("mine")
    assert 2 == holdfast("export", str(exported)).status
    assert "mine" == exported.read_text()
    assert 0 == holdfast("export", str(exported), "--yes").status
    assert exported.read_text() != "mine"


@pytest.mark.parametrize(
    "content", ["", "banana", "{}", "[1]", '{"schema":"holdfast/export/99","rows":[\n]}\n', "\x00" * 99]
)
def test_what_is_no_export_is_refused(holdfast, exported, content):
    """Another file changes nothing and says why."""
    exported.write_text(content)
    assert 1 == holdfast("import", str(exported)).status


def test_a_damaged_line_is_reported(holdfast, exported):
    """The lines that can be read come in, the other is named by number."""
    lines = exported.read_text().splitlines(keepends=True)
    exported.write_text("".join([lines[0], "{broken\n", *lines[1:]]))
    said = holdfast("import", str(exported))
    assert (0, True) == (said.status, "line 2" in said.out)


def test_what_was_forgotten_is_not_brought_back(holdfast, exported):
    """An export from before does not undo forgetting."""
    for memory in holdfast("list", "--json").data["memories"]:
        holdfast("forget", memory["id"])
    holdfast("import", str(exported))
    assert [] == holdfast("list", "--json").data["memories"]


def test_files_that_are_not_there(holdfast, tmp_path):
    """An absent file and a folder are refused; a folder that is not there cannot be written to."""
    assert holdfast("import", str(tmp_path / "none.json")).status in (1, 3)
    assert holdfast("import", str(tmp_path)).status in (1, 2)
    assert 2 == holdfast("import").status
    assert holdfast("export", os.path.join(str(tmp_path), "none", "x.json")).status in (1, 2)
