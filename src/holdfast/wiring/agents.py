"""The agent programs that can be wired: how one is found, and what goes into which of its files.

Data and small pure functions. A command is the same text wherever a host reads it, so that hosts that read each other's
files see one hook, and Codex, which trusts a hook by its text, keeps its trust. `tests/wiring/test_agents.py` holds the laws.
"""

from __future__ import annotations

import shlex

from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

HOOK_TIMEOUT_S = 5
END_TIMEOUT_S = 1  # at the end of a session programs wait no longer, and the hook only notes that it ended
GEMINI_TIMEOUT_MS = 3000
GEMINI_END_TIMEOUT_MS = 1000


class Programs(Value):
    """The installed programs, as a host is to start them."""

    hook: tuple[str, ...]
    mcp: tuple[str, ...] | None  # None where only the hooks are looked at

    def command(self, host: str, event: str) -> str:
        """Return the command line of one event: constant for each host and installation."""
        return shlex.join([*self.hook, "--host", host, "--event", event])


class Machine(Value):
    """Where things are on this machine; `config` is the platform's folder for a user's settings."""

    home: str
    config: str
    environ: Mapping[str, str]
    platform: str = "linux"


class Wanted(Value):
    """What one file is to hold. `content` is merged into JSON, `table` is put into TOML, `text` is the whole file.

    `beginning` is what a file that does not exist yet begins with.
    """

    path: str
    content: dict[str, Any] | None = None
    table: tuple[str, str] | None = None
    values: dict[str, Any] | None = None
    text: str | None = None
    beginning: dict[str, Any] | None = None
    atoms: tuple[
        tuple[str, str], ...
    ] = ()  # members that are taken whole: what stands there already is somebody else's


class Agent(Value):
    """One agent program."""

    name: str
    title: str
    programs: tuple[str, ...]
    packages: tuple[str, ...]  # of npm, whose files tell the version without running anything
    events: tuple[tuple[str, int], ...]  # each with its time-out in the program's unit
    next: str  # what the person does in the program afterwards; "" for nothing
    heard_from: tuple[int, ...] = ()  # the first version from which on it heeds what hooks tell on a prompt


AGENTS: dict[str, Agent] = {
    agent.name: agent
    for agent in (
        Agent(
            name="codex", title="Codex CLI", programs=("codex",), packages=("@openai/codex",),
            events=(("SessionStart", HOOK_TIMEOUT_S), ("UserPromptSubmit", HOOK_TIMEOUT_S), ("Stop", HOOK_TIMEOUT_S),
                    ("SessionEnd", END_TIMEOUT_S)),
            next="start codex, type /hooks and trust the four hooks of Holdfast; until then Codex skips them without a word",
        ),
        Agent(
            name="claude", title="Claude Code", programs=("claude",), packages=("@anthropic-ai/claude-code",),
            events=(("SessionStart", HOOK_TIMEOUT_S), ("UserPromptSubmit", HOOK_TIMEOUT_S), ("Stop", HOOK_TIMEOUT_S),
                    ("PostCompact", HOOK_TIMEOUT_S), ("SessionEnd", END_TIMEOUT_S)),
            next="",
        ),
        Agent(
            name="copilot", title="GitHub Copilot CLI", programs=("copilot",), packages=("@github/copilot",),
            events=(("sessionStart", HOOK_TIMEOUT_S), ("userPromptSubmitted", HOOK_TIMEOUT_S), ("agentStop", HOOK_TIMEOUT_S),
                    ("preCompact", HOOK_TIMEOUT_S), ("sessionEnd", END_TIMEOUT_S)),
            next="", heard_from=(1, 0, 65),
        ),
        Agent(
            name="vscode", title="VS Code", programs=("code", "code-insiders"), packages=(),
            events=(("sessionStart", HOOK_TIMEOUT_S), ("userPromptSubmitted", HOOK_TIMEOUT_S), ("agentStop", HOOK_TIMEOUT_S),
                    ("preCompact", HOOK_TIMEOUT_S), ("sessionEnd", END_TIMEOUT_S)),
            next="",
        ),
        Agent(
            name="gemini", title="Gemini CLI", programs=("gemini",), packages=("@google/gemini-cli",),
            events=(("BeforeAgent", GEMINI_TIMEOUT_MS), ("AfterAgent", GEMINI_TIMEOUT_MS),
                    ("SessionEnd", GEMINI_END_TIMEOUT_MS)),
            next="",
        ),
        Agent(
            name="opencode", title="opencode", programs=("opencode",), packages=("opencode-ai",), events=(), next="",
        ),
        Agent(
            name="cursor", title="Cursor", programs=("cursor", "cursor-agent"), packages=(),
            events=(("sessionStart", HOOK_TIMEOUT_S), ("beforeSubmitPrompt", HOOK_TIMEOUT_S),
                    ("afterAgentResponse", HOOK_TIMEOUT_S), ("preCompact", HOOK_TIMEOUT_S), ("sessionEnd", END_TIMEOUT_S)),
            next="",
        ),
    )
}  # fmt: skip


def folder_of(name: str, machine: Machine) -> str:
    """Return the folder in which a program keeps a user's settings; that it exists tells that the program is used."""
    environ, home = machine.environ, machine.home
    match name:
        case "codex":
            return environ.get("CODEX_HOME") or f"{home}/.codex"
        case "claude":
            return environ.get("CLAUDE_CONFIG_DIR") or f"{home}/.claude"
        case "copilot":
            return environ.get("COPILOT_HOME") or f"{home}/.copilot"
        case "vscode":
            return f"{machine.config}/Code/User"
        case "gemini":
            return f"{environ.get('GEMINI_CLI_HOME') or home}/.gemini"
        case "opencode":
            xdg = environ.get("XDG_CONFIG_HOME", "")
            return environ.get("OPENCODE_CONFIG_DIR") or f"{xdg if xdg.startswith('/') else f'{home}/.config'}/opencode"
    return f"{home}/.cursor"


