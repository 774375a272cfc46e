"""`hook.md`: the contract of `holdfast-hook` and the generic host, checked against what the adapter reads."""

from __future__ import annotations

import ast
import inspect
from typing import TYPE_CHECKING

from holdfast import hook
from holdfast.hosts import fields as hosts_fields
from holdfast.hosts import generic
from holdfast.hosts.host import HOSTS, Moment
from holdfast.settings import SETTINGS
from holdfast.strict_json import MAX_DEPTH
from reference.markdown import blocks, code, described, table

if TYPE_CHECKING:
    from pathlib import Path

INTRO = """\
# The hook

```text
holdfast-hook --host HOST --event EVENT
```

A host calls it at these moments of a conversation: one JSON object comes in on standard input, at most one goes out on
standard output. The exit status is 0 whatever happens, and an option that is not known is passed over. It does at most
one writing transaction, and it gives up after `hook.deadline_ms` ({deadline:,} ms unless you set it lower or higher). What went wrong is
one line in the home, shown by `holdfast log failures`; it holds no text of yours. `HOLDFAST_STRICT=1` lets errors through, for
tests.

Nothing is captured or answered before you trusted the workspace and gave consent for it. How to wire it into a program:
[wire the hook](../how-to/wire-the-hook.md)."""

MOMENTS = {
    Moment.SESSION_START: (
        "a conversation begins or is taken up again",
        "Opens the session. Answers the profile (L0) and the active task, when there are any.",
    ),
    Moment.PROMPT: (
        "the person sent a message, before the model sees it",
        "Captures the message. Answers a block of the memories that fit it and were not shown in this session before.",
    ),
    Moment.STOP: (
        "the agent finished its answer",
        "Captures the answer, counts the turn, and starts a worker in the background. Answers nothing.",
    ),
    Moment.COMPACTED: (
        "the conversation was shortened, or is about to be",
        "Forgets what was shown in this session, so that it may be shown again. Answers nothing.",
    ),
    Moment.SESSION_END: (
        "the conversation is over",
        "Closes the session and queues its summary for the archive (L2). Answers nothing.",
    ),
}

FIELDS = {
    "session_id": ("every event", "The host's id of the conversation. The one field that must be there."),
    "cwd": ("every event", "The folder that the agent works in; the workspace is found from it. When it is left out, "
                           "the folder in which the hook was started counts."),
    "turn_id": ("UserPromptSubmit, Stop", "The host's id of the turn. With it, an event that comes twice is stored once. "
                                          "Without it, the place of the turn in the session counts."),
    "prompt": ("UserPromptSubmit", "The person's message: what is captured, and the query of the recall."),
    "last_assistant_message": ("Stop", "The agent's answer. Captured unless `capture.assistant` is off."),
    "reason": ("SessionEnd", "Why it ended. Read, and not used yet."),
    "source": ("SessionStart", "`compact` or `clear` says that what was injected before is no longer in the conversation, "
                               "so that it may be injected again. Anything else means nothing."),
}  # fmt: skip

HOSTS_SAID = """\
{hosts}. Each but `generic` reads the events of that program as it sends them, and answers in the keys that it reads:
[hosts](hosts.md). `generic` is for any program that can start another one; what follows is its contract."""

ANSWER = """\
The answer is `{"context": "…"}`, or nothing at all when there is nothing to add. The text is for the model: put it beside the
person's message, or at the start of the session, as it is. It is pure ASCII JSON; the text in it is UTF-8 once parsed."""


def page(_root: Path) -> str:
    """Return the page."""
    deadline = next(setting.default for setting in SETTINGS if setting.name == "hook.deadline_ms")
    rows = [(code(moment), *MOMENTS[moment]) for moment in Moment]
    fields = [(code(name), where, what) for name, (where, what) in described("hook", _fields_read(), FIELDS)]
    return blocks(
        INTRO.format(deadline=deadline),
        "## Hosts", HOSTS_SAID.format(hosts=", ".join(map(code, HOSTS))),
        "## Events", table(("event", "when", "what happens"), rows),
        "## Input", table(("field", "in", "meaning"), fields), _rules(),
        "## Answer", ANSWER,
    )  # fmt: skip


def _rules() -> str:
    return (
        f"Every field is a text; a number is read as one. Fields that are not known are passed over. Ids may have "
        f"{hosts_fields.LONGEST_ID} characters, the whole object {hook.MAX_INPUT_BYTES // 2**20} MiB and {MAX_DEPTH} levels. "
        "Duplicate keys, `NaN` and anything that is not strict JSON are refused: nothing is captured, nothing is answered, "
        "and the failure is logged."
    )


def _fields_read() -> list[str]:
    """Return the fields that the generic adapter takes out of a payload, in its order."""
    tree = ast.parse(inspect.getsource(generic))
    read = [
        node.args[1].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") in {"text", "session"}
        and isinstance(node.args[1], ast.Constant)
    ]
    return list(dict.fromkeys(name for name in FIELDS if name in read)) + [
        str(name) for name in read if name not in FIELDS
    ]
