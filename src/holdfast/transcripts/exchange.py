"""From single messages to what live capture would have stored: every prompt, and the last answer of each turn.

While a turn goes on an agent says many things; its hook hears the last of them, and that is what is kept here too. So a
turn that was captured live and its transcript give the same names and the same words.
"""

from __future__ import annotations

from holdfast.hashes import blake2b
from holdfast.model import Role
from holdfast.transcripts.said import Said

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from holdfast.transcripts.said import About


class Exchange:
    """Follows one session message by message; what it is told stands as fields that may change on the way."""

    def __init__(self, about: About) -> None:
        self.session = about.session
        self.folder = about.folder
        self.remote = about.remote
        self._latest = ""
        self._written_at = about.at
        self._turn = ""
        self._prompt: str | None = None  # the first of the turn
        self._answer: tuple[str, str] | None = None  # the words and their time

    def begin(self, turn: str) -> Iterator[Said]:
        """Begin a turn, unless it has begun; the answer of the one before is told."""
        if turn != self._turn:
            yield from self.end()
            self._turn = turn

    def prompt(self, text: str, at: str, *, turn: str = "") -> Iterator[Said]:
        """Tell what the person typed; another prompt within a turn is named apart, by its words, as live capture does."""
        yield from self.begin(turn or self._turn)
        if not text.strip() or text == self._prompt:
            return
        if self._prompt is None:
            self._prompt = text
            yield self._said(self._turn, Role.USER, text, at)
            return
        digest = blake2b(text.encode(errors="replace"), digest_size=4).hexdigest()
        yield self._said(f"{self._turn}-{digest}", Role.USER, text, at)

    def answer(self, text: str, at: str, *, is_last: bool = False) -> Iterator[Said]:
        """Remember what the agent said; it is told when the turn ends, unless it said something later."""
        if text.strip():
            self._answer = text, at
        if is_last:
            yield from self._tell_answer()

    def end(self, *, is_open: bool = False) -> Iterator[Said]:
        """End the turn; `is_open` when nothing says that the agent was done."""
        yield from self._tell_answer(is_open=is_open)
        self._turn, self._prompt = "", None

    @property
    def has_answer(self) -> bool:
        """Whether the agent has said something since it was last told."""
        return self._answer is not None

    @property
    def turn(self) -> str:
        """The turn that goes on, or nothing."""
        return self._turn

    def _tell_answer(self, *, is_open: bool = False) -> Iterator[Said]:
        if self._answer is not None and self._turn:
            text, at = self._answer
            yield self._said(self._turn, Role.ASSISTANT, text, at).evolve(is_open=is_open)
        self._answer = None

    def _said(self, turn: str, role: Role, text: str, at: str) -> Said:
        self._latest = at or self._latest
        return Said(
            session=self.session, turn=turn, role=role, text=text, at=at or self._latest or self._written_at,
            folder=self.folder, remote=self.remote,
        )  # fmt: skip
