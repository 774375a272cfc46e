"""`hosts.md`: what each host sends, what it is answered, and what is peculiar to it, out of the adapters."""

from __future__ import annotations

import importlib
import json
from typing import TYPE_CHECKING

from holdfast.flows.setup import SHIPPED
from holdfast.hosts.host import HARD_STOP_CHARS, HOSTS, Answer, Moment
from holdfast.testing.payloads import recordings
from holdfast.wiring.agents import AGENTS, Machine, Programs, wanted
from reference.markdown import blocks, code, described, table

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

INTRO = """\
# Hosts

A host is an agent program that Holdfast plugs into: `holdfast-hook --host HOST --event EVENT`. Each has an adapter that reads
its events as it sends them and answers in the keys that it reads, and in no other: some programs throw an answer away for one
key they do not know. No answer has more than {cap:,} characters, which is below the cap of every program that was measured.

Some programs read the hook files of others. The event tells whose it is, so that it is captured under its own name,
answered in its own form, and told nothing twice.

What a program wraps around a prompt, such as reminders, results of background work, the output of local commands and our own
blocks, is neither captured as yours nor used as a question. Prompts that a timer, another session or another agent sent are
passed over."""

NAMES = {
    "generic": ("any program", "The contract for programs of your own: [the hook](hook.md)."),
    "codex": ("Codex CLI", "Its own word on a project, `trust_level` in its `config.toml`, is obeyed: an untrusted project gets "
                           "nothing, a trusted one needs no trust of ours. Its answers count in bytes."),
    "claude": ("Claude Code", "A compaction is told by a `SessionStart` and by `PostCompact`; together they count once."),
    "copilot": ("GitHub Copilot CLI", "The answer of the agent is read from the end of the transcript that the event names. "
                                      "Events may be named in either spelling."),
    "vscode": ("VS Code, Copilot Chat", "Reads the hook files of Claude Code and Copilot CLI too. The workspace's trust is "
                                        "obeyed where the event carries it."),
    "gemini": ("Gemini CLI", "The profile comes with the first prompt, because what is told at the start of a session makes "
                             "Gemini drop the first message when it is resumed. It shows `<` and `>` as `&lt;` and `&gt;`."),
    "opencode": ("opencode", "A plugin of ours sends the events. The profile goes into the system prompt, always the same bytes."),
    "cursor": ("Cursor", "Made after its documentation; it was not run."),
}  # fmt: skip

WHAT = {
    Moment.SESSION_START: "start of a session", Moment.PROMPT: "prompt", Moment.STOP: "end of a turn",
    Moment.COMPACTED: "compaction", Moment.SESSION_END: "end of a session",
}  # fmt: skip


def page(_root: Path) -> str:
    """Return the page."""
    parts = [INTRO.format(cap=HARD_STOP_CHARS)]
    for name, (title, sentence) in described("hosts", HOSTS, NAMES):
        adapter = importlib.import_module(HOSTS[name])
        versions = ", ".join(f"{one['version']} ({one['source']})" for one in recordings(name))
        parts += [f"## {title}", f"`--host {name}`. {sentence}", f"Recorded events of: {versions}.", _events(adapter)]
        parts += [_wired(name)] if name in AGENTS else []
    return blocks(*parts)


def _wired(name: str) -> str:
    """Return which events are wired, with which time-outs, in which files."""
    here = Machine(home="~", config="~/.config", environ={})
    texts = dict.fromkeys(SHIPPED, "{}") | {"gemini/hooks/hooks.json": '{"hooks": {}}'}
    files = [
        one.path
        for one in wanted(name, here, Programs(hook=("holdfast-hook",), mcp=("holdfast", "mcp")), texts, frozenset())
    ]
    unit = "ms" if name == "gemini" else "s"
    events = ", ".join(f"{code(event)} ({limit} {unit})" for event, limit in AGENTS[name].events)
    said = f"`holdfast setup {name}` writes to {', '.join(map(code, files))}"
    return f"{said}, and wires {events}." if events else f"{said}."


def _events(adapter: ModuleType) -> str:
    rows = [
        (code(event), WHAT[moment], code(_answer(adapter, event, moment)) or "nothing")
        for event, moment in adapter.MOMENTS.items()
    ]
    return table(("event", "what it is", "answer"), rows)


def _answer(adapter: ModuleType, event: str, moment: Moment) -> str:
    payload = {"session_id": "s", "sessionId": "s", "sessionID": "s", "conversation_id": "s"}
    tells = moment in {Moment.SESSION_START, Moment.PROMPT}
    shown = adapter.render(adapter.parse(event, payload), Answer(context="…" if tells else ""))
    return json.dumps(shown, ensure_ascii=False) if shown else ""
