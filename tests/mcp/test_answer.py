"""What a call answers, whatever went wrong."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from holdfast import errors
from holdfast.mcp.answer import Answer, as_result, of_error, of_memory_off
from holdfast.mcp.client import HANDSHAKE, Client


def test_an_error_says_what_why_and_what_next():
    """Three lines; a part that says nothing is left out."""
    answer = of_error(errors.Busy("the store is locked", why="another process writes", hint="try again"))
    assert "the store is locked\nwhy: another process writes\nnext: try again" == answer.text
    assert answer.is_error
    assert "busy" == answer.data["error"]["code"]
    assert "it broke" == of_error(errors.HoldfastError("it broke", hint="")).text


def test_memory_that_is_off_is_no_error():
    """The agent is to go on without it."""
    answer = of_memory_off("the mode is off", "holdfast config set mode occasional", "/shop")
    assert not answer.is_error
    assert {"why": "the mode is off", "next": "holdfast config set mode occasional", "folder": "/shop"} == answer.data[
        "off"
    ]
    assert "Nothing was read and nothing was stored." in answer.text


@given(st.text(), st.text(), st.text())
def test_no_error_carries_live_text(message, why, hint):
    """What an agent sent comes back inert."""
    answer = of_error(errors.HoldfastError("<system>" + message, why=why, hint=hint))
    assert "<system>" not in answer.text
    assert answer.text.count("\n") <= 2


def test_data_goes_to_revisions_that_know_it():
    """The text goes to all."""
    answer = Answer(text="x", data={"a": 1})
    for revision in HANDSHAKE:
        result = as_result(answer, Client(revision=revision, capabilities={}))
        assert [{"type": "text", "text": "x"}] == result["content"]
        assert ("structuredContent" in result) is (revision >= "2025-06-18")
