"""Settings of the two earlier designs of a memory on Graphiti, in Codex and in Copilot Chat, and their counterparts here.

Pure: what stands in their files comes in by name, our settings go out. Consent is never among them: it is bound to a workspace
and an address, and is asked anew. `tests/kept/test_earlier_settings.py` holds the laws; the reference lists the tables.
"""

from __future__ import annotations

from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

VSCODE_PREFIX = "github.copilot.chat.memory.graphiti."
SUGGESTION_MODE = "chat.memory.suggestionMode"

SAME, SCOPES, SCOPE_WORD, SCOPES_MODE = "same", "scopes", "scope word", "scopes mode"
# What a scope, or a word for several, is called there.
_SCOPES = {"global": "user"}
_SCOPE_WORDS = {
    "both": ["session", "workspace"], "all": ["session", "workspace", "user"], "auto": ["auto"],
    "session": ["session"], "workspace": ["workspace"], "user": ["user"],
}  # fmt: skip


class Counterpart(Value):
    """One of their settings, its default there, and ours; `why` says so where there is none."""

    theirs: str
    default: str
    ours: str = ""
    how: str = SAME
    why: str = ""


class Taken(Value):
    """One setting that is taken over."""

    theirs: str
    ours: str
    value: object


class Left(Value):
    """One setting that is not, and why."""

    theirs: str
    why: str


_CONSENT = "it is asked anew: holdfast consent grant"
CODEX = (
    Counterpart(theirs="enabled", default="false", ours="graphiti.enabled"),
    Counterpart(theirs="consent", default="false", why=_CONSENT),
    Counterpart(theirs="endpoint", default="", ours="graphiti.endpoint"),
    Counterpart(theirs="bearer_token_env_var", default="", ours="graphiti.token_variable"),
    Counterpart(theirs="group_id_strategy", default="hashed", ours="group.strategy"),
    Counterpart(theirs="include_git_metadata", default="false", ours="git.metadata"),
    Counterpart(theirs="include_system_messages", default="false", ours="system_messages"),
    Counterpart(theirs="user_scope_key", default="", ours="user.id"),
    Counterpart(theirs="ingest_scopes", default="session, workspace", ours="graphiti.scopes", how=SCOPES),
    Counterpart(theirs="ingest.timeout_ms", default="5000", ours="graphiti.timeout_ms"),
    Counterpart(theirs="ingest.max_queue_size", default="256", ours="queue.limit"),
    Counterpart(theirs="ingest.max_batch_size", default="32", ours="graphiti.batch_size"),
    Counterpart(theirs="ingest.max_content_chars", default="8000", ours="capture.max_message_chars"),
    Counterpart(theirs="ingest.retry_max_attempts", default="6", ours="queue.max_attempts"),
    Counterpart(theirs="ingest.retry_initial_backoff_ms", default="250", ours="queue.first_delay_ms"),
    Counterpart(theirs="ingest.retry_max_backoff_ms", default="5000", ours="queue.longest_delay_ms"),
    Counterpart(theirs="recall.enabled", default="false", ours="recall.enabled"),
    Counterpart(theirs="recall.timeout_ms", default="750", ours="recall.deadline_ms"),
    Counterpart(theirs="recall.max_facts", default="10", ours="recall.limit"),
    Counterpart(theirs="recall.max_fact_chars", default="280", ours="recall.item_chars"),
    Counterpart(theirs="recall.max_total_chars", default="2000", ours="recall.budget"),
    Counterpart(theirs="recall.scopes", default="session, workspace", ours="recall.scopes", how=SCOPES),
    Counterpart(theirs="recall.scopes_mode", default="static", ours="recall.scopes", how=SCOPES_MODE),
    Counterpart(theirs="global.enabled", default="false", ours="graphiti.user_scope"),
    Counterpart(theirs="global.group_id", default="codex-global", ours="graphiti.user_group"),
    Counterpart(theirs="auto_promote.enabled", default="false", ours="directives.enabled"),
)
VSCODE = (
    Counterpart(theirs=VSCODE_PREFIX + "enabled", default="false", ours="graphiti.enabled"),
    Counterpart(theirs=VSCODE_PREFIX + "endpoint", default="", ours="graphiti.endpoint"),
    Counterpart(
        theirs=VSCODE_PREFIX + "apiKey", default="",
        why="keys stand in no settings file: put it into a variable and name that as graphiti.token_variable",
    ),
    Counterpart(theirs=VSCODE_PREFIX + "timeoutMs", default="", ours="graphiti.timeout_ms"),
    Counterpart(theirs=VSCODE_PREFIX + "maxBatchSize", default="", ours="graphiti.batch_size"),
    Counterpart(theirs=VSCODE_PREFIX + "maxQueueSize", default="", ours="queue.limit"),
    Counterpart(theirs=VSCODE_PREFIX + "maxMessageChars", default="", ours="capture.max_message_chars"),
    Counterpart(theirs=VSCODE_PREFIX + "scopes", default="", ours="graphiti.scopes", how=SCOPE_WORD),
    Counterpart(theirs=VSCODE_PREFIX + "groupIdStrategy", default="hashed", ours="group.strategy"),
    Counterpart(theirs=VSCODE_PREFIX + "includeSystemMessages", default="false", ours="system_messages"),
    Counterpart(theirs=VSCODE_PREFIX + "includeGitMetadata", default="false", ours="git.metadata"),
    Counterpart(theirs=VSCODE_PREFIX + "autoPromote.enabled", default="false", ours="directives.enabled"),
    Counterpart(theirs=VSCODE_PREFIX + "recall.enabled", default="false", ours="recall.enabled"),
    Counterpart(theirs=VSCODE_PREFIX + "recall.timeoutMs", default="750", ours="recall.deadline_ms"),
    Counterpart(theirs=VSCODE_PREFIX + "recall.maxFacts", default="", ours="recall.limit"),
    Counterpart(theirs=VSCODE_PREFIX + "recall.scopes", default="both", ours="recall.scopes", how=SCOPE_WORD),
    Counterpart(theirs=SUGGESTION_MODE, default="occasional", ours="mode"),
)  # fmt: skip


