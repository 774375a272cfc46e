"""Every setting in one table, and the layers that set them.

Per key: default < user file < project file < environment < command line, and the origin of each value is kept.
The project file (`.holdfast.toml` in the workspace root) comes with a clone, so it may only narrow; whatever else
it says is ignored and reported in `refused`, and a broken one never raises. The environment and the command line
are the person's own and win over both files, with one exception: what a workspace switched off stays off, and what
it asked to keep out stays out, unless the command line itself says otherwise.
`tests/settings` holds the laws; the environment is read here and in `places` only.
"""

from __future__ import annotations

import os
import time

from holdfast import places
from holdfast.errors import ConfigError, HoldfastError
from holdfast.nearest import did_you_mean
from holdfast.settings_rules import Setting, Wrong, is_switched_off, narrowed, parse_value
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

PROJECT_FILE = ".holdfast.toml"
CACHE_FILE = "settings.cache.json"

DEFAULT = "default"
USER = "user file"
PROJECT = "project file"
ENVIRONMENT = "environment"
COMMAND_LINE = "command line"

MAX_FILE_BYTES = 256 * 1024
MAX_PROJECT_BYTES = 32 * 1024
# `tomllib` needs 1 s for a 16 KB key of dots, 20 s for 64 KB; 500 dots are 4 ms, and plenty for honest files.
MAX_PROJECT_DOTS = 500
MAX_REFUSALS = 20
# A file changed twice within one tick of the file system's clock looks unchanged; a fresh one is not cached.
SETTLED_NS = 2_000_000_000

