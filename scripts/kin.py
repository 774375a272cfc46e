"""Writes `src/holdfast/text/kin.txt` from `kin_groups.txt`: for each term the terms of nearly the same meaning.

Groups are written as people write words; the table holds terms as the index does, sorted, so that looking one up reads
a file and nothing else. `tests/text/test_kin.py` keeps the two in step. Run it after changing a group.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))  # this checkout, whatever is installed

from holdfast.text.terms import index_terms  # noqa: E402

FOLDER = ROOT / "src" / "holdfast" / "text"


def table(groups: str) -> str:
    """Return the table that these groups give."""
    found: dict[str, dict[str, None]] = {}
    for line in groups.splitlines():
        terms = list(dict.fromkeys(term for word in line.split() for term in index_terms(word) if term.isalpha()))
        for term in terms:
            found.setdefault(term, {}).update(dict.fromkeys(other for other in terms if other != term))
    return "".join(f"{term}:{' '.join(sorted(others))}\n" for term, others in sorted(found.items()) if others)


def main() -> None:
    """Write the table anew."""
    groups = (FOLDER / "kin_groups.txt").read_text(encoding="utf-8")
    (FOLDER / "kin.txt").write_text(table(groups), encoding="utf-8")


if __name__ == "__main__":
    main()
