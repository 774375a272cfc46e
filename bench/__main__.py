"""Measure the engine: `make bench`, or `make bench ARGS="recall --rows 20000"`.

Prints figures and ratios of one run on this machine; nothing is asserted, because machines differ. Each
measure names the bar it is held against.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile

from bench import capture, hook, hosts, importing, mcp, recall, scale, scopes, sessions, standing, team, vectors

MEASURES = {
    "recall": recall.run,
    "hook": hook.run,
    "hosts": hosts.run,
    "mcp": mcp.run,
    "capture": capture.run,
    "import": importing.run,
    "sessions": sessions.run,
    "scopes": scopes.run,
    "standing": standing.run,
    "scale": scale.run,
    "team": team.run,
    "vectors": vectors.run,
}


def main() -> None:
    reader = argparse.ArgumentParser(prog="bench", description=__doc__)
    reader.add_argument("measures", nargs="*", metavar="MEASURE", help=", ".join(MEASURES))
    reader.add_argument("--rows", type=int, default=100_000, help="memories in the store (default 100,000)")
    options = reader.parse_args()
    unknown = set(options.measures) - set(MEASURES)
    if unknown:
        reader.error(f"unknown measure {', '.join(unknown)}; known: {', '.join(MEASURES)}")
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, commit {commit()}")
    for name in options.measures or MEASURES:
        print(f"\n{name}")
        with tempfile.TemporaryDirectory(prefix="holdfast-bench-") as folder:
            MEASURES[name](folder, options.rows)


def commit() -> str:
    found = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return found.stdout.strip() or "unknown"


if __name__ == "__main__":
    sys.exit(main())
