"""Past sessions become what live capture would have made of them: once, masked, and no more trusted than an import."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

from holdfast import errors
from holdfast.flows import decisions, sessions
from holdfast.flows import import_sessions as module
from holdfast.flows.import_sessions import Wish, import_sessions
from holdfast.gate.policy import Trust
from holdfast.model import Origin, Scope
from repositories import make_repository
from transcripts.recorded import ANSWERS, PROMPTS, text_of

CODEX = "01a1f598-4f32-7a41-9a33-e75a0381d8d8"
SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
LONG_AGO = 1_700_000_000


class Quiet:
    """Shows nothing."""

    @contextmanager
    def reading(self, total):
        yield lambda number: None

    learning = reading

    @contextmanager
    def indexing(self):
        yield


@pytest.fixture
def trusted(memory):
    """A memory in a workspace that is trusted."""
    decisions.trust(memory.core, Trust.TRUSTED)
    return memory


@pytest.fixture
def put(tmp_path, workspace):
    """Write a sample that stands in the workspace, last touched long ago."""

    def write(name, text=None, *, stem=None):
        text = text_of(name, workspace) if text is None else text
        kind = name.partition("-")[0]
        suffix = "." + name.rpartition(".")[2]
        stem = stem or {"codex": f"rollout-2026-11-19T20-56-02-{CODEX}"}.get(kind, name.removesuffix(suffix))
        path = tmp_path / "theirs" / kind / f"{stem}{suffix}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        os.utime(path, (LONG_AGO, LONG_AGO))
        return str(path)

    return write


def take(memory, host, *paths, **wish):
    return import_sessions(memory.core, host, paths, Wish(**wish), Quiet())


def journal(memory):
    """Return every message of the workspace as (session, name, role, content)."""
    found = []
    for one in sessions.listed(memory.core, 1000):
        found += [(one["id"], row.name, str(row.role), row.content) for row in memory.episodes(one["id"])]
    return sorted(found)


@pytest.mark.parametrize(("host", "name"), [
    ("codex", "codex-0.169.jsonl"), ("claude", "claude-2.1.327.jsonl"), ("copilot", "copilot-1.0.102.jsonl"),
    ("gemini", "gemini-0.61.jsonl"), ("vscode", "vscode-v3.jsonl"), ("vscode", "vscode-exported.json"),
])  # fmt: skip
def test_messages_are_in_the_journal_once(trusted, put, host, name):
    """A second import finds all of them known."""
    path = put(name)
    first = take(trusted, host, path)
    assert (1, True, 0) == (first.sessions, first.added >= 4, first.damaged)
    kept = journal(trusted)
    assert {*PROMPTS, *ANSWERS} <= {content for *_, content in kept}
    assert all(one.startswith(f"{host}.turn.") for _, one, *_ in kept)
    second = take(trusted, host, path)
    assert (0, first.added) == (second.added, second.known)
    assert kept == journal(trusted)


def test_a_dry_run_counts_and_writes_nothing(memory, put, home):
    """Not even the home is made."""
    path = put("codex-0.169.jsonl")
    counted = take(memory, "codex", path, is_dry=True, allow_untrusted=True)
    assert (5, True) == (counted.added, counted.is_dry)
    assert not home.exists()


def test_a_dry_run_counts_what_an_import_then_does(trusted, put):
    """Known messages are known to it too."""
    path = put("codex-0.169.jsonl")
    trusted.capture(session=CODEX, turn="01a1f598-4f48-75c3-a2ed-63a97689d052", user=PROMPTS[0], host="codex")
    dry, done = take(trusted, "codex", path, is_dry=True), take(trusted, "codex", path)
    assert (done.added, done.known) == (dry.added, dry.known) == (4, 1)


def test_what_was_captured_live_is_not_stored_again(trusted, put):
    """A host that names its turns: the names are the same, and so are the words."""
    for turn, asked, answered in (
        ("01a1f598-4f48-75c3-a2ed-63a97689d052", PROMPTS[0], ANSWERS[0]),
        ("01a1f598-503a-7da3-8665-ffeb2f41a386", PROMPTS[1], ANSWERS[1]),
    ):
        trusted.capture(session=CODEX, turn=turn, user=asked, host="codex")
        trusted.capture(session=CODEX, turn=turn, assistant=answered, host="codex")
    live = journal(trusted)
    receipt = take(trusted, "codex", put("codex-0.169.jsonl"))
    assert (1, 4) == (receipt.added, receipt.known)  # the prompt within a turn was missed
    assert live == [row for row in journal(trusted) if row[3] != "On Windows, I mean."]


def test_live_messages_without_a_turns_name_are_known_by_their_words(trusted, put):
    """Gemini's events name no turns; a transcript does."""
    session = "4fa27e46-3709-4b62-a170-b1eb04c088af"
    for asked, answered in zip(PROMPTS, ANSWERS, strict=True):
        trusted.capture(session=session, user=asked, host="gemini")
        trusted.capture(session=session, assistant=answered, host="gemini")
    live = journal(trusted)
    receipt = take(trusted, "gemini", put("gemini-0.61.jsonl"))
    assert (0, 4) == (receipt.added, receipt.known)
    assert live == journal(trusted)