# A project file has a say only in what concerns its own workspace: a lower `queue.limit` or `learn.limit_user`
# would throw away what belongs to others.
SETTINGS: tuple[Setting, ...] = (
    Setting(name="mode", type="choice", default="occasional", narrow="off",
            choices=("off", "eager", "occasional", "manual"),
            sentence="When suggestions are made and how you hear of them; off writes nothing at all."),
    Setting(name="system_messages", type="bool", default=False, narrow="off",
            sentence="Also capture system messages, after one episode that says whose they are."),
    Setting(name="store.url", type="str", default="",
            sentence="Where memories are kept: a path or postgresql://…; empty is holdfast.db in the home."),
    Setting(name="store.tenant", type="str", default="default",
            sentence="The tenant within a shared PostgreSQL store."),
    Setting(name="user.id", type="str", default="",
            sentence="Your account id, so that several machines share one user scope; empty is a random key."),
    Setting(name="group.strategy", type="choice", default="hashed", choices=("hashed", "raw"),
            sentence="Whether group ids are keyed hashes or readable."),
    Setting(name="capture.enabled", type="bool", default=True, narrow="off",
            sentence="Keep the messages of each turn as episodes."),
    Setting(name="capture.assistant", type="bool", default=True, narrow="off",
            sentence="Keep the agent's messages too, not only yours."),
    Setting(name="capture.max_message_chars", type="int", default=20_000, narrow="lower", least=100, most=1_000_000,
            sentence="Longer messages are cut to this many characters."),
    Setting(name="recall.enabled", type="bool", default=True, narrow="off",
            sentence="Offer memories to the agent on each turn."),
    Setting(name="recall.limit", type="int", default=8, narrow="lower", least=0, most=100,
            sentence="How many memories one recall offers at most."),
    Setting(name="recall.budget", type="int", default=2000, narrow="lower", least=0, most=100_000,
            sentence="How many characters the injected block may have."),
    Setting(name="recall.scopes", type="list", default=("auto",), narrow="subset",
            choices=("auto", "session", "workspace", "user", "shared"),
            sentence="The scopes that are searched; auto picks them by the words of the question."),
    Setting(name="recall.deadline_ms", type="int", default=750, narrow="lower", least=10, most=60_000,
            sentence="How long one recall may take, remote recallers included."),
    Setting(name="recall.item_chars", type="int", default=0, least=0, most=100_000,
            sentence="How many characters of one memory the block shows at most; 0 shows it whole."),
    Setting(name="recall.bar", type="float", default=0.25, narrow="higher", least=0.0, most=1.0,
            sentence="How close the best memory must come to a message before the agent gets any; 0 always offers what is closest."),
    Setting(name="recall.flavour", type="choice", default="memory-context",
            choices=("memory-context", "graphiti_memory"),
            sentence="The tag around the injected block."),
    Setting(name="recall.vectors", type="choice", default="off", choices=("off", "wordllama"),
            sentence="Also find what means the same in other words, by vectors of this embedder, where a search is made"
                     " on purpose; needs the extra `vectors`."),
    Setting(name="recall.log_limit", type="int", default=10_000, least=0, most=10_000_000,
            sentence="How many recalls the log keeps."),
    Setting(name="recall.log_text", type="bool", default=True, narrow="off",
            sentence="Keep the words of each query in the recall log."),
    Setting(name="profile.limit", type="int", default=1000, least=0, most=1000,
            sentence="How many characters the profile (L0) may have."),
    Setting(name="queue.limit", type="int", default=1000, least=1, most=1_000_000,
            sentence="How many items wait for one sink before the oldest is dropped."),
    Setting(name="queue.max_attempts", type="int", default=8, least=1, most=100,
            sentence="How often an item is tried before it becomes a dead letter."),
    Setting(name="queue.first_delay_ms", type="int", default=2000, least=10, most=3_600_000,
            sentence="How long an item that failed once waits; each failure doubles it."),
    Setting(name="queue.longest_delay_ms", type="int", default=3_600_000, least=10, most=86_400_000,
            sentence="The longest that an item waits for its next attempt."),
    Setting(name="directives.enabled", type="bool", default=False, narrow="off",
            sentence="Read memory directives in your messages, such as `preference: …` or `decision (workspace): …`."),
    Setting(name="learn.limit_workspace", type="int", default=50, narrow="lower", least=1, most=100_000,
            sentence="How many learned memories a workspace keeps active."),
    Setting(name="learn.limit_user", type="int", default=100, least=1, most=100_000,
            sentence="How many learned memories your user scope keeps active."),
    Setting(name="session.summary", type="bool", default=True, narrow="off",
            sentence="Write a summary into the archive when a session ends."),
    Setting(name="hook.deadline_ms", type="int", default=1000, least=50, most=60_000,
            sentence="How long the hook may hold up the agent, whatever happens."),
    Setting(name="secrets.extra_patterns", type="list", default=(), narrow="union",
            sentence="More regular expressions for what counts as a secret."),
    Setting(name="secrets.cards", type="bool", default=True,
            sentence="Treat payment card numbers as secrets."),
    Setting(name="git.metadata", type="bool", default=True, narrow="off",
            sentence="Note repository name, branch and commit with what is captured."),
    Setting(name="graphiti.enabled", type="bool", default=False, narrow="off",
            sentence="Send to a Graphiti service and ask it, once you agreed to its address."),
    Setting(name="graphiti.endpoint", type="str", default="",
            sentence="The address of the Graphiti service, such as http://localhost:8000; empty is none."),
    Setting(name="graphiti.token_variable", type="str", default="",
            sentence="The environment variable that holds the token for the Graphiti service."),
    Setting(name="graphiti.timeout_ms", type="int", default=5000, least=100, most=60_000,
            sentence="How long sending to the Graphiti service may take."),
    Setting(name="graphiti.batch_size", type="int", default=32, least=1, most=1000,
            sentence="How many messages go to the Graphiti service at once."),
    Setting(name="graphiti.scopes", type="list", default=("session", "workspace"), narrow="subset",
            choices=("session", "workspace", "user"),
            sentence="The scopes whose messages go to the Graphiti service."),
    Setting(name="graphiti.user_scope", type="bool", default=False, narrow="off",
            sentence="Also send what you promote to user scope to the Graphiti service."),
    Setting(name="graphiti.user_group", type="str", default="",
            sentence="The group id of your user scope in the Graphiti service; empty is one made of user.id."),
    Setting(name="directories.allow", type="list", default=(),
            sentence="Only these directory trees take part, named by their paths; empty is all."),
    Setting(name="directories.deny", type="list", default=(), narrow="union",
            sentence="These directory trees never take part."),
    Setting(name="backup.keep", type="int", default=3, least=0, most=1000,
            sentence="How many backups of the store are kept."),
    Setting(name="backup.every_hours", type="int", default=24, least=1, most=8760,
            sentence="How many hours lie between two backups."),
    Setting(name="log.level", type="choice", default="warning", choices=("error", "warning", "info", "debug"),
            sentence="How much is told on stderr; from info on, a line for what was done, never with words of yours."),
)  # fmt: skip

_BY_NAME = {setting.name: setting for setting in SETTINGS}
# The short names that the documentation gives, beside HOLDFAST_STORE_URL and HOLDFAST_LOG_LEVEL.
_SHORT = {"store.url": "HOLDFAST_STORE", "log.level": "HOLDFAST_LOG"}
_VARIABLES = {setting.name: (_SHORT.get(setting.name, ""), setting.variable) for setting in SETTINGS}


class Refusal(Value):
    """Something a file or variable asked for that was not done."""

    file: str
    key: str
    why: str


