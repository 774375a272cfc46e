"""Everything that is checked without running the product: style, types, import direction, shape, duplication.

`make check` runs it; a name as argument runs one check: ruff, format, types, imports, shape, duplication, docs.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import imports
import repeats
import shape

ROOT = Path(__file__).resolve().parent.parent


def command(*words: str) -> list[str]:
    done = subprocess.run([sys.executable, "-m", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return [] if done.returncode == 0 else [(done.stdout + done.stderr).strip()]


CHECKS = {
    "ruff": lambda: command("ruff", "check", "."),
    "format": lambda: command("ruff", "format", "--check", "."),
    "types": lambda: command("mypy"),
    "imports": lambda: imports.problems(ROOT),
    "shape": lambda: shape.problems(ROOT),
    "duplication": lambda: repeats.problems(ROOT),
}


def main(names: list[str]) -> int:
    failed = 0
    for name in names or list(CHECKS):
        found = CHECKS[name]()
        print(f"{name:12} {'ok' if not found else f'{len(found)} problem(s)'}", flush=True)
        for problem in found:
            print(f"  {problem}")
        failed += bool(found)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