def test_the_same_words_count_as_often_as_they_were_said(trusted, put):
    """Of three equal prompts of which one was heard live, two are new."""
    turns = [
        {"type": "user.message", "data": {"content": "Go on.", "messageId": f"message-{n:032d}"}} for n in range(3)
    ]
    head = {"type": "session.start", "data": {"sessionId": "s1", "context": {"cwd": trusted.core.root.path}}}
    text = "".join(json.dumps(one) + "\n" for one in (head, *turns))
    trusted.capture(session="s1", user="Go on.", host="copilot")
    receipt = take(trusted, "copilot", put("copilot-x.jsonl", text))
    assert (2, 1) == (receipt.added, receipt.known)
    assert 3 == len(journal(trusted))
    assert 3 == take(trusted, "copilot", put("copilot-x.jsonl", text)).known


def test_a_session_that_goes_on_live_after_its_import_keeps_both(trusted, put):
    """Imported turns and live ones never take each other's names."""
    take(trusted, "gemini", put("gemini-0.61.jsonl"))
    before = len(journal(trusted))
    session = "4fa27e46-3709-4b62-a170-b1eb04c088af"
    trusted.capture(session=session, user="And now?", host="gemini")
    trusted.capture(session=session, assistant="Now it is done.", host="gemini")
    assert before + 2 == len(journal(trusted))


def test_nothing_is_more_trusted_than_an_import(trusted, put):
    """Whoever is said to have said it; and what is learned from it stays in its workspace."""
    take(trusted, "codex", put("codex-0.169.jsonl"))
    rows = trusted.episodes(CODEX)
    assert {Origin.IMPORT} == {row.origin for row in rows}
    learned = trusted.list().memories
    assert learned
    assert {(Origin.IMPORT, Scope.WORKSPACE)} == {(one.origin, one.scope) for one in learned}


def test_the_archive_and_the_history_have_the_session(trusted, put):
    """What was imported can be asked for at once."""
    take(trusted, "claude", put("claude-2.1.327.jsonl"))
    assert PROMPTS[0] == trusted.history_search("pnpm or npm")[0].episode.content
    summaries = [one for one in trusted.list(layers=["L2"]).memories if "in claude on 2026-11-19" in one.content]
    assert 1 == len(summaries)
    (session,) = sessions.listed(trusted.core)
    assert ("ended", "2026-11-19") == (session["state"], session["started_at"][:10])
    assert session["started_at"] < session["seen_at"] == session["ended_at"]


def test_an_import_does_not_end_a_session_that_is_captured_live(trusted, put):
    """Its own end does."""
    trusted.capture(session=CODEX, turn="t9", user="Hello.", host="codex")
    take(trusted, "codex", put("codex-0.169.jsonl"))
    assert "active" == sessions.listed(trusted.core)[0]["state"]


