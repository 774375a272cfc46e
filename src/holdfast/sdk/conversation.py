"""One conversation of an agent that runs in this process: what the hook does at each moment, without a process.

Every adapter of a framework is built on it. The gate is the hook's: nothing happens where the person did not agree
(`holdfast consent grant` in the workspace). Memory never fails its agent: whatever breaks is written down where
`holdfast status` shows it, and the answer is empty. `tests/sdk/test_conversation.py` holds the laws.
"""

from __future__ import annotations

import asyncio
import os
import threading

from holdfast import errors, places, times
from holdfast.flows.events import handle
from holdfast.flows.failures import note_in_home
from holdfast.hosts.host import Event, Moment, Traits
from holdfast.opening import open_core
from holdfast.worker_start import spawn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from holdfast.core import Core

AGENT = "agent"
# A framework keeps what it was told in the conversation, unless its adapter says otherwise.
KEPT = Traits()
# Its adapter builds the system prompt anew on each turn.
REBUILT = Traits(keeps_start=False, retries=True)


class Conversation:
    """One session of one agent program in a workspace; safe to use from several threads, one moment at a time.

    `host` names the framework in the journal. `workspace` is the folder that the agent works in.
    """

    def __init__(
        self,
        session: str,
        *,
        host: str,
        workspace: str | os.PathLike[str] | None = None,
        store: str | None = None,
        home: str | os.PathLike[str] | None = None,
        traits: Traits = KEPT,
        settings: dict[str, Any] | None = None,
    ) -> None:
        if not session:
            raise errors.UsageError("a conversation needs the id of its session")
        self.session, self.host, self.traits = session, host, traits
        self.workspace = os.path.abspath(os.fspath(workspace) if workspace is not None else os.getcwd())
        self._store, self._settings = store, settings
        self._home = os.fspath(home) if home is not None else None
        self._lock = threading.Lock()

    def start(self, *, compacted: bool = False) -> str:
        """Return what the session begins with (profile, standing rules, active task); empty when there is nothing to tell."""
        return self._at(Moment.SESSION_START, compacted=compacted)

    def prompt(self, text: str, *, turn: str = "") -> str:
        """Keep what the person said and return the memories that fit it, ready to stand beside it."""
        return self._at(Moment.PROMPT, prompt=text, turn=turn)

    def answer(self, text: str, *, turn: str = "") -> None:
        """Keep what the agent answered; the turn is done and may be learned from."""
        self._at(Moment.STOP, message=text, turn=turn)

    def compacted(self) -> None:
        """Note that what was told before is no longer in the conversation."""
        self._at(Moment.COMPACTED, compacted=True)

    def end(self, reason: str = "") -> None:
        """Close the session: a summary is made in the background."""
        self._at(Moment.SESSION_END, reason=reason)

    async def astart(self, *, compacted: bool = False) -> str:
        """Do what `start` does without holding up an event loop."""
        return await asyncio.to_thread(self.start, compacted=compacted)

    async def aprompt(self, text: str, *, turn: str = "") -> str:
        """Do what `prompt` does without holding up an event loop."""
        return await asyncio.to_thread(self.prompt, text, turn=turn)

    async def aanswer(self, text: str, *, turn: str = "") -> None:
        """Do what `answer` does without holding up an event loop."""
        await asyncio.to_thread(self.answer, text, turn=turn)

    async def aend(self, reason: str = "") -> None:
        """Do what `end` does without holding up an event loop."""
        await asyncio.to_thread(self.end, reason)

    def _at(self, moment: Moment, **fields: Any) -> str:
        event = Event(moment=moment, session=self.session, cwd=self.workspace, **fields)
        with self._lock:
            try:
                core = open_core(
                    self._store, home=self._home, folder=self.workspace, overrides=self._settings, actor=AGENT
                )
            except errors.HoldfastError as error:
                return self._silent(error, None)
            try:
                return self._handled(core, event)
            except errors.HoldfastError as error:
                return self._silent(error, core)
            finally:
                core.database.close()

    def _handled(self, core: Core, event: Event) -> str:
        core.database.busy_timeout_ms = core.setting_int("hook.deadline_ms")  # type: ignore[attr-defined]
        handled = handle(core, event, self.host, self.traits)
        if handled.has_work:
            worker = spawn(core.home, self._store or str(core.settings.get("store.url")), core.root.path)
            threading.Thread(target=os.waitpid, args=(worker, 0), daemon=True).start()
        return handled.answer.context

    def _silent(self, error: errors.HoldfastError, core: Core | None) -> str:
        """Write down what broke and say nothing."""
        home = core.home if core else self._home or places.home()
        place = f"sdk:{self.host}"
        note_in_home(home, at=times.now(), place=place, code=error.code, message=error.message, hint=error.hint)
        return ""