def translate(found: Mapping[str, object], table: tuple[Counterpart, ...]) -> tuple[list[Taken], list[Left]]:
    """Return what becomes of the settings that were found; of two for one of ours, the later in the table says."""
    known = {one.theirs: one for one in table}
    taken: dict[str, Taken] = {}
    left = [Left(theirs=name, why="it has no counterpart here") for name in found if name not in known]
    for one in table:
        if one.theirs not in found:
            continue
        if not one.ours:
            left.append(Left(theirs=one.theirs, why=one.why))
            continue
        value = _value(found[one.theirs], one.how)
        if value is not None:
            taken[one.ours] = Taken(theirs=one.theirs, ours=one.ours, value=value)
    return list(taken.values()), left


def flat(section: Mapping[str, object]) -> dict[str, object]:
    """Return a section of TOML with the tables inside it as names with a dot."""
    found: dict[str, object] = {}
    for name, value in section.items():
        if isinstance(value, dict):
            found |= {f"{name}.{key}": inner for key, inner in value.items()}
        else:
            found[name] = value
    return found


def _value(raw: object, how: str) -> object:
    """Return a value in our words; None where it changes nothing here."""
    if how == SCOPES_MODE:
        return ["auto"] if raw == "auto" else None  # `static` is what a list of scopes is
    if how == SCOPES and isinstance(raw, list):
        return [_SCOPES.get(word, word) if isinstance(word, str) else word for word in raw]
    if how == SCOPE_WORD and isinstance(raw, str):
        return _SCOPE_WORDS.get(raw, raw)
    return raw
