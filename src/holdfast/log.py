"""What happens, as lines on stderr: as much of it as `log.level` asks for.

A line is a moment, a level, a stable action, and facts: `2026-03-01T12:00:00.000000Z info worker.done sink=learn ms=12`.
Facts are numbers, ids and words of our own. No text of the person, no path and no key of theirs is ever among
them; `tests/test_log.py` sends a canary through everything at the most talkative level.
"""

from __future__ import annotations

import sys

from holdfast import times

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.settings import Settings

LEVELS = ("error", "warning", "info", "debug")  # from the least talkative on


def is_wanted(settings: Settings, level: str) -> bool:
    """Say whether lines of a level are wanted."""
    return LEVELS.index(level) <= LEVELS.index(str(settings.get("log.level")))


def line(at: str, level: str, action: str, facts: dict[str, object]) -> str:
    """Return one line; a fact with spaces in it is quoted, so that a program can take the line apart."""
    return " ".join((at, level, action, *(f"{name}={_shown(value)}" for name, value in facts.items())))


def say(settings: Settings, level: str, action: str, **facts: object) -> None:
    """Write a line where its level is wanted; a stderr that is closed or full is no reason to fail."""
    if not is_wanted(settings, level) or sys.stderr is None:
        return
    try:
        sys.stderr.write(line(times.now(), level, action, facts) + "\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        return


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.1f}"
    text = str(value)
    return repr(text) if not text or any(letter.isspace() or not letter.isprintable() for letter in text) else text