def test_credentials_are_masked_before_the_first_write(trusted, put, home):
    """No file of the home ever holds one."""
    text = text_of("codex-0.169.jsonl", trusted.core.root.path).replace(
        "How do I install?", f"Use {SECRET} to install."
    )
    receipt = take(trusted, "codex", put("codex-0.169.jsonl", text))
    assert 1 == receipt.redacted
    assert 0 == sum(SECRET.encode() in path.read_bytes() for path in home.rglob("*") if path.is_file())


def test_our_own_blocks_are_no_words_of_anybody(trusted, put):
    """Whatever a host made of them."""
    for host, name in (
        ("codex", "codex-0.169.jsonl"),
        ("copilot", "copilot-1.0.102.jsonl"),
        ("gemini", "gemini-0.61.jsonl"),
    ):
        take(trusted, host, put(name))
    text = text_of("claude-1.0.jsonl", trusted.core.root.path)
    block = "<memory-context>\\n- The shop uses npm. [m_7f3ac9]\\n</memory-context>\\n\\n"
    take(trusted, "claude", put("claude-1.0.jsonl", text.replace("How do I install?", block + "How do I install?")))
    assert [] == [row for row in journal(trusted) if "The shop uses npm" in row[3]]
    assert 4 == len([row for row in journal(trusted) if PROMPTS[1] == row[3]])


def test_absolute_paths_are_taken_out(trusted, put, workspace):
    """As in live capture."""
    text = text_of("claude-1.0.jsonl", workspace).replace("How do I install?", f"What is in {workspace}/README.md?")
    take(trusted, "claude", put("claude-1.0.jsonl", text))
    assert "What is in README.md?" in {row[3] for row in journal(trusted)}
    assert not any(str(workspace) in row[3] for row in journal(trusted))


def test_only_trusted_workspaces_are_taken_in(memory, put):
    """Which ones were not is told, with how many sessions."""
    receipt = take(memory, "codex", put("codex-0.169.jsonl"))
    assert (0, 1) == (receipt.added, receipt.left_out[0].sessions)
    assert 5 == take(memory, "codex", put("codex-0.169.jsonl"), allow_untrusted=True).added


def test_each_session_goes_to_its_own_workspace(trusted, open_here, put, tmp_path):
    """Wherever the person stands."""
    shop = make_repository(tmp_path / "work" / "shop")
    other = open_here(shop)
    decisions.trust(other.core, Trust.TRUSTED)
    take(trusted, "codex", put("codex-0.169.jsonl", text_of("codex-0.169.jsonl", shop)))
    assert [] == journal(trusted)
    assert 5 == len(journal(other))


def test_a_paused_session_gets_nothing(trusted, put):
    """The person wanted no more of it."""
    trusted.capture(session=CODEX, turn="t9", user="Hello.", host="codex")
    sessions.set_paused(trusted.core, CODEX, paused=True)
    assert 0 == take(trusted, "codex", put("codex-0.169.jsonl")).added


def test_what_was_purged_does_not_come_back(trusted, put):
    """Neither with its session nor by itself; what was said later does."""
    path = put("codex-0.169.jsonl")
    trusted.core.clock = lambda: "2026-11-30T10:00:00.000000Z"
    take(trusted, "codex", path)
    trusted.purge(scope="workspace")
    again = take(trusted, "codex", path)
    assert (0, 5) == (again.added, again.forgotten)
    later = text_of("codex-0.169.jsonl", trusted.core.root.path).replace("2026-11-19T20:56:1", "2026-12-19T20:56:1")
    assert (3, 2) == ((last := take(trusted, "codex", put("codex-0.169.jsonl", later))).added, last.forgotten)


def test_a_message_that_only_says_what_was_forgotten_is_left_out(trusted, put):
    """A tombstone stands for the words, wherever they come from."""
    trusted.forget(trusted.remember(PROMPTS[0]).memory.id)
    receipt = take(trusted, "codex", put("codex-0.169.jsonl"))
    assert 1 == receipt.forgotten
    assert PROMPTS[0] not in {row[3] for row in journal(trusted)}
    assert PROMPTS[0] not in {one.content for one in trusted.list().memories}