class Settings(Value):
    """The values in force, where each came from, and what a project file asked for in vain."""

    values: dict[str, Any]
    origins: dict[str, str]
    asked: dict[str, Any]  # what the person set where a workspace's file narrowed it
    refused: tuple[Refusal, ...] = ()
    user_file: str = ""
    project_file: str = ""

    def get(self, name: str) -> Any:
        """Return the value in force; raises ConfigError for an unknown name."""
        return self.values[find_setting(name).name]

    def own(self, name: str) -> Any:
        """Return what the person set, or the default: the value without what a workspace's file did to it."""
        return self.asked.get(find_setting(name).name, self.get(name))

    def origin(self, name: str) -> str:
        """Return the layer that set the value: `default`, `user file`, `environment` and so on."""
        return self.origins.get(find_setting(name).name, DEFAULT)


def find_setting(name: str) -> Setting:
    """Return the setting of that name; raises ConfigError that names the closest one."""
    found = _BY_NAME.get(name)
    if found is None:
        raise ConfigError(f"there is no setting {name!r}", why=_meant(name))
    return found


def load(
    project_root: str | None = None,
    environ: Mapping[str, str] | None = None,
    overrides: Mapping[str, object] | None = None,
) -> Settings:
    """Return the settings in force; reads at most the two files and, for speed, a cache of the first.

    Raises ConfigError, naming file and line or variable, for anything wrong outside the project file.
    """
    environ = places.environment() if environ is None else environ
    values = {setting.name: setting.default for setting in SETTINGS}
    user_file = places.config_file(environ)
    mine, unknown_stamp = _user_values(user_file, places.home(environ))
    values |= mine
    project_file = os.path.join(project_root, PROJECT_FILE) if project_root else ""
    theirs, refused = _project_values(project_file, values) if project_file else ({}, ())
    environment, held = _keep_narrow(_environment_values(environ), theirs)
    typed = dict(_override_values(overrides or {}))
    origins = dict.fromkeys(mine, USER) | dict.fromkeys(theirs, PROJECT)
    origins |= dict.fromkeys(environment, ENVIRONMENT) | dict.fromkeys(typed, COMMAND_LINE)
    asked = values | {name: value for name, _, value in _environment_values(environ)} | typed if theirs else {}
    values |= theirs | environment | typed
    if unknown_stamp and values["mode"] != "off":  # off writes nothing at all
        _cache(places.home(environ), unknown_stamp, mine)
    return Settings(values=values, origins=origins, asked={name: asked[name] for name in theirs},
                    refused=(*refused, *held), user_file=user_file, project_file=project_file)  # fmt: skip


def is_strict(environ: Mapping[str, str] | None = None) -> bool:
    """Say whether unexpected errors are to be raised instead of contained (`HOLDFAST_STRICT`), for tests."""
    environ = places.environment() if environ is None else environ
    return environ.get("HOLDFAST_STRICT", "").strip().lower() not in {"", "0", "false", "no", "off"}


def checked_values(path: str, document: Mapping[str, object], data: bytes | None = None) -> dict[str, Any]:
    """Return the parsed values of a settings file; raises ConfigError with file, line and reason."""
    values = {}
    for name, raw in document.items():
        setting = _BY_NAME.get(name)
        value = parse_value(setting, raw) if setting else Wrong(why=_meant(name))
        if isinstance(value, Wrong):
            what = f"{name!r} has a wrong value" if setting else f"there is no setting {name!r}"
            raise ConfigError(f"{what} in {_place(path, name, data)}", why=value.why, hint=f"correct it in {path!r}")
        values[name] = value
    return values


def _meant(name: str) -> str:
    tail = [known for known in _BY_NAME if known.endswith("." + name)]
    return f"did you mean {tail[0]!r}?" if tail else did_you_mean(name, _BY_NAME) or "nothing is called like that"


def _place(path: str, name: str, data: bytes | None) -> str:
    from holdfast.settings_document import line_of  # noqa: PLC0415

    data = places.read_regular(path, MAX_FILE_BYTES) if data is None else data
    line = line_of(data.decode("utf-8", "replace"), name)
    return f"{path!r}, line {line}" if line else repr(path)


