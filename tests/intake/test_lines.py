"""Files of other programs, line by line: any content, bounded memory."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
import zstandard

from holdfast import errors
from holdfast.intake import lines as intake
from holdfast.intake.lines import document_of, lines_of, size_of


def read(path):
    noted, counted = [], []
    found = list(lines_of(str(path), lambda line, why: noted.append((line, why)), counted.append))
    return found, noted, sum(counted)


def test_lines_come_with_their_numbers_and_the_bytes_are_counted(tmp_path):
    """Blank lines count as lines and are passed over; the last line may lack its end."""
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"a":1}\n\n  \r\n{"b":2}\r\n{"c":3}')
    found, noted, size = read(path)
    assert ([(1, b'{"a":1}\n'), (4, b'{"b":2}\r\n'), (5, b'{"c":3}')], []) == (found, noted)
    assert path.stat().st_size == size


def test_a_line_that_is_too_long_is_noted_and_the_next_ones_are_read(tmp_path, monkeypatch):
    """It is never held whole."""
    monkeypatch.setattr(intake, "MAX_LINE_BYTES", 100)
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"x" * 99 + b"\n" + b"y" * 5000 + b"\n" + b"z\n")
    found, noted, _ = read(path)
    assert ([1, 3], [2]) == ([number for number, _ in found], [line for line, _ in noted])


def test_a_line_of_too_many_values_is_noted(tmp_path, monkeypatch):
    """What a line takes in memory goes by its values, not by its bytes."""
    monkeypatch.setattr(intake, "MAX_VALUES", 10)
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"[" + b"1," * 20 + b"1]\n{}\n")
    found, noted, _ = read(path)
    assert ([2], [1]) == ([number for number, _ in found], [line for line, _ in noted])


def test_brackets_and_commas_in_texts_are_no_values(tmp_path, monkeypatch):
    """A conversation about code is full of them."""
    monkeypatch.setattr(intake, "MAX_VALUES", 10)
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'["{[,{[,{[,{[,{[,", "a\\", \\"{[,{[,{[,"]\n["' + b"," * 20 + b'" ,,,,,,,,,,,]\n')
    found, noted, _ = read(path)
    assert ([1], [2]) == ([number for number, _ in found], [line for line, _ in noted])


def test_compressed_files_are_read_as_they_are_unpacked(tmp_path):
    """Several frames are one file."""
    path = tmp_path / "a.jsonl.zst"
    packed = zstandard.ZstdCompressor()
    path.write_bytes(packed.compress(b'{"a":1}\n{"b"') + packed.compress(b":2}\n"))
    found, noted, size = read(path)
    assert ([(1, b'{"a":1}\n'), (2, b'{"b":2}\n')], []) == (found, noted)
    assert path.stat().st_size == size


@pytest.mark.parametrize("damage", [b"not packed at all", b"\x28\xb5\x2f\xfd\x00", b""])
def test_a_damaged_compressed_file_is_refused(tmp_path, damage):
    """Whatever the library says of it becomes one error; an empty file is empty."""
    path = tmp_path / "a.jsonl.zst"
    path.write_bytes(damage)
    if not damage or damage.startswith(b"\x28"):
        assert [] == read(path)[0]
        return
    with pytest.raises(errors.BadInput, match="cannot be unpacked"):
        read(path)


def test_a_bomb_is_given_up(tmp_path, monkeypatch):
    """A thousand times its size is no transcript."""
    monkeypatch.setattr(intake, "FREE_BYTES", 1024)
    path = tmp_path / "a.jsonl.zst"
    path.write_bytes(zstandard.ZstdCompressor().compress(b"\n" * 50_000_000))
    with pytest.raises(errors.BadInput, match="unpacks to too much"):
        read(path)


def test_without_the_library_the_extra_is_named(tmp_path, monkeypatch):
    """The error says what to install."""
    monkeypatch.setattr(intake, "_zstd", lambda: None)
    path = tmp_path / "a.jsonl.zst"
    path.write_bytes(b"")
    with pytest.raises(errors.MissingExtra) as refused:
        read(path)
    assert 'pip install "holdfast-memory[zstd]"' == refused.value.hint


def test_what_is_no_file_is_refused_at_once(tmp_path):
    """A fifo would wait for ever, a folder has no lines, and what is gone is gone."""
    os.mkfifo(tmp_path / "fifo")
    for path in (tmp_path / "fifo", tmp_path, tmp_path / "gone", "/dev/zero", "a\0b"):
        with pytest.raises(errors.BadInput):
            read(path)
        with pytest.raises(errors.BadInput):
            size_of(str(path))
        with pytest.raises(errors.BadInput):
            document_of(str(path))


def test_a_document_is_bounded(tmp_path, monkeypatch):
    """By its bytes and by its values."""
    path = tmp_path / "a.json"
    path.write_bytes(b"[1,2,3]")
    assert b"[1,2,3]" == document_of(str(path))
    monkeypatch.setattr(intake, "MAX_VALUES", 2)
    with pytest.raises(errors.BadInput, match="values"):
        document_of(str(path))
    monkeypatch.setattr(intake, "MAX_DOCUMENT_BYTES", 3)
    with pytest.raises(errors.BadInput, match="larger"):
        document_of(str(path))


GIANT = """
import sys
from holdfast.intake.lines import lines_of
noted = []
found = [number for number, _ in lines_of(sys.argv[1], lambda line, why: noted.append(line), lambda size: None)]
peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(found, noted, peak.split()[1])
"""


def test_a_line_of_a_gigabyte_takes_no_gigabyte(tmp_path):
    """Its file may have holes; what is read of it is never more than one line's worth."""
    path = tmp_path / "giant.jsonl"
    with open(path, "wb") as file:
        file.write(b'{"a":1}\n"')
        file.seek(1024**3)
        file.write(b'"\n{"b":2}\n')
    said = subprocess.run([sys.executable, "-c", GIANT, str(path)], capture_output=True, text=True, check=True).stdout
    found, noted, used = said.split("] ")[0] + "]", said.split("] ")[1] + "]", int(said.split()[-1])
    assert ("[1, 3]", "[2]") == (found, noted)
    assert used < 150 * 1024, f"{used} KiB"
