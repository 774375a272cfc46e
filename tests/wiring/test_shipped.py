"""What is shipped as files says what the table says, and the plugin of opencode never fails a turn."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from holdfast.flows import setup as flow
from holdfast.hosts import claude
from holdfast.wiring.agents import AGENTS, Programs

ROOT = Path(__file__).resolve().parents[2]
PLUGIN = ROOT / "plugins" / "holdfast"
SHIPPED = ROOT / "src" / "holdfast" / "wiring" / "shipped"


def hooks_in(path):
    """Every hook as (event, command, time-out)."""
    hooks = json.loads(path.read_text())["hooks"]
    return [
        (event, one["command"], one["timeout"])
        for event, groups in hooks.items()
        for group in groups
        for one in group["hooks"]
    ]


def test_the_plugin_wires_what_setup_wires():
    """The events of Claude Code, which Codex and Copilot CLI know by the same names, with the same time-outs."""
    found = hooks_in(PLUGIN / "hooks" / "hooks.json")
    assert list(AGENTS["claude"].events) == [(event, limit) for event, _, limit in found]
    assert all(command == f"holdfast-hook --host claude --event {event}" for event, command, _ in found)
    assert {event for event, _, _ in found} <= set(claude.MOMENTS)
    assert {"holdfast": {"command": "holdfast", "args": ["mcp"]}} == json.loads((PLUGIN / ".mcp.json").read_text())[
        "mcpServers"
    ]
    assert "holdfast" == json.loads((PLUGIN / ".claude-plugin" / "plugin.json").read_text())["name"]


def test_the_marketplace_offers_the_plugin():
    """Under its own name, at the place where it stands."""
    offered = json.loads((PLUGIN.parent / ".claude-plugin" / "marketplace.json").read_text())
    [one] = offered["plugins"]
    manifest = json.loads((PLUGIN / ".claude-plugin" / "plugin.json").read_text())
    assert (manifest["name"], manifest["description"]) == (one["name"], one["description"])
    assert (PLUGIN.parent / one["source"]).resolve() == PLUGIN


def test_the_extension_wires_what_the_table_says():
    """The shipped files of Gemini CLI and the written ones differ in the path of the program alone."""
    found = hooks_in(SHIPPED / "gemini" / "hooks" / "hooks.json")
    assert list(AGENTS["gemini"].events) == [(event, limit) for event, _, limit in found]
    here = flow.machine({"HOME": "/h"})
    manifest, hooks = flow.wanted_of("gemini", here, Programs(hook=("/x/holdfast-hook",), mcp=("/x/holdfast", "mcp")))
    assert json.loads(manifest.text)["mcpServers"] == {"holdfast": {"command": "/x/holdfast", "args": ["mcp"]}}
    assert (
        hooks.text.replace("/x/holdfast-hook", "holdfast-hook")
        == (SHIPPED / "gemini" / "hooks" / "hooks.json").read_text()
    )
    manifest, _ = flow.wanted_of("gemini", here, Programs(hook=("/x/holdfast-hook",), mcp=None))
    assert "mcpServers" not in json.loads(manifest.text)


DRIVER = """
import {{ Holdfast }} from "{plugin}"
const parts = () => [{{ id: "prt_a", type: "text", text: "how do the tests run" }}]
const message = {{ id: "msg_1" }}
const hooks = await Holdfast({{ client: {client}, directory: "{folder}", worktree: "{folder}" }})
const shown = {{}}
const system = async (first) => {{
  const output = {{ system: [first] }}
  await hooks["experimental.chat.system.transform"]({{ sessionID: "ses_1" }}, output)
  return output.system
}}
const say = async (sessionID, list) => {{
  const output = {{ message, parts: list }}
  await hooks["chat.message"]({{ sessionID }}, output)
  return output.parts
}}
const event = (type, properties) => hooks.event({{ event: {{ type, properties }} }})
shown.system = [await system("You are opencode"), await system("You are opencode")]
shown.title = await system("You are a title generator. You output ONLY a thread title.")
shown.parts = await say("ses_1", parts())
await event("message.updated", {{ info: {{ id: "msg_2", role: "assistant", parentID: "msg_1", sessionID: "ses_1" }} }})
await event("message.part.updated", {{ part: {{ type: "text", text: "With make", messageID: "msg_2", sessionID: "ses_1" }} }})
await event("message.part.updated", {{ part: {{ type: "text", text: "With make test.", messageID: "msg_2", sessionID: "ses_1" }} }})
await event("session.idle", {{ sessionID: "ses_1" }})
await event("session.created", {{ info: {{ id: "ses_2", parentID: "ses_1" }} }})
shown.subagent = await say("ses_2", parts())
await event("session.compacted", {{ sessionID: "ses_1" }})
shown.again = await say("ses_1", [{{ id: "prt_b", type: "text", text: "how do the tests run, again" }}])
await event("session.deleted", {{ info: {{ id: "ses_1" }} }})
for (const odd of [undefined, null, {{}}, {{ sessionID: 1 }}]) {{
  await hooks["chat.message"](odd, {{}})
  await hooks["experimental.chat.system.transform"](odd, {{}})
  await hooks.event({{ event: odd ?? {{}} }})
}}
console.log(JSON.stringify(shown))
"""


@pytest.fixture
def drive(tmp_path):
    """Drive the plugin as opencode does, with a hook program of the test's own."""
    if shutil.which("node") is None:
        pytest.skip("needs node")

    def driver(hook, folder, environ=None, client="{}"):
        text = (SHIPPED / "opencode" / "holdfast.js").read_text()
        plugin = tmp_path / "holdfast.mjs"
        plugin.write_text(
            text.replace('["holdfast-hook"]', json.dumps(hook)).replace("TIMEOUT_MS = 3000", "TIMEOUT_MS = 20000")
        )
        script = tmp_path / "driver.mjs"
        script.write_text(DRIVER.format(plugin=plugin, folder=folder, client=client))
        done = subprocess.run(
            ["node", str(script)], capture_output=True, check=False, timeout=300, env={**os.environ, **(environ or {})}
        )
        assert (0, b"") == (done.returncode, done.stderr)
        return json.loads(done.stdout)

    return driver


