"""A guided first run, in a folder of its own that is gone afterwards: what `make run` shows.

Nothing here reaches the person's own home or workspaces: every step is a command or a hook of the installed program,
started with an environment that points into the temporary folder. `tests/test_tour.py` holds the laws.
"""
# ruff: noqa: T201 - a tour prints

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from typing import TYPE_CHECKING

from holdfast import places
from holdfast.values import Value

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

WORKSPACE = "tea-shop"
FIRST, SECOND = "session-1", "session-2"
TURNS = (
    ("How do I run the tests here?", "With make test. The npm script is broken, do not use it."),
    ("Good. We deploy on Fridays only, from main.", "Understood: Fridays, from main."),
)
PREFERENCE = "I prefer short answers without a summary."
WRONG = "Run the tests with npm test."
RIGHT = "Run the tests with make test; npm test is broken."
QUESTION = "How do we run the tests in this repo, and what are my preferences for answers?"

STEP_S, SETTLE_S = 60.0, 10.0
PAUSE_S = 0.2
PATIENCE_MS = "30000"  # a first start on a busy machine may take longer than an agent should ever wait
SURROUNDINGS = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "CI", "COLUMNS", "FORCE_COLOR")


class StepFailed(Exception):
    """A step of the tour did not do what it shows."""


class Stage(Value):
    """Where the tour takes place: a folder with a home and a workspace in it."""

    folder: str
    environ: dict[str, str]

    @property
    def workspace(self) -> str:
        """The demonstration's workspace."""
        return os.path.join(self.folder, WORKSPACE)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the tour; with `--once`, or without a terminal, it ends by itself."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if [word for word in words if word != "--once"]:
        print("usage: python -m holdfast.tour [--once]", file=sys.stderr)
        return 2
    stays = "--once" not in words and sys.stdin.isatty() and sys.stdout.isatty()
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that the folder is removed then too
    folder = tempfile.mkdtemp(prefix="holdfast-tour-")
    try:
        return _guided(Stage(folder=folder, environ=environment_for(folder)), stays=stays)
    except KeyboardInterrupt:
        print("\nThe tour ends here.")
        return 0
    except StepFailed as failure:
        print(f"error: {failure}", file=sys.stderr)
        return 1
    finally:
        remove(folder)
        signal.signal(signal.SIGTERM, before)


def environment_for(folder: str) -> dict[str, str]:
    """Return an environment that keeps every step within a folder, whatever the person has set."""
    kept = {
        name: value
        for name, value in places.environment().items()
        if not name.startswith("HOLDFAST_") and name not in SURROUNDINGS
    }
    source = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    return {
        **kept,
        "HOLDFAST_HOME": os.path.join(folder, "home"),
        "HOLDFAST_CONFIG": os.path.join(folder, "config.toml"),
        "GIT_CEILING_DIRECTORIES": folder,
        "PYTHONPATH": os.pathsep.join(filter(None, (source, kept.get("PYTHONPATH", "")))),
        "PYTHONIOENCODING": "utf-8",
    }


def remove(folder: str) -> None:
    """Remove the folder; a worker that was still leaving may put a file back, so look again."""
    for _ in range(5):
        shutil.rmtree(folder, ignore_errors=True)
        time.sleep(PAUSE_S)
        if not os.path.lexists(folder):
            return


def _guided(stage: Stage, *, stays: bool) -> int:
    _make_workspace(stage)
    print("Holdfast: one long-term memory for your coding agents. A tour in a temporary folder, removed at the end.")
    for step in (_agree, _capture, _remember, _inject, _look):
        print()
        for line in step(stage):
            print(line, flush=True)
    print()
    print("\n".join(_next_commands()))
    if stays:
        _answer_questions(stage)
    return 0


def _agree(stage: Stage) -> Iterator[str]:
    yield "1. Nothing happens until you agree, for one workspace and one place to keep it:"
    yield from _shown(stage, "consent", "grant", "--yes")


def _capture(stage: Stage) -> Iterator[str]:
    yield "2. An agent works; its host calls holdfast-hook, and each turn is kept before the hook returns:"
    _hook(stage, "SessionStart", FIRST)
    for number, (asked, answered) in enumerate(TURNS, 1):
        _hook(stage, "UserPromptSubmit", FIRST, turn_id=str(number), prompt=asked)
        _hook(stage, "Stop", FIRST, turn_id=str(number), last_assistant_message=answered)
        yield f"   you    {asked}"
        yield f"   agent  {answered}"
    _hook(stage, "SessionEnd", FIRST, reason="done")
    said = json.loads(_run(stage, "session", "show", "--json"))["data"]["episodes"]
    if len(said) != 2 * len(TURNS):
        raise StepFailed(f"{len(said)} of {2 * len(TURNS)} messages were captured")


def _remember(stage: Stage) -> Iterator[str]:
    yield "3. What should last you say, or your agent does. What is wrong you correct, once:"
    yield from _shown(stage, "remember", PREFERENCE, "--scope", "user", "--kind", "preference")
    yield from _shown(stage, "remember", WRONG, "--kind", "decision")
    wrong = json.loads(_run(stage, "list", "--kind", "decision", "--json"))["data"]["memories"][0]["id"]
    yield from _shown(stage, "correct", wrong[:10], RIGHT)


