"""What only git itself can say of a repository: its root commit, and its branch, commit and state.

Never on the hook path. The repository may be hostile: its configuration can name programs for file watching, filters,
hooks, transports and pagers, and none of them may run. So git is started with a fixed environment, with every such
setting overridden, without network, and not at all from a folder inside the repository.
`tests/scope/test_git.py` plants a canary in each of them.
"""

from __future__ import annotations

import os
import shutil
import subprocess

from holdfast.deadline import Deadline
from holdfast.places import environment
from holdfast.scope.head import MAIN_BRANCHES
from holdfast.scope.identity import label_for
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from holdfast.scope.workspace import Root

MAX_FILTERS = 50
MAX_ASKED = 200  # commits in one go

# What git may see of our environment: enough to start, and to find the person's own list of safe folders.
_PASSED_ON = frozenset((
    "PATH", "HOME", "USERPROFILE", "HOMEDRIVE", "HOMEPATH", "XDG_CONFIG_HOME", "SYSTEMROOT", "SYSTEMDRIVE", "TEMP", "TMP",
    "TMPDIR",
))  # fmt: skip

_FIXED = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_ASKPASS": "",
    "SSH_ASKPASS": "",
    "GIT_ALLOW_PROTOCOL": "none",  # a missing object would otherwise be fetched, by a program the repository names
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_PAGER": "cat",
    "LC_ALL": "C",
}

_OVERRIDES = (
    "core.fsmonitor=false",
    f"core.hooksPath={os.devnull}",
    f"core.attributesFile={os.devnull}",
    "core.pager=cat",
    "core.untrackedCache=false",
    "credential.helper=",
    "diff.external=",
    "gc.auto=0",
    "maintenance.auto=false",
    "submodule.recurse=false",
)

_STATUS = (
    "status", "--porcelain=v2", "--branch", "--untracked-files=no", "--ignore-submodules=all", "--no-renames",
    "--no-ahead-behind",
)  # fmt: skip


class GitMetadata(Value):
    """What is worth remembering of a repository's state; no path in it. `dirty` speaks of tracked files; None: unknown."""

    repository: str
    branch: str = ""
    commit: str = ""
    dirty: bool | None = None


def root_commit(root: Root, timeout_s: float = 5.0) -> str:
    """Return the first commit of the repository's main line; "" when there is none, or none is known for certain.

    Every worktree and clone answers alike: the line is that of the default branch, not of what is checked out, and it
    follows first parents, so that a history merged in later changes nothing. A shallow clone does not know its root.
    """
    if not root.common_dir or os.path.lexists(os.path.join(root.common_dir, "shallow")):
        return ""
    run = _Runner(root, timeout_s)
    for line in _main_lines(run):
        commits = run(("rev-list", "--first-parent", "--max-parents=0", line, "--"))
        if commits and commits.split():
            return commits.split()[-1]
    return ""


def merged(root: Root, commits: Iterable[str], timeout_s: float = 5.0) -> set[str]:
    """Return those of these commits that a main line holds; none where no main line is known, or in no time."""
    if not root.common_dir:
        return set()
    run = _Runner(root, timeout_s)
    known = _references(run)
    branches = [name for name in known if name.startswith("refs/heads/")]
    lines = _main_references(known) or (branches if len(branches) == 1 else [])
    return {
        commit for commit in list(commits)[:MAX_ASKED]
        if any(run(("merge-base", "--is-ancestor", commit, line)) is not None for line in lines)
    }  # fmt: skip


def metadata(root: Root, timeout_s: float = 0.5) -> GitMetadata:
    """Return branch, commit and whether tracked files changed; what cannot be told in time stays empty."""
    unknown = GitMetadata(repository=label_for(root.remote, root.path))
    run = _Runner(root, timeout_s) if root.git_dir else None
    settings = _without_filters(run) if run else None
    shown = run(_STATUS, settings) if run and settings is not None else None
    if shown is None:
        return unknown
    headers = [line.removeprefix("# ").split(" ", 1) for line in shown.splitlines() if line.startswith("# ")]
    facts = {pair[0]: pair[-1] for pair in headers}
    return unknown.evolve(
        branch=facts.get("branch.head", "").replace("(detached)", ""),
        commit=facts.get("branch.oid", "").replace("(initial)", ""),
        dirty=any(line[:1] not in ("", "#") for line in shown.splitlines()),
    )


class _Runner:
    """Runs git in one repository, within one budget of time for all its calls."""

    def __init__(self, root: Root, timeout_s: float) -> None:
        self._root = root
        self._deadline = Deadline.after_ms(timeout_s * 1000)
        self._program = _program(root.path)

    def __call__(self, arguments: tuple[str, ...], settings: tuple[str, ...] = ()) -> str | None:
        """Return what git printed, or None when it failed, is missing or took too long."""
        if not self._program or self._deadline.has_passed():
            return None
        overrides = [part for setting in (*_OVERRIDES, *settings) for part in ("-c", setting)]
        try:
            ended = subprocess.run(  # noqa: S603 - a fixed program, checked above, and arguments of our own
                [self._program, "--no-pager", *overrides, *arguments],
                cwd=self._root.path, env=self._environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, timeout=self._deadline.remaining_ms() / 1000, check=False,
            )  # fmt: skip
        except (OSError, ValueError, subprocess.TimeoutExpired):
            return None
        return ended.stdout.decode("utf-8", "replace") if ended.returncode == 0 else None

    def _environment(self) -> dict[str, str]:
        passed_on = {name: value for name, value in environment().items() if name.upper() in _PASSED_ON}
        return {**passed_on, **_FIXED, "GIT_CEILING_DIRECTORIES": os.path.dirname(self._root.path)}


def _program(repository: str) -> str:
    """Return git's full path; "" when the search path leads into the repository, or to wherever we happen to stand."""
    found = shutil.which("git")
    if found is None or not os.path.isabs(found):
        return ""
    return "" if os.path.realpath(found).startswith(os.path.join(repository, "")) else found


def _main_lines(run: _Runner) -> list[str]:
    """Return the branches that may be the main line, the likeliest first; the same in every worktree."""
    known = _references(run)
    branches = [name for name in known if name.startswith("refs/heads/")]
    return list(dict.fromkeys((*_main_references(known), "main-worktree/HEAD", *branches[:1])))


def _references(run: _Runner) -> list[str]:
    listed = run(("for-each-ref", "--format=%(refname)", "refs/heads", "refs/remotes/*/HEAD", "refs/remotes/origin"))
    return (listed or "").splitlines()


def _main_references(known: Sequence[str]) -> list[str]:
    """Return the references that are called like a main line, the likeliest first."""
    likely = [f"{place}/{name}" for place in ("refs/remotes/origin", "refs/heads") for name in ("HEAD", *MAIN_BRANCHES)]
    others = [name for name in known if name.endswith("/HEAD")]
    return [name for name in (*likely, *others) if name in known]


def _without_filters(run: _Runner) -> tuple[str, ...] | None:
    """Return settings that disable every content filter, which `status` would run to compare files.

    None when that cannot be said for certain: when the configuration cannot be read, or a filter has a name that no
    setting can be given for.
    """
    listed = run(("config", "-z", "--name-only", "--list"))
    names = sorted({key.rpartition(".")[0] for key in (listed or "").split("\0") if key.startswith("filter.")})
    if listed is None or len(names) > MAX_FILTERS or any("=" in name for name in names):
        return None
    disabled = ("clean=", "smudge=", "process=", "required=false")
    return tuple(f"{name}.{setting}" for name in names for setting in disabled)
