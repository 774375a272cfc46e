"""How each agent program of this machine stands: installed, wired, trusted, when it last called and what it was told.

Reads files and the store, runs nothing, changes nothing. `tests/flows/test_host_states.py` holds the laws.
"""

from __future__ import annotations

import glob
import json
import os
import re
import shlex
import subprocess
import tempfile

from holdfast import places
from holdfast.errors import HoldfastError
from holdfast.flows import setup
from holdfast.times import age_days
from holdfast.values import Value
from holdfast.wiring import codex_hash, jsonc, merge, toml_edit
from holdfast.wiring.agents import AGENTS, Programs, folder_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from holdfast.core import Core
    from holdfast.flows.setup import Plan
    from holdfast.wiring.agents import Machine

HOOK, SERVER = "holdfast-hook", "holdfast"
MAX_BYTES = 4 * 1024 * 1024
VERSION_TIMEOUT_S = 15.0
MAX_LEVELS = 4  # from a program up to the package that it belongs to
# Files in a workspace, or of the person's, through which a host may be wired a second time.
ALSO_READS = {
    "codex": (".codex/hooks.json", ".codex/config.toml"),
    "claude": (".claude/settings.json", ".claude/settings.local.json"),
    "copilot": (".github/hooks/*.json", ".github/copilot/settings.json", ".github/copilot/settings.local.json"),
    "vscode": (".github/hooks/*.json",),
    "gemini": (".gemini/settings.json",),
    "opencode": (".opencode/plugin/holdfast*", ".opencode/plugins/holdfast*"),
    "cursor": (".cursor/hooks.json",),
}
_PLUGIN = {"claude": "settings.json", "codex": "config.toml", "copilot": "config.json"}


class HostState(Value):
    """How one agent program stands; `wired` is `yes`, `partly` or `no`, `untrusted` are the events that it skips."""

    host: str
    title: str
    installed: bool
    program: str | None
    version: str | None
    wired: str
    tools: str
    untrusted: tuple[str, ...] = ()
    also: tuple[str, ...] = ()  # other files that wire it as well
    missing: str = ""  # the program that its hooks start, when it is not there
    unreadable: str = ""
    last_fired: str | None = None
    last_told: str | None = None
    last_chars: int = 0

    def public(self) -> dict[str, Any]:
        """Return the documented JSON shape of a host's state."""
        return {**self.as_dict(), "untrusted": list(self.untrusted), "also": list(self.also)}


def states(core: Core, here: Machine, started: Programs) -> list[HostState]:
    """Return how every known program stands; those that are neither installed nor wired are left out."""
    plans = [setup.plan_setup([name], here, started, core.home)[0] for name in AGENTS]
    fired, told = _history(core)
    found = [_state(core, here, plan) for plan in plans]
    return [
        state.evolve(
            last_fired=fired.get(state.host), last_told=told.get(state.host, (None, 0))[0],
            last_chars=told.get(state.host, (None, 0))[1],
        )
        for state in found
        if state.installed or state.wired != "no"
    ]  # fmt: skip


def problems(state: HostState) -> list[tuple[str, str]]:
    """Return what keeps a wired program from being served, each with what to do."""
    again = f"holdfast setup {state.host}"
    found = []
    if state.unreadable:
        found.append((f"{state.title}: {state.unreadable}", "mend the file"))
    if state.missing:
        found.append((f"{state.title} starts {state.missing!r}, which is not there", again))
    if state.wired != "no" and _is_deaf(state):
        least = ".".join(map(str, AGENTS[state.host].heard_from))
        found.append(
            (f"{state.title} {state.version} drops what it is told on a prompt", f"update it to {least} or newer")
        )
    if state.wired == "partly":
        found.append((f"{state.title} is wired in part", again))
    if state.untrusted:
        found.append((f"{state.title} skips {', '.join(state.untrusted)}: the hooks are not trusted",
                      AGENTS[state.host].next))  # fmt: skip
    found += [(f"{state.title} is wired once more, in {path}", "take one of the two out") for path in state.also]
    return found


def sentence(state: HostState, now: str) -> str:
    """Return how a wired program stands, in one line."""
    version = f" {state.version}" if state.version else ""
    called = f"last called {_ago(state.last_fired, now)}" if state.last_fired else "never called yet"
    told = f", last told {state.last_chars:,} characters {_ago(state.last_told, now)}" if state.last_told else ""
    tools = ", tools wired" if state.tools == "yes" else ""
    return f"{state.title}{version}: wired{tools}, {called}{told}"


def commands_of(name: str, here: Machine, started: Programs) -> dict[str, str]:
    """Return the commands of ours that stand in a host's files, by event."""
    found: dict[str, str] = {}
    for one in setup.wanted_of(name, here, started):
        if not one.path.endswith((".json", ".jsonc")):
            continue
        root = jsonc.parse(_text(one.path))
        plain = root.plain() if root else {}
        hooks = plain.get("hooks") if isinstance(plain, dict) else None
        for event, groups in hooks.items() if isinstance(hooks, dict) else ():
            for hook in merge.handlers(groups):
                command = str(hook.get("command"))
                if merge.is_our_command(command):
                    found[event] = command
    return found


def version_of(program: str | None, packages: tuple[str, ...]) -> str | None:
    """Return the version that the package of an installed program names, without running it."""
    if program is None:
        return None
    folder = os.path.dirname(os.path.realpath(program))
    for _ in range(MAX_LEVELS):
        try:
            found = json.loads(_text(os.path.join(folder, "package.json")) or "null")
        except ValueError:
            found = None
        if isinstance(found, dict) and (not packages or found.get("name") in packages) and found.get("version"):
            return str(found["version"])
        folder = os.path.dirname(folder)
    return None


