"""Every format of every version that is said to be read."""

from __future__ import annotations

import pytest

from holdfast.model import Role
from transcripts.recorded import ANSWERS, FOLDER, PROMPTS, SAMPLES, read, text_of

NAMES = sorted(path.name for path in SAMPLES.iterdir())
# What else a sample holds of the person or the agent, beside the two turns that all have.
MORE = {
    "codex-0.169.jsonl": [(Role.USER, "On Windows, I mean.")],
    "claude-2.1.327.jsonl": [(Role.ASSISTANT, "The build is green.")],
}


@pytest.mark.parametrize("name", NAMES)
def test_what_was_typed_and_answered_is_kept_and_nothing_else(name):
    """Instructions, tools, sub-agents, summaries, our own blocks and interim words are left out."""
    turns = [
        (Role.USER, PROMPTS[0]), (Role.ASSISTANT, ANSWERS[0]), (Role.USER, PROMPTS[1]), (Role.ASSISTANT, ANSWERS[1])
    ]  # fmt: skip
    found = [(one.role, one.text.strip()) for one in read(name)]
    assert turns == [one for one in found if one not in MORE.get(name, [])]
    assert MORE.get(name, []) == [one for one in found if one not in turns]


@pytest.mark.parametrize("name", NAMES)
def test_every_message_says_when_and_where_it_was(name):
    """Session, folder, turn and time are told, and an answer has the turn of its prompt."""
    said = read(name)
    for one in said:
        assert one.session
        assert one.turn
        assert one.folder == FOLDER
        assert one.at.startswith(("2025-", "2026-"))
        assert len(one.at) == 27
    assert len({one.session for one in said}) == 1
    assert said[0].turn == said[1].turn != said[2].turn


@pytest.mark.parametrize("name", NAMES)
def test_reading_twice_gives_the_same(name):
    """Names depend on the file alone."""
    assert read(name) == read(name)


@pytest.mark.parametrize(
    "name", [name for name in NAMES if name.endswith(".jsonl") and not name.startswith("vscode-v")]
)
def test_a_file_that_still_grows_keeps_its_names(name):
    """What was read of a beginning is read of the whole again, an answer that was not finished aside."""
    lines = text_of(name).splitlines(keepends=True)
    whole = {(one.turn, one.role): one.text for one in read(name)}
    for length in range(len(lines)):
        for one in read(name, text="".join(lines[:length])):
            if not one.is_open:
                assert whole[one.turn, one.role] == one.text


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith(".jsonl")])
def test_a_line_that_is_cut_costs_itself_only(name):
    """A damaged line is noted by number; the messages on other lines are all there."""
    lines = text_of(name).splitlines(keepends=True)
    place = next(number for number, line in enumerate(lines) if ANSWERS[1] in line)
    noted = []
    cut = [*lines[:place], lines[place][: len(lines[place]) // 2] + "\n", *lines[place + 1 :]]
    found = [one.text.strip() for one in read(name, text="".join(cut), note=lambda line, why: noted.append(line))]
    assert [place + 1] == [line for line in noted if line == place + 1]
    assert [*PROMPTS, ANSWERS[0]] == [text for text in (*PROMPTS, ANSWERS[0]) if text in found]
