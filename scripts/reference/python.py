"""`python.md`: the names of the top level, and every verb with its signature and docstring."""

from __future__ import annotations

import inspect
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import holdfast
from holdfast.aio import AsyncMemory
from holdfast.capture.turns import Turn
from holdfast.flows.profile import Profile
from holdfast.flows.remember import Outcome
from holdfast.memory import Memory, Projects, Tasks, open_memory
from holdfast.model import Hit, Missed, Recall
from holdfast.store.memories import Page
from reference.markdown import blocks, code, described, table

if TYPE_CHECKING:
    from pathlib import Path

INTRO = """\
# Python

```python
import holdfast

with holdfast.open() as memory:
    memory.remember("Run tests with `make test`.", scope="workspace", kind="procedure", tags=["testing"])
    for hit in memory.recall("how do we run the tests", limit=5):
        print(hit.score, hit.memory.content)
```

Importing does nothing: it opens no file, reads no setting and configures no logging. The package is typed. What you read
here raises [errors](errors.md) that derive from `HoldfastError`; ids may be cut to their first four characters after the `_`
or more. Where a scope, layer, kind or source is asked for, its name as a text will do. `Names` stands for one name or
several: `str | Iterable[str] | None`."""

TOP = {
    "open": "Open a memory; see below.",
    "Memory": "One person's memory in one workspace.",
    "AsyncMemory": "The same with coroutines.",
    "Turn": "What was said in one exchange, for `capture`.",
    "StoredMemory": "A memory as the store holds it. [Its fields](json.md#memory).",
    "Episode": "One message of the journal. [Its fields](json.md#episode).",
    "Recall": "The result of `recall`; iterate over it for its hits.",
    "Hit": "A memory found, with its score and the parts of it. [Its fields](json.md#hit).",
    "Scope": "`session`, `workspace`, `user`, `shared`.",
    "Layer": "`L0`, `L1`, `L2`.",
    "Kind": "What sort of statement a memory is.",
    "Source": "Who says so.",
    "Status": "Whether a memory still holds.",
    "Origin": "Where the words came from, from most to least trusted.",
    "Role": "Who spoke in a turn.",
    "Mode": "When suggestions are made; `off` writes nothing.",
    "HoldfastError": "Above all other errors.",
    "UsageError": "The caller asked for something that cannot be meant.",
    "Refused": "A rule said no; nothing was written.",
    "Disabled": "The mode is off, or the directory is ignored.",
    "Untrusted": "The workspace is marked untrusted.",
    "ConsentNeeded": "There is no consent, or it was given for another endpoint.",
    "SecretFound": "The text looks like a credential.",
    "StoreError": "The store could not do what was asked.",
    "NotFound": "There is no such id, or it is not yours to see.",
    "Conflict": "The row or file changed in between.",
    "__version__": "The version, a text.",
}

RESULTS: tuple[tuple[type[Any], str], ...] = (
    (Outcome, "What `remember`, `correct`, `edit` and `promote` return."),
    (Recall, "What `recall` returns; iterating gives its hits, `len` their number."),
    (Hit, "One memory found."),
    (Missed, "One memory left out, in `Recall.missed`."),
    (Page, "What `list` returns."),
    (Profile, "What `profile` returns."),
    (Turn, "What `capture` takes."),
)
HIDDEN = {"wanted"}


def page(_root: Path) -> str:
    """Return the page."""
    names = [(code(name), sentence) for name, sentence in described("top level", holdfast.__all__, TOP)]
    return blocks(
        INTRO,
        "## Names", table(("name", "what it is"), names),
        "## Opening", _function("holdfast.open", open_memory), _own_store(),
        "## Memory", _first(Memory), *_verbs("memory", Memory),
        "## Tasks", _first(Tasks), *_verbs("memory.tasks", Tasks),
        "## Projects", _first(Projects), *_verbs("memory.projects", Projects),
        "## AsyncMemory", _first(AsyncMemory),
        "`await AsyncMemory.open(…)` takes what `holdfast.open` takes. Every verb above is there under the same name with the "
        "same parameters, and is awaited; it runs on a small pool of threads. `async with` closes it.",
        "## Results", *(_fields(kind, about) for kind, about in RESULTS),
    )  # fmt: skip


def _own_store() -> str:
    return "`agent` keeps the memories of one agent apart from those of another: neither sees the other's."


def _verbs(prefix: str, kind: type) -> list[str]:
    found = []
    for name, member in vars(kind).items():
        if name.startswith("_") or name in HIDDEN:
            continue
        if isinstance(member, property):
            found.append(blocks(f"### {prefix}.{name}", member.__doc__ or ""))
        elif inspect.isfunction(member):
            found.append(_function(f"{prefix}.{name}", member))
    return found


def _function(name: str, function: Any) -> str:
    signature = inspect.signature(function)
    parameters = [one for one in signature.parameters.values() if one.name != "self"]
    returned = str(signature.return_annotation)
    doc = inspect.getdoc(function) or ""
    return blocks(f"### {name}", f"```text\n{name}({_parameters(parameters)}) -> {returned}\n```", doc)


def _parameters(parameters: list[inspect.Parameter]) -> str:
    """Return the parameters one to a line when there are several."""
    shown = []
    starred = False
    for one in parameters:
        if one.kind is inspect.Parameter.KEYWORD_ONLY and not starred:
            starred = True
            if not any(other.kind is inspect.Parameter.VAR_POSITIONAL for other in parameters):
                shown.append("*")
        shown.append(_parameter(one))
        if one.kind is inspect.Parameter.POSITIONAL_ONLY:
            shown.append("/")
    one_line = ", ".join(shown)
    if len(one_line) <= 70:  # noqa: PLR2004 - fits beside the name
        return one_line
    return "\n    " + ",\n    ".join(shown) + ",\n"


def _parameter(one: inspect.Parameter) -> str:
    star = "*" if one.kind is inspect.Parameter.VAR_POSITIONAL else ""
    star = "**" if one.kind is inspect.Parameter.VAR_KEYWORD else star
    default = "" if one.default is inspect.Parameter.empty else f" = {_literal(one.default)}"
    return f"{star}{one.name}: {one.annotation}{default}"


def _literal(value: object) -> str:
    return repr(str(value)) if isinstance(value, StrEnum) else repr(value)


def _first(kind: type) -> str:
    return inspect.getdoc(kind) or ""


def _fields(kind: type[Any], about: str) -> str:
    rows = [(code(name), code(kind.__annotations__[name]), _default(kind, name)) for name in kind._fields]
    return blocks(f"### {kind.__name__}", about, table(("field", "type", "default"), rows))


def _default(kind: type[Any], name: str) -> str:
    return code(_literal(kind._defaults[name])) if name in kind._defaults else "–"  # noqa: SLF001