def wanted(
    name: str, machine: Machine, programs: Programs, texts: Mapping[str, str], present: frozenset[str]
) -> list[Wanted]:
    """Return what a host's files are to hold.

    `texts` are the shipped files of its extension or plugin; `present` are the files that exist, where a host reads one
    of several.
    """
    agent, folder = AGENTS[name], folder_of(name, machine)
    match name:
        case "codex":
            found = [_grouped(agent, programs, f"{folder}/hooks.json")]
            mcp = _mcp_table(f"{folder}/config.toml", programs)
        case "claude":
            found = [_grouped(agent, programs, f"{folder}/settings.json")]
            state = (
                f"{folder}/.claude.json" if machine.environ.get("CLAUDE_CONFIG_DIR") else f"{machine.home}/.claude.json"
            )
            mcp = _mcp(state, "mcpServers", programs, {"type": "stdio"}, {"alwaysLoad": True})
        case "copilot" | "vscode":
            found = [_copilot_hooks(machine, programs)]
            if name == "copilot":
                mcp = _mcp(f"{folder}/mcp-config.json", "mcpServers", programs, {"type": "local"}, {"tools": ["*"]})
            else:
                mcp = _mcp(f"{folder}/mcp.json", "servers", programs, {"type": "stdio"})
        case "gemini":
            return _gemini_extension(f"{folder}/extensions/holdfast", programs, texts)
        case "opencode":
            found = [
                Wanted(path=f"{folder}/plugins/holdfast.js", text=_plugin(texts["opencode/holdfast.js"], programs))
            ]
            mcp = _opencode_mcp(folder, programs, present)
        case _:
            hooks = {
                event: [{"command": programs.command(name, event), "timeout": limit}] for event, limit in agent.events
            }
            content = {"version": 1, "hooks": hooks}
            found = [Wanted(path=f"{folder}/hooks.json", content=content, beginning=content)]
            mcp = _mcp(f"{folder}/mcp.json", "mcpServers", programs)
    return [*found, *([mcp] if mcp else [])]


def _grouped(agent: Agent, programs: Programs, path: str) -> Wanted:
    """Return hooks as Codex and Claude Code have them: groups of handlers for each event."""
    hooks = {
        event: [{"hooks": [{"type": "command", "command": programs.command(agent.name, event), "timeout": limit}]}]
        for event, limit in agent.events
    }
    return Wanted(path=path, content={"hooks": hooks})


def _copilot_hooks(machine: Machine, programs: Programs) -> Wanted:
    """Return the one file that Copilot CLI and VS Code both read; VS Code translates its names."""
    hooks = {
        event: [{"type": "command", "command": programs.command("copilot", event), "timeoutSec": limit}]
        for event, limit in AGENTS["copilot"].events
    }
    return Wanted(path=f"{folder_of('copilot', machine)}/hooks/holdfast.json", content={"version": 1, "hooks": hooks})


def _mcp(
    path: str, key: str, programs: Programs, before: dict[str, Any] | None = None, after: dict[str, Any] | None = None
) -> Wanted | None:
    if programs.mcp is None:
        return None
    command, *arguments = programs.mcp
    entry = {**(before or {}), "command": command, "args": arguments, **(after or {})}
    return Wanted(path=path, content={key: {"holdfast": entry}}, atoms=((key, "holdfast"),))


def _mcp_table(path: str, programs: Programs) -> Wanted | None:
    if programs.mcp is None:
        return None
    command, *arguments = programs.mcp
    return Wanted(path=path, table=("mcp_servers", "holdfast"), values={"command": command, "args": arguments})


def _gemini_extension(folder: str, programs: Programs, texts: Mapping[str, str]) -> list[Wanted]:
    import json  # noqa: PLC0415

    manifest = json.loads(texts["gemini/gemini-extension.json"])
    hooks = json.loads(texts["gemini/hooks/hooks.json"])
    for event, groups in hooks["hooks"].items():
        for handler in (handler for group in groups for handler in group["hooks"]):
            handler["command"] = programs.command("gemini", event)
    if programs.mcp is None:
        del manifest["mcpServers"]
    else:
        command, *arguments = programs.mcp
        manifest["mcpServers"] = {"holdfast": {"command": command, "args": arguments}}
    files = (("gemini-extension.json", manifest), ("hooks/hooks.json", hooks))
    return [Wanted(path=f"{folder}/{name}", text=json.dumps(content, indent=2) + "\n") for name, content in files]


def _plugin(text: str, programs: Programs) -> str:
    import json  # noqa: PLC0415

    return text.replace('["holdfast-hook"]', json.dumps(list(programs.hook)))


def _opencode_mcp(folder: str, programs: Programs, present: frozenset[str]) -> Wanted | None:
    if programs.mcp is None:
        return None
    names = (f"{folder}/opencode.jsonc", f"{folder}/opencode.json")
    path = next((name for name in names if name in present), names[1])
    entry = {"type": "local", "command": list(programs.mcp), "enabled": True}
    beginning = {"$schema": "https://opencode.ai/config.json"}
    return Wanted(path=path, content={"mcp": {"holdfast": entry}}, beginning=beginning, atoms=(("mcp", "holdfast"),))
