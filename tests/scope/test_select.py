"""The laws of scope selection, and how well it generalises."""

from __future__ import annotations

import hashlib
import json
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.errors import UsageError
from holdfast.model import Scope
from holdfast.scope.cues import CUES
from holdfast.scope.select import FOOT_CHARS, HEAD_CHARS, THRESHOLD, fired_cues, parse_scope, score, select_scopes
from holdfast.scope.words import WORDS

LABELS = ("workspace", "user", "both", "neither")
SHAPES = {"path", "code", "camel", "error", "issue", "flag", "number", "url", "ing", "ed"}


def queries(part, half=None):
    with open(os.path.join(os.path.dirname(__file__), "labelled_queries.json"), encoding="utf-8") as file:
        labelled = json.load(file)[part]
    return [(query, label) for label in LABELS for query in labelled[label] if half in (None, half_of(query))]


def half_of(query):
    return "test" if hashlib.sha256(query.encode()).digest()[0] % 2 else "dev"


def precision_and_recall(labelled, scope):
    outcomes = [(label in (scope, "both"), scope in auto(query)) for query, label in labelled]
    hits = sum(wanted and got for wanted, got in outcomes)
    return hits / sum(got for _, got in outcomes), hits / sum(wanted for wanted, _ in outcomes)


def auto(query, host_default=()):
    return select_scopes(query, setting="auto", host_default=host_default).scopes


HELD_OUT = [*queries("split", "test"), *queries("unseen")]


@pytest.mark.parametrize("scope", [Scope.WORKSPACE, Scope.USER])
def test_precision_holds_on_queries_the_table_was_not_made_from(scope):
    """Of the held-out queries for which a scope is chosen, nine in ten need it."""
    assert precision_and_recall(HELD_OUT, scope)[0] >= 0.9


@pytest.mark.parametrize("scope", [Scope.WORKSPACE, Scope.USER])
def test_recall_holds_on_queries_the_table_was_not_made_from(scope):
    """Of the held-out queries that need a scope, nine in ten get it."""
    assert precision_and_recall(HELD_OUT, scope)[1] >= 0.9


def test_the_labelled_set_is_large_and_varied():
    """At least two hundred queries stand for every use, without repetition, and both halves are large."""
    every = [query for part in ("split", "tuning", "unseen") for query, _ in queries(part)]
    assert len(every) == len(set(every))
    assert len(queries("split", "dev")) >= 200
    assert len(HELD_OUT) >= 200


@pytest.mark.parametrize(
    ("query", "scopes"),
    [
        ("explain monads", (Scope.SESSION,)),
        ("continue", (Scope.SESSION,)),
        ("what is my test doing wrong", (Scope.SESSION, Scope.WORKSPACE)),
        ("how do we deploy to staging", (Scope.SESSION, Scope.WORKSPACE)),
        ("what do I call my laptop", (Scope.SESSION, Scope.USER)),
        ("how do I usually run the tests in this repo", (Scope.SESSION, Scope.WORKSPACE, Scope.USER)),
    ],
)
def test_the_words_decide(query, scopes):
    """The session is always asked, the workspace for the project, the user for the person."""
    assert scopes == auto(query)


def test_the_host_default_is_always_asked():
    """Where a host asks session and workspace always, only the user is decided."""
    default = (Scope.SESSION, Scope.WORKSPACE)
    assert default == auto("explain monads", default)
    assert (*default, Scope.USER) == auto("what do I call my laptop", default)


def test_a_fixed_list_is_taken_as_it_stands():
    """A list in the settings is asked in the stable order, whatever the words are."""
    chosen = select_scopes("what do I call my laptop", setting=("shard", "workspace", "workspace"))
    assert chosen.scopes == (Scope.WORKSPACE, Scope.SHARED)


def test_shared_is_never_chosen_by_words():
    """Shared memories are asked only where the setting or the host says so."""
    assert Scope.SHARED not in auto("what does the shared knowledge of all agents say about our project?")


def test_the_reason_names_the_cue():
    """Every chosen scope comes with the cue that decided."""
    reasons = select_scopes("what do I call the tests in this repo", setting="auto").reasons
    assert reasons == {
        Scope.SESSION: "always asked",
        Scope.WORKSPACE: "names the project",
        Scope.USER: "asks for a name the person uses",
    }


@pytest.mark.parametrize(
    ("text", "scope"), [("global", Scope.USER), (" Shard ", Scope.SHARED), ("WORKSPACE", Scope.WORKSPACE)]
)
def test_scope_names_are_read_leniently(text, scope):
    """Case and space do not matter, and two words of other programs are understood."""
    assert scope is parse_scope(text)


def test_an_unknown_scope_names_the_nearest():
    """A name that is no scope is refused with the one that was probably meant."""
    with pytest.raises(UsageError) as refused:
        parse_scope("worksapce")
    assert refused.value.why == "did you mean 'workspace'?"


@given(st.text(max_size=300), st.sets(st.sampled_from(Scope)))
def test_any_text_selects(query, host_default):
    """Whatever the query, session and host default are asked, in the stable order, with a reason each."""
    chosen = select_scopes(query, setting="auto", host_default=tuple(host_default))
    assert {Scope.SESSION, *host_default} <= set(chosen.scopes)
    assert [scope for scope in Scope if scope in chosen.reasons] == list(chosen.scopes)


@given(
    st.lists(
        st.sampled_from(
            sorted({word for words in WORDS.values() for word in words.split()} | {"rows", "i", "the", "."})
        )
    )
)
def test_any_words_select(words):
    """No combination of the table's own words breaks it."""
    assert Scope.SESSION in auto(" ".join(words))


def test_only_head_and_foot_of_a_long_query_are_read():
    """What was pasted in the middle of a long message neither costs time nor decides."""
    pasted = "x " * HEAD_CHARS
    assert auto(f"continue {pasted} in this repo {pasted} {'y ' * FOOT_CHARS}") == (Scope.SESSION,)
    assert Scope.WORKSPACE in auto(f"{pasted} {pasted} what does this mean in our repo?")


def test_every_row_can_fire():
    """A row that no labelled query makes fire is dead weight."""
    every = [query for part in ("split", "tuning", "unseen") for query, _ in queries(part)]
    for scope in (Scope.WORKSPACE, Scope.USER):
        seen = {cue.name for query in every for cue in fired_cues(query, scope)}
        assert set() == {name for of, _, name, _ in CUES if of is scope} - seen


def test_every_class_of_a_pattern_exists():
    """A pattern names only classes of words and shapes that there are."""
    named = {word.strip("<>") for _, _, _, patterns in CUES for word in patterns.split() if word.startswith("<")}
    assert set() == named - set(WORDS) - SHAPES


def test_names_of_rows_are_unique():
    """A reason names one row."""
    assert len(CUES) == len({name for _, _, name, _ in CUES})


def test_a_scope_is_chosen_from_the_threshold_on():
    """The weights that fire decide, and nothing else."""
    for query, _ in queries("unseen"):
        assert (score(fired_cues(query, Scope.USER)) >= THRESHOLD) == (Scope.USER in auto(query))
