"""Where other programs keep their things."""

from __future__ import annotations

import pytest

from holdfast.intake import homes

HOME = {"HOME": "/h"}


@pytest.mark.parametrize(("where", "environ", "wanted"), [
    (homes.codex, {}, "/h/.codex"), (homes.codex, {"CODEX_HOME": "/x"}, "/x"),
    (homes.claude, {}, "/h/.claude"), (homes.claude, {"CLAUDE_CONFIG_DIR": "/x"}, "/x"),
    (homes.copilot, {}, "/h/.copilot"), (homes.copilot, {"COPILOT_HOME": "/x"}, "/x"),
    (homes.gemini, {}, "/h/.gemini"), (homes.gemini, {"GEMINI_CLI_HOME": "/x"}, "/x/.gemini"),
    (homes.opencode, {}, "/h/.local/share/opencode/opencode.db"),
    (homes.opencode, {"XDG_DATA_HOME": "/x"}, "/x/opencode/opencode.db"),
    (homes.opencode, {"OPENCODE_DB": "/x/my.db"}, "/x/my.db"),
    (homes.opencode, {"OPENCODE_DB": "my.db"}, "/h/.local/share/opencode/my.db"),
    (homes.claude_mem, {}, "/h/.claude-mem/claude-mem.db"),
    (homes.claude_mem, {"CLAUDE_MEM_DATA_DIR": "/x"}, "/x/claude-mem.db"),
    (homes.mem0, {}, "/h/.mem0/history.db"), (homes.mem0, {"MEM0_DIR": "/x"}, "/x/history.db"),
    (homes.mcp_memory, {}, ""), (homes.mcp_memory, {"MEMORY_FILE_PATH": "/x/m.jsonl"}, "/x/m.jsonl"),
    (homes.basic_memory, {}, "/h/basic-memory"), (homes.basic_memory, {"BASIC_MEMORY_HOME": "/x"}, "/x"),
])  # fmt: skip
def test_a_programs_own_variables_come_first(where, environ, wanted):
    """Then the home folder."""
    assert wanted == where({**HOME, **environ})


@pytest.mark.parametrize(("environ", "platform", "wanted"), [
    ({}, "linux", "/h/.config/Code/User"), ({"XDG_CONFIG_HOME": "/x"}, "linux", "/x/Code/User"),
    ({}, "darwin", "/h/Library/Application Support/Code/User"), ({"APPDATA": "/x"}, "win32", "/x/Code/User"),
    ({"VSCODE_APPDATA": "/x"}, "linux", "/x/Code/User"), ({"VSCODE_PORTABLE": "/x"}, "linux", "/x/user-data/User"),
])  # fmt: skip
def test_vs_code_has_a_folder_for_each_platform_and_edition(environ, platform, wanted):
    """The stable edition comes first."""
    assert wanted == homes.vscode({**HOME, **environ}, platform)[0]
