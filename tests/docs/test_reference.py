"""The reference says what the code says."""

from __future__ import annotations

from pathlib import Path

import docs

ROOT = Path(__file__).resolve().parents[2]


def test_every_page_is_what_the_code_says():
    """No page of the reference is missing or out of date; `make docs` writes them."""
    assert [] == docs.problems(ROOT)


def test_no_other_page_stands_among_them():
    """A page whose maker is gone does not stay behind."""
    assert set(docs.PAGES) == {path.name for path in (ROOT / docs.FOLDER).iterdir()}
