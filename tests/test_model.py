"""The nouns as values: their words, their order of trust, and the JSON they are shown as."""

from __future__ import annotations

import json
from enum import StrEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast import model
from holdfast.model import (
    PUBLIC_FIELDS,
    Episode,
    Hit,
    Kind,
    Layer,
    Origin,
    Recall,
    Role,
    Scope,
    Source,
    Status,
    StoredMemory,
    is_at_least,
    least_trusted,
)

WORDS = {
    Scope: "session workspace user shared",
    Layer: "L0 L1 L2",
    Kind: "fact decision lesson_learned preference procedure terminology task_update summary ownership_context",
    Source: "user agent system",
    Status: "active superseded forgotten",
    Origin: "user-typed user-approved agent import repo-file tool-output remote",
    Role: "user assistant system",
    model.Mode: "off eager occasional manual",
}
INTERNAL = {"group_no", "no", "version", "anchors"}

origins = st.sampled_from(list(Origin))


@pytest.mark.parametrize("noun", WORDS, ids=lambda noun: noun.__name__)
def test_the_words_of_a_noun_are_fixed(noun):
    """What stands in databases, exports and other people's scripts does not change."""
    assert WORDS[noun].split() == [str(member) for member in noun]


def test_every_noun_with_a_list_of_words_is_tested():
    """A new enumeration is added to the list above."""
    assert set(WORDS) == {one for one in vars(model).values() if isinstance(one, type) and issubclass(one, StrEnum)} - {
        StrEnum
    }


@given(st.lists(origins, min_size=1))
def test_what_is_made_of_several_inherits_the_least_trusted(found):
    """The origin inherited is one of the given, and all the others are at least as trusted."""
    inherited = least_trusted(found)
    assert inherited in found
    assert all(is_at_least(one, inherited) for one in found)


@given(st.lists(origins, min_size=1), st.lists(origins, min_size=1))
def test_the_order_of_inheriting_does_not_matter(first, second):
    """Making something of parts in two steps trusts it no more than making it in one."""
    assert least_trusted([*first, *second]) is least_trusted([least_trusted(second), least_trusted(first)])


def test_what_the_person_typed_is_trusted_most_and_a_remote_least():
    """The ends of the order are where they must be; the rest is as it is declared."""
    assert list(Origin) == sorted(
        Origin, key=lambda one: sum(is_at_least(one, other) for other in Origin), reverse=True
    )
    assert all(is_at_least(Origin.USER_TYPED, other) for other in Origin)
    assert not any(is_at_least(Origin.REMOTE, other) for other in Origin if other is not Origin.REMOTE)


def test_a_memory_is_shown_by_its_documented_fields_and_no_others():
    """Numbers of rows, versions and digests of files stay inside."""
    memory = StoredMemory(id="m_x", content="text", tags=("a",), anchors=(("file", "digest"),), group_no=7, no=9)
    shown = memory.public()
    assert list(PUBLIC_FIELDS) == list(shown)
    assert INTERNAL == set(memory.as_dict()) - set(shown)


def test_an_episode_is_shown_without_row_numbers():
    """The same holds for what was said."""
    episode = Episode(id="e_x", content="text", name="h.turn.1.user", role=Role.USER, group_no=7, no=9)
    assert {"group_no", "no"} == set(episode.as_dict()) - set(episode.public())


@given(st.text(), st.lists(st.text()), st.sampled_from(list(Kind)), origins)
def test_what_is_shown_is_plain_json(content, tags, kind, origin):
    """Every text of a memory comes back as it was; enumerations are shown as their words."""
    memory = StoredMemory(id="m_x", content=content, tags=tuple(tags), kind=kind, origin=origin)
    hit = Hit(memory=memory, score=0.12345678, parts={"relevance": 0.5})
    shown = json.loads(json.dumps(hit.public()))
    assert {"memory": memory.public(), "score": 0.123457, "parts": {"relevance": 0.5}} == shown
    assert [content, tags, str(kind), str(origin)] == [
        shown["memory"][name] for name in ("content", "tags", "kind", "origin")
    ]


def test_a_recall_is_read_like_its_hits():
    """Whoever iterates over a recall, or asks for its length, means the hits."""
    hits = tuple(Hit(memory=StoredMemory(id=f"m_{at}", content="x"), score=1.0, parts={}) for at in range(3))
    recall = Recall(id="r_x", query="q", scopes=(Scope.USER,), hits=hits, block="", timings={})
    assert list(hits) == list(recall)
    assert 3 == len(recall)
