"""Nothing is told twice in a session, whichever way and however often a host's event arrives."""

from __future__ import annotations

import pytest

from holdfast.flows.events import handle
from holdfast.flows.workspaces import grant_consent, set_trust
from holdfast.gate.policy import Trust
from holdfast.hosts.host import HOSTS, Event, Moment, Traits
from holdfast.store import sessions

KEEPS = Traits()  # most hosts: told once, in the start or else in a prompt


@pytest.fixture
def consented(memory):
    memory.core.settle()
    with memory.core.database.writing() as tx:
        grant_consent(tx, memory.core)
    return memory


def send(memory, moment, host="claude", traits=KEEPS, **fields):
    event = Event(**{"moment": moment, "session": "s1", "cwd": memory.core.root.path, **fields})
    return handle(memory.core, event, host, traits)


def prompt(memory, text, **more):
    return send(memory, Moment.PROMPT, prompt=text, **more).answer.context


def start(memory, **more):
    return send(memory, Moment.SESSION_START, **more).answer.context


def said(memory, session="s1"):
    return [(one.role, one.content) for one in memory.episodes(session)]


def test_a_prompt_brings_the_start_that_no_event_brought(consented):
    """Consent in the middle of a session, or a host without a start: the profile comes with the next prompt."""
    consented.profile("## Preferences\n- Answers in British English")
    consented.remember("Run tests with `make test`.")
    block = prompt(consented, "how do we run the tests", turn="1")
    assert "British English" in block
    assert "make test" in block
    assert 2 == block.count("</memory-context>")


def test_a_start_that_was_told_is_not_told_again(consented):
    """Neither by a prompt nor when the session is taken up again."""
    consented.profile("## Preferences\n- Answers in British English")
    consented.tasks.add("Move to trunk", state="branches listed")
    assert "British English" in start(consented)
    assert "" == start(consented)
    assert "" == prompt(consented, "hello", turn="1")


def test_only_what_is_new_is_told_when_a_session_is_taken_up_again(consented):
    """An entry of the profile, a rule, another state of the task; nothing that stands in the conversation already."""
    consented.profile("## Preferences\n- Answers in British English")
    task = consented.tasks.add("Move to trunk", state="branches listed")
    start(consented)
    consented.profile("## Preferences\n- Answers in British English\n- Tabs, not spaces")
    consented.tasks.note(task.id, "branches merged")
    block = start(consented)
    assert "Tabs, not spaces" in block
    assert "branches merged" in block
    assert "British English" not in block


@pytest.mark.parametrize("how", ["start", "event"])
def test_after_a_compaction_all_is_told_again(consented, how):
    """By the start that follows it, or else by the next prompt."""
    consented.profile("## Preferences\n- Answers in British English")
    consented.remember("Run tests with `make test`.")
    start(consented)
    assert "make test" in prompt(consented, "run the tests", turn="1")
    if how == "start":
        assert "British English" in start(consented, compacted=True)
        assert "make test" in prompt(consented, "run the tests", turn="2")
    else:
        send(consented, Moment.COMPACTED, compacted=True)
        block = prompt(consented, "run the tests", turn="2")
        assert "British English" in block
        assert "make test" in block


def test_a_compaction_that_two_events_tell_of_is_one(consented):
    """What the first event's answer told is still in the conversation at the second; the next compaction counts."""
    consented.profile("## Preferences\n- Answers in British English")
    start(consented)
    for _ in range(2):
        assert "British English" in start(consented, compacted=True)
        send(consented, Moment.COMPACTED, compacted=True)
        assert "" == prompt(consented, "hello", turn="1")
    send(consented, Moment.COMPACTED, compacted=True)
    assert "British English" in prompt(consented, "hello", turn="2")


def test_compactions_without_a_start_each_count(consented):
    """A host with a single event for it tells of a new compaction each time."""
    consented.profile("## Preferences\n- Answers in British English")
    start(consented)
    for turn in "123":
        send(consented, Moment.COMPACTED, compacted=True)
        assert "British English" in prompt(consented, "hello", turn=turn)


def test_a_compaction_of_an_unknown_session_makes_none(consented):
    """There is nothing to forget."""
    send(consented, Moment.COMPACTED, compacted=True, session="s9")
    assert [] == [one.id for one in _sessions(consented)]


def _sessions(memory):
    core = memory.core
    with core.database.reading() as tx:
        return sessions.of_workspace(tx, core.known_workspace(tx).no, core.owner, 10)


@pytest.mark.parametrize("turn", ["", "7"])
def test_one_prompt_through_two_wirings_is_told_and_captured_once(consented, turn):
    """With a turn id or without: the second arrival is silent and leaves no trace in the log."""
    consented.remember("Run tests with `make test`.")
    assert "make test" in prompt(consented, "run the tests", turn=turn)
    logged = len(consented.recalls())
    assert "" == prompt(consented, "run the tests", turn=turn)
    assert logged == len(consented.recalls())
    assert 1 == len(said(consented))


@pytest.mark.parametrize("turn", ["", "7"])
def test_one_answer_through_two_wirings_is_one_turn(consented, turn):
    """The count and the journal go by turns, not by processes."""
    prompt(consented, "rename it", turn=turn)
    for _ in range(2):
        send(consented, Moment.STOP, turn=turn, message="Renamed.")
    assert [("user", "rename it"), ("assistant", "Renamed.")] == said(consented)
    assert [1] == [one.turn_count for one in _sessions(consented)]


def test_equal_answers_of_two_turns_are_two(consented):
    """A prompt in between tells them apart."""
    for turn in range(2):
        prompt(consented, f"again {turn}")
        send(consented, Moment.STOP, message="Done.")
    assert 4 == len(said(consented))
    assert [2] == [one.turn_count for one in _sessions(consented)]