def test_an_answer_that_may_still_be_written_is_left_for_later(trusted, put):
    """Once the file was quiet for an hour it is taken as it is."""
    text = text_of("codex-0.169.jsonl", trusted.core.root.path)
    begun = text[: text.index('{"timestamp"', text.index("I will look"))]
    path = put("codex-0.169.jsonl", begun)
    trusted.core.clock = lambda: "2026-11-19T21:00:00.000000Z"
    at = 1795121900  # 2026-11-19T20:58:20Z
    os.utime(path, (at, at))
    receipt = take(trusted, "codex", path)
    assert (1, 1) == (receipt.added, receipt.unfinished)
    path = put("codex-0.169.jsonl", text)
    os.utime(path, (at, at))
    assert 4 == take(trusted, "codex", path).added
    assert "I will look at the lockfile." not in {row[3] for row in journal(trusted)}


def test_a_fork_brings_its_new_turns_only(trusted, put):
    """It begins with a copy of the session it was made of."""
    text = text_of("claude-2.1.327.jsonl", trusted.core.root.path)
    take(trusted, "claude", put("claude-2.1.327.jsonl"))
    session, fork = "0e944ec6-1e3f-4f30-a0ce-cf8a66016d75", "ffffffff-1e3f-4f30-a0ce-cf8a66016d75"
    new = {"type": "user", "promptId": "n" * 36, "uuid": "u" * 36, "sessionId": fork, "cwd": trusted.core.root.path,
           "message": {"role": "user", "content": "Only here."}}  # fmt: skip
    copied = text.replace(session, fork) + json.dumps(new) + "\n"
    folder = os.path.dirname(put("claude-2.1.327.jsonl"))
    os.utime(put("claude-fork.jsonl", copied, stem=fork), (LONG_AGO + 1, LONG_AGO + 1))
    receipt = take(trusted, "claude", folder)
    assert (1, 5, 5) == (receipt.added, receipt.known, receipt.copied)
    assert [(fork, "Only here.")] == [(row[0], row[3]) for row in journal(trusted) if row[0] == fork]


def test_damage_is_told_by_file_and_line_and_costs_itself_only(trusted, put):
    """A line that is cut off, one of nonsense, a file that is no transcript, one without a session."""
    lines = text_of("claude-1.0.jsonl", trusted.core.root.path).splitlines(keepends=True)
    path = put("claude-1.0.jsonl", "".join([*lines[:5], lines[5][:60] + "\n", *lines[6:]]))
    nameless = put("vscode-none.json", json.dumps({"requests": [{"message": "Hello.", "requestId": ""}]}))
    bad = put("vscode-bad.json", '{"requests": [')
    receipt = take(trusted, "claude", path)
    assert [(path, 6, "the line is cut off")] == [(one.file, one.line, one.why) for one in receipt.problems]
    assert (4, 1) == (receipt.added, receipt.damaged)
    receipt = take(trusted, "vscode", nameless, bad)
    assert {(nameless, 0), (bad, 0)} == {(one.file, one.line) for one in receipt.problems} | {(nameless, 0)}


def test_memory_that_is_off_takes_nothing(open_here, workspace, put):
    """Off writes nothing at all."""
    off = open_here(workspace, settings={"mode": "off"})
    with pytest.raises(errors.Disabled):
        take(off, "codex", put("codex-0.169.jsonl"))


def test_only_prompts_where_the_agents_words_are_not_wanted(open_here, workspace, put):
    """The setting that governs live capture governs this."""
    memory = open_here(workspace, settings={"capture.assistant": False})
    decisions.trust(memory.core, Trust.TRUSTED)
    take(memory, "codex", put("codex-0.169.jsonl"))
    assert {"user"} == {row[2] for row in journal(memory)}


