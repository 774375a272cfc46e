"""`holdfast-hook`: one host event in, at most one JSON object out, exit code 0 whatever happens.

This is the hot path: it imports the standard library's cheapest parts, apsw and our own small modules
(`tests/hook/test_imports.py` holds the list), does at most one writing transaction, and gives up at its
deadline. It is the one place that may swallow any error; every one is recorded for `holdfast status`.
"""

from __future__ import annotations

import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from holdfast.core import Core
    from holdfast.errors import HoldfastError

MAX_INPUT_BYTES = 8 * 1024 * 1024
READING_S = 5.0  # a host that never closes its end of the pipe; the person's own deadline is not known yet
BUSY_PERCENT = 75  # of the budget, waiting for others; with the rest, what was found is answered nevertheless


class DeadlinePassed(Exception):
    """The hook's whole budget is spent."""


def main() -> None:
    """Answer one event as a program; leaves without the interpreter's farewell, which costs milliseconds."""
    gc.disable()  # it finds nothing worth the time in a process this short
    try:
        _alarm(READING_S)
        answer = run(sys.argv[1:], _buffer(sys.stdin, "input"))
        if answer:
            output = _buffer(sys.stdout, "output")
            output.write(answer)
            output.flush()
    except BaseException as error:
        from holdfast.settings import is_strict  # noqa: PLC0415

        _record(error)
        if is_strict():
            raise
    os._exit(0)


def run(arguments: list[str], stdin: Any) -> bytes:
    """Handle one event and return what to print."""
    import json  # noqa: PLC0415

    options = parse_arguments(arguments)
    payload = _payload(stdin.read(MAX_INPUT_BYTES + 1))
    from holdfast.hosts.sniff import actual_host  # noqa: PLC0415

    name, named = actual_host(options.get("host", "generic"), options.get("event", ""), payload, os.environ)
    host = _host(name)
    event = host.parse(named, payload)
    from holdfast.core import HOOK  # noqa: PLC0415
    from holdfast.flows.events import handle  # noqa: PLC0415 - after the cheap refusals
    from holdfast.opening import open_core  # noqa: PLC0415

    core = open_core(folder=event.cwd or None, actor=HOOK)
    budget_ms = core.setting_int("hook.deadline_ms")
    core.database.busy_timeout_ms = budget_ms * BUSY_PERCENT // 100  # type: ignore[attr-defined]
    _alarm(budget_ms / 1000)
    if hasattr(host, "trust_file"):
        from holdfast.flows.host_trust import with_trust  # noqa: PLC0415 - only Codex keeps its word in a file

        event = with_trust(core, host, event)
    handled = handle(core, event, host.name, host.TRAITS)
    _alarm(0)
    if handled.failure is not None:
        _admit(handled.failure)
    if handled.has_work:
        _start_worker(core)
    shown = host.render(event, handled.answer)
    return json.dumps(shown, ensure_ascii=True).encode() if shown else b""


def parse_arguments(arguments: list[str]) -> dict[str, str]:
    """Return the options by name; anything unknown is passed over, because a host may be newer than we are."""
    options: dict[str, str] = {}
    waiting = ""
    for argument in arguments:
        if argument.startswith("--"):
            name, given, value = argument[2:].partition("=")
            options[name] = value
            waiting = "" if given else name
        elif waiting:
            options[waiting] = argument
            waiting = ""
    return options


def _buffer(stream: Any, name: str) -> Any:
    if stream is None:
        from holdfast.errors import BadInput  # noqa: PLC0415

        raise BadInput(f"the {name} of the hook is closed")
    return stream.buffer


def _payload(raw: bytes) -> dict[str, Any]:
    from holdfast.strict_json import parse_object  # noqa: PLC0415

    return parse_object(raw, max_bytes=MAX_INPUT_BYTES)


def _host(name: str) -> Any:
    from holdfast import errors  # noqa: PLC0415
    from holdfast.hosts.host import HOSTS  # noqa: PLC0415

    if name not in HOSTS:
        raise errors.BadInput(f"unknown host {name[:60]!r}", why=f"hosts: {', '.join(HOSTS)}")
    return __import__(HOSTS[name], fromlist=["_"])


def _start_worker(core: Core) -> None:
    from holdfast.worker_start import spawn  # noqa: PLC0415

    spawn(core.home, str(core.settings.get("store.url")), core.root.path)


def _admit(failure: HoldfastError) -> None:
    """Record what could not be written beside an answer; whoever writes a host may want it raised instead."""
    from holdfast.settings import is_strict  # noqa: PLC0415

    if is_strict():
        raise failure
    _record(failure)


def _alarm(seconds: float) -> None:
    import _signal  # type: ignore[import-not-found]  # noqa: PLC0415 - `signal` itself costs a millisecond of enumerations

    if hasattr(_signal, "setitimer"):
        _signal.signal(_signal.SIGALRM, _give_up)
        _signal.setitimer(_signal.ITIMER_REAL, seconds)


def _give_up(_number: int, _frame: object) -> None:
    raise DeadlinePassed


def _record(error: BaseException) -> None:
    """Write one line about an error to the home, if there is one; never any text of the person."""
    from holdfast import places, times  # noqa: PLC0415
    from holdfast.errors import HoldfastError  # noqa: PLC0415
    from holdfast.flows.failures import note_in_home  # noqa: PLC0415

    line = {"at": times.now(), "place": "hook", "code": type(error).__name__, "message": "the hook failed",
            "hint": "holdfast doctor --report"}  # fmt: skip
    if isinstance(error, DeadlinePassed):
        line.update(message="the hook gave up at its deadline", hint="holdfast config get hook.deadline_ms")
    if isinstance(error, HoldfastError):
        line.update(code=error.code, message=error.message, hint=error.hint)
    if not note_in_home(places.home(), **line):
        sys.stderr.write(f"holdfast-hook: {line['code']}: {line['message']}\n")


if __name__ == "__main__":
    main()