def _inject(stage: Stage) -> Iterator[str]:
    yield "4. Later, in a new session, the agent is given exactly this beside your message:"
    yield f"   you    {QUESTION}"
    _hook(stage, "SessionStart", SECOND)
    block = _hook(stage, "UserPromptSubmit", SECOND, turn_id="1", prompt=QUESTION)
    if not all(text in block for text in (PREFERENCE, RIGHT)):
        raise StepFailed("what was remembered was not injected")
    yield from (f"   {line}" for line in block.splitlines())


def _look(stage: Stage) -> Iterator[str]:
    yield "5. You can always see why, and what is on:"
    yield "   $ holdfast why"
    lines = _run(stage, "why").splitlines()
    yield from (f"   {line}" for line in _used(lines))
    _settle(stage)
    yield from _shown(stage, "status")


def _used(lines: list[str]) -> list[str]:
    """Return what a recall used: the second paragraph of `why`; the block in the third was shown already."""
    start = lines.index("") + 1 if "" in lines else 0
    end = lines.index("", start) if "" in lines[start:] else len(lines)
    return lines[start:end]


def _next_commands() -> list[str]:
    program = _program()
    return [
        "Now in a repository of yours:",
        f"   {program} consent grant                          say yes to memory there",
        f'   {program} remember "Run tests with make test."   keep what you would otherwise repeat',
        f"   {program} status                                 what is on, where it is kept, what broke",
    ]


def _program() -> str:
    """Return how the person calls the program that belongs to this Python."""
    if shutil.which("holdfast"):
        return "holdfast"
    beside = os.path.join(os.path.dirname(sys.executable), "holdfast")
    if os.path.exists(beside):
        return shlex.quote(os.path.relpath(beside) if beside.startswith(os.getcwd() + os.sep) else beside)
    return f"{shlex.quote(sys.executable)} -m holdfast.cli.main"


def _answer_questions(stage: Stage) -> None:
    print("\nAsk this memory something, such as: when do we deploy. Enter or Ctrl-C ends.")
    while question := _typed("ask: ").strip():
        print(_run(stage, "recall", "--why", "--layer", "L0", "--layer", "L1", "--layer", "L2", "--", question), end="")
    print("The tour ends here.")


def _typed(prompt: str) -> str:
    try:
        return input(prompt)
    except EOFError:
        return ""


def _make_workspace(stage: Stage) -> None:
    """Make the workspace a repository where there is git; without it the folder itself is the workspace."""
    os.mkdir(stage.workspace)
    git = shutil.which("git")
    if git:
        who = ("-c", "user.name=tour", "-c", "user.email=tour@example.org", "-c", "commit.gpgsign=false")
        for words in (("init", "-q"), (*who, "commit", "-q", "--no-verify", "--allow-empty", "-m", "Begin")):
            subprocess.run([git, *words], cwd=stage.workspace, env=stage.environ, check=False, capture_output=True)  # noqa: S603


def _shown(stage: Stage, *words: str) -> Iterator[str]:
    """Run a command of the program and yield it with its output, less the lines on how to take it back."""
    yield f"   $ holdfast {' '.join(_quoted(word) for word in words)}"
    for line in _run(stage, *words).splitlines():
        if not line.startswith(("undo:", "stop:")):
            yield f"   {line}"


def _run(stage: Stage, *words: str) -> str:
    done = _python(stage, ["-m", "holdfast.cli.main", *words])
    if done.returncode != 0:
        raise StepFailed(f"holdfast {words[0]} ended with status {done.returncode}\n{done.stderr.strip()}")
    return done.stdout


def _hook(stage: Stage, event: str, session: str, **fields: str) -> str:
    """Send an event through the real hook, as a host does, and return what it would inject."""
    payload = json.dumps({"session_id": session, "cwd": stage.workspace, **fields})
    patient = stage.evolve(environ={**stage.environ, "HOLDFAST_HOOK_DEADLINE_MS": PATIENCE_MS})
    done = _python(patient, ["-m", "holdfast.hook", "--host", "generic", "--event", event], payload)
    return str(json.loads(done.stdout)["context"]) if done.stdout else ""


def _python(stage: Stage, words: list[str], stdin: str = "") -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(  # noqa: S603 - our own program
            [sys.executable, *words], cwd=stage.workspace, env=stage.environ, input=stdin, check=False,
            capture_output=True, text=True, encoding="utf-8", timeout=STEP_S,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise StepFailed(f"{words[1]} did not end within {STEP_S:.0f} s") from None


def _settle(stage: Stage) -> None:
    """Wait until the workers that the hook started have done what waits."""
    until = time.monotonic() + SETTLE_S
    while time.monotonic() < until:
        drained = json.loads(_run(stage, "worker", "--drain", "--json"))["data"]
        if drained["was_alone"] and not drained["done"]:
            return
        time.sleep(PAUSE_S)


def _quoted(word: str) -> str:
    return f'"{word}"' if " " in word else word


if __name__ == "__main__":
    sys.exit(main())
