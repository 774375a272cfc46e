"""What each adapter makes of its host's ways."""

from __future__ import annotations

import pytest

from holdfast.hosts import claude, codex, copilot, cursor, gemini, generic, opencode, vscode
from holdfast.hosts.host import Moment
from holdfast.testing.payloads import recorded

QUESTION = "How do we run the tests in this repository?"
ADAPTERS = (claude, codex, copilot, cursor, gemini, generic, opencode, vscode)


def events(adapter):
    return [adapter.parse(*one) for one in recorded(adapter.name)]


@pytest.mark.parametrize("adapter", ADAPTERS, ids=lambda one: one.name)
def test_a_prompt_is_the_persons_own_words(adapter):
    """Whatever the host puts around it, the question that was typed comes out as it was typed."""
    prompts = [event for event in events(adapter) if event.moment is Moment.PROMPT and event.is_person]
    assert QUESTION in {event.prompt for event in prompts}
    assert not any("hook_context" in event.prompt for event in prompts)


@pytest.mark.parametrize("adapter", ADAPTERS, ids=lambda one: one.name)
def test_every_event_says_where_it_happens(adapter):
    """The workspace is found from the folder; VS Code alone may leave it out."""
    folders = {event.cwd for event in events(adapter)}
    assert folders - {""} == {"/repo"}
    assert "" not in folders or adapter is vscode


@pytest.mark.parametrize("adapter", ADAPTERS, ids=lambda one: one.name)
def test_one_conversation_has_one_id(adapter):
    """All spellings of the session's id mean the same session."""
    assert 1 == len({event.session for event in events(adapter)})


@pytest.mark.parametrize(
    ("adapter", "event", "source"),
    [(codex, "SessionStart", "compact"), (codex, "SessionStart", "clear"), (claude, "SessionStart", "compact"),
     (claude, "SessionStart", "clear"), (generic, "SessionStart", "compact")],
)  # fmt: skip
def test_a_start_after_a_compaction_clears_the_ledger(adapter, event, source):
    """What was injected before is gone, and the host says so by the source of a start."""
    assert adapter.parse(event, {"session_id": "s", "source": source}).compacted
    assert not adapter.parse(event, {"session_id": "s", "source": "resume"}).compacted


@pytest.mark.parametrize(
    ("adapter", "event", "payload"),
    [(claude, "PostCompact", {"session_id": "s"}), (codex, "PostCompact", {"session_id": "s"}),
     (copilot, "preCompact", {"sessionId": "s"}), (copilot, "PreCompact", {"session_id": "s"}),
     (vscode, "PreCompact", {"session_id": "s"}), (opencode, "session.compacted", {"sessionID": "s"}),
     (cursor, "preCompact", {"conversation_id": "s"})],
)  # fmt: skip
def test_a_compaction_is_an_event_of_its_own(adapter, event, payload):
    """Hosts without a start after it announce it or report it."""
    assert (Moment.COMPACTED, True) == (
        (found := adapter.parse(event, payload)).moment,
        found.compacted,
    )


def test_gemini_announces_compactions_that_do_not_happen():
    """Its PreCompress fires on every turn, so it is no event of ours."""
    from holdfast.errors import BadInput

    with pytest.raises(BadInput):
        gemini.parse("PreCompress", {"session_id": "s", "trigger": "auto"})


def test_what_is_not_the_persons_is_marked():
    """Background results, commands, other sessions and subagents are nobody's evidence."""
    not_hers = [event for event in (*events(claude), *events(codex)) if not event.is_person]
    assert 5 == len(not_hers)
    assert all(event.moment is Moment.PROMPT for event in not_hers)


def test_vscode_passes_its_trust_where_it_has_a_word():
    """True and false are obeyed, silence is no word."""
    payload = {"session_id": "s", "prompt": "x"}
    assert vscode.parse("UserPromptSubmit", payload).trusted is None
    assert vscode.parse("UserPromptSubmit", {**payload, "workspaceTrusted": False}).trusted is False
    assert vscode.parse("UserPromptSubmit", {**payload, "workspace_trusted": True}).trusted is True
