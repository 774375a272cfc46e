"""What other memory tools keep, as statements of ours: what is said, what sort it is, and what it was about.

A reader of this folder turns rows, lines or Markdown of one tool into `Kept`, as it stands there; what may become of it is
decided elsewhere. Nothing is taken for current that its tool holds to be over. `tests/kept` holds the laws, with
samples of every format.
"""

from __future__ import annotations

from holdfast.model import Kind, Layer
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Note = Callable[[int, str], None]  # told of a line or row that cannot be read, and why

MAX_TAGS = 12

# How other tools call what we call a kind.
_KINDS = {
    "decision": Kind.DECISION, "design": Kind.DECISION, "choice": Kind.DECISION,
    "preference": Kind.PREFERENCE, "user": Kind.PREFERENCE, "style": Kind.PREFERENCE, "likes": Kind.PREFERENCE,
    "feedback": Kind.PROCEDURE, "procedure": Kind.PROCEDURE, "method": Kind.PROCEDURE, "technique": Kind.PROCEDURE,
    "workflow": Kind.PROCEDURE, "rule": Kind.PROCEDURE, "convention": Kind.PROCEDURE, "requirement": Kind.PROCEDURE,
    "step": Kind.PROCEDURE, "tip": Kind.PROCEDURE, "guideline": Kind.PROCEDURE,
    "lesson": Kind.LESSON_LEARNED, "lesson_learned": Kind.LESSON_LEARNED, "bugfix": Kind.LESSON_LEARNED,
    "gotcha": Kind.LESSON_LEARNED, "problem": Kind.LESSON_LEARNED, "issue": Kind.LESSON_LEARNED,
    "solution": Kind.LESSON_LEARNED, "security_alert": Kind.LESSON_LEARNED, "security_note": Kind.LESSON_LEARNED,
    "terminology": Kind.TERMINOLOGY, "definition": Kind.TERMINOLOGY, "term": Kind.TERMINOLOGY,
}  # fmt: skip


class Kept(Value):
    """One statement of another tool."""

    content: str
    kind: Kind = Kind.FACT
    layer: Layer = Layer.L1
    tags: tuple[str, ...] = ()
    citations: tuple[str, ...] = ()
    at: str = ""  # since when it holds
    project: str = ""  # what it belongs to, by name
    folder: str = ""  # what it belongs to, by path


def kind_of(word: str) -> Kind:
    """Return the kind that a tool's own word for one stands for; a fact when it is none of ours."""
    return _KINDS.get(word.strip().casefold().replace(" ", "_").replace("-", "_"), Kind.FACT)


def sentence(text: str) -> str:
    """Return a text on one line, without blanks around it."""
    return " ".join(text.split())
