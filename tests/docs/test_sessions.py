"""Every session that the documentation shows is what its commands say."""

from __future__ import annotations

import difflib
import tempfile
from pathlib import Path

import pytest

import sessions

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "docs" / "tutorial.md", *sorted((ROOT / "docs" / "how-to").glob("*.md"))]
WITH_SESSIONS = [page for page in PAGES if "```console" in page.read_text(encoding="utf-8")]


@pytest.fixture
def stage():
    """A person's folder under a short path, since a long one would break lines elsewhere."""
    with tempfile.TemporaryDirectory(prefix="holdfast-docs-", ignore_cleanup_errors=True) as folder:
        yield sessions.Stage(Path(folder))


@pytest.mark.parametrize("page", WITH_SESSIONS, ids=lambda page: page.stem)
def test_a_page_shows_what_its_commands_say(page, stage):
    """Run a page's commands one after the other; each prints what stands there, and one that fails says what is next."""
    for step in sessions.steps_of(page.read_text(encoding="utf-8")):
        status, said = stage.run(step)
        where = f"{page.name}, line {step.line}: {step.command}"
        shown = [line.rstrip() for line in step.shown]
        assert stage.agrees(step.shown, said), f"{where}\n" + "\n".join(difflib.ndiff(shown, stage.as_page(said)))
        assert status == 0 or any(line.lstrip().startswith("next:") for line in said), f"{where} ended with {status}"


def test_nearly_every_task_page_has_a_session():
    """What can be run is run: a page of commands without a session is the exception, and has its reason."""
    without = {
        "use-postgresql": "it needs a server",
        "python": "its programs are run by test_programs.py",
        "use-agent-frameworks": "its programs are the examples, which `make sdk` runs",
    }
    assert set(without) == {page.stem for page in PAGES} - {page.stem for page in WITH_SESSIONS}


def test_a_session_that_differs_is_noticed(stage):
    """The comparison is not satisfied by anything: another word, another line or another id fails it."""
    assert stage.agrees(("remembered m_aaaaaaaa",), ["remembered m_bbbbbbbb"])
    assert not stage.agrees(("remembered m_aaaaaaaa",), ["remembered m_cccccccc"])
    assert not stage.agrees(("one",), ["two"])
    assert not stage.agrees(("one",), ["one", "two"])
    assert stage.agrees(("one", "…", "four"), ["one", "two", "three", "four"])
