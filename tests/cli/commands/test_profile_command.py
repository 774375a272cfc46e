"""`holdfast profile`: the lines every session begins with."""

from __future__ import annotations

import pytest

PROFILE = {"text": str, "memories": list, "usage": dict}


def test_json_has_the_documented_shape(holdfast, fits):
    """`profile show --json` answers text, memories and usage."""
    holdfast("remember", "I prefer short answers.", "--layer", "L0", "--kind", "preference")
    data = holdfast("profile", "show", "--json").data
    assert fits(data, PROFILE)
    assert fits(data["usage"], {"chars": int, "limit": int, "percent": int})
    assert fits(data["memories"][0], "memory")
    assert data["usage"]["chars"] == len(data["text"])
    assert f"({data['usage']['percent']} %)" in holdfast("profile", "show").out


def test_an_empty_profile_says_how_to_begin(holdfast):
    """Nothing yet teaches the first line."""
    assert "--layer L0" in holdfast("profile", "show").out


@pytest.mark.parametrize("words", [("profile", "edit", "-"), ("profile", "edit")])
def test_standard_input_replaces_it(holdfast, words, fits):
    """What is piped in is the profile from then on; one undo takes all of it back."""
    holdfast("remember", "I live in Lisbon.", "--layer", "L0")
    said = holdfast(*words, "--json", stdin="## Preferences\n- Short answers.\n- Tea.\n")
    assert fits(said.data, {**PROFILE, "change": str})
    assert "## Preferences\n- Short answers.\n- Tea." == said.data["text"]
    holdfast("undo", said.data["change"])
    assert "I live in Lisbon." in holdfast("profile", "show").out


def test_the_editor_opens_on_it(at_terminal, holdfast, editor):
    """At a terminal the profile opens in the editor, with its usage in a comment that is not kept."""
    holdfast("remember", "I live in Lisbon.", "--layer", "L0")
    editor("assert 'of 1,000 characters' in text\npath.write_text(text.replace('Lisbon', 'Porto'))")
    assert "Porto" in at_terminal("profile", "edit").out
    shown = holdfast("profile", "show", "--json").data["text"]
    assert "## Identity\n- I live in Porto." == shown


def test_what_is_too_long_can_be_shortened(at_terminal, holdfast, editor):
    """A text over the limit is refused with the usage; the person goes on from what they wrote."""
    editor("path.write_text('- Tea.' if 'x' * 50 in text else '- ' + 'x' * 1100)")
    said = at_terminal("profile", "edit", typed="y\n")
    assert "of 1,000 characters" in said.err
    assert "## Identity\n- Tea." == holdfast("profile", "show", "--json").data["text"]


def test_a_refusal_leaves_it_as_it_is(at_terminal, holdfast, editor):
    """Who does not go on editing keeps the profile as it was."""
    holdfast("remember", "Tea.", "--layer", "L0")
    editor("path.write_text('- ' + 'x' * 1100)")
    assert 1 == at_terminal("profile", "edit", typed="n\n").status
    assert "## Identity\n- Tea." == holdfast("profile", "show", "--json").data["text"]


@pytest.mark.parametrize("stdin", ["", "\n\n", "## Preferences\n", "<!-- nothing -->\n"])
def test_an_empty_text_does_not_empty_it_unasked(holdfast, stdin):
    """A closed or empty pipe is not an order to forget everything; `--yes` is."""
    holdfast("remember", "Tea.", "--layer", "L0")
    assert 2 == holdfast("profile", "edit", stdin=stdin).status
    assert "Tea." in holdfast("profile", "show").out
    assert 0 == holdfast("profile", "edit", "-", "--yes", stdin=stdin).status
    assert "" == holdfast("profile", "show", "--json").data["text"]


@pytest.mark.parametrize(
    ("stdin", "status"), [("## Hobbies\n- Tea.\n", 2), ("- " + "x" * 1001, 1), ("- key AKIA" + "QX3ZT7WL5BNM2KJH", 1)]
)
def test_what_does_not_belong_there_is_refused(holdfast, stdin, status):
    """An unknown section, too many characters or a credential changes nothing."""
    assert status == holdfast("profile", "edit", "-", stdin=stdin).status
    assert "" == holdfast("profile", "show", "--json").data["text"]


def test_a_file_is_read(holdfast, tmp_path):
    """`profile edit FILE` takes the text of a file; one that is not there is `no such id`, a folder no text."""
    (tmp_path / "me.md").write_text("## Environment\n- Linux.\n")
    assert 0 == holdfast("profile", "edit", str(tmp_path / "me.md")).status
    assert "## Environment\n- Linux." == holdfast("profile", "show", "--json").data["text"]
    assert 3 == holdfast("profile", "edit", "banana").status
    assert 2 == holdfast("profile", "edit", str(tmp_path)).status


def test_too_much_at_once_names_what_to_shorten(holdfast):
    """The refusal tells how much is too much, and the longest of the new lines, not of those they were to replace."""
    holdfast("remember", "Tea.", "--layer", "L0")
    error = holdfast("profile", "edit", "-", "--json", stdin="- short\n- " + "x" * 1200).error
    assert ("limit_reached", True, True) == (error["code"], "(1200)" in error["why"], "too many" in error["why"])
