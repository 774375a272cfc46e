"""The sessions that the documentation shows, run as they stand there.

In every ```console block a line that begins with `$ ` is a command and the lines below it are what it says. All blocks
of a page are one session at a terminal, in a folder, home and repository of its own. Ids, times and durations differ from
run to run: an id that a page shows stands for the one that takes its place, also in later commands. `…` alone on a line
stands for any lines. The comment `<!-- machine: NAME -->` goes to another machine with a home of its own and the same files.

`tests/docs/test_sessions.py` runs them and compares; `python scripts/sessions.py FILE…` writes into the pages what the
commands say now.
"""

from __future__ import annotations

import json
import os
import pty
import re
import select
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
COLUMNS, LINES = 100, 200
LONGEST_S = 60.0
WORKSPACE = "tea-shop"
ANYTHING = "…"
SHORT = 10  # of an id, as lists show it and people type it

_ID = re.compile(r"\b(?:[mecrts]_[a-z2-9]{8,16}|g[swuh]_[a-z2-7]{8,32})\b")
_VARYING = (
    (re.compile(r"\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?"), "DATE"),
    (re.compile(r"\b\d{8}T\d+Z"), "STAMP"),
    (re.compile(r"\b\d+ ms\b"), "N ms"),
    (re.compile(r"\b[0-9a-f]{32,}\b"), "HEX"),
    (re.compile(r"\b[\d.]+ [KM]B\b"), "SIZE"),
    (re.compile(r" {2,}"), "  "),
)
_MACHINE = re.compile(r"<!-- machine: (\w+) -->")
_QUESTION = re.compile(r"(\[y/N\] |Type \w+ to go on: )(?=[^\n])")
_ASKED = re.compile(r"(\[y/N\] |Type \w+ to go on: )(\S+)$", re.MULTILINE)


class Step(NamedTuple):
    """One command of a page, what the page says it prints, on which line it stands, and on which machine."""

    command: str
    shown: tuple[str, ...]
    line: int
    machine: str = ""


def steps_of(text: str) -> list[Step]:
    """Return the commands of a page's console blocks in their order."""
    found: list[Step] = []
    is_console, machine = False, ""
    for number, line in enumerate(text.splitlines(), 1):
        marked = _MACHINE.match(line)
        machine = marked[1] if marked else machine
        if line.lstrip().startswith("```"):
            is_console = line.strip() == "```console"
        elif is_console and line.startswith("$ "):
            found.append(Step(line[2:], (), number, machine))
        elif is_console:
            found[-1] = found[-1]._replace(shown=(*found[-1].shown, line))
    return found


class Stage:
    """A person's folder with a repository in it, and a terminal to type at."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "you"
        self.workspace = self.folder / WORKSPACE
        self.ids: dict[str, str] = {}  # as the page has them, and as they are
        self.tails: dict[str, str] = {}  # what follows a short id of the page where the whole is shown
        self.workspace.mkdir(parents=True)
        programs = folder / "bin"
        programs.mkdir()
        for name, module in (("holdfast", "holdfast.cli.main"), ("holdfast-hook", "holdfast.hook")):
            (programs / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" -m {module} "$@"\n')
            (programs / name).chmod(0o755)
        self.environ = {
            "PATH": f"{programs}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
            "HOME": str(self.folder), "PYTHONPATH": str(ROOT / "src"), "PYTHONIOENCODING": "utf-8", "LC_ALL": "C.UTF-8",
            "HOLDFAST_PAGER": "",
            "NO_COLOR": "1", "TERM": "dumb", "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CEILING_DIRECTORIES": str(self.folder),
        }  # fmt: skip
        (self.workspace / "Makefile").write_text("test:\n\ttrue\n")
        who = "git -c user.name=you -c user.email=you@example.org"
        for command in ("git init -q", "git add Makefile", f"{who} commit -q -m Begin"):
            subprocess.run(command, shell=True, cwd=self.workspace, env=self.environ, check=True)

    def run(self, step: Step) -> tuple[int, list[str]]:
        """Type one command and return its status and the lines it printed."""
        command = _ID.sub(lambda found: self._real(found[0]), step.command)
        answers = [found[2] for found in _ASKED.finditer("\n".join(step.shown))]
        environ = self._environ_of(step.machine)
        if "holdfast-hook" in command:  # a busy machine must not turn an answer into silence
            environ["HOLDFAST_HOOK_DEADLINE_MS"] = "30000"
        status, output = _at_terminal(command, self.workspace, environ, answers)
        if "holdfast-hook" in command:
            self._settle(environ)
        for answer in answers:
            output = _QUESTION.sub(lambda found, said=answer: f"{found[1]}{said}\n", output, count=1)
        output = output.replace(str(self.folder / step.machine), "~").replace(str(self.folder), "~")
        return status, output.split("\n")[:-1] if output.endswith("\n") else output.split("\n")

    def agrees(self, shown: tuple[str, ...], said: list[str]) -> bool:
        """Say whether a page shows what a command said; learn which ids stand for which."""
        pairs = _fit([line.rstrip() for line in shown], [line.rstrip() for line in said])
        if pairs is None:
            return False
        learned, tails = dict(self.ids), dict(self.tails)
        for page, real in pairs:
            if learned.setdefault(page[:SHORT], real[:SHORT]) != real[:SHORT]:
                return False
            if len(page) > SHORT and tails.setdefault(page[:SHORT], page[SHORT:]) != page[SHORT:]:
                return False
        if len(set(learned.values())) < len(learned):
            return False  # a reader would take two names for two things
        self.ids, self.tails = learned, tails
        return True

    def as_page(self, said: list[str]) -> list[str]:
        """Return what a command said with the ids that the page has for them; new ones become the page's own."""
        pages = {real: page for page, real in self.ids.items()}
        for real in (found[:SHORT] for line in said for found in _ID.findall(line)):
            if real not in pages:
                pages[real] = self.ids[real] = real
        return [
            _ID.sub(lambda found: self._as_shown(pages[found[0][:SHORT]], found[0]), line).rstrip() for line in said
        ]

    def _as_shown(self, page: str, real: str) -> str:
        return page + self.tails.setdefault(page, real[SHORT:]) if len(real) > SHORT else page

    def _environ_of(self, machine: str) -> dict[str, str]:
        here = self.folder / machine
        return {
            **self.environ,
            "HOLDFAST_HOME": str(here / ".local/share/holdfast"),
            "HOLDFAST_CONFIG": str(here / ".config/holdfast/config.toml"),
        }

    def _settle(self, environ: dict[str, str]) -> None:
        """Wait until the workers that the hook started have done what waits, as a person would have by now."""
        for _ in range(50):
            done = subprocess.run(
                "holdfast worker --drain --json",
                shell=True,
                cwd=self.workspace,
                env=environ,
                check=True,
                capture_output=True,
            )
            drained = json.loads(done.stdout)["data"]
            if drained["was_alone"] and not drained["done"]:
                return
            time.sleep(0.1)

    def _real(self, page: str) -> str:
        real = self.ids.get(page[:SHORT])
        return real + page[SHORT:] if real and len(page) > SHORT else (real or page)[: len(page)]


