"""Which transcripts there are on a machine, and what their place says of them."""

from __future__ import annotations

import hashlib
import json
import os
import shutil

import pytest

from holdfast import errors
from holdfast.intake.transcripts import HOSTS, found, looked_in, said
from transcripts.recorded import ANSWERS, PROMPTS, database_of, text_of


def put(path, name, folder):
    """Write a sample to a path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if name.endswith(".sql"):
        database_of(text_of(name, folder), path).close()
    else:
        path.write_text(text_of(name, folder), encoding="utf-8")
    return path


@pytest.fixture
def machine(tmp_path):
    """A home folder with a session of every host, all in one folder of work."""
    home, work = tmp_path / "home", tmp_path / "work"
    work.mkdir()
    put(home / ".codex/sessions/2026/11/19/rollout-2026-11-19T20-56-02-01a1f598-4f32-7a41-9a33-e75a0381d8d8.jsonl",
        "codex-0.169.jsonl", work)  # fmt: skip
    put(home / ".codex/archived_sessions/rollout-2025-10-01T10-00-00-0199a1b2-0000-7000-8000-000000000001.jsonl",
        "codex-0.46.jsonl", work)  # fmt: skip
    project = home / ".claude/projects/-srv"
    put(project / "0e944ec6-1e3f-4f30-a0ce-cf8a66016d75.jsonl", "claude-2.1.327.jsonl", work)
    put(project / "agent-a1.jsonl", "claude-1.0.jsonl", work)
    put(project / "0e944ec6-1e3f-4f30-a0ce-cf8a66016d75/subagents/agent-a2.jsonl", "claude-1.0.jsonl", work)
    state = home / ".copilot/session-state/6e2166a8-3bb4-43c9-bd37-74d123e0a475"
    put(state / "events.jsonl", "copilot-1.0.102.jsonl", work)
    put(home / ".copilot/session-store.db", "copilot-session-store-1.0.102.sql", work)
    user = home / ".config/Code/User"
    storage = user / "workspaceStorage/4f1a"
    put(storage / "chatSessions/a1b2c3d4-0000-4000-8000-000000000004.jsonl", "vscode-v3.jsonl", work)
    put(
        storage / "GitHub.copilot-chat/transcripts/a1b2c3d4-0000-4000-8000-000000000004.jsonl",
        "vscode-extension.jsonl",
        work,
    )
    put(
        storage / "GitHub.copilot-chat/transcripts/c0ffee00-0000-4000-8000-000000000003.jsonl",
        "vscode-extension.jsonl",
        work,
    )
    (storage / "workspace.json").write_text(json.dumps({"folder": work.as_uri()}))
    put(user / "globalStorage/emptyWindowChatSessions/empty.json", "vscode-v3.json", work)
    put(home / ".gemini/tmp/shop/chats/session-2026-11-19T21-00-4fa27e46.jsonl", "gemini-0.61.jsonl", work)
    (home / ".gemini/tmp/shop/.project_root").write_text(f"{work}\n")
    put(home / ".local/share/opencode/opencode.db", "opencode-1.18.33.sql", work)
    return home, work


def all_of(transcripts):
    def refuse(line, why):
        raise AssertionError(f"line {line}: {why}")

    return [one for transcript in transcripts for one in said(transcript, refuse, lambda size: None)]


@pytest.mark.parametrize(("host", "files", "messages"), [
    ("codex", 2, 9), ("claude", 1, 5), ("copilot", 2, 4), ("vscode", 3, 12), ("gemini", 1, 4), ("opencode", 1, 4),
])  # fmt: skip
def test_the_usual_places_are_found(machine, host, files, messages):
    """Each host's own; sub-agents aside, and no session from two files."""
    home, work = machine
    transcripts = found(host, (), "", {"HOME": str(home)}, "linux")
    assert files == len(transcripts)
    texts = [one.text.strip() for one in all_of(transcripts)]
    assert messages == len(texts)
    assert {*PROMPTS, *ANSWERS} <= set(texts)
    assert {str(work), ""} >= {one.folder for one in all_of(transcripts)}
    assert all(one.bytes > 0 for one in transcripts)


