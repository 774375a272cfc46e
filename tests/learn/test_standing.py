"""Standing rules are found in what a person says, in their own words, and nowhere else."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from bench.standing import half, measure, pairs
from hypothesis import given
from hypothesis import strategies as st

from holdfast.learn.spoken import masked, spoken
from holdfast.learn.standing import LONGEST_RULE, Standing, standing_rules

LABELLED = json.loads((Path(__file__).parent / "standing_sentences.json").read_text(encoding="utf-8"))
HOSTILE_CHARS = 100_000


def texts(message):
    return [rule.text for rule in standing_rules(message)]


@pytest.mark.parametrize("parity", [0, 1], ids=["tuned on", "held out"])
def test_precision_and_recall_on_labelled_sentences(parity):
    """Nearly every rule is found and nearly nothing else; one half was never looked at while the cues were made."""
    precision, recall = measure(half(pairs(LABELLED), parity))
    assert precision >= 0.97
    assert recall >= 0.94


@pytest.mark.parametrize(
    "message",
    [
        "Every migration needs a working downgrade, no exceptions.",
        "New screens go through the message catalogue.",
        "No unwrap() outside of tests, please.",
        "Keep unsafe code inside src/map.rs and nowhere else.",
        "Prefer composition over inheritance.",
        "Whenever a bug is fixed, add a regression test.",
        "Jeder Endpunkt braucht einen Integrationstest.",
        "テストなしでマージしないでください。",
        "界面文字一律使用简体中文。",
    ],
)
def test_a_custom_is_a_rule(message):
    """How things are done can be stated without `always` and without an order."""
    assert [Standing.RULE] == [rule.standing for rule in standing_rules(message)]


@pytest.mark.parametrize(
    "message",
    [
        "Every request needs about 200 ms, that is too slow.",
        "New users get an e-mail after registration, but it never arrives.",
        "All three services must be restarted.",
        "No errors in production.",
        "The new endpoint must be returning 500 because of the cache.",
        "Immer passiert das am Monatsersten, weil dann alle bestellen.",
        "いつも金曜日に失敗しますね。",
    ],
)
def test_a_fault_is_no_custom(message):
    """What goes wrong is told in the same words as what is to be done."""
    assert [] == standing_rules(message)


def test_the_labelled_set_is_large_enough():
    """The figures rest on hundreds of sentences, none of them twice."""
    sentences = [sentence for group in LABELLED.values() for sentence in group]
    assert len(sentences) == len(set(sentences))
    assert len(LABELLED["rule"]) + len(LABELLED["preference"]) >= 120
    assert len(LABELLED["none"]) >= 200


def test_the_persons_own_words_are_kept_without_politeness():
    """Nothing is reworded; please and thanks go."""
    assert ["never push to `main`"] == texts("Thanks! Please never push to `main`, please.")
    assert ['Never say "please wait" in a log line'] == texts('Never say "please wait" in a log line.')


def test_a_rule_is_found_inside_a_longer_message():
    """The rest of the message stays out."""
    message = (
        "The build is red since Monday. Can you look?\n\nAlso, from now on use uv instead of pip. Then run it again."
    )
    assert ["from now on use uv instead of pip"] == texts(message)


def test_a_hard_wrapped_sentence_is_one():
    """A line break in the middle of a sentence does not cut the rule."""
    message = (
        "Please always run the whole test suite with the slow markers on\nbefore you tell me that something is done."
    )
    assert [
        "always run the whole test suite with the slow markers on before you tell me that something is done"
    ] == texts(message)


def test_items_under_a_heading_are_rules():
    """A list called rules holds rules."""
    assert ["two spaces, no tabs", "tests next to the code"] == texts(
        "Ground rules for this repo:\n- two spaces, no tabs\n- tests next to the code\n\nNow fix the login."
    )


@pytest.mark.parametrize(
    "message",
    [
        "```\nalways use tabs\n```",
        "~~~ text\nNever push to main.\n~~~",
        "> Always run the tests.",
        "    Always run the tests.",
        "<tool_result>\nAlways run the tests.\nNever push to main.\n</tool_result>",
        "<system-reminder>Always use tabs.</system-reminder>",
        "ERROR: always close the handle",
        "2026-01-01T00:00:00Z never retrying",
        "src/app.py:12: always use spaces",
        'He wrote "Always use tabs." in the guide.',
        "`always use tabs`",
        "assistant: Always run the tests.",
        "$ Always run",
        "diff --git a/x b/x\n+Always use tabs",
    ],
)
def test_what_the_person_did_not_say_holds_no_rule(message):
    """Code, quotations, logs and the output of tools are not the person's words."""
    assert [] == texts(message)


