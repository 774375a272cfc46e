"""Standard streams that are closed, full, or left by their reader: real processes, as a shell starts them."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from repositories import make_repository

SOURCE = os.path.join(os.path.dirname(__file__), "..", "..", "src")
pytestmark = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")


@pytest.fixture
def shell(tmp_path):
    """Run `holdfast …` as a shell would, with its streams redirected; return the finished process."""
    folder = make_repository(tmp_path / "work", remote="git@example.org:acme/api.git")
    environ = {**os.environ, "PYTHONPATH": SOURCE, "HOLDFAST_HOME": str(tmp_path / "home")}
    program = f'holdfast() {{ "{sys.executable}" -m holdfast.cli.main "$@"; }}'

    def run(line):
        script = f"{program}\n{line}"
        return subprocess.run(["sh", "-c", script], capture_output=True, cwd=folder, env=environ, check=False)

    return run


def test_a_closed_output_takes_nothing_away_from_the_act(shell):
    """What was asked for is done, and nothing is said about the screen that is not there."""
    done = shell("holdfast remember 'We deploy on Fridays.' >&-")
    assert (0, b"") == (done.returncode, done.stderr)
    assert b"We deploy on Fridays." in shell("holdfast list").stdout


def test_a_closed_output_never_lets_text_into_the_store(shell):
    """The store does not get the number of a stream that was closed: what goes to the screen would damage it."""
    shell("holdfast remember 'We deploy on Fridays.'")
    assert 0 == shell("holdfast list >&- 2>&- <&-").returncode
    assert 0 == shell("holdfast doctor --json").returncode


def test_a_closed_input_is_an_empty_one(shell):
    """There is nothing to read, which is said as such."""
    done = shell("holdfast remember - <&-")
    assert (2, b"error: there is nothing to remember") == (done.returncode, done.stderr.splitlines()[0])


def test_closed_errors_keep_the_status(shell):
    """Without a place for its words an error still has its status."""
    assert 2 == shell("holdfast nonsense 2>&-").returncode


@pytest.mark.parametrize(
    "line", ["holdfast list", "holdfast list --json", "holdfast export", "holdfast export --format md"]
)
def test_an_output_without_room_is_an_error_of_its_own(shell, line):
    """It is not unforeseen, and says what failed; the status is 1."""
    shell("holdfast remember 'We deploy on Fridays.'")
    done = shell(f"{line} >/dev/full")
    assert 1 == done.returncode
    said = done.stderr.decode()
    assert "cannot write 'standard output'" in said
    assert "unexpected" not in said
    assert "Exception" not in said


def test_an_output_without_room_under_json(shell):
    """The error keeps its documented shape."""
    shell("holdfast remember 'We deploy on Fridays.'")
    done = shell("holdfast list --json >/dev/full")
    assert "disk_full" == json.loads(done.stderr)["error"]["code"]


def test_a_reader_that_leaves_an_export_is_no_error(shell):
    """`holdfast export | head -1` says nothing on stderr, however much was left to write."""
    shell("holdfast remember 'We deploy on Fridays.'")
    shell("head -c 300000 /dev/zero | tr '\\0' 'a' | holdfast remember -")
    done = shell("{ holdfast export; echo $? >&2; } | head -1")
    assert (b"0\n", True) == (done.stderr, done.stdout.startswith(b'{"schema":"holdfast/export/1"'))
