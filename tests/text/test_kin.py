"""Words of nearly the same meaning."""

from __future__ import annotations

import runpy
from pathlib import Path

from holdfast.text import kin
from holdfast.text.kin import kin_of

SCRIPT = Path(__file__).parents[2] / "scripts" / "kin.py"


def test_kin_is_found_by_terms_as_the_index_has_them():
    """Forms of a word that the stemmer joins have the same kin, and kinship goes both ways."""
    assert "purchas" in kin_of("buy")
    assert "buy" in kin_of("purchas")
    assert "rollout" in kin_of("deploy")


def test_most_words_have_none():
    """A name, an identifier, a number and what no group holds stand alone."""
    for term in ("holdfast", "src/app.ts", "42", "", "\n", "a:b", "日本", "buy:"):
        assert () == kin_of(term)


def test_nothing_is_its_own_kin():
    """No line of the table names its own term, and every line can be found."""
    for line in Path(kin.TABLE).read_text(encoding="utf-8").splitlines():
        term, _, others = line.partition(":")
        assert tuple(others.split()) == kin_of(term)
        assert term not in others.split()


def test_the_table_is_what_the_groups_give():
    """The file that is shipped was made from the groups that are shipped."""
    made = runpy.run_path(str(SCRIPT))["table"]((SCRIPT.parents[1] / "src/holdfast/text/kin_groups.txt").read_text())
    assert made == Path(kin.TABLE).read_text(encoding="utf-8")
