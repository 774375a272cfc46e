"""The real clients: which packages they are, how they are installed without running anything, and how a turn is asked.

Each is pinned, unpacked from its package into a cache folder (`$HOLDFAST_E2E_CLIENTS`, else one below the person's
cache), and run with a home of its own, a key that opens nothing, and telemetry and updates off.
"""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

VARIABLE = "HOLDFAST_E2E_CLIENTS"
INSTALL_S = 600
# Asked once, before a test gives itself another home.
CACHE = Path(
    os.environ.get(VARIABLE)
    or os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "holdfast-e2e")
)
SERVER = "http://127.0.0.1:{port}"
OPENCODE_PLUGIN = "@opencode-ai/plugin"


@dataclass(frozen=True, slots=True, kw_only=True)
class Client:
    """One client at one version."""

    name: str
    packages: tuple[str, ...]
    program: str  # below node_modules
    arguments: Callable[[str, bool], list[str]]  # what is asked, and whether the last session goes on
    environment: dict[str, str] = field(default_factory=dict)
    asks_on_stdin: bool = False
    runs_on_node: bool = False
    prepare: Callable[[Path, Path], None] = lambda _home, _modules: None

    @property
    def modules(self) -> Path:
        """Where the packages of this version lie."""
        return CACHE / f"{self.name}-{self.packages[0].rpartition('@')[2]}" / "node_modules"

    def argv(self, prompt: str, *, resumed: bool) -> list[str]:
        words = [str(self.modules / self.program), *self.arguments(prompt, resumed)]
        return ["node", *words] if self.runs_on_node else words

    def install(self) -> None:
        """Unpack the packages unless they are there; several test processes wait for one."""
        folder = self.modules.parent
        folder.mkdir(parents=True, exist_ok=True)
        with open(folder / "lock", "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if (folder / "ready").exists():
                return
            home = folder / "npm"
            home.mkdir(exist_ok=True)
            subprocess.run(
                ["npm", "install", "--prefix", str(folder), "--ignore-scripts", "--omit=optional", "--no-save",
                 "--no-audit", "--no-fund", "--no-update-notifier", *self.packages],
                check=True, capture_output=True, timeout=INSTALL_S, env={**os.environ, "HOME": str(home)},
            )  # fmt: skip
            (folder / "ready").touch()


def _codex(prompt: str, resumed: bool) -> list[str]:
    provider = (
        f'{{name="stub",base_url="{SERVER}/v1",env_key="STUB_KEY",wire_api="responses",request_max_retries=0,'
        "stream_max_retries=0}"
    )
    settings = (
        'model="stub"', 'model_provider="stub"', f"model_providers.stub={provider}", "analytics.enabled=false",
        "features.enable_request_compression=false", "features.apps=false", "check_for_update_on_startup=false",
    )  # fmt: skip
    options = [word for setting in settings for word in ("-c", setting)]
    asked = ["exec", *options, "--json", "--skip-git-repo-check", "--dangerously-bypass-hook-trust"]
    return [*asked, "resume", "--last", prompt] if resumed else [*asked, prompt]


def _claude(prompt: str, resumed: bool) -> list[str]:
    return ["-p", *(["--continue"] if resumed else []), prompt]


def _copilot(prompt: str, resumed: bool) -> list[str]:
    return [*(["--continue"] if resumed else []), "-p", prompt, "--allow-all-tools"]


def _gemini(prompt: str, resumed: bool) -> list[str]:
    return [*(["--resume", "latest"] if resumed else []), "-m", "gemini-2.5-flash", "-p", prompt]


def _opencode(_prompt: str, resumed: bool) -> list[str]:
    return ["run", *(["--continue"] if resumed else [])]


def _prepare_claude(home: Path, _modules: Path) -> None:
    (home / ".claude.json").write_text('{"hasCompletedOnboarding": true}\n', encoding="utf-8")


def _prepare_gemini(home: Path, _modules: Path) -> None:
    chosen = {"security": {"auth": {"selectedType": "gemini-api-key"}}, "telemetry": {"enabled": False},
              "general": {"disableAutoUpdate": True, "disableUpdateNag": True}}  # fmt: skip
    folder = home / ".gemini"
    folder.mkdir()
    (folder / "settings.json").write_text(json.dumps(chosen), encoding="utf-8")


def _prepare_opencode(home: Path, modules: Path) -> None:
    """Give it the package that it would otherwise try to fetch for more than a minute."""
    folder = home / ".config" / "opencode"
    folder.mkdir(parents=True)
    (folder / "package.json").write_text(json.dumps({"dependencies": {OPENCODE_PLUGIN: "*"}}), encoding="utf-8")
    (folder / "node_modules").symlink_to(modules)


_OPENCODE_SETTINGS = {
    "provider": {"stub": {"npm": "@ai-sdk/openai-compatible", "options": {"baseURL": f"{SERVER}/v1", "apiKey": "dummy"},
                          "models": {"stub": {"name": "stub"}}}},
    "model": "stub/stub",
    "autoupdate": False,
}  # fmt: skip

CLIENTS = (
    Client(
        name="codex", packages=("codex@npm:@openai/codex@0.169.0-linux-x64",),
        program="codex/vendor/x86_64-unknown-linux-musl/bin/codex", arguments=_codex, environment={"STUB_KEY": "dummy"},
    ),
    Client(
        name="claude", packages=("@anthropic-ai/claude-code-linux-x64@2.1.327",),
        program="@anthropic-ai/claude-code-linux-x64/claude", arguments=_claude, prepare=_prepare_claude,
        environment={"ANTHROPIC_BASE_URL": SERVER, "ANTHROPIC_API_KEY": "dummy", "DISABLE_AUTOUPDATER": "1",
                     "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1"},
    ),
    Client(
        name="copilot", packages=("@github/copilot-linux-x64@1.0.102",), program="@github/copilot-linux-x64/copilot",
        arguments=_copilot,
        environment={"COPILOT_OFFLINE": "true", "COPILOT_PROVIDER_BASE_URL": f"{SERVER}/v1",
                     "COPILOT_PROVIDER_API_KEY": "dummy", "COPILOT_MODEL": "stub"},
    ),
    Client(
        name="gemini", packages=("@google/gemini-cli@0.61.0",), program="@google/gemini-cli/bundle/gemini.js",
        arguments=_gemini, runs_on_node=True, prepare=_prepare_gemini,
        environment={"GEMINI_API_KEY": "dummy", "GOOGLE_GEMINI_BASE_URL": SERVER, "GEMINI_CLI_TRUST_WORKSPACE": "true"},
    ),
    Client(
        name="opencode", packages=("opencode-linux-x64@1.18.33", f"{OPENCODE_PLUGIN}@1.18.33"),
        program="opencode-linux-x64/bin/opencode", arguments=_opencode, asks_on_stdin=True, prepare=_prepare_opencode,
        environment={"OPENCODE_CONFIG_CONTENT": json.dumps(_OPENCODE_SETTINGS), "OPENCODE_DISABLE_MODELS_FETCH": "1",
                     "OPENCODE_DISABLE_AUTOUPDATE": "1"},
    ),
)  # fmt: skip
