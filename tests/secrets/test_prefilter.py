"""The prefilter may only say no where the full set would find nothing."""

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.secrets.canaries import CONTEXTS, PROVIDERS, WRAPPINGS
from tests.secrets.decoys import SENTENCES, decoys

from holdfast.secrets.layers import views
from holdfast.secrets.prefilter import DEFAULT_PERSONAL, bears_sign, may_hold_secret
from holdfast.secrets.rules import CREDENTIAL, PERSONAL_KINDS, shipped_rules
from holdfast.secrets.scan import scan

ALL_PERSONAL = frozenset(PERSONAL_KINDS)
RULES = shipped_rules()
ASKED = tuple(rule for rule in RULES if rule.kind == CREDENTIAL or rule.kind in DEFAULT_PERSONAL)

values = st.one_of(
    st.text("abcdefghijklmnopqrstuvwxyz", min_size=4, max_size=12).map("'{}'".format),
    st.text("abcdefghijklmnopqrstuvwxyz0123456789", min_size=6, max_size=40),
    st.text("ABCDEFabcdef0123456789-_", min_size=10, max_size=44),
    st.text("abcdeXYZ!@#$%&*19", min_size=6, max_size=20),
    st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", min_size=16, max_size=40),
)
around = st.sampled_from(["", " ", "x ", "\n", '"', "'", "(", ".", "</b>", " and so on", "= ", "\t"])


def missed(text: str, rules, personal) -> list[tuple[str, str]]:
    """Return what the full set finds in readings that bear no sign."""
    return [
        (rule.id, view.text)
        for view in views(text)
        if not bears_sign(view.text, personal)
        for _, rule, _ in scan(view, rules)
    ]


@st.composite
def matching(draw):
    """A text that some rule's pattern matches, with a value where the rule expects one."""
    rule = draw(st.sampled_from(RULES))
    start = draw(st.from_regex(re.compile(rule.pattern, re.ASCII), fullmatch=True))
    return draw(around) + start + (draw(values) if rule.value_follows else "") + draw(around)


@settings(max_examples=250)
@given(matching())
def test_no_rule_finds_anything_without_a_sign(text):
    """Whatever a rule matches bears a sign, for every shipped rule."""
    assert [] == missed(text, RULES, ALL_PERSONAL)


@settings(max_examples=150)
@given(st.lists(st.one_of(values, around, st.sampled_from(SENTENCES), st.text(max_size=30)), max_size=8).map("".join))
def test_no_free_text_holds_a_secret_without_a_sign(text):
    """The same for texts that no pattern was asked to make."""
    assert [] == missed(text, ASKED, DEFAULT_PERSONAL)


def test_no_canary_and_no_decoy_is_missed():
    """The same for the core set in every wrapping, and for the decoys."""
    core = [
        wrap(make(random.Random(form))[0])
        for form, make in {**PROVIDERS, **CONTEXTS}.items()
        for wrap in WRAPPINGS.values()
    ]
    others = [text for _, text in decoys(each=3)]

    assert [] == [found for text in [*core, *others] for found in missed(text, ASKED, DEFAULT_PERSONAL)]


@pytest.mark.parametrize(
    "text",
    [
        "Please refactor src/holdfast/store/session_handler.py so that tests/store/test_session.py passes.",
        "Commit 8f14e45" + "fceea167a5a36dedd4bea2543ab12cd34 broke the build, revert it.",
        "See https://docs.python.org/3/library/re.html#re.Pattern.search and fix getUserAccountById().",
        "Why is the retry loop in client2.py slower than 250 ms?\n\n- it sleeps\n- it logs",
        "Ändere bitte die Überschrift – und füge ein 🙂 ein.",
        "すべてのテストを実行してください。",
    ],
)
def test_ordinary_prompts_are_let_by(text):
    """Paths, commits, links, identifiers, lists and other scripts are no reason to load the full set."""
    assert not may_hold_secret(text)


def test_most_talk_about_secrets_is_let_by():
    """Even of sentences about secrets the greater part needs no second look."""
    assert sum(map(may_hold_secret, SENTENCES)) < len(SENTENCES) / 2