def test_names_of_any_kind_are_kept_apart(trusted, put):
    """Sessions and turns whose names no host would give."""
    lines = [
        {"type": "session.start", "data": {"sessionId": "a\0b/../c é", "context": {"cwd": trusted.core.root.path}}},
        {"type": "user.message", "data": {"content": "One.", "messageId": "x" * 500}, "id": "é" * 20},
        {"type": "user.message", "data": {"content": "Two."}, "id": "\ud800" * 20},
        {"type": "user.message", "data": {"content": "Three."}},
    ]
    text = "".join(json.dumps(one) + "\n" for one in lines)
    receipt = take(trusted, "copilot", put("copilot-odd.jsonl", text))
    assert 2 == receipt.added
    assert {"One.", "Two."} == {row[3] for row in journal(trusted)}


def test_more_sessions_than_are_held_at_once(trusted, put, monkeypatch):
    """One that was let go and comes once more goes on where it was."""
    monkeypatch.setattr(module, "MAX_TALKS", 2)
    monkeypatch.setattr(module, "BATCH", 3)
    folder = _many(put, trusted.core.root.path, 9)
    session = "session-0000-0000-4000-8000"
    later = {"type": "user", "uuid": "z" * 36, "sessionId": session, "cwd": trusted.core.root.path,
             "message": {"role": "user", "content": "One more thing."}}  # fmt: skip
    os.utime(put("claude-later.jsonl", json.dumps(later) + "\n", stem="zz"), (LONG_AGO + 1, LONG_AGO + 1))
    assert 37 == take(trusted, "claude", folder).added
    assert "One more thing." in {row[3] for row in journal(trusted) if row[0] == session}
    assert {"ended"} == {one["state"] for one in sessions.listed(trusted.core, 100)}
    assert (0, 37) == ((again := take(trusted, "claude", folder)).added, again.known)


def test_two_imports_at_once_store_everything_once(trusted, put, home):
    """Two processes, one journal."""
    put("codex-0.169.jsonl")
    folder = _many(put, trusted.core.root.path, 40)
    started = [_start(home, trusted.core.root.path, folder) for _ in range(2)]
    assert [0, 0] == [one.wait(60) for one in started]
    kept = journal(trusted)
    assert 160 == len(kept) == len({row[:2] for row in kept})


def test_killed_at_any_moment_and_run_again_nothing_is_lost_and_nothing_twice(trusted, put, home):
    """The journal is in the end what one undisturbed import makes of it."""
    folder = _many(put, trusted.core.root.path, 120)
    for delay in (0.35, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.8, 1.0):
        process = _start(home, trusted.core.root.path, folder)
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
        process.wait()
        rows = journal(trusted)
        assert len(rows) == len({row[:2] for row in rows})
    assert 0 == _start(home, trusted.core.root.path, folder).wait(60)
    wanted = {(f"session-{n:04d}-0000-4000-8000", text) for n in range(120) for text in (*PROMPTS, *ANSWERS)}
    rows = journal(trusted)
    assert wanted == {(row[0], row[3]) for row in rows}
    assert 480 == len(rows)
    assert {"ended"} == {one["state"] for one in sessions.listed(trusted.core, 1000)}
    assert 120 == len([one for one in trusted.list(layers=["L2"], limit=1000).memories if one.kind == "summary"])


def _many(put, workspace, number):
    """Write many sessions of Claude Code and return their folder."""
    text = text_of("claude-1.0.jsonl", workspace)
    for place in range(number):
        session = f"session-{place:04d}-0000-4000-8000"
        own = text.replace("5d0f0000-0000-4000-8000-000000000009", session).replace('"b0000000-', f'"b{place:07d}-')
        path = put("claude-many.jsonl", own, stem=session)
    return os.path.dirname(path)


SCRIPT = """
import sys, holdfast
from contextlib import contextmanager
from holdfast.flows.import_sessions import Wish, import_sessions
class Quiet:
    @contextmanager
    def reading(self, total): yield lambda number: None
    learning = reading
    @contextmanager
    def indexing(self): yield
with holdfast.open(workspace=sys.argv[1]) as memory:
    import_sessions(memory.core, "claude", sys.argv[2:], Wish(), Quiet())
"""


def _start(home, workspace, folder):
    environ = {**os.environ, "HOLDFAST_HOME": str(home)}
    return subprocess.Popen([sys.executable, "-c", SCRIPT, str(workspace), folder], env=environ)
