"""One table goes in at the end of a TOML file and comes out again; nothing else of the file changes."""

from __future__ import annotations

import tomllib

import pytest

from holdfast.wiring.edits import put_in, take_out
from holdfast.wiring.jsonc import Malformed
from holdfast.wiring.toml_edit import Taken, addition, parse, without

PATH = ("mcp_servers", "holdfast")
VALUES = {"command": "/a b/holdfast", "args": ["mcp"]}
FILES = {
    "empty": "",
    "blank": "\n\n",
    "no newline at the end": 'model = "x"',
    "usual": '# mine\nmodel = "x"\n\n[mcp_servers.other]\ncommand = "y" # theirs\n',
    "crlf": 'model = "x"\r\n[tui]\r\na = 1\r\n',
    "ends in a text": 'x = """\n[mcp_servers.holdfast]\n"""\n',
    "ends in empty lines": "a = 1\n\n\n\n",
    "bom": '\ufeffmodel = "x"\n',
    "notify": 'notify = ["say", "done"]\n',
}


@pytest.mark.parametrize("text", FILES.values(), ids=FILES.keys())
def test_the_table_is_there_and_the_rest_as_it_was(text):
    """Parsed, both; taken out exactly, every byte; by meaning, every value."""
    after, placed = put_in(text, addition(text, PATH, VALUES))
    before, held = parse(text), parse(after)
    assert VALUES == held["mcp_servers"]["holdfast"]
    assert before == {
        **held,
        **({"mcp_servers": before["mcp_servers"]} if "mcp_servers" in before else {}),
    } or before == {name: value for name, value in held.items() if name != "mcp_servers"}
    assert after.startswith(text)
    assert text == take_out(after, placed)
    if '"""' not in text:
        assert before == parse(without(after, PATH))


@pytest.mark.parametrize(
    "text",
    ['[mcp_servers.holdfast]\ncommand = "x"\n', 'mcp_servers = { other = { command = "x" } }', "mcp_servers = 1", "[[mcp_servers]]\na = 1\n",
     'mcp_servers.holdfast.command = "x"'],
)  # fmt: skip
def test_a_file_that_cannot_take_the_table_is_refused(text):
    """A table of that name, an inline table, something else under the name."""
    with pytest.raises(Taken):
        addition(text, PATH, VALUES)


@pytest.mark.parametrize(("text", "line"), [("a = ", 1), ("a = 1\n[b\n", 2), ("\n\na = 1\na = 2\n", 4)])
def test_what_is_no_toml_is_refused_with_its_line(text, line):
    """So that the person finds it."""
    with pytest.raises(Malformed) as raised:
        parse(text)
    assert abs(line - raised.value.line) <= 1


def test_the_table_is_found_between_others_with_its_own_tables():
    """A program may have written below our table, and the person after it."""
    text = (
        'a = 1\n\n[mcp_servers.holdfast]\ncommand = "x"\nargs = ["mcp"]\n\n[mcp_servers.holdfast.tools.memory_write]\n'
        'approval_mode = "approve"\n\n# about y\n[mcp_servers.y]\ncommand = "y"\n'
    )
    left = without(text, PATH)
    assert {"a": 1, "mcp_servers": {"y": {"command": "y"}}} == tomllib.loads(left)
    assert "# about y\n[mcp_servers.y]" in left


@pytest.mark.parametrize(
    "header", ['["mcp_servers"."holdfast"]', "[ mcp_servers . holdfast ]", "[mcp_servers.holdfast] # ours"]
)
def test_any_spelling_of_the_header_is_found(header):
    """As a formatter may leave it."""
    assert {"a": 1} == tomllib.loads(without(f'a = 1\n{header}\ncommand = "x"\n', PATH))
