"""Every host keeps the contract of all hosts, on what it was recorded to send."""

from __future__ import annotations

from typing import ClassVar

from holdfast.hosts import claude, codex, copilot, cursor, gemini, generic, opencode, vscode
from holdfast.hosts.host import HOSTS, Moment
from holdfast.testing.hosts import CONTEXT, HostConformance
from holdfast.testing.payloads import recorded


def nested(name: str) -> dict[str, object]:
    return {"hookSpecificOutput": {"hookEventName": name, "additionalContext": CONTEXT}}


NESTED = {Moment.SESSION_START: nested("SessionStart"), Moment.PROMPT: nested("UserPromptSubmit")}


class TestGeneric(HostConformance):
    """The adapter whose field names the documentation gives."""

    adapter = generic
    payloads = recorded("generic")
    answers: ClassVar = {moment: {"context": CONTEXT} for moment in Moment}


class TestCodex(HostConformance):
    """Codex drops an answer with any other key."""

    adapter = codex
    payloads = recorded("codex")
    answers: ClassVar = NESTED


class TestClaude(HostConformance):
    """Claude Code drops an answer under another event's name."""

    adapter = claude
    payloads = recorded("claude")
    answers: ClassVar = NESTED


class TestCopilot(HostConformance):
    """Copilot CLI reads the top level only, in either spelling of its events."""

    adapter = copilot
    payloads = recorded("copilot")
    answers: ClassVar = {moment: {"additionalContext": CONTEXT} for moment in NESTED}


class TestVscode(HostConformance):
    """VS Code reads what it documents for the start of a session, on a prompt as well."""

    adapter = vscode
    payloads = recorded("vscode")
    answers: ClassVar = NESTED


class TestGemini(HostConformance):
    """Gemini CLI is answered before the agent begins, never at the start of a session."""

    adapter = gemini
    payloads = recorded("gemini")
    answers: ClassVar = {Moment.PROMPT: nested("BeforeAgent")}


class TestOpencode(HostConformance):
    """The plugin of opencode reads one key."""

    adapter = opencode
    payloads = recorded("opencode")
    answers: ClassVar = {moment: {"context": CONTEXT} for moment in NESTED}


class TestCursor(HostConformance):
    """Cursor reads the top level, and a prompt goes on whatever is told."""

    adapter = cursor
    payloads = recorded("cursor")
    answers: ClassVar = {
        Moment.SESSION_START: {"additional_context": CONTEXT},
        Moment.PROMPT: {"continue": True, "additional_context": CONTEXT},
    }


def test_every_host_stands_here():
    """A host without a conformance test is none."""
    tested = {one.adapter.name for one in HostConformance.__subclasses__()}
    assert set(HOSTS) == tested
