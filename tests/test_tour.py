"""The guided first run: it works on its own, touches nothing of the person's, and leaves nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from holdfast import tour

SOURCE = os.path.join(os.path.dirname(__file__), "..", "src")


@pytest.fixture
def surroundings(tmp_path):
    """A person with a home, settings and a temporary folder of their own."""
    for name in ("home", "temporary", "user"):
        (tmp_path / name).mkdir(mode=0o700)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("HOLDFAST_")}
    return {
        **kept, "PYTHONPATH": os.path.abspath(SOURCE), "TMPDIR": str(tmp_path / "temporary"), "HOME": str(tmp_path / "user"),
        "HOLDFAST_HOME": str(tmp_path / "home"), "HOLDFAST_MODE": "off",
    }  # fmt: skip


def run(surroundings, *words):
    """Run the tour to its end."""
    return subprocess.run(
        [sys.executable, "-m", "holdfast.tour", *words], env=surroundings, capture_output=True, text=True, timeout=120,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip


@pytest.mark.parametrize("words", [("--once",), ()])
def test_it_ends_by_itself_without_a_terminal(surroundings, tmp_path, words):
    """It shows what was injected and why, ends with 0, and leaves home, settings and temporary folder as they were."""
    done = run(surroundings, *words)
    assert (0, "") == (done.returncode, done.stderr)
    for part in ("<memory-context>", tour.RIGHT, tour.PREFERENCE, "relevance", "consent grant", "status"):
        assert part in done.stdout
    assert [] == [path for path in tmp_path.rglob("*") if path.is_file()]
    assert [] == list((tmp_path / "temporary").iterdir())


def test_the_wrong_statement_is_not_injected(surroundings):
    """What was corrected is told once, as replaced, and never again."""
    shown = run(surroundings, "--once").stdout
    block = shown[shown.index("<memory-context>") : shown.index("</memory-context>")]
    assert tour.WRONG not in block


def test_ctrl_c_ends_it_cleanly(surroundings, tmp_path):
    """Interrupted anywhere it ends with 0 and removes what it made."""
    process = subprocess.Popen(
        [sys.executable, "-m", "holdfast.tour", "--once"], env=surroundings, stdout=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip
    assert process.stdout.readline()  # its first words: most of it is still to come
    os.killpg(process.pid, signal.SIGINT)
    rest, _ = process.communicate(timeout=60)
    assert (0, True) == (process.returncode, "ends here" in rest)
    until = time.monotonic() + 10
    while list((tmp_path / "temporary").iterdir()) and time.monotonic() < until:
        time.sleep(0.1)
    assert [] == list((tmp_path / "temporary").iterdir())


def test_an_unknown_option_is_a_usage_error(surroundings):
    """Only `--once` is known."""
    assert 2 == run(surroundings, "--forever").returncode


def test_no_step_can_reach_the_persons_own_memory():
    """Every path that Holdfast takes from the environment points into the tour's folder."""
    environ = tour.environment_for("/stage")
    own = {name: value for name, value in environ.items() if name.startswith("HOLDFAST_")}
    assert {"HOLDFAST_HOME": "/stage/home", "HOLDFAST_CONFIG": "/stage/config.toml"} == own
