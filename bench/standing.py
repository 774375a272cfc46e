"""Standing rules: precision and recall of finding them, and how many of them the start of a session tells.

Bars: recall 0.98 and precision 0.97 on the half that the cues were not made from, 98 % told within 1,000 characters.
"""

from __future__ import annotations

import hashlib
import json
import os
import time

from holdfast.learn.standing import Standing, standing_rules
from holdfast.recall.standing_pack import pack_standing
from holdfast.text.fingerprint import normalise

HERE = os.path.dirname(__file__)
SENTENCES = os.path.join(HERE, "..", "tests", "learn", "standing_sentences.json")
SESSIONS = os.path.join(HERE, "..", "tests", "recall", "sessions")
TUNED, HELD_OUT = "tuned on", "held out"
LIMIT = 1000


def run(_folder: str, _rows: int) -> None:
    with open(SENTENCES, encoding="utf-8") as file:
        labelled = json.load(file)
    print("  set                              n   rules   precision   recall")
    for name, parity in ((TUNED, 0), (HELD_OUT, 1)):
        _print(name, half(pairs(labelled), parity))
    _print(f"later round ({TUNED})", pairs(labelled, "later_"))
    sessions = list(_sessions())
    if sessions:
        found = [pair for session in sessions for pair in _of_session(session)]
        _print(f"labelled sessions ({TUNED})", found)
        _print_turns(sessions)
    _print_coverage([sentence for sentence, is_rule in pairs(labelled) if is_rule])
    _print_speed([sentence for sentence, _ in pairs(labelled)])


def pairs(labelled: dict[str, list[str]], prefix: str = "") -> list[tuple[str, bool]]:
    """Return every sentence of one round with whether it is a rule or a preference."""
    labels = ("rule", "preference", "none")
    return [(sentence, label != "none") for label in labels for sentence in labelled[prefix + label]]


def half(found: list[tuple[str, bool]], parity: int) -> list[tuple[str, bool]]:
    """Return one half of labelled sentences, chosen by a digest."""
    return [pair for pair in found if hashlib.sha256(pair[0].encode()).digest()[0] % 2 == parity]


def measure(found: list[tuple[str, bool]]) -> tuple[float, float]:
    """Return precision and recall."""
    outcomes = [(is_rule, bool(standing_rules(sentence))) for sentence, is_rule in found]
    hits = sum(wanted and got for wanted, got in outcomes)
    return hits / max(1, sum(got for _, got in outcomes)), hits / max(1, sum(wanted for wanted, _ in outcomes))


def _print(name: str, found: list[tuple[str, bool]]) -> None:
    precision, recall = measure(found)
    print(f"  {name:28} {len(found):5} {sum(is_rule for _, is_rule in found):7}   {precision:9.3f}   {recall:6.3f}")


def _sessions():
    if os.path.isdir(SESSIONS):
        for name in sorted(name for name in os.listdir(SESSIONS) if name.endswith(".json")):
            with open(os.path.join(SESSIONS, name), encoding="utf-8") as file:
                loaded = json.load(file)
            yield from loaded if isinstance(loaded, list) else [loaded]


def _of_session(session) -> list[tuple[str, bool]]:
    return [(_text(one), True) for one in session.get("rules", [])] + [
        (_text(one), False) for one in session.get("not_rules", [])
    ]


def _text(one) -> str:
    return one if isinstance(one, str) else str(one.get("sentence") or one["text"])


def _print_turns(sessions) -> None:
    """Whole messages: which of their rules are found, and how much else of the kind."""
    said = [turn["text"] for session in sessions for turn in session["turns"] if turn["role"] == "user"]
    found = [rule for text in said for rule in standing_rules(text)]
    wanted = [normalise(_text(one)) for session in sessions for one in session["rules"]]
    orders = [normalise(rule.text) for rule in found if rule.standing is Standing.RULE]
    told = [normalise(rule.text) for rule in found]
    met = sum(any(_same(one, other) for other in told) for one in wanted)
    right = sum(any(_same(one, other) for other in wanted) for one in orders)
    print(
        f"  in {len(said)} whole messages: {met} of {len(wanted)} rules found; of {len(orders)} found rules {right} are "
        f"labelled ones; {len(found) - len(orders)} preferences, which nobody labelled"
    )


def _same(one: str, other: str) -> bool:
    return one in other or other in one


def _print_coverage(sentences: list[str]) -> None:
    """Ten rules a person is what long conversations held (see the reference on benchmarks)."""
    for number in (5, 10, 20, 40):
        groups = [sentences[start : start + number] for start in range(0, len(sentences) - number + 1, number)]
        told = total = 0
        for group in groups:
            rules = [rule.text for sentence in group for rule in standing_rules(sentence)]
            kept = pack_standing([(rule, rule) for rule in rules], said=(), limit=LIMIT)
            told, total = told + len(kept), total + len(group)
        print(f"  told within {LIMIT:,} characters, {number:2} rules a person: {told / total:.3f}")


def _print_speed(sentences: list[str]) -> None:
    text = "\n".join(sentences)
    started = time.perf_counter()
    standing_rules(text)
    spent = time.perf_counter() - started
    print(
        f"  {spent * 1000:.1f} ms for {len(text):,} characters of such sentences, {spent * 1e6 / len(text):.1f} µs each"
    )
