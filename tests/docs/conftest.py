"""The documentation as files, and the scripts that make and run it."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "tests" / "docs")]  # the scripts are programs, not a package
