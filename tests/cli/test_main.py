"""Words in, exit status out."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest


def test_a_result_goes_to_stdout_and_notes_to_stderr(run):
    """Programs read one, people both."""
    assert (0, "hello\n", "a note\n") == run("say", "hello")


def test_quiet_leaves_only_the_result(run):
    """--quiet silences everything beside it."""
    assert (0, "hello\n", "") == run("--quiet", "say", "hello")


def test_json_is_one_envelope(run):
    """The schema names the command with dashes."""
    status, out, _ = run("task", "add", "one", "--json")
    assert (0, {"schema": "holdfast/task-add/1", "data": {"text": "one"}}) == (status, json.loads(out))


@pytest.mark.parametrize(
    ("words", "status", "first"),
    [
        (("fail", "absent"), 3, "error: there is no memory 'm_1'"),
        (("fail", "conflict"), 5, "error: AGENTS.md changed"),
        (("nonsense",), 2, "error: there is no command 'nonsense'"),
        (("say",), 2, "error: TEXT is missing"),
        (("settle",), 2, "error: not answered: Go on?"),
    ],
)
def test_each_error_has_its_status(run, words, status, first):
    """The class of the error decides; stdout stays empty."""
    assert (status, "", first) == ((result := run(*words))[0], result[1], result[2].splitlines()[0])


def test_an_error_as_json(run):
    """Under --json the error is an object on stderr, also when the line itself was wrong."""
    status, out, err = run("--json", "fail", "absent")
    assert (3, "", "not_found", 3) == (status, out, json.loads(err)["error"]["code"], json.loads(err)["error"]["exit"])
    assert json.loads(run("sya", "--json")[2])["error"]["code"] == "usage"


def test_json_behind_two_dashes_is_text(run):
    """It does not change the shape of an error."""
    assert run("fail", "absent", "--", "--json")[2].startswith("error:")


def test_yes_answers_a_question(run):
    """The option replaces the terminal."""
    assert (0, "asked\n") == run("settle", "--yes")[:2]


def test_ctrl_c_is_130(run):
    """An interrupted command says so and nothing else."""
    assert (130, "", "\ninterrupted\n") == run("fail", "interrupted")
    assert json.loads(run("fail", "interrupted", "--json")[2])["error"]["exit"] == 130


def test_text_cannot_reach_the_terminal_raw(run):
    """In text hidden characters are spelled out, in JSON escaped."""
    assert "\\u{1b}[2J\\u{202e}\n" == run("memory")[1]
    assert run("memory", "--json")[1].isascii()


def test_only_our_own_colours_pass(run):
    """Colour on demand colours our words, not those that were stored."""
    assert "\x1b[31mours\x1b[0m \\u{1b}[32mtheirs\\u{1b}[0m\n" == run("paint", "--color", "always")[1]


def test_an_unforeseen_error_is_told_in_three_lines(run, own_home):
    """Without a home nothing is written."""
    status, out, err = run("fail", "oddly")
    assert (1, "", "error: unexpected ValueError in fail") == (status, out, err.splitlines()[0])
    assert (3, False) == (len(err.splitlines()), own_home.exists())


def test_strict_lets_it_through(run, monkeypatch):
    """Under HOLDFAST_STRICT nothing is contained."""
    monkeypatch.setenv("HOLDFAST_STRICT", "1")
    with pytest.raises(ValueError, match="odd"):
        run("fail", "oddly")


def test_alone_it_greets_in_a_dozen_lines(run):
    """No arguments is no mistake."""
    status, out, _ = run()
    assert (0, True) == (status, len(out.splitlines()) <= 13)


def test_the_version_is_told(run):
    """In text and as JSON."""
    import holdfast

    assert f"holdfast {holdfast.__version__}\n" == run("--version")[1]
    assert json.loads(run("--version", "--json")[1])["data"] == {"version": holdfast.__version__}


def test_help_of_a_command(run):
    """--help shows the page instead of running."""
    status, out, _ = run("say", "--help")
    assert (0, True) == (status, out.startswith("holdfast say TEXT"))


def test_a_reader_that_leaves_is_no_error(start):
    """`holdfast many | head -1` says nothing on stderr."""
    program = start("many")
    program.stdout.readline()
    program.stdout.close()
    err = program.stderr.read()
    program.stderr.close()
    assert (0, b"") == (program.wait(), err)


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_text_the_encoding_does_not_know_is_spelled_out(start):
    """A terminal in ASCII gets escapes, not a traceback."""
    program = start("say", "日本", environ={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    out, _ = program.communicate()
    assert (0, b"\\u65e5\\u672c\n") == (program.returncode, out)


def test_the_version_loads_almost_nothing():
    """A version number needs neither settings nor a table nor JSON."""
    script = "import sys; from holdfast.cli.main import main; main(['--version']); print(*sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-S", "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.path.join(os.path.dirname(__file__), "..", "..", "src")},
    )
    ours = {name for name in done.stdout.split() if name.startswith("holdfast")}
    assert {"holdfast", "holdfast.cli", "holdfast.cli.main", "holdfast.cli.streams", "holdfast.version"} == {
        n for n in ours if "." in n
    } | {"holdfast"}


def test_a_command_loads_no_argument_library():
    """Neither argparse, typing, dataclasses nor subprocess is needed for a plain command."""
    script = (
        "import sys; from holdfast.cli.main import main; main(['config', 'get', 'mode']); print(*sorted(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.path.join(os.path.dirname(__file__), "..", "..", "src")},
    )
    assert set() == {"argparse", "typing", "dataclasses", "subprocess", "logging", "tomllib"} & set(done.stdout.split())
