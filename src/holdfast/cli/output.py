"""Results to stdout, everything else to stderr, each in its documented shape.

Text for people may change; the JSON envelope, the error object and the exit statuses are a contract.
`tests/cli/test_output.py` holds the laws.
"""

from __future__ import annotations

from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, TextIO

    from holdfast.cli.terminal import Terminal
    from holdfast.errors import HoldfastError

INTERRUPTED = 130


class Result(Value):
    """What a command found or did: data for programs, text for people, an exit status."""

    data: Any
    text: str | Callable[[Terminal], str] = ""
    exit: int = 0
    notes: tuple[str, ...] = ()


def envelope(schema: str, data: object, *, indent: int | None = None) -> str:
    """Return the JSON answer of a command, in ASCII: no character of a memory reaches a terminal raw."""
    import json  # noqa: PLC0415 - text output does without

    return json.dumps({"schema": schema, "data": data}, indent=indent, default=_plain)


def write_result(
    result: Result, schema: str, stream: TextIO, terminal: Terminal, *, as_json: bool, pager: list[str] | None = None
) -> None:
    """Write a result to stdout, through the pager where one is given and the screen is too small."""
    if as_json:
        stream.write(envelope(schema, result.data, indent=2 if terminal.is_tty else None) + "\n")
        return
    text = result.text if isinstance(result.text, str) else result.text(terminal)
    if not text:
        return
    shown = terminal.finish(text.rstrip("\n")) + "\n"
    if pager and terminal.is_tty and shown.count("\n") >= terminal.height:
        from holdfast.cli.pager import page  # noqa: PLC0415 - subprocess, only for long output

        page(shown, pager)
    else:
        stream.write(shown)


def write_error(error: HoldfastError, stream: TextIO, terminal: Terminal, *, as_json: bool) -> None:
    """Write an error: what, why and what to do next, one line each, or one JSON object."""
    if as_json:
        import json  # noqa: PLC0415

        stream.write(json.dumps({"error": error.as_dict()}) + "\n")
        return
    stream.write(terminal.finish(error_text(error, terminal)) + "\n")


def error_text(error: HoldfastError, terminal: Terminal) -> str:
    """Return the lines of an error; a part that says nothing is left out."""
    parts = (("error:", "red", error.message), ("why:", "dim", error.why), ("next:", "dim", error.hint))
    return "\n".join(
        f"{terminal.paint(label, style)}{' ' * (7 - len(label))}{' '.join(said.split())}"
        for label, style, said in parts
        if said
    )


def _plain(value: object) -> object:
    """Return a value of ours as JSON knows it."""
    if isinstance(value, Value):
        public: Callable[[], Mapping[str, object]] = getattr(value, "public", value.as_dict)
        return public()
    if isinstance(value, set | frozenset):
        return sorted(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")
