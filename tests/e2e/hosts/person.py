"""Somebody with one client, one workspace and Holdfast: sets it up, asks, and looks at what the model was sent."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.e2e.hosts.clients import Client

HERE = Path(__file__).parent
BIN = Path(sys.executable).parent
TURN_S = 120
COMMAND_S = 60
SETTLING_S = 30


class Turn:
    """What one run of a client came to."""

    def __init__(self, happened: dict[str, Any], prompt: str) -> None:
        self.code, self.seconds = happened["code"], happened["seconds"]
        self.stdout, self.stderr = happened["stdout"], happened["stderr"]
        self.requests, self.prompt = happened["requests"], prompt

    @property
    def asked(self) -> dict[str, Any]:
        """The request that carried the prompt with the agent's tools: titles and the like are asked without."""
        carrying = [one["body"] for one in self.requests if self.prompt in json.dumps(one["body"], ensure_ascii=False)]
        assert carrying, f"no request holds the prompt; stderr: {self.stderr[-2000:]}"
        return max(carrying, key=lambda body: len(body.get("tools") or ()))

    def texts(self) -> list[tuple[str, str]]:
        """Return every text of that request with the role it was sent in, in order."""
        return list(_texts(self.asked))

    def holding(self, part: str) -> list[tuple[str, str]]:
        """Return the texts that hold something."""
        return [(role, text) for role, text in self.texts() if part in text]

    def count(self, part: str) -> int:
        """Say how often the request holds something."""
        return sum(text.count(part) for _, text in self.texts())


class Person:
    """A home of their own, a repository, and a client."""

    def __init__(self, client: Client, folder: Path, workspace: Path) -> None:
        self.client, self.workspace, self.home = client, workspace, folder / "person"
        self.home.mkdir()
        self.memory_home = folder / "memory"
        self.environment = {
            "HOME": str(self.home), "PATH": f"{BIN}:/usr/local/bin:/usr/bin:/bin", "TERM": "dumb", "LANG": "C.UTF-8",
            "HOLDFAST_HOME": str(self.memory_home), "HOLDFAST_CONFIG": str(folder / "config.toml"),
        }  # fmt: skip
        client.install()
        client.prepare(self.home, client.modules)

    def holdfast(self, *words: str, stdin: str = "", check: bool = True) -> str:
        """Run a command of ours as this person would."""
        done = subprocess.run(
            [BIN / "holdfast", *words], env=self.environment, cwd=self.workspace, input=stdin, capture_output=True,
            text=True, timeout=COMMAND_S, check=False,
        )  # fmt: skip
        assert done.returncode == 0 or not check, done.stderr
        return done.stdout

    def data(self, *words: str) -> Any:
        """Return what a command answers to programs."""
        return json.loads(self.holdfast(*words, "--json"))["data"]

    def ask(self, prompt: str, answer: str = "Noted.", *, resumed: bool = False) -> Turn:
        """Let the client run one turn offline; its model answers what it is told to."""
        client = self.client
        wanted = {
            "argv": client.argv(prompt, resumed=resumed), "env": {**self.environment, **client.environment},
            "cwd": str(self.workspace), "stdin": prompt if client.asks_on_stdin else "", "answer": answer,
            "timeout_s": TURN_S,
        }  # fmt: skip
        alone = ["unshare", "--net"] if os.geteuid() == 0 else ["unshare", "--net", "--map-root-user"]
        done = subprocess.run(
            [*alone, sys.executable, str(HERE / "offline.py")], input=json.dumps(wanted), capture_output=True, text=True,
            timeout=TURN_S + 30, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return Turn(json.loads(done.stdout), prompt)

    def settle(self) -> None:
        """Wait until the background has nothing left to do."""
        ends = time.monotonic() + SETTLING_S
        self.holdfast("worker", "--drain")
        while time.monotonic() < ends and self.data("status")["worker"]["waiting"]:
            time.sleep(0.2)
            self.holdfast("worker", "--drain")


def _texts(body: Any, role: str = "") -> Iterator[tuple[str, str]]:
    match body:
        case dict():
            role = str(body.get("role") or role)
            if isinstance(body.get("system"), (str, list)):
                yield from _texts(body["system"], "system")
            if isinstance(body.get("systemInstruction"), dict):
                yield from _texts(body["systemInstruction"], "system")
            for name in ("input", "messages", "contents", "content", "parts", "text"):
                if name in body:
                    yield from _texts(body[name], role)
        case list():
            for one in body:
                yield from _texts(one, role)
        case str():
            yield role, body
