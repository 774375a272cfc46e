"""The labelled sessions are sound: every label points at something, and there is enough of everything."""

from __future__ import annotations

import collections
import datetime as dt
import itertools
import json
import os

import pytest

FOLDER = os.path.join(os.path.dirname(__file__), "sessions")
FILES = sorted(name for name in os.listdir(FOLDER) if name.endswith(".json"))
CATEGORIES = {
    "fact": 30, "decision": 30, "amended": 30, "error": 30, "preference": 20,
    "procedure": 20, "time": 20, "assistant": 20, "multi": 14, "none": 40,
}  # fmt: skip


def read(name: str):
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        return json.load(file)


STORES = [store for name in FILES for store in read(name)]
EACH_STORE = pytest.mark.parametrize("store", STORES, ids=[store["name"] for store in STORES])


def number(question) -> int:
    return int(question["id"].rpartition("-q")[2])


def sessions(store):
    return {name: list(turns) for name, turns in itertools.groupby(store["turns"], key=lambda turn: turn["session"])}


def test_there_is_enough_of_everything():
    """The set may grow; it must not shrink."""
    questions = [question for store in STORES for question in store["questions"]]
    counts = collections.Counter(question["category"] for question in questions)
    assert CATEGORIES.keys() == counts.keys()
    assert [] == [name for name, least in CATEGORIES.items() if counts[name] < least]
    assert sum(len(sessions(store)) for store in STORES) >= 44
    assert len({rule["sentence"] for store in STORES for rule in store["rules"]}) >= 50
    assert len({text["text"] for store in STORES for text in store["not_rules"]}) >= 60
    assert len(questions) >= 210


def test_files_stay_readable():
    assert [] == [name for name in FILES if os.path.getsize(os.path.join(FOLDER, name)) >= 120_000]


def test_nothing_stands_twice():
    """Ids are unique over all files, and so are the questions' texts, whatever their case."""
    questions = [question for store in STORES for question in store["questions"]]
    for values in (
        [store["name"] for store in STORES],
        [turn["id"] for store in STORES for turn in store["turns"]],
        [question["id"] for question in questions],
        [" ".join(question["text"].casefold().split()) for question in questions],
    ):
        assert [] == [value for value, times in collections.Counter(values).items() if times > 1]


def test_both_halves_hold_every_category():
    halves = collections.Counter(
        (question["category"], number(question) % 2) for store in STORES for question in store["questions"]
    )
    assert [] == [(name, half) for name in CATEGORIES for half in (0, 1) if halves[name, half] < 6]


@EACH_STORE
def test_sessions_are_conversations(store):
    """Six to fourteen turns, the developer first, then by turns, and time only moves on."""
    moments = [dt.datetime.fromisoformat(turn["date"]) for turn in store["turns"]]
    assert sorted(moments) == moments
    for name, turns in sessions(store).items():
        assert 6 <= len(turns) <= 14, name
        assert ["user", "assistant"] * (len(turns) // 2) == [turn["role"] for turn in turns], name
        assert all(turn["text"].strip() and turn["speaker"] for turn in turns), name
    assert len(sessions(store)) == len({turn["session"] for turn in store["turns"]})


@EACH_STORE
def test_labels_of_questions_resolve(store):
    """Gold exists, was said before the question, and names its own sessions; `none` has none."""
    turns = {turn["id"]: turn for turn in store["turns"]}
    for question in store["questions"]:
        asked = dt.datetime.fromisoformat(question["date"])
        gold = [turns[name] for name in question["gold_turns"]]
        assert question["category"] in CATEGORIES, question
        assert question["answerable"] == bool(gold) == (question["category"] != "none"), question
        assert {turn["session"] for turn in gold} == set(question["gold_sessions"]), question
        assert all(dt.datetime.fromisoformat(turn["date"]) < asked for turn in gold), question
        assert len(question["gold_sessions"]) > 1 or question["category"] != "multi", question


@EACH_STORE
def test_amended_turns_are_older_than_their_gold(store):
    turns = {turn["id"]: turn for turn in store["turns"]}
    for question in store["questions"]:
        assert bool(question["older"]) == (question["category"] == "amended"), question
        if question["older"]:
            last = max(turns[name]["date"] for name in question["older"])
            assert last < min(turns[name]["date"] for name in question["gold_turns"]), question


def test_enough_amendments_come_in_a_later_session():
    pairs = {
        (tuple(question["older"]), tuple(question["gold_turns"]))
        for store in STORES
        for question in store["questions"]
        if question["older"]
        and not {name.rpartition("-t")[0] for name in question["older"]} & set(question["gold_sessions"])
    }
    assert len(pairs) >= 24


@EACH_STORE
def test_rules_are_sentences_of_a_user(store):
    turns = {turn["id"]: turn for turn in store["turns"]}
    rules = {rule["sentence"] for rule in store["rules"]}
    assert all(rule["sentence"] in turns[rule["turn"]]["text"] for rule in store["rules"])
    assert {"user"} == {turns[rule["turn"]]["role"] for rule in store["rules"]}
    assert not rules & {text["text"] for text in store["not_rules"]}