def _user_values(path: str, home: str) -> tuple[dict[str, Any], list[Any] | None]:
    """Return what the user's file sets, and the stamp to remember it by when the cache does not know it yet."""
    try:
        state = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return {}, None
    except OSError as error:
        raise places.file_error(error, path, doing="read") from error
    stamp = [path, state.st_mtime_ns, state.st_ctime_ns, state.st_size, state.st_ino]
    known = _cached(home, stamp)
    if known is not None:
        return checked_values(path, known), None
    from holdfast.settings_document import read_document  # noqa: PLC0415 - only when the cache does not know the file

    data = places.read_regular(path, MAX_FILE_BYTES)
    document = read_document(path, data)
    values = checked_values(path, document, data)
    is_settled = time.time_ns() - max(state.st_mtime_ns, state.st_ctime_ns) > SETTLED_NS and len(data) == state.st_size
    return values, stamp if is_settled else None


def _cached(home: str, stamp: list[Any]) -> dict[str, object] | None:
    import json  # noqa: PLC0415 - not before there is a user file

    try:
        found = json.loads(places.read_private(os.path.join(home, CACHE_FILE), MAX_FILE_BYTES))
    except (FileNotFoundError, HoldfastError, ValueError, RecursionError):
        return None  # absent, foreign or torn: the file itself is read, which says what is wrong
    match = isinstance(found, dict) and found.get("stamp") == stamp and isinstance(found.get("values"), dict)
    return found["values"] if match else None


def _cache(home: str, stamp: list[Any], values: Mapping[str, Any]) -> None:
    """Remember a user file for the next process, unless nothing may be written yet or it holds a password."""
    import json  # noqa: PLC0415

    if not os.path.isdir(home) or "@" in values.get("store.url", ""):
        return
    try:
        content = json.dumps({"stamp": stamp, "values": values}).encode()
        places.write_private(os.path.join(home, CACHE_FILE), content, durable=False)
    except HoldfastError:
        return  # a home that cannot be written costs the next process 6 ms; whoever must write there will say so


def _project_values(path: str, allowed: Mapping[str, object]) -> tuple[dict[str, object], tuple[Refusal, ...]]:
    """Return what a workspace's file narrows, and what it asked for beyond that; it never raises."""
    try:
        data = places.read_regular(path, MAX_PROJECT_BYTES, follow=False)
        if data.count(b".") > MAX_PROJECT_DOTS:
            return {}, (Refusal(file=path, key="", why=f"it has more than {MAX_PROJECT_DOTS} dots"),)
        from holdfast.settings_document import read_document  # noqa: PLC0415

        document = read_document(path, data)
    except FileNotFoundError:
        return {}, ()
    except HoldfastError as error:
        return {}, (Refusal(file=path, key="", why=error.why or error.message),)
    taken: dict[str, object] = {}
    refused = []
    for name, raw in document.items():
        answer = _narrowed(name, raw, allowed)
        if isinstance(answer, Wrong):
            refused.append(Refusal(file=path, key=name[:80], why=answer.why))
        elif answer != allowed[name]:
            taken[name] = answer
    if len(refused) > MAX_REFUSALS:
        more = Refusal(file=path, key="", why=f"{len(refused) - MAX_REFUSALS} more keys were ignored")
        refused = [*refused[:MAX_REFUSALS], more]
    return taken, tuple(refused)


def _narrowed(name: str, raw: object, allowed: Mapping[str, object]) -> object:
    setting = _BY_NAME.get(name)
    if setting is None:
        return Wrong(why="there is no such setting")
    wanted = parse_value(setting, raw)
    return wanted if isinstance(wanted, Wrong) else narrowed(setting, allowed[name], wanted)


def _environment_values(environ: Mapping[str, str]) -> Iterator[tuple[str, str, object]]:
    for name, variables in _VARIABLES.items():
        for variable in variables:
            if raw := environ.get(variable):
                yield name, variable, _parsed(name, raw, variable)
                break


def _override_values(overrides: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    for name, raw in overrides.items():
        yield find_setting(name).name, _parsed(name, raw, f"{name} on the command line")


def _parsed(name: str, raw: object, place: str) -> object:
    value = parse_value(_BY_NAME[name], raw)
    if isinstance(value, Wrong):
        raise ConfigError(f"{place} has a wrong value", why=value.why)
    return value


def _keep_narrow(
    environment: Iterable[tuple[str, str, object]], theirs: Mapping[str, Any]
) -> tuple[dict[str, object], list[Refusal]]:
    """Let the environment win, except over what a workspace switched off or asked to keep out."""
    taken: dict[str, object] = {}
    held = []
    for name, variable, value in environment:
        setting = _BY_NAME[name]
        if name in theirs and is_switched_off(setting, theirs[name]):
            if value != theirs[name]:
                held.append(Refusal(file=variable, key=name, why="the project file switched it off"))
        elif name in theirs and setting.narrow == "union":
            taken[name] = narrowed(setting, value, theirs[name])
        else:
            taken[name] = value
    return taken, held