@pytest.mark.parametrize("host", HOSTS)
def test_where_nothing_is_nothing_is_found(tmp_path, host):
    """A program that was never run has no sessions; where they would be can be told."""
    environ = {"HOME": str(tmp_path)}
    assert [] == found(host, (), "", environ, "linux")
    assert all(folder.startswith(str(tmp_path)) for folder in looked_in(host, environ, "linux"))


def test_what_is_only_in_the_store_of_copilot_is_read_from_there(machine):
    """Sessions whose events are gone have rows."""
    home, _ = machine
    shutil.rmtree(home / ".copilot/session-state")
    texts = [one.text for one in all_of(found("copilot", (), "", {"HOME": str(home)}, "linux"))]
    assert [PROMPTS[0], ANSWERS[0], PROMPTS[1], ANSWERS[1]] == texts


def test_a_project_of_gemini_is_known_by_its_note_its_name_or_its_hash(machine):
    """Newer versions leave a note, older ones an index, the first ones the hash of the folder only."""
    home, work = machine
    environ = {"HOME": str(home)}
    (home / ".gemini/tmp/shop/.project_root").unlink()
    assert {""} == {one.about.folder for one in found("gemini", (), "", environ, "linux")}
    (home / ".gemini/projects.json").write_text(json.dumps({"projects": {str(work): "shop"}}))
    assert {str(work)} == {one.about.folder for one in found("gemini", (), "", environ, "linux")}
    (home / ".gemini/projects.json").unlink()
    name = hashlib.sha256(str(work).encode()).hexdigest()
    (home / ".gemini/tmp/shop").rename(home / ".gemini/tmp" / name)
    assert {str(work)} == {one.about.folder for one in found("gemini", (), str(work), environ, "linux")}


def test_named_files_and_folders_are_read_instead(machine):
    """What does not say its folder belongs to where we stand."""
    home, work = machine
    given = put(home / "chat.json", "vscode-exported.json", work)
    (transcript,) = found("vscode", [str(given)], "/here", {})
    assert {"/here"} == {one.folder for one in all_of([transcript])}
    assert 2 == len(found("codex", [str(home / ".codex")], "/here", {}))
    assert 4 == len(all_of(found("gemini", [str(home / ".gemini")], "/here", {})))


def test_a_path_that_was_typed_must_be_there(tmp_path):
    """A typing error is not an empty import."""
    with pytest.raises(errors.BadInput, match="cannot read"):
        found("codex", [str(tmp_path / "gone.jsonl")], "", {})


def test_the_longest_untouched_is_read_first(machine):
    """A fork comes after the session it was copied from."""
    home, _ = machine
    old = next(home.rglob("rollout-2026*"))
    os.utime(old, (10**9, 10**9))
    paths = [one.path for one in found("codex", (), "", {"HOME": str(home)}, "linux")]
    assert str(old) == paths[0]


@pytest.mark.parametrize("host", ["copilot", "opencode"])
def test_another_database_is_refused(tmp_path, host):
    """A file with other tables is not guessed at."""
    path = tmp_path / "session-store.db"
    database_of("CREATE TABLE session (id TEXT); CREATE TABLE sessions (id TEXT);", path).close()
    with pytest.raises(errors.BadInput, match="not a database this Holdfast reads"):
        all_of(found(host, [str(path)], "", {}))


@pytest.mark.parametrize(
    "note", ["", "[]", '{"folder": 3}', '{"folder": "vscode-remote://ssh/x"}', '{"workspace": "file:///x"}']
)
def test_a_workspace_of_vs_code_without_a_folder_has_none(machine, note):
    """A damaged note, another machine, or several folders."""
    home, _ = machine
    (home / ".config/Code/User/workspaceStorage/4f1a/workspace.json").write_text(note)
    transcripts = found("vscode", (), "", {"HOME": str(home)}, "linux")
    assert {""} == {one.about.folder for one in transcripts}


def test_folders_of_vs_code_on_windows_are_paths(machine):
    """`file:///c%3A/a` is `c:/a`."""
    home, _ = machine
    (home / ".config/Code/User/workspaceStorage/4f1a/workspace.json").write_text('{"folder": "file:///c%3A/a%20b"}')
    transcripts = found("vscode", (), "", {"HOME": str(home)}, "linux")
    assert {"c:/a b", ""} == {one.about.folder for one in transcripts}
