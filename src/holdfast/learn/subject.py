"""Subject keys: what a statement is about, where only one answer can hold at a time.

Precision first: a key is given only to a short, plain statement that names exactly one answer of a known
question ("package manager") or says "the <single-valued thing> is …". Two active memories of one group with the
same key and different values contradict each other, and the newer one closes the older. Laws and
labelled examples: `tests/learn/test_subject.py`.
"""

from __future__ import annotations

import re

from holdfast.values import Value

LONGEST_STATEMENT = 240
LONGEST_VALUE = 80

# Questions that have one answer in one place, and the answers that tell them apart.
SLOTS = {
    "javascript package manager": ("npm", "pnpm", "yarn", "bun"),
    "python package manager": ("pip", "uv", "poetry", "pipenv", "conda", "pdm"),
    "indentation": ("tabs", "spaces"),
    "quotes": ("single quotes", "double quotes"),
    "python test runner": ("pytest", "unittest", "nose"),
    "javascript test runner": ("jest", "vitest", "mocha", "ava"),
    "python formatter": ("black", "yapf", "autopep8", "ruff format"),
    "javascript formatter": ("prettier", "biome", "dprint"),
    "editor": ("vim", "neovim", "emacs", "vs code", "vscode", "helix", "sublime", "zed"),
    "shell": ("bash", "zsh", "fish", "powershell", "nushell"),
    "commit style": ("squash", "rebase", "merge commits"),
}

# "the staging url is …": nouns of which there is one.
SINGLE = (
    "url|port|version|branch|host|hostname|region|timezone|time zone|owner|lead|deadline|timeout|limit|path|directory|"
    "folder|command|framework|linter|name|email|language|licence|license|interval|threshold|endpoint|domain|bucket"
)

_POSITIVE = re.compile(
    r"\b(?:us(?:e|es|ing)|prefers?|always|switch(?:ed)? to|mov(?:e|ed) to|migrated to|indents?|with|format(?:ted)?|stick(?:s)? to|"
    r"goes with|went with|settled on|is|are|my)\b"
)
_UNCERTAIN = re.compile(r"\?|\b(?:if|maybe|might|could|would|consider|should we|perhaps|unless|either|both|or)\b")
_NEGATED = r"(?:not|never|no|don't|do not|without|avoid|instead of|rather than|over|from|no longer|stop using)(?:\s+(?:use|using|the|any|to))?\s+(?:\w+\s+)?"
_COPULA = re.compile(
    rf"^(?:(?:our|the|my|your|this)\s+)((?:[\w./-]+\s+){{0,3}}(?:{SINGLE}))\s+(?:is|are|is now|is called|was changed to|became)\s+(.+?)[.!]?$"
)


class Subject(Value):
    """What a statement is about and what it says about it."""

    key: str
    value: str


def subject_of(text: str) -> Subject | None:
    """Return the subject of a statement, or None when it could be about several things or is uncertain."""
    plain = " ".join(text.casefold().replace("’", "'").split())
    if not plain or len(plain) > LONGEST_STATEMENT or _UNCERTAIN.search(plain):
        return None
    copula = _COPULA.match(plain)
    if copula and len(copula[2]) <= LONGEST_VALUE and not copula[2].startswith(("not ", "no longer ")):
        return Subject(key=copula[1].strip(), value=copula[2].strip(" `'\""))
    if not _POSITIVE.search(plain):
        return None
    found = [Subject(key=slot, value=value) for slot, answers in SLOTS.items() for value in _asserted(plain, answers)]
    return found[0] if len(found) == 1 else None


def contradicts(one: Subject, other: Subject) -> bool:
    """Say whether two statements answer one question differently."""
    return one.key == other.key and one.value != other.value


def _asserted(plain: str, answers: tuple[str, ...]) -> list[str]:
    named = [answer for answer in answers if re.search(rf"(?<![\w-]){re.escape(answer)}(?![\w-])", plain)]
    return [answer for answer in named if not re.search(rf"\b{_NEGATED}{re.escape(answer)}(?![\w-])", plain)]
