"""The reader of Codex's trust says what a TOML parser says."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.hosts import codex
from holdfast.hosts.codex_trust import trust_level

USUAL = b"""\
model = "gpt-5"
notify = ["say", "done"]

[projects."/repo"]
trust_level = "trusted"

[projects.'/other repo']  # mine
trust_level = "untrusted" # not this one

[mcp_servers.x]
command = "x"
"""


def test_the_usual_form_is_read():
    """Tables that Codex writes, in either kind of quotes, with comments."""
    assert "trusted" == trust_level(USUAL, ["/repo"])
    assert "untrusted" == trust_level(USUAL, ["/nowhere", "/other repo"])
    assert "" == trust_level(USUAL, ["/nowhere"])


def test_the_first_folder_with_a_level_decides():
    """As given before the workspace's root."""
    assert "untrusted" == trust_level(USUAL, ["/other repo", "/repo"])


@pytest.mark.parametrize(
    "settings",
    [b'projects."/repo".trust_level = "trusted"', b'projects = { "/repo" = { trust_level = "trusted" } }',
     b'[projects]\n"/repo" = { trust_level = "trusted" }', b'[projects]\n"/repo".trust_level = "trusted"',
     b'[ projects . "/repo" ]\ntrust_level="trusted"', b'[projects."\\u002Frepo"]\ntrust_level = "trusted"',
     b'text = """\n[projects."/repo"]\ntrust_level = "untrusted"\n"""\n[projects."/repo"]\ntrust_level = "trusted"',
     b'[projects."/repo"]\r\ntrust_level = "trusted"\r\n'],
)  # fmt: skip
def test_any_other_spelling_is_understood_as_well(settings):
    """What no program writes goes to the parser."""
    assert "trusted" == trust_level(settings, ["/repo"])


@pytest.mark.parametrize(
    "settings", [b"", b"\xff trust_level", b"trust_level", b"[projects.\ntrust_level = 1", b"trust_level = [" * 9000]
)
def test_settings_that_cannot_be_read_say_nothing(settings):
    """No level, and no error: the gate then needs a decision of our own."""
    assert "" == trust_level(settings, ["/repo"])


_folders = st.sampled_from(["/repo", "/a b", "/ü", "C:\\x", "a.b", ""])
_levels = st.sampled_from(["trusted", "untrusted", "odd"])
_lines = st.one_of(
    st.builds('[projects."{}"]'.format, _folders), st.builds("[projects.'{}']".format, _folders),
    st.builds('trust_level = "{}"'.format, _levels), st.builds("trust_level='{}' # c".format, _levels),
    st.sampled_from(["", '# [projects."/repo"]', "[tui]", "x = 1", 'y = "trust_level"', "[[a.projects]]", '"""', "[projects]",
                     'z = "[projects.\\"/repo\\"]"', "trust_level = true", '[projects."/repo".x]', "  [hooks]"]),
)  # fmt: skip


@given(st.lists(_lines, max_size=8))
def test_reader_and_parser_agree(lines):
    """For every folder, on anything that is TOML."""
    text = "\n".join(lines)
    try:
        projects = tomllib.loads(text).get("projects", {})
    except tomllib.TOMLDecodeError:
        return
    for folder in ("/repo", "/a b", "/ü", "C:\\x", "a.b", ""):
        one = projects.get(folder) if isinstance(projects, dict) else None
        level = one.get("trust_level") if isinstance(one, dict) else None
        assert (level if isinstance(level, str) else "") == trust_level(text.encode(), [folder])


def test_only_the_two_words_that_codex_knows_are_a_word():
    """Anything else is no decision."""
    assert (True, False, None) == (
        codex.trusts(USUAL, ["/repo"]),
        codex.trusts(USUAL, ["/other repo"]),
        codex.trusts(b'[projects."/repo"]\ntrust_level = "maybe"', ["/repo"]),
    )


def test_the_file_is_where_codex_keeps_it():
    """Its own variable wins over the home."""
    assert "/x/config.toml" == codex.trust_file({"CODEX_HOME": "/x"}, "/home")
    assert "/home/.codex/config.toml" == codex.trust_file({}, "/home")