def asked_version(program: str) -> str:
    """Return what a program says of its version, run in a folder of its own for no longer than a few seconds.

    Such programs make folders in the home they find, so they are given another one.
    """
    with tempfile.TemporaryDirectory(prefix="holdfast-version-") as folder:
        environ = {"PATH": places.environment().get("PATH", ""), "HOME": folder, "XDG_CONFIG_HOME": f"{folder}/config"}
        try:
            done = subprocess.run(  # noqa: S603 - a program that the person installed and asked us to ask
                [program, "--version"], env=environ, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                check=False, timeout=VERSION_TIMEOUT_S,
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired) as error:
            return f"no answer ({type(error).__name__})"
    said = done.stdout.decode("utf-8", "replace").strip().splitlines()
    return said[0][:100] if said else f"no answer (it ended with {done.returncode})"


def _is_deaf(state: HostState) -> bool:
    """Say whether a program of this version is known to run our hooks and to drop what they say."""
    numbers = re.findall(r"\d+", state.version or "")[:3]
    return len(numbers) == 3 and tuple(map(int, numbers)) < AGENTS[state.host].heard_from  # noqa: PLR2004


def _ago(at: str | None, now: str) -> str:
    days = int(age_days(at or now, now))
    return "today" if days < 1 else "yesterday" if days == 1 else f"{days} days ago"


def _state(core: Core, here: Machine, plan: Plan) -> HostState:
    agent = AGENTS[plan.host]
    program = setup.program_of(plan.host, here)
    try:
        commands = commands_of(plan.host, here, Programs(hook=(HOOK,), mcp=None))
    except jsonc.Malformed:
        commands = {}
    return HostState(
        host=plan.host, title=agent.title, installed=plan.is_there, program=program,
        version=version_of(program, agent.packages), wired=_wired(plan, commands), tools=_tools(plan.host, here),
        untrusted=_untrusted(here) if plan.host == "codex" and commands else (), also=_also(core, here, plan.host, commands),
        missing=_missing(commands), unreadable=plan.refused.message + ": " + plan.refused.why if plan.refused else "",
    )  # fmt: skip


def _wired(plan: Plan, commands: dict[str, str]) -> str:
    if plan.host == "opencode":
        text = next((_text(change.found.path) for change in plan.changes if change.found.path.endswith(".js")), "")
        return "yes" if HOOK in text or "holdfast.hook" in text else "no"
    if not commands:
        return "no"
    return "yes" if {event for event, _ in AGENTS[plan.host].events} <= set(commands) else "partly"


def _tools(host: str, here: Machine) -> str:
    """Say whether our server stands in the file that the program reads its servers from."""
    for one in setup.wanted_of(host, here, Programs(hook=(HOOK,), mcp=(SERVER, "mcp"))):
        text = _text(one.path)
        is_about_servers = bool(one.atoms or one.table)
        if (is_about_servers and not merge.is_clean(text, one)) or (one.text and '"mcpServers"' in text):
            return "yes"
    return "no"


def _untrusted(here: Machine) -> tuple[str, ...]:
    folder = folder_of("codex", here)
    path = os.path.join(folder, "hooks.json")
    try:
        root = jsonc.parse(_text(path))
        settings = toml_edit.parse(_text(os.path.join(folder, "config.toml")))
    except jsonc.Malformed:
        return ()
    plain = root.plain() if root else {}
    hooks = plain.get("hooks") if isinstance(plain, dict) else None
    files = dict.fromkeys((path, os.path.realpath(path)))
    return tuple(codex_hash.untrusted(hooks if isinstance(hooks, dict) else {}, settings, files, "--host codex"))


def _also(core: Core, here: Machine, host: str, commands: dict[str, str]) -> tuple[str, ...]:
    if not commands:
        return ()
    root = core.root.path
    paths = [
        path for pattern in ALSO_READS[host] for path in sorted(glob.glob(os.path.join(glob.escape(root), pattern)))
    ]
    found = [path for path in paths if path != here.home and HOOK in _text(path)]
    plugin = os.path.join(folder_of(host, here), _PLUGIN.get(host, ""))
    return (*found, *([f"{plugin} (as a plugin)"] if host in _PLUGIN and '"holdfast@' in _text(plugin) else []))


def _missing(commands: dict[str, str]) -> str:
    for command in commands.values():
        try:
            program = shlex.split(command)[0]
        except (ValueError, IndexError):
            return command
        if os.path.isabs(program) and not os.access(program, os.X_OK):
            return program
    return ""


def _history(core: Core) -> tuple[dict[str, str], dict[str, tuple[str, int]]]:
    """Return when each host last called and what it was last told, as far as the store knows."""
    fired: dict[str, str] = {}
    with core.database.reading() as tx:
        for host, at in (
            *tx.rows("health.host_sessions", owner=core.owner),
            *tx.rows("health.host_recalls", owner=core.owner),
        ):
            fired[host] = max(at, fired.get(host, ""))
        told = {row[0]: (row[1], row[2]) for row in tx.rows("health.host_told", owner=core.owner)}
    return fired, told


def _text(path: str) -> str:
    try:
        return places.read_regular(path, MAX_BYTES).decode("utf-8", "replace")
    except (FileNotFoundError, HoldfastError):
        return ""
