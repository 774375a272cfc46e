"""What every verb works with: the store, the settings, whose memory it is and where we stand.

A `Core` belongs to one person in one workspace, optionally in one session and for one agent. It is the
only place that turns those into group ids, so no verb can reach another's groups.
"""

from __future__ import annotations

from holdfast import errors, ids, times
from holdfast.gate.policy import kept_out_by
from holdfast.model import Mode, Scope
from holdfast.scope import keyfile
from holdfast.scope.identity import label_for, root_commit_of, workspace_identity
from holdfast.scope.keys import group_id, keyed_digest
from holdfast.scope.reach import Group, Reach
from holdfast.secrets.prefilter import DEFAULT_PERSONAL
from holdfast.secrets.redactor import redact
from holdfast.store import groups

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, Literal

    from holdfast.ids import NewId
    from holdfast.scope.keyfile import Keys
    from holdfast.scope.workspace import Root
    from holdfast.secrets.redactor import Redaction
    from holdfast.secrets.rules import Rule
    from holdfast.settings import Settings
    from holdfast.store.changes import Recorder
    from holdfast.store.database import Database, Transaction
    from holdfast.store.groups import KnownRoot
    from holdfast.times import Clock

SCOPE_ORDER = (Scope.SESSION, Scope.WORKSPACE, Scope.USER, Scope.SHARED)
HOOK = "hook"
NAMES_KEPT = 64
MARK_CHARS = 24
SELDOM = ("info", "debug")  # levels that are off unless somebody looks for a fault
PATTERNS = "secrets.extra_patterns"