def test_the_plugin_of_opencode_tells_and_captures(drive, memory, workspace):
    """The profile in the system prompt, always the same bytes and not for titles; a memory beside the prompt, once."""
    from holdfast.flows.workspaces import grant_consent

    memory.profile("## Preferences\n- Answers in British English")
    memory.remember("Run the tests with make test.")
    with memory.core.database.writing() as tx:
        grant_consent(tx, memory.core)
    shown = drive([sys.executable, "-m", "holdfast.hook"], workspace)
    assert shown["system"][0] == shown["system"][1]
    assert "British English" in shown["system"][0][1]
    assert 1 == len(shown["title"])
    assert ["prt_a", "prt_aholdfast"] == [part["id"] for part in shown["parts"]]
    assert (True, "msg_1", "ses_1") == tuple(
        shown["parts"][1][name] for name in ("synthetic", "messageID", "sessionID")
    )
    assert "make test" in shown["parts"][1]["text"]
    assert 1 == len(shown["subagent"])
    assert "make test" in shown["again"][1]["text"]
    said = [(one.role, one.content) for one in memory.episodes("ses_1")]
    assert [("user", "how do the tests run"), ("assistant", "With make test.")] == said[:2]


@pytest.mark.parametrize(
    "hook", [["/no/such/program"], ["sh", "-c", "exit 3"], ["sh", "-c", "echo not json"], ["sh", "-c", "kill -9 $$"]]
)
def test_whatever_the_hook_does_the_turn_goes_on(drive, workspace, hook):
    """No exception, and no part that was not there."""
    shown = drive(hook, workspace, client="{ session: { messages: () => { throw new Error('gone') } } }")
    assert [1, 1] == [len(shown["parts"]), len(shown["system"][0])]


def test_a_hook_that_hangs_is_given_up(tmp_path, workspace):
    """After its time-out the turn goes on, and the process is ended."""
    if shutil.which("node") is None:
        pytest.skip("needs node")
    text = (
        (SHIPPED / "opencode" / "holdfast.js")
        .read_text()
        .replace('["holdfast-hook"]', '["sh", "-c", "exec sleep 600"]')
    )
    (tmp_path / "holdfast.mjs").write_text(text.replace("TIMEOUT_MS = 3000", "TIMEOUT_MS = 200"))
    (tmp_path / "driver.mjs").write_text(
        'import { Holdfast } from "./holdfast.mjs"\nconst hooks = await Holdfast({ client: {}, directory: "/", worktree: "/" })\n'
        'const output = { message: { id: "m" }, parts: [{ id: "prt_a", type: "text", text: "x" }] }\n'
        'await hooks["chat.message"]({ sessionID: "s" }, output)\nconsole.log(output.parts.length)\n'
    )
    done = subprocess.run(["node", str(tmp_path / "driver.mjs")], capture_output=True, check=False, timeout=120)
    assert (0, b"1\n") == (done.returncode, done.stdout)
