"""What all tests share: a home of their own, a repository of their own, and a clock that can be set."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

# Before any test imports them, or a failing law says nothing of its values.
pytest.register_assert_rewrite("holdfast.testing")

import holdfast  # noqa: E402
from repositories import make_repository  # noqa: E402

settings.register_profile("ci", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("dev", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


class Clock:
    """A clock that stands still until it is told to move."""

    def __init__(self) -> None:
        self.day, self.second = 1, 0

    def __call__(self) -> str:
        self.second += 1
        minutes, seconds = divmod(self.second, 60)
        month, day = divmod(self.day - 1, 28)
        return f"2026-{month + 1:02d}-{day + 1:02d}T10:{minutes:02d}:{seconds:02d}.000000Z"

    def sleep_days(self, days: int) -> None:
        self.day += days


@pytest.fixture(autouse=True, scope="session")
def nobodys_home(tmp_path_factory):
    """No test reads or writes the settings that the programs of this machine have."""
    patch = pytest.MonkeyPatch()
    patch.setenv("HOME", str(tmp_path_factory.mktemp("nobody")))
    for name in ("CODEX_HOME", "CLAUDE_CONFIG_DIR", "COPILOT_HOME", "GEMINI_CLI_HOME", "OPENCODE_CONFIG_DIR"):
        patch.delenv(name, raising=False)
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        patch.delenv(name, raising=False)
    yield
    patch.undo()


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A home and a config file that are not this machine's."""
    for name in [name for name in os.environ if name.startswith("HOLDFAST_")]:
        monkeypatch.delenv(name)
    folder = tmp_path / "home"
    monkeypatch.setenv("HOLDFAST_HOME", str(folder))
    monkeypatch.setenv("HOLDFAST_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setenv("HOME", str(tmp_path / "person"))
    (tmp_path / "person").mkdir()
    return folder


@pytest.fixture
def workspace(tmp_path):
    """A git repository with one commit."""
    return make_repository(tmp_path / "work" / "api", remote="git@example.org:acme/api.git")


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def open_here(home, clock):
    """Open a memory in a folder, on the test's clock; all are closed at the end."""
    opened = []

    def opener(folder, **more):
        memory = holdfast.open(workspace=folder, **more)
        memory.core.clock = clock
        opened.append(memory)
        return memory

    yield opener
    for memory in opened:
        memory.close()


@pytest.fixture
def memory(open_here, workspace):
    """A memory opened in the workspace."""
    return open_here(workspace)
