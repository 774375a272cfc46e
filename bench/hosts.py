"""What each agent program waits for: CPU and wall of its prompt, start and end of a turn, against `python -c pass`. Bar: ≤ 4 (wall).

Rounds go over all hosts, so that a busy machine is as unfair to each of them. Codex reads its own settings with the trust
of 200 projects in them, in the usual form and in one that needs a TOML parser.
"""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
import time

from bench.stores import make_home
from holdfast.hosts.host import HOSTS, Moment
from holdfast.testing.payloads import recorded

ROUNDS = 15
PROJECTS = 200


def run(folder: str, rows: int) -> None:
    memory, corpus, statements = make_home(folder, rows)
    memory.close()
    work = os.path.join(folder, "work")
    usual, odd = _codex_homes(folder, work)
    program = os.path.join(os.path.dirname(sys.executable), "holdfast-hook")
    jobs = [(name, name, {"CODEX_HOME": usual}) for name in HOSTS] + [("codex, odd TOML", "codex", {"CODEX_HOME": odd})]
    bare: list[tuple[float, float]] = []
    cost: dict[tuple[str, Moment], list[tuple[float, float]]] = {}
    answers = dict.fromkeys((label for label, _, _ in jobs), 0)
    for number in range(ROUNDS):
        bare.append(_spend([sys.executable, "-c", "pass"], b"", {})[:2])
        for label, name, environ in jobs:
            for moment, (event, payload) in _events(name, work).items():
                given = {**payload, "prompt": corpus.query(statements[number])} if "prompt" in payload else payload
                for field in ("session_id", "sessionId", "sessionID", "conversation_id"):
                    if field in given:
                        given = {**given, field: f"{given[field]}-{label}-{number}"}
                cpu, wall, out = _spend(
                    [program, "--host", name, "--event", event], json.dumps(given).encode(), environ
                )
                cost.setdefault((label, moment), []).append((cpu, wall))
                answers[label] += bool(out) and moment is Moment.PROMPT
    floor = [statistics.median(one[place] for one in bare) for place in (0, 1)]
    print(
        f"  python -c pass           CPU {floor[0] * 1000:6.1f} ms   wall {floor[1] * 1000:6.1f} ms   (medians of {ROUNDS})"
    )
    for label, _, _ in jobs:
        print(f"  {label}: {answers[label]} of {ROUNDS} prompts answered")
        for moment in (Moment.SESSION_START, Moment.PROMPT, Moment.STOP):
            if (label, moment) in cost:
                cpu, wall = (statistics.median(one[place] for one in cost[label, moment]) for place in (0, 1))
                print(
                    f"    {moment:16}       CPU {cpu * 1000:6.1f} ms   wall {wall * 1000:6.1f} ms   "
                    f"ratio {cpu / floor[0]:.2f} CPU, {wall / floor[1]:.2f} wall"
                )


def _events(name: str, work: str) -> dict[Moment, tuple[str, dict]]:
    adapter = __import__(HOSTS[name], fromlist=["_"])
    found: dict[Moment, tuple[str, dict]] = {}
    for event, payload in recorded(name):
        parsed = adapter.parse(event, payload)
        if parsed.is_person and parsed.cwd and not parsed.compacted:
            found.setdefault(
                parsed.moment, (event, json.loads(json.dumps(payload).replace('"/repo"', json.dumps(work))))
            )
    return found


def _codex_homes(folder: str, work: str) -> tuple[str, str]:
    names = [work, *(f"/srv/project-{number}" for number in range(PROJECTS))]
    tables = "\n".join(f'[projects."{name}"]\ntrust_level = "trusted"\n' for name in names)
    homes = []
    for label, text in (("usual", tables), ("odd", f'note = """\nodd\n"""\n{tables}')):
        homes.append(os.path.join(folder, f"codex-{label}"))
        os.mkdir(homes[-1])
        with open(os.path.join(homes[-1], "config.toml"), "w", encoding="utf-8") as file:
            file.write(text)
    return homes[0], homes[1]


def _spend(command: list[str], given: bytes, environ: dict[str, str]) -> tuple[float, float, bytes]:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    done = subprocess.run(command, input=given, capture_output=True, check=True, env={**os.environ, **environ})
    wall = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall, done.stdout