def _fit(shown: list[str], said: list[str]) -> list[tuple[str, str]] | None:
    """Return the ids of the page with those that stand in their places, or None when the lines differ."""
    if not shown:
        return None if said else []
    if shown[0].strip() == ANYTHING:
        rests = (_fit(shown[1:], said[start:]) for start in range(len(said) + 1))
        return next((rest for rest in rests if rest is not None), None)
    if not said or _plain(shown[0]) != _plain(said[0]):
        return None
    rest = _fit(shown[1:], said[1:])
    return None if rest is None else [*zip(_ID.findall(shown[0]), _ID.findall(said[0]), strict=True), *rest]


def _plain(line: str) -> str:
    line = _ID.sub(lambda found: f"{found[0][:2]}ID", line)
    for pattern, stand_in in _VARYING:
        line = pattern.sub(stand_in, line)
    return line.strip()


def _at_terminal(command: str, folder: Path, environ: dict[str, str], answers: list[str]) -> tuple[int, str]:
    """Run a command line on a terminal of its own; what is typed is not echoed."""
    ours, theirs = pty.openpty()
    mode = termios.tcgetattr(theirs)
    mode[1] &= ~termios.OPOST
    mode[3] &= ~termios.ECHO
    termios.tcsetattr(theirs, termios.TCSANOW, mode)
    termios.tcsetwinsize(theirs, (LINES, COLUMNS))
    os.write(ours, "".join(f"{answer}\n" for answer in answers).encode())
    started = subprocess.Popen(
        command, shell=True, cwd=folder, env=environ, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
    )
    os.close(theirs)
    output = b"".join(_read(ours, started))
    os.close(ours)
    return started.wait(), output.decode("utf-8", "replace")


def _read(terminal: int, started: subprocess.Popen[bytes]) -> Iterator[bytes]:
    until = time.monotonic() + LONGEST_S
    while time.monotonic() < until:
        ready, _, _ = select.select([terminal], [], [], 0.05)
        if ready:
            try:
                piece = os.read(terminal, 65536)
            except OSError:  # Linux says so when the last program has let go of the terminal
                return
            if not piece:
                return
            yield piece
        elif started.poll() is not None:
            return
    started.kill()
    raise TimeoutError(f"no end within {LONGEST_S:.0f} s")


def rewritten(text: str, stage: Stage) -> str:
    """Return a page with what its commands say now; what still agrees stays as it is, ids included."""
    lines = text.split("\n")
    shift = 0
    for step in steps_of(text):
        status, said = stage.run(step)
        if status != 0:
            print(f"line {step.line}: status {status}: {step.command}\n" + "\n".join(said), file=sys.stderr)
        if not stage.agrees(step.shown, said):
            start = step.line + shift
            lines[start : start + len(step.shown)] = stage.as_page(said)
            shift += len(said) - len(step.shown)
    return "\n".join(lines)


def main(paths: list[str]) -> int:
    """Bring the sessions of some pages up to date."""
    for path in map(Path, paths):
        with tempfile.TemporaryDirectory(prefix="holdfast-docs-", ignore_cleanup_errors=True) as folder:
            text = path.read_text(encoding="utf-8")
            new = rewritten(text, Stage(Path(folder)))
        path.write_text(new, encoding="utf-8")
        print(f"{'wrote' if new != text else 'kept'} {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