def test_a_second_prompt_within_a_turn_is_kept(consented):
    """A host that lets the person steer sends another text under the same turn."""
    prompt(consented, "rename the module", turn="7")
    prompt(consented, "and its tests", turn="7")
    prompt(consented, "and its tests", turn="7")
    assert [("user", "rename the module"), ("user", "and its tests")] == said(consented)


def test_the_slower_of_two_wirings_at_once_is_silent(consented, monkeypatch):
    """Both looked before either wrote; the one that writes second says nothing."""
    from holdfast.flows import events

    consented.remember("Run tests with `make test`.")
    prompt(consented, "hello", turn="0")
    assembled = events._assembled
    inner = []

    def while_another_one_answers(*args):
        if not inner:
            inner.append("")
            inner[0] = prompt(consented, "run the tests", turn="1b")
        return assembled(*args)

    monkeypatch.setattr(events, "_assembled", while_another_one_answers)
    outer = prompt(consented, "run the tests", turn="1a")
    assert ("make test" in inner[0], "") == (True, outer)


def test_what_is_not_the_persons_leaves_no_trace(consented):
    """Neither an episode nor a session nor an answer."""
    consented.remember("Run tests with `make test`.")
    assert "" == prompt(consented, "run the tests", turn="1", is_person=False)
    assert [] == _sessions(consented)


def test_the_hosts_trust_stands_in_for_a_decision_nobody_made(consented, open_here, workspace):
    """Consent given, this folder undecided: a host that trusts it opens the gate."""
    consented.remember("Run tests with `make test`.")
    with consented.core.database.writing() as tx:
        set_trust(tx, consented.core, Trust.UNKNOWN)
    assert "" == prompt(consented, "run the tests", turn="1")
    assert "make test" in prompt(consented, "run the tests", turn="2", trusted=True)


@pytest.mark.parametrize(("ours", "theirs"), [(Trust.UNTRUSTED, True), (Trust.TRUSTED, False)])
def test_whoever_distrusts_wins(consented, ours, theirs):
    """Our own distrust outweighs the host's trust, and the host's distrust ours."""
    consented.remember("Run tests with `make test`.")
    with consented.core.database.writing() as tx:
        set_trust(tx, consented.core, ours)
    assert "" == prompt(consented, "run the tests", turn="1", trusted=theirs)


def test_the_hosts_trust_is_no_consent(memory):
    """A trusted folder without consent stays silent."""
    memory.remember("Run tests with `make test`.")
    assert "" == prompt(memory, "run the tests", turn="1", trusted=True)


@pytest.mark.parametrize("sign", ["x", "ü", "語", "🙂"])
def test_no_answer_exceeds_what_a_host_takes_whole(consented, tmp_path, sign):
    """Whatever the budget is set to, counted in characters and in bytes, with the start before it."""
    (tmp_path / "config.toml").write_text("[recall]\nbudget = 100000\nlimit = 100\n")
    consented.core.settings = _reloaded(consented)
    consented.profile(f"## Preferences\n- {sign * 900}")
    consented.tasks.add("Move", state="\n".join(sign * 900 for _ in range(18)))
    for number in range(60):
        consented.remember(f"test rule {number}: {sign * 300}{number}")
    traits = Traits(cap_bytes=9500)
    block = prompt(consented, "which test rule", turn="1", traits=traits)
    assert 5000 < len(block.encode()) <= 9500
    assert block.endswith("</memory-context>")
    shown = {line.split(" ")[1] for line in block.splitlines() if line.startswith("- m_")}
    with consented.core.database.reading() as tx:
        ledger = sessions.injected(
            tx, sessions.of_workspace(tx, consented.core.known_workspace(tx).no, consented.core.owner, 1)[0]
        )
    assert shown <= {name[:10] for name in ledger}


def _reloaded(memory):
    from holdfast import settings

    return settings.load(memory.core.root.path)


def test_two_hosts_in_one_workspace_share_memory_and_not_their_ledgers(consented):
    """What one was told, the other one is told as well; each conversation keeps its own messages."""
    consented.remember("Run tests with `make test`.")
    assert "make test" in prompt(consented, "run the tests", turn="1", host="codex", session="c")
    assert "make test" in prompt(consented, "run the tests", turn="1", host="claude", session="l")
    send(consented, Moment.STOP, host="codex", session="c", turn="1", message="With make test.")
    assert ["With make test."] == [text for role, text in said(consented, "c") if role == "assistant"]
    assert [("user", "run the tests")] == said(consented, "l")


@pytest.mark.parametrize("name", HOSTS)
def test_a_long_session_repeats_no_line(consented, name):
    """Forty prompts on the same subjects, and the session taken up again: no memory is shown twice."""
    adapter = __import__(HOSTS[name], fromlist=["_"])
    consented.profile("## Preferences\n- Answers in British English")
    for number in range(30):
        consented.remember(f"Step {number} of the release is told in file number{number}.")
    lines = []
    for turn in range(40):
        if turn % 10 == 0:
            lines += (
                start(consented, host=name, traits=adapter.TRAITS).splitlines()
                if turn == 0 or adapter.TRAITS.keeps_start
                else []
            )
        lines += prompt(consented, f"what about step {turn % 30} of the release", turn=str(turn), host=name,
                        traits=adapter.TRAITS).splitlines()  # fmt: skip
        send(consented, Moment.STOP, turn=str(turn), message=f"answer {turn}", host=name, traits=adapter.TRAITS)
    items = [line for line in lines if line.startswith("- ")]
    assert 30 < len(items)
    assert len(set(items)) == len(items)
