"""`errors.md`: every error with its code, exit status, meaning and next step, from the error tree."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from holdfast import errors
from holdfast.cli.parser import read_line
from holdfast.cli.table import COMMANDS, ELSEWHERE
from holdfast.errors import HoldfastError
from reference.markdown import blocks, code, table

if TYPE_CHECKING:
    from pathlib import Path

INTRO = """\
# Errors

An error says what failed, why, and what to run next. The next step never destroys anything.

```text
error: there is no memory 'm_zzzz' here
next:  holdfast list
```

With `--json` it is one object on standard error, and standard output stays empty:

```json
{"error": {"code": "not_found", "message": "there is no memory 'm_zzzz' here", "why": "", "hint": "holdfast list", "exit": 3}}
```

In Python each is an exception of `holdfast.errors` with `message`, `why`, `hint`, `code` and `exit`. All of them derive
from `HoldfastError`."""

BEYOND = """\
Two codes have no class of their own. `interrupted` (status 130): Ctrl-C ended the command. `unexpected` (status 1): an
error that nobody foresaw; the command names the file in the home that holds its details, and `HOLDFAST_STRICT=1` shows
it whole."""

MEANINGS = {
    0: "done, also when nothing was found",
    1: "failed, or refused by a rule",
    2: "the command line or a setting is wrong",
    3: "there is no such id here",
    4: "consent, trust or the person's own word is needed",
    5: "conflict: the file or row changed in between",
    6: "a remote engine could not be reached",
    130: "interrupted",
}


# What the drawing of the tree leaves to the class's name.
UNDRAWN = {
    "HoldfastError": "above all others",
    "StoreError": "the store could not do what was asked",
    "DiskFull": "there is no space left for what was to be written",
}


def page(_root: Path) -> str:
    """Return the page."""
    meanings = _meanings()
    rows = [
        (code(kind.__name__), code(kind.code), str(kind.exit), meanings.get(kind.__name__, ""), _hint(kind))
        for kind in _tree(HoldfastError)
    ]
    heads = ("class", "code", "exit", "when", "next step, unless the error names a better one")
    return blocks(
        INTRO, "## The tree", f"```text\n{_drawn()}\n```", "## Codes", table(heads, rows), BEYOND,
        "## Exit status", exit_table(),
    )  # fmt: skip


def exit_table() -> str:
    """Return the exit statuses with their meanings and the codes that lead to them."""
    codes: dict[int, list[str]] = {}
    for kind in _tree(HoldfastError):
        codes.setdefault(kind.exit, []).append(kind.code)
    unknown = sorted(set(codes) - set(MEANINGS))
    if unknown:
        raise SystemExit(f"scripts/reference: exit status {unknown} has no meaning")
    rows = [
        (str(number), meaning, ", ".join(map(code, sorted(set(codes.get(number, []))))))
        for number, meaning in MEANINGS.items()
    ]
    return table(("status", "meaning", "codes"), rows)


def _tree(kind: type[HoldfastError]) -> list[type[HoldfastError]]:
    mine = [child for child in kind.__subclasses__() if child.__module__ == errors.__name__]
    return [kind, *(deeper for child in mine for deeper in _tree(child))]


def _hint(kind: type[HoldfastError]) -> str:
    """Return the next step, as code when all of it is one command line."""
    words = kind.default_hint.split()
    try:
        is_command = words[:1] == ["holdfast"] and read_line(words[1:], COMMANDS, ELSEWHERE) is not None
    except errors.UsageError:
        is_command = False
    return code(kind.default_hint) if is_command else kind.default_hint


def _drawn() -> str:
    lines = (errors.__doc__ or "").splitlines()
    drawn = [line.removeprefix("    ") for line in lines if line.strip().startswith(("HoldfastError", "├", "└", "│"))]
    return "\n".join(found[0] for line in drawn if (found := re.match(r"[ │├└─]*\w+", line)))


def _meanings() -> dict[str, str]:
    """Return what the docstring of the tree says of each class, and what stands above them all."""
    found = re.findall(r"─ (\w+) {2,}(.+?)(?: {3,}exit \d)?$", errors.__doc__ or "", flags=re.MULTILINE)
    return {**UNDRAWN, **dict(found)}
