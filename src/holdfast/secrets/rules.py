"""Rules as data: the shipped ones from `rules.json`, the person's own from their settings.

A rule says where a secret may stand (an RE2 pattern), which literal must be there for it to be worth
trying, and which shape the value must have. Every pattern runs in RE2, so no text can make one slow;
`tests/secrets/test_secret_rules.py` checks that each compiles there and that bad ones are named.
"""

from __future__ import annotations

import functools
import json
import os
import re

from holdfast.errors import ConfigError
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_USER_RULES = 100
MAX_PATTERN_CHARS = 512
MAX_USER_RULE_BYTES = 1 << 20  # RE2's memory for one rule of the person's
CREDENTIAL = "credential"
PERSONAL_KINDS = ("card", "iban", "ssn", "email", "ip", "phone")
_ID = re.compile(r"[a-z][a-z0-9]{0,15}(?:-[a-z0-9]{1,15}){0,5}")  # what a placeholder can carry
_USER_FIELDS = frozenset({"id", "pattern", "keywords", "secret_group", "note"})


class Rule(Value):
    """One place where a secret may stand."""

    id: str
    pattern: str
    keywords: tuple[str, ...] = ()  # one of them must occur; none means always try
    secret_group: int = 0
    value_follows: bool = False  # the pattern ends where the value begins
    shape: str = ""
    entropy: float = 0.0  # bits per character
    kind: str = CREDENTIAL
    note: str = ""
    from_user: bool = False


def shipped_rules() -> tuple[Rule, ...]:
    """Return the rules that come with Holdfast, the most telling first."""
    return _shipped()[1]


def rules_dated() -> str:
    """Return the day the shipped rules were last revised; a later one calls for another scrub."""
    return _shipped()[0]


@functools.cache
def _shipped() -> tuple[str, tuple[Rule, ...]]:
    with open(os.path.join(os.path.dirname(__file__), "rules.json"), encoding="utf-8") as file:
        stored = json.load(file)
    return stored["dated"], tuple(Rule(**{**rule, "keywords": tuple(rule["keywords"])}) for rule in stored["rules"])


def parse_user_rules(given: str | list[Any] | tuple[Any, ...]) -> tuple[Rule, ...]:
    """Return the person's own rules from JSON text or a list of patterns or tables.

    Raises ConfigError, naming the rule, for one that RE2 refuses, that is too long, or that matches
    the empty text.
    """
    if isinstance(given, str):
        given = _parsed(given)
    if not isinstance(given, list | tuple):
        raise ConfigError("secret rules must be a list", why=f"got {type(given).__name__}")
    if len(given) > MAX_USER_RULES:
        raise ConfigError(f"{len(given)} secret rules are too many", why=f"the limit is {MAX_USER_RULES}")
    rules = tuple(_user_rule(item, place) for place, item in enumerate(given, 1))
    for rule in rules:
        if sum(other.id == rule.id for other in rules) > 1:
            raise _bad(rule.id, "two rules have this id")
    return rules


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise ConfigError("secret rules are not valid JSON", why=str(error)) from error


def _user_rule(item: Any, place: int) -> Rule:
    table = {"pattern": item} if isinstance(item, str) else item
    default = f"custom-{place}"
    if not isinstance(table, dict):
        raise _bad(default, "it must be a pattern or a table")
    id_ = table.get("id", default)
    if not isinstance(id_, str) or not _ID.fullmatch(id_):
        raise _bad(id_, "an id is lower-case words and digits joined by hyphens")
    unknown = sorted(map(str, set(table) - _USER_FIELDS))
    if unknown:
        raise _bad(id_, f"unknown field {unknown[0]!r}")
    rule = Rule(**{**table, "id": id_, "pattern": _pattern(table, id_), "keywords": _keywords(table, id_)}).evolve(
        secret_group=table.get("secret_group", 0), shape="any", from_user=True
    )
    _check(rule)
    return rule


def _pattern(table: dict[str, Any], id_: str) -> str:
    pattern = table.get("pattern")
    if not isinstance(pattern, str) or not pattern:
        raise _bad(id_, "its pattern must be a text")
    if len(pattern) > MAX_PATTERN_CHARS:
        raise _bad(id_, f"its pattern is {len(pattern)} characters long; the limit is {MAX_PATTERN_CHARS}")
    return pattern


def _keywords(table: dict[str, Any], id_: str) -> tuple[str, ...]:
    keywords = table.get("keywords", [])
    if not isinstance(keywords, list) or not all(isinstance(word, str) and word for word in keywords):
        raise _bad(id_, "its keywords must be a list of texts")
    return tuple(keywords)


def _check(rule: Rule) -> None:
    import re2  # noqa: PLC0415 - 5 ms that only a process with a rule to run pays

    try:
        compiled_rule = compiled(rule)
    except (re2.error, UnicodeEncodeError) as error:
        reason = error.args[0]
        raise _bad(rule.id, reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(error)) from error
    group = rule.secret_group
    if not isinstance(group, int) or isinstance(group, bool) or not 0 <= group <= compiled_rule.groups:
        raise _bad(rule.id, f"it has no group {group!r}")
    if compiled_rule.search(b"") is not None:
        raise _bad(rule.id, "it matches the empty text")


def _bad(id_: object, why: str) -> ConfigError:
    return ConfigError(f"secret rule {id_!r} cannot be used", why=why)


@functools.cache
def compiled(rule: Rule) -> Any:
    """Return the rule's pattern, ready to search UTF-8 bytes.

    Shipped patterns see bytes (Latin-1): their programs are a third of the size and none needs more.
    """
    import re2  # noqa: PLC0415

    options = re2.Options()
    options.log_errors = False
    if rule.from_user:
        options.max_mem = MAX_USER_RULE_BYTES
        return re2.compile(rule.pattern, options)
    options.encoding = re2.Options.Encoding.LATIN1
    return re2.compile(rule.pattern.encode(), options)
