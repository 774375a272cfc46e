"""Candidates: rare words bring theirs, common ones only what is still missing."""

from __future__ import annotations

from holdfast.flows.gather import gather
from holdfast.recall.plan import Plan
from holdfast.store.search import Candidate


class Searched:
    """A search over fixed answers that notes what it was asked for."""

    def __init__(self, answers):
        self.answers, self.asked = answers, []

    def __call__(self, terms, *, newest):
        self.asked.append((terms, newest))
        return [Candidate(terms="", row=(number,)) for number in self.answers.get(terms, ())]


def numbers(found):
    return [one.row[0] for one in found]


def test_enough_from_rare_words_is_enough():
    """Common words are not searched for at all."""
    search = Searched({("rare",): [3, 1]})
    assert [3, 1] == numbers(gather(search, Plan(rare=("rare",), common=("the", "also")), 2))
    assert [(("rare",), False)] == search.asked


def test_common_words_fill_up_what_is_missing():
    """What holds more of them comes first, nothing comes twice, and the limit is kept."""
    search = Searched({("rare",): [3], ("a", "b"): [9, 3, 8], ("a",): [9, 7, 6, 5]})
    assert [3, 9, 8, 7] == numbers(gather(search, Plan(rare=("rare",), common=("a", "b")), 4))
    assert [False, True, True] == [newest for _, newest in search.asked]


def test_nothing_to_search_for_finds_nothing():
    search = Searched({})
    assert [] == gather(search, Plan(rare=(), common=()), 4)
    assert [] == search.asked


def test_common_words_alone_are_answered(memory, monkeypatch):
    """A question of words that too many memories hold still finds those that hold them all, the newest first."""
    from holdfast.flows import recall
    from holdfast.recall.plan import plan

    monkeypatch.setattr(recall, "plan", lambda *given: plan(*given, most=3))
    for number in range(6):
        memory.remember(f"Deploy the server of team {'abcdef'[number]}{number}{number}")
    wanted = memory.remember("Deploy the server on Fridays").memory
    for number in range(6):
        memory.remember(f"Server room {'ghijkl'[number]}{number}{number}")
    found = memory.recall("deploy server")
    assert 7 == len([hit for hit in found if "Deploy" in hit.memory.content])
    assert wanted.id in [hit.memory.id for hit in found]
    assert wanted.id == memory.recall("deploy server fridays").hits[0].memory.id
