"""Every link of the documentation leads somewhere, and the README stays short."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from reference.markdown import anchor

ROOT = Path(__file__).resolve().parents[2]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^()\s]+)\)")
FENCED = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
MAX_README_WORDS = 600
# Of somebody's machine rather than of the product.
MACHINE_PATHS = re.compile(r"(?<![\w.~])/(?:work|home|root|Users|tmp)/\w+")

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


def links_of(page):
    """Return the targets of a page's links, those in code left out."""
    text = re.sub(r"`[^`\n]*`", "``", FENCED.sub("", page.read_text(encoding="utf-8")))
    return [found[1] for found in LINK.finditer(text)]


def anchors_of(page):
    """Return the fragments under which a page's headings are reached."""
    text = FENCED.sub("", page.read_text(encoding="utf-8"))
    return {anchor(heading.replace("`", "")) for heading in HEADING.findall(text)}


@each_page
def test_every_relative_link_leads_somewhere(page):
    """The file is there, inside the repository, and so is the heading that the link names."""
    lost = []
    for link in links_of(page):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, fragment = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        is_there = target.exists() and target.is_relative_to(ROOT)
        if not is_there or (fragment and target.suffix == ".md" and fragment not in anchors_of(target)):
            lost.append(link)
    assert [] == lost


def test_every_page_is_reached_from_the_index():
    """`docs/index.md` lists every page under `docs/`."""
    index = ROOT / "docs" / "index.md"
    linked = {(index.parent / link.partition("#")[0]).resolve() for link in links_of(index)}
    pages = set((ROOT / "docs").rglob("*.md")) - {index}
    assert set() == pages - linked


def test_the_readme_leads_to_the_documentation():
    """Whoever reads the README finds the index, and how to take part."""
    assert {"docs/index.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"} <= set(links_of(ROOT / "README.md"))


def test_the_readme_is_short():
    """It says what it is within 600 words."""
    assert len((ROOT / "README.md").read_text(encoding="utf-8").split()) <= MAX_README_WORDS


@each_page
def test_no_page_names_a_place_of_one_machine(page):
    """Paths in the documentation are relative, or begin with `~`."""
    assert [] == MACHINE_PATHS.findall(page.read_text(encoding="utf-8"))


def test_every_link_would_be_noticed_when_lost(tmp_path):
    """The pattern finds links, and passes over those in code."""
    page = tmp_path / "page.md"
    page.write_text("[a](b.md) `[c](d.md)`\n```text\n[e](f.md)\n```\n[g](h.md#i)\n")
    assert ["b.md", "h.md#i"] == links_of(page)
