"""The tool that explains: what this turn was given, where a memory comes from, why one was left out.

It answers from the log of recalls, which says what really was injected. `tests/mcp/test_explaining.py` holds the laws.
"""

from __future__ import annotations

from holdfast.errors import NotFound
from holdfast.flows.recall import logged
from holdfast.flows.used import used_now
from holdfast.gate.policy import Purpose
from holdfast.mcp import shown
from holdfast.mcp.answer import NOTE, Answer
from holdfast.recall.render import Line, render_block
from holdfast.store import memories

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from holdfast.mcp.desk import Desk
    from holdfast.model import StoredMemory
    from holdfast.store.recalls import LoggedRecall

USED = ("injected", "returned")
UNKNOWN_SESSION = "The client does not say which session this is: this is about the one that was given memories last."


def memory_why(desk: Desk, given: dict[str, Any]) -> Answer:
    """Explain this turn, a memory, a recall, or why a memory is missing."""
    desk.admit(Purpose.RECALL)
    wanted = given.get("id", "").strip().lower()
    if "missing" in given:
        return _absence(desk, given["missing"], wanted)
    if wanted.startswith("m_"):
        return _memory(desk, wanted)
    if wanted:
        return _told(desk, (), (logged(desk.core, wanted),), {})
    return _this_turn(desk)


def _this_turn(desk: Desk) -> Answer:
    used = used_now(desk.core, desk.place.turn)
    known = {"session": desk.core.session} if used.knows_session else {}
    answer = _told(desk, (used.start,) if used.start else (), used.turn, known)
    if used.knows_session or not (used.start or used.turn):
        return answer
    return answer.evolve(text=f"{UNKNOWN_SESSION}\n{answer.text}")


def _told(desk: Desk, start: Sequence[LoggedRecall], turn: Sequence[LoggedRecall], more: dict[str, Any]) -> Answer:
    found = _memories(desk, [*start, *turn])
    at = desk.core.clock()
    parts = [_section("Given at the start of the session:", one, found, at) for one in start]
    parts += [_section(_heading(one), one, found, at) for one in turn]
    data = {
        **more, "note": NOTE, "start": [hit for one in start for hit in _hits(one, found)],
        "recalls": [{**shown.recall_data(one), "memories": _hits(one, found)} for one in turn],
    }  # fmt: skip
    return Answer(text="\n".join(parts) or "No memory was used in this turn.", data=data)


def _heading(entry: LoggedRecall) -> str:
    what = "Given with the person's message" if entry.purpose == "inject" else "Found by a search"
    return f"{what} ({entry.id}):"


def _section(heading: str, entry: LoggedRecall, found: dict[str, StoredMemory], at: str) -> str:
    lines = [
        shown.memory_line(found[hit.memory], at, f"score {hit.score:.2f}") if hit.memory in found
        else Line(id=hit.memory, content="(no longer there)")
        for hit in entry.hits if hit.outcome in USED
    ]  # fmt: skip
    return f"{heading}\n{render_block(lines) or 'nothing fitted'}"


def _hits(entry: LoggedRecall, found: dict[str, StoredMemory]) -> list[dict[str, Any]]:
    return [
        {
            **(shown.memory_data(found[hit.memory]) if hit.memory in found else {"id": hit.memory}),
            "outcome": hit.outcome, "score": round(hit.score, 4), "parts": hit.parts,
        }
        for hit in entry.hits
    ]  # fmt: skip


def _memories(desk: Desk, entries: Sequence[LoggedRecall]) -> dict[str, StoredMemory]:
    wanted = dict.fromkeys(hit.memory for entry in entries for hit in entry.hits)
    with desk.core.database.reading() as tx:
        reach = desk.core.reach(tx)
        found = [memories.find(tx, reach, one) for one in wanted]
    return {one.id: one for one in found if one is not None and one.content}


def _memory(desk: Desk, memory_id: str) -> Answer:
    memory = desk.memory.get(memory_id)
    traced = desk.memory.provenance(memory.id)
    uses = desk.memory.why(memory.id)["uses"]
    at = desk.core.clock()
    lines = [shown.memory_block([(memory, (f"{memory.layer} {memory.kind}", str(memory.scope)))], at)]
    lines.append(f"Said by: {memory.source} ({memory.origin}). Used by {len(uses)} of the last recalls.")
    made_of = [_source_line(one) for one in traced.sources if one.get("content")]
    lines += ["Made from:", render_block(made_of)] if made_of else []
    data = {
        "note": NOTE, "memory": shown.memory_data(memory, shown.MAX_WHOLE_CHARS), "provenance": shown.inert(traced.public()),
        "uses": uses,
    }  # fmt: skip
    return Answer(text="\n".join(lines), data=data)


def _source_line(source: dict[str, Any]) -> Line:
    said = f"{source['role']} said" if "role" in source else str(source["how"])
    return Line(id=str(source["id"]), content=str(source["content"]), marks=(said,))


def _absence(desk: Desk, memory_id: str, recall_id: str) -> Answer:
    last = recall_id or next((one.id for one in used_now(desk.core, desk.place.turn).turn), "")
    if not last:
        raise NotFound("nothing was recalled here yet", hint="call memory_recall first")
    told = desk.memory.why(last, not_=memory_id)
    return Answer(text=f"{told['memory']}: {told['reason']} (recall {told['recall']})",
                  data={"memory": {"id": told["memory"]}, "reason": shown.inert(told["reason"])})  # fmt: skip
