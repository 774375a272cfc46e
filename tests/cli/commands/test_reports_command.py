"""`holdfast report`: what was done in a span of time."""

from __future__ import annotations

import datetime as dt
import json
from types import SimpleNamespace

import pytest

from holdfast.cli.reports import span_start


@pytest.fixture
def finished(holdfast):
    """A finished task of a project."""
    task = holdfast("task", "add", "Move to pnpm", "--project", "web", "--json").data["task"]
    holdfast("task", "done", task["id"], "--summary", "All moved.")


def test_json_has_the_documented_shape(holdfast, finished, fits):
    """`report --json` answers `{"since", "until", "projects"}`; `--format json` prints the same, bare."""
    data = holdfast("report", "--day", "--json").data
    assert fits(data, {"since": str, "until": str, "projects": list})
    assert fits(data["projects"][0], {"project": str, "entries": list})
    assert fits(data["projects"][0]["entries"][0], {"id": str, "at": str, "kind": str, "content": str})
    assert json.loads(holdfast("report", "--format", "json").out)["projects"] == data["projects"]


def test_markdown_is_grouped_by_project(holdfast, finished):
    """The text is Markdown with a heading for each project."""
    text = holdfast("report", "--week").out
    assert text.index("## web") < text.index("Move to pnpm")
    assert "All moved." in text
    assert "Move to pnpm" not in holdfast("report", "--project", "api").out


def test_nothing_done_is_told(holdfast):
    """An empty span says so, and where entries come from."""
    said = holdfast("report", "--since", "2001-01-01", "--until", "2001-01-02")
    assert (0, True) == (said.status, "Nothing was archived" in said.out)


def test_spans_are_days_of_the_person():
    """Today begins at the person's midnight, the week six days before it."""
    zone = dt.timezone(dt.timedelta(hours=-7))
    now = dt.datetime(2026, 3, 9, 23, 30, tzinfo=zone)
    given = {"day": False, "week": False, "since": None, "until": None}
    assert "2026-03-09T00:00:00-07:00" == span_start(SimpleNamespace(**{**given, "day": True}), now)
    assert "2026-03-03T00:00:00-07:00" == span_start(SimpleNamespace(**given), now)
    assert "2026-01-01" == span_start(SimpleNamespace(**{**given, "since": "2026-01-01"}), now)


@pytest.mark.parametrize(
    "words",
    [
        ("--day", "--week"),
        ("--day", "--since", "2026-01-01"),
        ("--until", "2026-01-01"),
        ("--since", "yesterday"),
        ("--since", "2026-01-01", "--until", "later"),
        ("--format", "html"),
    ],
)
def test_what_cannot_be_meant_is_a_usage_error(holdfast, words):
    """Two spans at once, an end without a beginning, or no date at all is refused."""
    assert 2 == holdfast("report", *words).status
