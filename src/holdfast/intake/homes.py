"""Where other programs keep what can be imported: their folders by environment and platform. Pure.

Each follows its program's own rules, its variables first. `tests/intake/test_homes.py` holds the laws.
"""

from __future__ import annotations

import os

from holdfast.places import config_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

# The editions of VS Code and its kin that keep chats in its form.
_VSCODE_NAMES = ("Code", "Code - Insiders", "VSCodium", "Code - OSS")


def codex(environ: Mapping[str, str]) -> str:
    """Return the folder of Codex CLI."""
    return environ.get("CODEX_HOME") or os.path.join(_user(environ), ".codex")


def claude(environ: Mapping[str, str]) -> str:
    """Return the folder of Claude Code."""
    return environ.get("CLAUDE_CONFIG_DIR") or os.path.join(_user(environ), ".claude")


def copilot(environ: Mapping[str, str]) -> str:
    """Return the folder of GitHub Copilot CLI."""
    return environ.get("COPILOT_HOME") or os.path.join(_user(environ), ".copilot")


def gemini(environ: Mapping[str, str]) -> str:
    """Return the folder of Gemini CLI."""
    return os.path.join(environ.get("GEMINI_CLI_HOME") or _user(environ), ".gemini")


def opencode(environ: Mapping[str, str]) -> str:
    """Return the database of opencode, which follows the XDG rules on every platform."""
    chosen = environ.get("OPENCODE_DB", "")
    if os.path.isabs(chosen):
        return chosen
    data = environ.get("XDG_DATA_HOME") or os.path.join(_user(environ), ".local", "share")
    return os.path.join(data, "opencode", chosen or "opencode.db")


def vscode(environ: Mapping[str, str], platform: str) -> list[str]:
    """Return the `User` folders that the editions of VS Code may have."""
    portable = environ.get("VSCODE_PORTABLE")
    if portable:
        return [os.path.join(portable, "user-data", "User")]
    base = environ.get("VSCODE_APPDATA") or config_folder(environ, platform)
    return [os.path.join(base, name, "User") for name in _VSCODE_NAMES]


def claude_mem(environ: Mapping[str, str]) -> str:
    """Return the database of claude-mem."""
    folder = environ.get("CLAUDE_MEM_DATA_DIR") or os.path.join(_user(environ), ".claude-mem")
    return os.path.join(folder, "claude-mem.db")


def mem0(environ: Mapping[str, str]) -> str:
    """Return the history database of mem0."""
    return os.path.join(environ.get("MEM0_DIR") or os.path.join(_user(environ), ".mem0"), "history.db")


def mcp_memory(environ: Mapping[str, str]) -> str:
    """Return the file of the MCP reference memory server; without its variable it lies within the server's package."""
    return environ.get("MEMORY_FILE_PATH", "")


def basic_memory(environ: Mapping[str, str]) -> str:
    """Return the folder of basic-memory's main project."""
    return environ.get("BASIC_MEMORY_HOME") or os.path.join(_user(environ), "basic-memory")


def _user(environ: Mapping[str, str]) -> str:
    return environ.get("HOME") or environ.get("USERPROFILE") or os.path.expanduser("~")
