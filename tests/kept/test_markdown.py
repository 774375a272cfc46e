"""The Markdown and the front matter that memory tools write."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.kept import basic_memory, claude_memory, codex_memory
from holdfast.kept.markdown import bullets, split_front, texts


@pytest.mark.parametrize(("front", "wanted"), [
    ("title: A\ntags: [a, 'b', \"c\"]", {"title": "A", "tags": ("a", "b", "c")}),
    ("tags:\n- a\n- b\ntitle: 'x: y'", {"tags": ("a", "b"), "title": "x: y"}),
    ("metadata:\n  type: user\n  other: z\nname: n", {"metadata.type": "user", "metadata.other": "z", "name": "n"}),
    ("# comment\n\nbroken\nkey:", {}), ("a: 1\na: 2", {"a": "2"}),
])  # fmt: skip
def test_front_matter(front, wanted):
    """Keys, lists, one level of nesting."""
    assert (wanted, "body") == split_front(f"---\n{front}\n---\nbody")


@pytest.mark.parametrize(
    "text", ["", "no front", "---\nnever: closed\n", "---\n" + "a: b\n" * 500 + "---\nbody", " ---\na: b\n---\n"]
)
def test_without_a_whole_front_the_text_is_all(text):
    """Whatever is not closed is text."""
    front, body = split_front(text)
    assert (({}, text) == (front, body)) or front == {"a": "b"}


def test_items_know_their_headings():
    """A deeper heading stands below the one above; one of the same level takes its place."""
    found = list(bullets("# A\n- one\n## B\n* two\n  more\n### C\n## D\n+ three\n\n# E\n- four"))
    assert [("one", ("A",)), ("two more", ("A", "B")), ("three", ("A", "D")), ("four", ("E",))] == [
        (item.text, item.headings) for item in found
    ]


def test_fields_are_read_as_lists():
    """A list, or words parted by commas."""
    assert (("a",), ("a", "b"), (), ()) == (texts(("a",)), texts("a, b,"), texts(None), texts(""))


LINES = st.lists(st.sampled_from([
    "---", "- x", "  - y", "# h", "###### h", "```", "- [a] b", "- [a] @effective[2025-01-01,2026-01-01) b #t (c)", "k: v",
    "  k: v", "- a [[b]]", "", "text", "# Task Group: x", "applies_to: cwd=/a; b", "v1", "cwd: /x", "- [x](y)", "\u2028", "-",
]) | st.text(max_size=20), max_size=30).map("\n".join)  # fmt: skip


@given(LINES)
def test_no_text_breaks_a_reader(text):
    """Whatever a file holds, statements have something to say."""
    read = [
        *basic_memory.read(text, "name", today="2026-01-01"), *claude_memory.read(text), *codex_memory.of_handbook(text),
        *codex_memory.of_summary(text), *codex_memory.of_recap(text),
    ]  # fmt: skip
    assert all(one.content.strip() for one in read)


@pytest.mark.parametrize(
    "piece",
    ["- [", "- [a] @", "[[", "- a (", "# Task Group:\n", "---\n", "  - ", "@effective[", "[a](", "- x [Task 1]"],
)
def test_reading_takes_linear_time(piece):
    """Thousands of beginnings without an end."""
    text = piece * 20_000
    for line in (text, "- " + text, "- [a] " + text):
        list(basic_memory.read(line, "n", today="2026-01-01"))
        list(claude_memory.read(line))
        list(codex_memory.of_handbook("# Task Group: x\n## Reusable knowledge\n" + line))
