"""Proof that a host would be served: its recorded prompt goes through the very command in its files, in a scratch home.

Nothing of the person's is touched: home, settings and workspace are made for it and thrown away.
`tests/flows/test_delivery.py` holds the laws.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tempfile
import time

from holdfast import places
from holdfast.hosts.host import HOSTS, Answer, Moment
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType
    from typing import Any

FACT = "The tests of this repository run with make test."
RECORDED_FOLDER = '"/repo"'
TIMEOUT_S = 20.0
SLOW_S = 2.0  # well below the time-out that programs are given, and far above what it takes


class Delivery(Value):
    """What came of one host's prompt: "" in `problem` when the memory was in the answer, in the host's own form."""

    host: str
    seconds: float
    problem: str = ""


def deliver(commands: dict[str, dict[str, str]]) -> Iterator[Delivery]:
    """Replay a recorded prompt of each host through its command, given by host and event."""
    with tempfile.TemporaryDirectory(prefix="holdfast-delivery-") as folder:
        workspace = os.path.join(folder, "work")
        os.mkdir(workspace)
        _furnish(os.path.join(folder, "home"), workspace)
        environ = {name: value for name, value in places.environment().items() if not name.startswith("HOLDFAST_")}
        environ |= {
            "HOLDFAST_HOME": os.path.join(folder, "home"),
            "HOLDFAST_CONFIG": os.path.join(folder, "config.toml"),
        }
        environ |= {"CODEX_HOME": folder}  # the person's word on their own folders is about others
        for host, own in commands.items():
            yield _deliver_one(host, own, workspace, environ)


def recordings(host: str) -> list[dict[str, Any]]:
    """Return the recorded events of a host, of every version."""
    folder = os.path.join(os.path.dirname(os.path.dirname(__file__)), "testing", "payloads", host)
    found = []
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            found.append(json.load(file))
    return found


def _deliver_one(host: str, commands: dict[str, str], workspace: str, environ: dict[str, str]) -> Delivery:
    adapter = __import__(HOSTS[host], fromlist=["_"])
    recording = recordings(host)[-1]
    one = next(one for one in recording["events"] if _is_prompt(adapter, one))
    usual = [sys.executable, "-m", "holdfast.hook", "--host", host, "--event", one["event"]]
    words = shlex.split(commands[one["event"]]) if one["event"] in commands else usual
    given = json.dumps(one["payload"]).replace(RECORDED_FOLDER, json.dumps(workspace))
    started = time.monotonic()
    try:
        done = subprocess.run(  # noqa: S603 - our own program, as the person's files name it
            words, input=given.encode(), env={**environ, **recording["environ"]}, cwd=workspace, check=False,
            capture_output=True, timeout=TIMEOUT_S,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        return Delivery(
            host=host, seconds=time.monotonic() - started, problem=f"the hook did not run: {type(error).__name__}"
        )
    seconds = time.monotonic() - started
    return Delivery(host=host, seconds=seconds, problem=_judge(adapter, one, done, seconds))


def _judge(adapter: ModuleType, one: dict[str, Any], done: subprocess.CompletedProcess[bytes], seconds: float) -> str:
    if done.returncode != 0:
        return f"the hook ended with {done.returncode}"
    try:
        shown = json.loads(done.stdout or b"null")
    except ValueError:
        return "the hook printed something that is not JSON"
    event = adapter.parse(one["event"], one["payload"])
    frame = adapter.render(event, Answer(context=FACT))
    if not isinstance(shown, dict) or _keys(shown) != _keys(frame):
        return "the answer has not the form that the program reads" if shown else "the hook told nothing"
    if FACT not in json.dumps(shown, ensure_ascii=False):
        return "the memory is not in the answer"
    return f"the hook took {seconds:.1f} seconds" if seconds > SLOW_S else ""


def _keys(shown: Any) -> Any:
    return {name: _keys(value) for name, value in shown.items()} if isinstance(shown, dict) else None


def _is_prompt(adapter: ModuleType, one: dict[str, Any]) -> bool:
    event = adapter.parse(one["event"], one["payload"])
    return event.moment is Moment.PROMPT and event.is_person and bool(event.cwd)


def _furnish(home: str, workspace: str) -> None:
    """Make a home with one memory and consent for the folder."""
    from holdfast.flows import decisions  # noqa: PLC0415
    from holdfast.flows.remember import Statement, remember  # noqa: PLC0415
    from holdfast.opening import open_core  # noqa: PLC0415

    # Whatever the person set, the hook below is started without: both must see the same.
    plain = {"mode": "occasional", "capture.enabled": True, "recall.enabled": True, "directories.allow": (),
             "directories.deny": (), "user.id": "", "group.strategy": "hashed"}  # fmt: skip
    core = open_core(os.path.join(home, "holdfast.db"), home=home, folder=workspace, overrides=plain)
    try:
        remember(core, Statement(content=FACT))
        decisions.grant(core)
    finally:
        core.database.close()
