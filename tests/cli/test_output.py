"""The shapes of results and errors."""

from __future__ import annotations

import ast
import glob
import io
import json
import os
import pathlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast import errors
from holdfast.cli.output import Result, envelope, error_text, write_error, write_result
from holdfast.cli.terminal import Terminal
from holdfast.errors import NotFound
from holdfast.model import Scope, StoredMemory


def written(result, terminal=None, *, as_json=False, pager=None):
    stream = io.StringIO()
    write_result(result, "holdfast/x/1", stream, terminal or Terminal(), as_json=as_json, pager=pager)
    return stream.getvalue()


@given(st.text())
def test_json_is_ascii_and_loses_nothing(text):
    """No character reaches a terminal raw, and each comes back."""
    answer = envelope("holdfast/x/1", {"text": text})
    assert {"schema": "holdfast/x/1", "data": {"text": text}} == json.loads(answer)
    assert answer.isascii()


def test_values_have_their_public_shape():
    """A memory in the data is printed in its documented shape."""
    data = json.loads(envelope("s", {"memory": StoredMemory(id="m_1", content="x"), "scopes": {Scope.USER}}))["data"]
    assert ("m_1", "workspace", ["user"]) == (data["memory"]["id"], data["memory"]["scope"], data["scopes"])
    assert "no" not in data["memory"]


def test_unknown_objects_are_a_mistake():
    """Nothing is guessed into JSON."""
    with pytest.raises(TypeError, match="object"):
        envelope("s", object())


def test_json_is_one_line_for_programs():
    """A program reads one line; a person on a terminal gets it indented."""
    result = Result(data={"a": 1})
    assert (1, 6) == (
        written(result, as_json=True).count("\n"), written(result, Terminal(is_tty=True), as_json=True).count("\n"),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"), [("", ""), ("a", "a\n"), ("a\n\n", "a\n"), (lambda _terminal: "b", "b\n")]
)
def test_text_ends_with_one_line_break(text, expected):
    """Nothing prints nothing, and no blank lines trail."""
    assert expected == written(Result(data=None, text=text))


def test_hidden_characters_are_spelled_out():
    """No text of a result commands the terminal."""
    assert written(Result(data=None, text="a\x1b]0;x\x07\u202eb")) == "a\\u{1b}]0;x\\u{7}\\u{202e}b\n"


def test_an_error_has_three_lines():
    """What, why, and what to do next, whatever line breaks they hold."""
    error = NotFound("there is no\nmemory 'm_1'", why="it was never there", hint="holdfast list")
    assert error_text(error, Terminal()) == (
        "error: there is no memory 'm_1'\nwhy:   it was never there\nnext:  holdfast list"
    )


def test_an_error_without_a_reason_leaves_the_line_out():
    """An empty line says nothing."""
    assert error_text(NotFound("gone", why=""), Terminal()) == "error: gone\nnext:  holdfast list"


def test_an_error_says_what_why_and_what_next(tmp_path):
    """Whatever a mistake is called, its class knows a reason or the code that raises it gives one: three lines."""
    source = os.path.join(os.path.dirname(__file__), "..", "..", "src", "holdfast")
    mute = {
        name for name, kind in vars(errors).items() if isinstance(kind, type) and not kind.__dict__.get("default_why")
    }
    found = []
    for path in glob.glob(os.path.join(source, "cli", "*.py")) + glob.glob(os.path.join(source, "flows", "*.py")):
        tree = ast.parse(pathlib.Path(path).read_text(encoding="utf-8"))
        raised = [node.exc for node in ast.walk(tree) if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)]
        for call in raised:
            name = getattr(call.func, "attr", getattr(call.func, "id", ""))
            if name in mute and not {"why", None} & {keyword.arg for keyword in call.keywords}:
                found.append(f"{os.path.basename(path)}:{call.lineno}")
    assert [] == found
    assert [] == [
        name for name, kind in vars(errors).items()
        if isinstance(kind, type) and issubclass(kind, errors.HoldfastError) and not kind.default_hint
    ]  # fmt: skip


def test_an_error_as_json_is_one_object():
    """code, message, why, hint and exit."""
    stream = io.StringIO()
    write_error(NotFound("gone", why="so"), stream, Terminal(), as_json=True)
    error = {"code": "not_found", "message": "gone", "why": "so", "hint": "holdfast list", "exit": 3}
    assert {"error": error} == json.loads(stream.getvalue())


def test_long_text_goes_through_the_pager_on_a_terminal(tmp_path):
    """The pager gets what does not fit the screen; what fits is printed."""
    pager = ["tee", str(tmp_path / "paged")]
    terminal = Terminal(is_tty=True, height=5)
    assert "1\n2\n" == written(Result(data=None, text="1\n2"), terminal, pager=pager)
    assert "" == written(Result(data=None, text="line\n" * 9), terminal, pager=pager)
    assert "line\n" * 9 == (tmp_path / "paged").read_text()


def test_files_are_never_paged(tmp_path):
    """Without a terminal everything is written at once."""
    assert written(Result(data=None, text="x\n" * 99), pager=["false"]).count("\n") == 99