class Core:
    """One person's memory, seen from one place."""

    def __init__(
        self,
        *,
        database: Database,
        settings: Settings,
        keys: Keys | None,
        home: str,
        root: Root,
        session: str = "",
        host: str = "",
        agent: str = "",
        actor: str = "person",
        clock: Clock = times.now,
        new_id: NewId = ids.new_id,
    ) -> None:
        self.database = database
        self.settings = settings
        self.home = home
        self.root = root
        self.session = session
        self.host = host
        self.agent = agent
        self.actor = actor
        self.clock = clock
        self.new_id = new_id
        self.stands_elsewhere = False
        self._keys = keys
        self._workspace: Group | None = None
        self._is_settled = False
        self._rules: tuple[Rule, ...] | None = None
        self._storable: dict[str, str] = {}  # the names met last: an import meets a session's name in each turn

    @property
    def keys(self) -> Keys:
        """The keys of this home, or ones that fit nothing while it does not exist."""
        if self._keys is None:
            self._keys = keyfile.read(self.home)
        return self._keys or keyfile.throwaway()

    @property
    def mode(self) -> Mode:
        """The mode in force."""
        return Mode(str(self.settings.get("mode")))

    @property
    def by_meaning(self) -> bool:
        """Whether vectors are on here: never in the hook, where loading them alone would take longer than an answer."""
        return self.actor != HOOK and self.settings.get("recall.vectors") != "off"

    @property
    def owner(self) -> str:
        """Who the rows belong to that are about a person (and agent) rather than a group."""
        return self.owner_of(self.agent)

    @property
    def root_id(self) -> str:
        """The keyed mark of the folder we stand in."""
        return keyed_digest(self.keys.key, "root", self.root.path)

    @property
    def user_key(self) -> str:
        """The stable key of the person's own scope."""
        return str(self.settings.get("user.id")) or self.keys.user

    def owner_of(self, agent: str) -> str:
        """Return the owner of the rows that are about this person and an agent."""
        return group_id(self.keys.key, Scope.USER, self.user_key, agent, "hashed")

    def session_key(self, workspace: str, session: str) -> str:
        """Return the stable key of a session of this person in a workspace."""
        return f"{workspace}\0{self.user_key}\0{session}"

    def setting_int(self, name: str) -> int:
        """Return a setting that is a whole number."""
        return int(str(self.settings.get(name)))

    def say(self, level: str, action: str, **facts: object) -> None:
        """Tell on stderr what happens, where `log.level` wants to know."""
        if level in SELDOM and self.settings.get("log.level") not in SELDOM:
            return
        from holdfast.log import say  # noqa: PLC0415 - the hook says nothing unless it is asked to

        say(self.settings, level, action, **facts)

    def redact(self, text: str) -> Redaction:
        """Return a text with every credential replaced, by the shipped rules and the person's own."""
        if self._rules is None:
            self._rules = _rules(self.settings.get(PATTERNS), self.settings.own(PATTERNS))
        personal = DEFAULT_PERSONAL if self.settings.get("secrets.cards") else frozenset()
        return redact(text, self._rules, personal=personal)

    def storable_name(self, name: str) -> str:
        """Return what a host calls something as it may be stored: one that looks like a credential as a keyed mark."""
        known = self._storable.get(name)
        if known is None:
            is_harmless = not name or not self.redact(name).findings
            known = name if is_harmless else f"masked-{keyed_digest(self.keys.key, 'name', name)[:MARK_CHARS]}"
            if len(self._storable) >= NAMES_KEPT:
                self._storable.clear()
            self._storable[name] = known
        return known

    def exists(self) -> bool:
        """Say whether there is a home to write logs into."""
        return self._keys is not None or keyfile.read(self.home) is not None

    def settle(self) -> None:
        """Make sure there is a home with keys, before the first write."""
        if self._keys is None:
            from holdfast import places  # noqa: PLC0415 - once per home

            places.make_home(self.home)
            self._keys = keyfile.create(self.home)

    def settle_known(self) -> None:
        """Make ready for a change of something that is stored; raise NotFound where nothing is, and make no home."""
        if not self.exists():
            raise errors.NotFound(
                "nothing is stored yet", why="there is no home to look in", hint="holdfast remember TEXT"
            )
        self.settle()

    def reach(self, tx: Transaction) -> Reach:
        """Return the groups that exist within reach, in the order of scopes."""
        found = [self._existing(tx, scope) for scope in SCOPE_ORDER[:3]]
        return Reach(groups=tuple(group for group in found if group is not None))

    def group(self, tx: Transaction, scope: Scope) -> Group:
        """Return the group of a scope, making it when it is new."""
        if scope is Scope.WORKSPACE:
            return self.workspace(tx)
        key, label = self._key(tx, scope)
        wanted = Group(no=0, id=self.make_id(scope, key), scope=scope, agent=self.agent, label=label)
        return groups.ensure(tx, wanted, self.clock(), shown=self.shown_id(scope, key))

    def workspace(self, tx: Transaction) -> Group:
        """Return the workspace's group within a writing transaction, making it and remembering its folder when new."""
        found = self.known_workspace(tx)
        if found is None or not (self._is_settled or self.actor == HOOK):
            from holdfast.flows.workspaces import settle_workspace  # noqa: PLC0415 - needs git, the hook does not

            found = self._workspace = settle_workspace(tx, self)
            self._is_settled = True
        return found

    def standing_in(self, workspace_no: int, session: str) -> Core:
        """Return a core in another workspace of this person: for the worker, which serves them all."""
        other = Core(
            database=self.database, settings=self.settings, keys=self._keys, home=self.home, root=self.root,
            session=session, host=self.host, agent=self.agent, actor=self.actor, clock=self.clock, new_id=self.new_id,
        )  # fmt: skip
        with self.database.reading() as tx:
            other._workspace = groups.get(tx, workspace_no)
        other.stands_elsewhere = other._is_settled = True
        return other

    def known_workspace(self, tx: Transaction) -> Group | None:
        """Return the workspace that this folder belongs to, if there is one.

        A folder somebody decided about is looked up; for any other one git is asked, but never by the hook.
        """
        if self._workspace is None:
            known = self.known_root(tx)
            if known is not None:
                self._workspace = groups.get(tx, known.group_no)
                # Without a remote the first commit is all that tells repositories apart, and it may be rewritten: each
                # process that writes notes the present one.
                self._is_settled = bool(self.root.remote) or not self.root.common_dir
            elif self.actor != HOOK:
                from holdfast.flows.workspaces import find_workspace  # noqa: PLC0415 - needs git

                self._workspace = find_workspace(tx, self)
        return self._workspace

    def known_root(self, tx: Transaction) -> KnownRoot | None:
        """Return what is known of the folder we stand in, while it holds the repository that this is known of."""
        known = groups.root(tx, self.root_id, self.owner)
        if known is None or known.remote != self.root.remote:
            return None
        if not known.remote and self.root.common_dir:
            from holdfast.scope.objects import holds_any  # noqa: PLC0415 - only where no remote names the repository

            commits = [root_commit_of(identity) for identity in groups.identities(tx, known.group_no)]
            if not holds_any(self.root.common_dir, commits):
                return None
        return known

    def forget_workspace(self) -> None:
        """Look the workspace up anew from now on: it was merged into another."""
        self._workspace, self._is_settled = None, False

    def wanted_workspace(self, root_commit: str) -> Group:
        """Return the group that the repository in this folder should have."""
        identity = self._identity(root_commit)
        in_plain = identity if identity.startswith("git") else ""
        label = label_for(self.root.remote, self.root.path)
        return Group(no=0, id=self.make_id(Scope.WORKSPACE, identity), scope=Scope.WORKSPACE, agent=self.agent,
                     label=label, identity=in_plain)  # fmt: skip

    def shown_workspace_id(self, root_commit: str) -> str:
        """Return the id that a new group for the repository in this folder is shown with."""
        return self.shown_id(Scope.WORKSPACE, self._identity(root_commit))

    def make_id(self, scope: Scope, stable_key: str) -> str:
        """Return the id that the group of a scope and key of this agent is found by, whatever it is shown with."""
        return group_id(self.keys.key, scope, stable_key, self.agent, "hashed")

    def shown_id(self, scope: Scope, stable_key: str) -> str:
        """Return the id that a new group of a scope and key is shown with, as `group.strategy` says now."""
        strategy: Literal["hashed", "raw"] = "raw" if self.settings.get("group.strategy") == "raw" else "hashed"
        return group_id(self.keys.key, scope, stable_key, self.agent, strategy)

    def record(self, tx: Transaction, verb: str, *, reason: str = "", undoes: str | None = None) -> Recorder:
        """Return a recorder for one change of this actor."""
        from holdfast.store.changes import Change, Recorder  # noqa: PLC0415 - no prompt changes a memory

        change = Change(id=self.new_id("c"), at=self.clock(), actor=self.actor, verb=verb, reason=reason, undoes=undoes)
        return Recorder(tx, change, self.owner)

    def require_open(self, scopes: Iterable[Scope] = ()) -> None:
        """Raise unless an explicit act may write here at all."""
        if self.mode is Mode.OFF:
            raise errors.Disabled("memory is off", why="the mode is `off`, which writes nothing at all")
        if self.root.ignored and any(scope is not Scope.USER for scope in scopes):
            kept_out = kept_out_by(self.root.listed)
            raise errors.Disabled(
                "this directory is kept out of memory",
                why=kept_out["why"],
                hint=f"use --scope user, or look at: {kept_out['hint']}",
            )

    def _existing(self, tx: Transaction, scope: Scope) -> Group | None:
        if scope is Scope.WORKSPACE:
            return self.known_workspace(tx)
        if scope is Scope.SESSION and (not self.session or self.known_workspace(tx) is None):
            return None
        return groups.find(tx, self.make_id(scope, self._key(tx, scope)[0]))

    def _identity(self, root_commit: str) -> str:
        return workspace_identity(self.root.remote, root_commit, self.root.path)

    def _key(self, tx: Transaction, scope: Scope) -> tuple[str, str]:
        """Return the stable key of a scope seen from here, and what its group is called."""
        match scope:
            case Scope.SESSION:
                if not self.session:
                    raise errors.UsageError("there is no session here", why="session scope needs a session id")
                workspace = self.known_workspace(tx) or self.workspace(tx)
                return self.session_key(workspace.id, self.session), self.session
            case Scope.USER:
                return self.user_key, "you"
            case _:
                raise errors.UsageError(f"{scope} scope cannot be used here", why="shared memories belong to agents")


def _rules(patterns: Any, own: Any) -> tuple[Rule, ...]:
    """Return the rules of the person and those that a workspace adds; the workspace's go when they cannot be used."""
    if not patterns:
        return ()
    from holdfast.secrets.rules import parse_user_rules  # noqa: PLC0415 - most people have no rules of their own

    try:
        return parse_user_rules(patterns)
    except errors.ConfigError:
        if patterns == own:
            raise  # without one of the person's rules nothing is stored
        return parse_user_rules(own)
