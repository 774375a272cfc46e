"""A file from outside: what is refused, what is passed over, and what is told about it."""

from __future__ import annotations

import json

import pytest

from holdfast import errors
from holdfast.exchange import reader


def lines_of(path):
    return path.read_bytes().split(b"\n")


@pytest.mark.parametrize("content", [
    b"", b"hello\n", b"[]\n", b'{"schema":"holdfast/export/2","rows":[\n]}\n', b'{"schema":"something/1","rows":[\n]}\n',
    b"SQLite format 3\0" + bytes(200), b'{"schema":"holdfast/export/1","schema":"x","rows":[\n]}\n', b"{" * 5000,
])  # fmt: skip
def test_a_file_that_is_no_export_is_refused(open_home, tmp_path, content):
    """The first line says what a file is; nothing is written, and the error names the line."""
    (tmp_path / "f").write_bytes(content)
    other = open_home("other")
    with pytest.raises(errors.BadInput, match="line 1"):
        other.import_(tmp_path / "f")
    assert not (tmp_path / "other").exists()


def test_a_missing_file_and_a_folder_are_bad_input(open_home, tmp_path):
    """What cannot be read twice is said so."""
    for path in (tmp_path / "none.json", tmp_path):
        with pytest.raises(errors.BadInput):
            open_home("other").import_(path)


def test_damaged_lines_are_reported_by_number_and_the_rest_is_read(exported, open_home):
    """One bad line costs itself."""
    lines = lines_of(exported)
    rows = sum(b'"table":"memory"' in line for line in lines)
    place = next(i for i, line in enumerate(lines) if b'"table":"memory"' in line)
    lines[place] = lines[place][: len(lines[place]) // 2]
    exported.write_bytes(b"\n".join(lines))
    other = open_home("other")
    receipt = other.import_(exported)
    assert receipt.damaged == 1
    assert [problem.line for problem in receipt.problems] == [place + 1]
    assert len(other.list(statuses=["active", "superseded", "forgotten"], limit=100).memories) == rows - 1


def test_a_file_cut_short_is_read_as_far_as_it_goes(exported, open_home):
    """A copy that broke off gives what it holds, and says that it broke off."""
    exported.write_bytes(exported.read_bytes()[:3000])
    receipt = open_home("other").import_(exported)
    assert receipt.added > 0
    assert "ends before its last line" in receipt.problems[-1].why


def test_rows_that_are_missing_are_noticed(exported, open_home):
    """The last row knows how many there were."""
    lines = lines_of(exported)
    del lines[-4]
    exported.write_bytes(b"\n".join(lines))
    assert "rows when it was written" in open_home("other").import_(exported).problems[-1].why


@pytest.mark.parametrize(("field", "value"), [
    ("layer", "L9"), ("content", 7), ("id", "../../x"), ("updated_at", "yesterday"), ("confidence", 3), ("tags", "a"),
    ("tags", [1]), ("version", -1), ("anchors", [["a"]]), ("status", None), ("group", "gw_nowhere"),
])  # fmt: skip
def test_a_row_of_another_shape_is_passed_over(exported, open_home, field, value):
    """Every field is checked before anything is done with the row."""
    lines = lines_of(exported)
    place = next(i for i, line in enumerate(lines) if b'"table":"memory"' in line)
    row = json.loads(lines[place].removesuffix(b","))
    lines[place] = json.dumps({**row, field: value}).encode() + b","
    exported.write_bytes(b"\n".join(lines))
    receipt = open_home("other").import_(exported)
    assert [problem.line for problem in receipt.problems] == [place + 1]


def test_a_line_beyond_the_cap_is_passed_over(exported, open_home, monkeypatch):
    """A line costs no more memory than the cap, and the lines after it are read."""
    monkeypatch.setattr(reader, "MAX_LINE_BYTES", 4000)
    lines = lines_of(exported)
    rows = sum(b'"table":"memory"' in line for line in lines)
    lines.insert(3, b'{"table":"memory","content":"' + b"x" * 20_000 + b'"},')
    exported.write_bytes(b"\n".join(lines))
    receipt = open_home("other").import_(exported)
    assert receipt.problems[0].line == 4
    assert receipt.tables["memory"] == rows


def test_an_unknown_table_is_reported(exported, open_home):
    """A row of a later version is not lost without a word."""
    lines = lines_of(exported)
    lines.insert(2, b'{"table":"telepathy","id":"x"},')
    exported.write_bytes(b"\n".join(lines))
    assert "telepathy" in open_home("other").import_(exported).problems[0].why


def test_a_broken_audit_chain_is_not_taken_over(exported, open_home):
    """Links after the break would be believed for no reason."""
    lines = lines_of(exported)
    links = [i for i, line in enumerate(lines) if b'"table":"audit"' in line]
    lines[links[2]] = lines[links[2]].replace(b'"person"', b'"nobody"')
    exported.write_bytes(b"\n".join(lines))
    receipt = open_home("other").import_(exported)
    assert receipt.tables["audit"] == 2
    assert "audit chain" in receipt.problems[0].why