def test_an_unclosed_fence_hides_the_rest():
    """What follows an open fence may all be code."""
    assert ["Never push to main"] == texts("Never push to main.\n```\nAlways use tabs.")


def test_rules_and_preferences_are_told_apart():
    """A taste is no order."""
    found = standing_rules("I prefer tabs. Always use tabs.")
    assert [Standing.PREFERENCE, Standing.RULE] == [rule.standing for rule in found]


@pytest.mark.parametrize(
    ("message", "personal"),
    [
        ("Call me Sam.", True),
        ("Always answer me in German.", True),
        ("Keep your answers short, always.", True),
        ("Antworte mir bitte immer auf Deutsch.", True),
        ("以后请用中文回答。", True),
        ("Always write commit messages in German.", False),
        ("Never use emojis in the README.", False),
        ("Always run the tests.", False),
        ("I prefer tabs.", False),
    ],
)
def test_only_how_to_talk_with_the_person_is_personal(message, personal):
    """Whatever touches a project, and whatever is unclear, belongs to the workspace."""
    assert [personal] == [rule.personal for rule in standing_rules(message)]


def test_credentials_and_addresses_make_no_rule():
    """A rule with an e-mail address or a URL with a password is left alone."""
    assert [] == texts("Always send the report to bob@example.org.")
    assert [] == texts("Always use https://user:pass@example.org/x for the upload.")


def test_no_rule_is_sure_nor_longer_than_the_limit():
    """What is guessed is never certain, and a rant is no rule."""
    assert all(0.0 < rule.confidence < 1.0 for text in LABELLED["rule"] for rule in standing_rules(text))
    assert [] == texts("Always " + "use the very long way round and " * 10)


@given(st.text(max_size=400))
def test_any_text_is_read_without_error(message):
    """Nothing a person can type raises, and no rule is empty or too long."""
    assert all(0 < len(rule.text) <= LONGEST_RULE for rule in standing_rules(message))
    assert all(len(one.text) == len(one.mask) for one in spoken(message))


@given(st.lists(st.sampled_from([*LABELLED["rule"], *LABELLED["none"]]), max_size=5))
def test_a_rule_is_told_once(sentences):
    """Saying it twice in one message makes one rule."""
    message = "\n\n".join([*sentences, *sentences])
    assert len({text.casefold() for text in texts(message)}) == len(texts(message))


@given(st.text(max_size=300))
def test_a_mask_is_as_long_as_its_line(line):
    """Places in the mask are places in the words."""
    assert len(masked(line)) == len(line)


@pytest.mark.parametrize(
    "piece",
    [
        "always ", "never use ", "a", "\n<a>", '"', "`", "don't ", "from now on, ", "if ", ", always ", "x: ", "(" , ". ",
        "Always a.\n", "- always\n", "please ", "必ず", "以后都", "\u201c", "in this repo we ", " - ", "I prefer ", "\n> ",
        "no ", "the the ", "<a0><b1><c2>\n", "```\n", "you must ", "immer ", "each a ", "commit ", "[", "\t", "ok, ", "and so, ",
    ],
)  # fmt: skip
def test_a_hostile_message_takes_linear_time(piece):
    """100 kB of whatever looks like a cue is read in a blink."""
    message = piece * (HOSTILE_CHARS // len(piece))
    started = time.perf_counter()
    standing_rules(message)
    standing_rules(message.replace(". ", " ") + "always use tabs")
    assert time.perf_counter() - started < 5.0


def test_many_different_tags_are_read_in_linear_time():
    """Tags that never close do not make the reader look through the whole message each time."""
    message = "".join(f"<t{number}>\n" for number in range(12_000))
    started = time.perf_counter()
    standing_rules(message)
    assert time.perf_counter() - started < 2.0


@pytest.mark.parametrize(
    "piece",
    ["in this repo always ", "before any commit ", "always use a b ", "every a b c d must not ", "tests must x "],
)
def test_one_sentence_of_the_greatest_length_is_cheap(piece):
    """Bounded gaps inside bounded sentences: a thousand of the worst take seconds, not minutes."""
    sentence = (piece * 320)[:318].rstrip(" .") + ".\n"
    started = time.perf_counter()
    standing_rules(sentence * 300)
    assert time.perf_counter() - started < 5.0
