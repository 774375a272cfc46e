"""Every program that the documentation shows runs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs" / "how-to").glob("*.md"))]
PROGRAM = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
PROGRAMS = [
    pytest.param(found[1], id=f"{page.stem}-{number}")
    for page in PAGES
    for number, found in enumerate(PROGRAM.finditer(page.read_text(encoding="utf-8")), 1)
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_runs(program, home, workspace, tmp_path):
    """It ends without an error in a fresh home, in a repository, with the installed programs on the path."""
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "holdfast-hook").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m holdfast.hook "$@"\n')
    (programs / "holdfast-hook").chmod(0o755)
    environ = {
        **os.environ, "HOLDFAST_HOOK_DEADLINE_MS": "30000", "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT / "src"),
        "PYTHONWARNINGS": "error",
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=workspace, env=environ, capture_output=True, text=True, timeout=60
    )
    assert (0, "") == (done.returncode, done.stderr)


def test_the_pages_have_programs():
    """The pattern that finds them finds them."""
    assert len(PROGRAMS) >= 6
