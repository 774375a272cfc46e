"""The tools that find and list: memories, the profile, old conversations. `tests/mcp/test_finding.py` holds the laws."""

from __future__ import annotations

from holdfast.flows import recall as recalling
from holdfast.gate.policy import Purpose
from holdfast.mcp import shown
from holdfast.mcp.answer import NOTE, Answer
from holdfast.profile import section_of
from holdfast.recall.render import render_block

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from holdfast.mcp.desk import Desk
    from holdfast.model import Hit, Recall

LISTED = 20
MESSAGES = 8
SUMMARIES = 3
USUAL_LIMIT = 8
WIDER_BUDGET = 250  # characters for each memory that is asked for beyond the usual number
ARCHIVE = "L2"
MARKED = {"stale": "stale"}
NOTHING = "Nothing that is remembered fits."


def memory_recall(desk: Desk, given: dict[str, Any]) -> Answer:
    """Search memories."""
    desk.admit(Purpose.RECALL)
    found = recall_for(desk, given)
    if found is None or not found.hits:
        return Answer(text=NOTHING, data={"memories": [], "scopes": list(_scopes(desk, given))})
    return Answer(
        text=found.block,
        data={
            "recall": found.id, "note": NOTE, "memories": [_hit_data(hit) for hit in found.hits],
            "scopes": [str(scope) for scope in found.scopes],
        },
    )  # fmt: skip


def recall_for(desk: Desk, given: dict[str, Any]) -> Recall | None:
    """Recall within the scopes that are left to an agent; None where none of the wanted ones is."""
    scopes = _scopes(desk, given)
    if not scopes:
        return None
    limit = desk.at_most("recall.limit", given.get("limit"), USUAL_LIMIT)
    usual = desk.core.setting_int("recall.budget")
    wanted = {name: given.get(name) for name in ("layers", "kinds", "tags", "project", "since", "until", "at")}
    request = desk.memory.wanted(
        given["query"], **wanted, scopes=scopes, limit=limit,
        budget=desk.at_most("recall.budget", usual + WIDER_BUDGET * max(0, limit - USUAL_LIMIT), usual),
    )  # fmt: skip
    return recalling.recall(desk.core, request.evolve(turn=desk.place.turn))


def memory_list(desk: Desk, given: dict[str, Any]) -> Answer:
    """List memories."""
    desk.admit(Purpose.RECALL)
    filters = {
        name: given.get(name)
        for name in ("layers", "kinds", "sources", "statuses", "project", "task", "since", "until")
    }
    page = desk.memory.list(
        **filters, scopes=_scopes(desk, given), tags=given.get("tags", ()), limit=given.get("limit", LISTED),
        after=given.get("after"),
    )  # fmt: skip
    at = desk.core.clock()
    block = shown.memory_block(((one, (f"{one.layer} {one.kind}", str(one.scope))) for one in page.memories), at)
    more = f"\nThere are more: call again with after={page.next}" if page.next else ""
    data = {"note": NOTE, "memories": [shown.memory_data(one) for one in page.memories]}
    return Answer(text=(block or "Nothing is remembered that fits.") + more,
                  data={**data, **({"next": page.next} if page.next else {})})  # fmt: skip


def profile(desk: Desk, _given: dict[str, Any]) -> Answer:
    """Show the profile with the ids of its entries."""
    desk.admit(Purpose.RECALL)
    found = desk.memory.profile()
    block = shown.memory_block(((one, (section_of(one),)) for one in found.memories), desk.core.clock())
    used = found.usage
    full = f"{used.chars:,} of {used.limit:,} characters are used ({used.percent} %)."
    entries = [{**shown.memory_data(one), "section": section_of(one)} for one in found.memories]
    usage = {"chars": used.chars, "limit": used.limit, "percent": used.percent}
    return Answer(
        text=f"{block or 'The profile is empty.'}\n{full}", data={"note": NOTE, "memories": entries, "usage": usage}
    )


def history_search(desk: Desk, given: dict[str, Any]) -> Answer:
    """Search what was said, and the archive."""
    desk.admit(Purpose.RECALL)
    span = {name: given.get(name) for name in ("since", "until")}
    messages = desk.memory.history_search(given["query"], limit=given.get("limit", MESSAGES), **span)
    archived = recall_for(desk, {"query": given["query"], "layers": [ARCHIVE], "limit": SUMMARIES, **span})
    at = desk.core.clock()
    said = render_block([shown.episode_line(one.episode, at) for one in messages])
    kept = archived.block if archived else ""
    text = "\n".join(part for part in (said, kept and f"From the archive:\n{kept}") if part)
    return Answer(
        text=text or "Nothing that was said in this project fits.",
        data={
            "note": NOTE, "messages": [shown.episode_data(one.episode, one.score) for one in messages],
            "summaries": [_hit_data(hit) for hit in archived.hits] if archived else [],
        },
    )  # fmt: skip


def _scopes(desk: Desk, given: dict[str, Any]) -> tuple[str, ...]:
    allowed = [str(scope) for scope in desk.allowed_scopes]
    return tuple(scope for scope in allowed if scope in given.get("scopes", allowed))


def _hit_data(hit: Hit) -> dict[str, Any]:
    marks = [mark for part, mark in MARKED.items() if part in hit.parts]
    marks += ["disputed"] if hit.memory.conflicts_with else []
    return {**shown.memory_data(hit.memory), "score": round(hit.score, 4), **({"marks": marks} if marks else {})}
