"""What each reader does beyond the samples: provenance, damage, and sizes nobody expects."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.hashes import blake2b
from holdfast.model import Role
from holdfast.transcripts import opencode
from holdfast.transcripts.said import About, moment
from transcripts.recorded import READERS, lines_of, read, text_of

HERE = About(session="s", folder="/srv/shop", at="2026-11-19T22:00:00.000000Z")


def all_of(host, *lines, note=None):
    noted = []
    text = "".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines)
    found = list(READERS[host].read(lines_of(text), HERE, note or (lambda line, why: noted.append((line, why)))))
    return found, noted


def test_a_second_prompt_in_a_turn_is_named_by_its_words():
    """Live capture calls it so too; the same words again are the same prompt."""
    said = [one for one in read("codex-0.169.jsonl") if one.role is Role.USER]
    digest = blake2b(b"On Windows, I mean.", digest_size=4).hexdigest()
    assert f"{said[1].turn}-{digest}" == said[2].turn


def test_a_session_of_a_sub_agent_is_passed_over():
    """Codex writes one file for each; nobody typed in it."""
    meta = '"thread_source":"user"'
    text = text_of("codex-0.169.jsonl").replace(meta, '"thread_source":"subagent"')
    assert [] == read("codex-0.169.jsonl", text=text)
    text = text_of("gemini-0.61.jsonl").replace('"kind":"main"', '"kind":"subagent"')
    assert [] == read("gemini-0.61.jsonl", text=text)


def test_the_name_of_the_file_stands_in_for_a_lost_first_line():
    """A session whose beginning is damaged keeps its id."""
    first, _, rest = text_of("codex-0.169.jsonl").partition("\n")
    noted = []
    said = read("codex-0.169.jsonl", text=first[:50] + "\n" + rest, note=lambda line, why: noted.append(line))
    assert ({"from-the-name"}, True) == ({one.session for one in said}, len(said) > 3)


def test_an_answer_is_open_until_its_end_is_told():
    """An agent that is still at work may say something else last."""
    lines = text_of("codex-0.169.jsonl").splitlines(keepends=True)
    begun = next(number for number, line in enumerate(lines) if "I will look" in line) + 1
    last = read("codex-0.169.jsonl", text="".join(lines[:begun]))[-1]
    assert ("I will look at the lockfile.", True) == (last.text, last.is_open)
    assert not any(one.is_open for one in read("codex-0.169.jsonl"))


def test_a_turn_that_was_broken_off_is_over():
    """What the agent had said by then stays."""
    lines = text_of("codex-0.169.jsonl").splitlines(keepends=True)
    begun = next(number for number, line in enumerate(lines) if "I will look" in line) + 1
    aborted = json.dumps({"type": "event_msg", "payload": {"type": "turn_aborted", "reason": "interrupted"}}) + "\n"
    last = read("codex-0.169.jsonl", text="".join([*lines[:begun], aborted]))[-1]
    assert ("I will look at the lockfile.", False) == (last.text, last.is_open)


def test_a_change_that_does_not_fit_is_noted_and_the_rest_applied():
    """A log of VS Code of which a line is missing is rebuilt as far as it goes."""
    lines = text_of("vscode-v3.jsonl").splitlines(keepends=True)
    noted = []
    found = read("vscode-v3.jsonl", text="".join(lines[:2] + lines[3:]), note=lambda line, why: noted.append(why))
    assert "How do I install?" in [one.text for one in found]
    assert noted
    assert all("not there" in why or "no list" in why for why in noted)


@pytest.mark.parametrize("line", [
    {"kind": 1, "k": [], "v": 1}, {"kind": 7, "k": ["requests"]}, {"kind": 2, "k": ["requests", 99, "response"], "v": [1]},
    {"kind": 1, "k": ["requests", -1, "message"], "v": {}}, {"kind": 2, "k": "requests", "v": 1}, {"kind": 0, "v": [1]},
    {"kind": 1, "k": list(range(40)), "v": 1}, {"kind": 3, "k": ["sessionId", "x"]}, {"kind": True, "k": ["requests", True]},
])  # fmt: skip
def test_no_change_breaks_the_replay(line):
    """Whatever a line asks for, it is applied or noted."""
    text = text_of("vscode-v3.jsonl") + json.dumps(line) + "\n"
    noted = []
    found = read("vscode-v3.jsonl", text=text, note=lambda number, why: noted.append(why))
    assert 4 == len(found)


def test_a_message_keeps_the_time_it_had_first():
    """Gemini writes all messages anew, with the time of the resumption, when a session is resumed."""
    assert "2026-11-19T21:00:50.525000Z" == read("gemini-0.61.jsonl")[0].at


ODD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@st.composite
def _mangled(draw, host):
    """A line of a sample in which some value is another."""
    names = {"codex": "codex-0.169.jsonl", "claude": "claude-2.1.327.jsonl", "copilot": "copilot-1.0.102.jsonl",
             "gemini": "gemini-0.61.jsonl", "vscode": "vscode-v3.jsonl"}  # fmt: skip
    lines = [json.loads(line) for line in text_of(names[host]).splitlines()]
    here = line = draw(st.sampled_from(lines))
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        if not keys:
            return line
        key = draw(st.sampled_from(keys))
        if not isinstance(here[key], (dict, list)) or draw(st.booleans()):
            here[key] = draw(ODD)
            return line
        here = here[key]


@pytest.mark.parametrize("host", sorted(READERS))
def test_values_of_any_type_are_passed_over(host):
    """No field, whatever it holds, raises or becomes something else than text."""

    @settings(max_examples=100)
    @given(_mangled(host))
    def check(line):
        said, _ = all_of(host, line)
        for one in said:
            assert isinstance(one.text, str)
            assert one.text.strip()

    check()


@pytest.mark.parametrize("host", sorted(READERS))
@pytest.mark.parametrize("line", [
    '{"type":"user"', '{"type":"user","type":"message"}', '{"user.message": NaN, "message": "user_message"}', "[]", "null",
    '"message"', '{"message":' + "[" * 100_000 + "}", '{"message": 1' + "0" * 5000 + "}", '{"kind":0,"v":' * 60,
])  # fmt: skip
def test_lines_that_are_no_json_are_noted_or_passed_over(host, line):
    """Truncation, duplicate keys, NaN, depth and long numbers."""
    said, noted = all_of(host, line + "\n")
    assert [] == said
    assert all(why for _, why in noted)


def test_lone_surrogates_do_no_harm():
    """Half a character is written as a replacement, and the message is kept."""
    said, _ = all_of("claude", '{"type":"user","uuid":"u","message":{"role":"user","content":"a \\ud83d b"}}\n')
    assert ["a \ufffd b"] == [one.text for one in said]


def test_parts_of_opencode_that_are_no_json_cost_themselves_only():
    """A damaged part is noted; the others of its message stay."""
    rows = [("msg_1", 1795122123194, '{"role":"user"}', "{"), ("msg_1", 1795122123194, '{"role":"user"}',
            '{"type":"text","text":"Hi."}'), (3, None, None, None), ("msg_2", "x", b"\xff", 5)]  # fmt: skip
    noted = []
    said = list(opencode.read_rows("ses_1", None, rows, lambda line, why: noted.append(line)))
    assert (["Hi."], [1, 4, 4]) == ([one.text for one in said], noted)


@pytest.mark.parametrize(("value", "wanted"), [
    ("2026-11-19T20:56:02.166Z", "2026-11-19T20:56:02.166000Z"), ("2026-11-19T21:56:02+01:00", "2026-11-19T20:56:02.000000Z"),
    (1795121762000, "2026-11-19T20:56:02.000000Z"), ("2026-11-19 20:56:02", "2026-11-19T20:56:02.000000Z"),
    ("", ""), ("yesterday", ""), (-1, ""), (10**18, ""), (True, ""), (None, ""), ("0001-01-01T00:00:00", ""), ("9" * 500, ""),
])  # fmt: skip
def test_times_of_any_form(value, wanted):
    """A time that cannot be is none."""
    assert wanted == moment(value)
