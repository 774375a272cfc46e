"""The entry point of the `holdfast` program: words in, exit status out.

This is one of the few places that may catch everything: an error nobody foresaw becomes one line and a traceback
in the home, never a screen of Python. `HOLDFAST_STRICT=1` lets it through. `tests/cli/test_main.py` holds the laws.
"""

from __future__ import annotations

import sys
import time

from holdfast.cli.streams import let_go_of_output, stand_in_for_closed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from holdfast.cli.command import Command
    from holdfast.cli.context import Context
    from holdfast.cli.output import Result
    from holdfast.errors import HoldfastError


MCP = ["mcp"]  # as every client that setup wires calls it


def main(argv: Sequence[str] | None = None, commands: Sequence[Command] | None = None) -> int:
    """Run one command line and return its exit status; tests bring their own table of commands."""
    words = list(sys.argv[1:] if argv is None else argv)
    stand_in_for_closed()
    _accept_any_character()
    try:
        status = _run(words, commands)
        sys.stdout.flush()
    except BrokenPipeError:
        let_go_of_output()  # whoever read it has seen enough: not an error
        return 0
    except KeyboardInterrupt:
        return _interrupted(words)
    return status


def _run(words: list[str], commands: Sequence[Command] | None) -> int:
    if words in (["--version"], ["-V"]):
        sys.stdout.write(f"holdfast {_version()}\n")
        return 0
    from holdfast.errors import HoldfastError  # noqa: PLC0415 - the version needs none of this

    try:
        return _serve_at_once() if words == MCP else _call(words, commands)
    except HoldfastError as error:
        return _report(error, words)
    except BrokenPipeError:
        raise
    except Exception as error:  # noqa: BLE001 - the boundary: it is kept in the home, and said
        from holdfast.cli.crash import unexpected  # noqa: PLC0415

        return _report(unexpected(error, _named(words, commands)), words)


def _serve_at_once() -> int:
    """Serve without the table of commands and the parser, which are a third of the time that the client waits."""
    from holdfast.cli.mcp import serve  # noqa: PLC0415

    serve(sys.stdin, sys.stdout)
    return 0


def _call(words: list[str], commands: Sequence[Command] | None) -> int:
    from holdfast.cli.parser import read_line  # noqa: PLC0415
    from holdfast.cli.table import COMMANDS, ELSEWHERE  # noqa: PLC0415

    table = COMMANDS if commands is None else commands
    if "--version" in words and all(word in ("--version", "--json") for word in words):
        return _print_page("version", {"version": _version()}, f"holdfast {_version()}\n", as_json=True)
    line = read_line(words, table, ELSEWHERE)
    if line.wants_help or line.command is None:
        from holdfast.cli.help import GREETING, explain  # noqa: PLC0415

        text = GREETING if not any(word in ("-h", "--help") for word in words) and not line.path else ""
        text = text or explain(line.path, table)
        return _print_page("help", {"topic": " ".join(line.path), "text": text}, text, as_json=line.args.json)
    from holdfast.cli.context import Context  # noqa: PLC0415

    context = Context(line.command, line.args)
    began = time.perf_counter()
    try:
        status = _finish(context, _function(line.command)(context))
        context.say("debug", "command", name=line.command.name, exit=status, ms=(time.perf_counter() - began) * 1000)
    finally:
        context.close()
    return status


def _function(command: Command) -> Callable[[Context], Result]:
    import importlib  # noqa: PLC0415

    module, _, name = command.run.partition(":")
    function: Callable[[Context], Result] = getattr(importlib.import_module(module), name)
    return function


def _finish(context: Context, result: Result) -> int:
    from holdfast.cli.output import write_result  # noqa: PLC0415

    args, terminal = context.args, context.terminal
    pager = None
    if terminal.is_tty and not args.no_pager and not args.json:
        from holdfast.cli.pager import pager_command  # noqa: PLC0415

        pager = pager_command(context.environ)
    try:
        write_result(result, context.command.schema, context.stdout, terminal, as_json=args.json, pager=pager)
        context.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        from holdfast import places  # noqa: PLC0415

        raise places.file_error(error, "standard output") from error
    for note in result.notes:
        context.note(note)
    return result.exit


def _print_page(name: str, data: object, text: str, *, as_json: bool) -> int:
    from holdfast.cli.output import Result, write_result  # noqa: PLC0415
    from holdfast.cli.terminal import Terminal  # noqa: PLC0415

    write_result(Result(data=data, text=text), f"holdfast/{name}/1", sys.stdout, Terminal(), as_json=as_json)
    return 0


def _report(error: HoldfastError, words: Sequence[str]) -> int:
    from holdfast import places  # noqa: PLC0415
    from holdfast.cli.output import write_error  # noqa: PLC0415
    from holdfast.cli.terminal import look_at  # noqa: PLC0415

    try:
        sys.stdout.flush()
    except OSError:
        let_go_of_output()  # what could not be written is what the error is about
    terminal = look_at(sys.stderr, places.environment())
    write_error(error, sys.stderr, terminal, as_json=_wants_json(words))
    return error.exit


def _interrupted(words: Sequence[str]) -> int:
    from holdfast.cli.output import INTERRUPTED  # noqa: PLC0415

    if _wants_json(words):
        sys.stderr.write(f'{{"error": {{"code": "interrupted", "message": "interrupted", "why": "", "hint": "", '
                         f'"exit": {INTERRUPTED}}}}}\n')  # fmt: skip
    else:
        sys.stderr.write("\ninterrupted\n")
    return INTERRUPTED


def _named(words: Sequence[str], commands: Sequence[Command] | None) -> str:
    """Return the word that named the command, and never another word: those may be anything."""
    from holdfast.cli.table import COMMANDS  # noqa: PLC0415

    known = {command.path[0] for command in commands or COMMANDS}
    return next((word for word in words if word in known), "holdfast")


def _wants_json(words: Sequence[str]) -> bool:
    options = words[: words.index("--")] if "--" in words else words
    return "--json" in options


def _accept_any_character() -> None:
    """A stored text may hold what the terminal's encoding does not; it is spelled out instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _version() -> str:
    import holdfast  # noqa: PLC0415

    return str(getattr(holdfast, "__version__", "0"))


if __name__ == "__main__":
    sys.exit(main())
