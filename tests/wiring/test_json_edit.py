"""Members and items are put into any JSON file without another byte of it changing."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.wiring import jsonc
from holdfast.wiring.edits import put_in, take_out
from holdfast.wiring.json_edit import Clash, additions, missing, without

OURS = {"hooks": [{"type": "command", "command": "ours"}]}
WANTED = {"hooks": {"Start": [OURS], "Stop": [OURS]}, "server": {"ours": {"command": "x", "args": ["mcp"]}}}


def is_there(_path, node, item):
    plain = node.plain()
    return item in plain if isinstance(plain, list) and not isinstance(item, list) else plain == item


def is_ours(path, node):
    return node.kind == "object" and (node.plain() == OURS or path == ("server", "ours"))


def added(text, wanted=WANTED):
    return put_in(text, additions(text, wanted, is_there))


FILES = {
    "empty object": "{}",
    "empty object on lines": "{\n}\n",
    "two spaces": '{\n  "a": 1\n}\n',
    "tabs": '{\n\t"a": 1,\n\t"hooks": {\n\t\t"Start": []\n\t}\n}\n',
    "four spaces, crlf": '{\r\n    "a": [\r\n        1\r\n    ],\r\n    "hooks": {\r\n        "Stop": [\r\n            {"x": 1}\r\n        ]\r\n    }\r\n}\r\n',
    "on one line": '{"a": 1, "hooks": {"Start": [{"x": 1}]}}',
    "minified": '{"a":1,"hooks":{"Start":[{"x":1}]},"server":{}}',
    "comments": '// head\n{\n  // about a\n  "a": 1 // one\n  /* tail */\n}\n// end\n',
    "comment after the last": '{\n  "hooks": {\n    "Start": [\n      {"x": 1} // theirs\n    ] /* here */\n  }\n}',
    "trailing commas": '{\n  "a": 1,\n  "hooks": {\n    "Start": [\n      {"x": 1}, // theirs\n    ],\n  },\n}\n',
    "only a comment inside": "{\n  // nothing yet\n}\n",
    "bom": '\ufeff{\n  "a": 1\n}',
    "odd indentation": '{"a":\n      1,\n "b" : {   }\n   ,"hooks":{"Start"\n:[  ]}}\n\n\n',
    "no newline at the end": '{\n  "a": 1\n}',
    "blank": " \n\n",
    "nothing": "",
    "comment only": "// settings",
}  # fmt: skip


@pytest.mark.parametrize("text", FILES.values(), ids=FILES.keys())
def test_what_is_wanted_is_there_and_everything_else_as_it_was(text):
    """Read back, the file holds both; put in twice, nothing changes; taken out, every byte is as before."""
    after, placed = added(text)
    before = jsonc.parse(text)
    held = jsonc.parse(after).plain()
    assert OURS in held["hooks"]["Start"]
    assert OURS in held["hooks"]["Stop"]
    assert WANTED["server"] == held["server"]
    assert (before.plain() if before else {}).get("a") == held.get("a")
    assert [] == additions(after, WANTED, is_there)
    assert text == take_out(after, placed)


@pytest.mark.parametrize("text", FILES.values(), ids=FILES.keys())
def test_taking_out_by_meaning_leaves_what_was_there(text):
    """Without any record: the values are as before, comments and all."""
    after, _ = added(text)
    made = missing(text, WANTED)
    left = without(after, is_ours, made)
    before = jsonc.parse(text)
    assert (before.plain() if before else {}) == jsonc.parse(left).plain()
    assert text.count("//") + text.count("/*") == left.count("//") + left.count("/*")


def test_items_are_appended_so_that_others_keep_their_place():
    """A position may be what another program trusts."""
    after, _ = added('{"hooks": {"Start": [{"x": 1}, {"x": 2}]}}')
    assert [{"x": 1}, {"x": 2}, OURS] == jsonc.parse(after).plain()["hooks"]["Start"]


def test_what_is_put_in_is_written_as_the_file_is():
    """Its indentation, its line ends, its trailing commas, its one line."""
    assert '\n\t\t"Start": [\n\t\t\t{\n\t\t\t\t"hooks": [' in added(FILES["tabs"])[0]
    assert "\n" not in added(FILES["four spaces, crlf"])[0].replace("\r\n", "")
    assert "\n" not in added(FILES["minified"])[0]
    assert (
        '{"a":1,"hooks":{"Start":[{"x":1},{"hooks":[{"type":"command","command":"ours"}]}]'
        in added(FILES["minified"])[0]
    )
    assert '{"x": 1}, // theirs\n      {' in added(FILES["trailing commas"])[0]
    assert '{"x": 1}, // theirs\n      {' in added(FILES["comment after the last"])[0]


@pytest.mark.parametrize(
    "text", ["[]", '"x"', '{"hooks": []}', '{"hooks": {"Start": {}}}', '{"hooks": 1}', '{"server": "x"}']
)
def test_another_kind_of_value_is_a_clash(text):
    """It is not replaced."""
    with pytest.raises(Clash):
        additions(text, WANTED, is_there)


_space = st.sampled_from(["", " ", "\n", "\n  ", "\t", " /* c */ ", "\n// c\n", "\r\n"])
_leaf = st.sampled_from(["1", '"x"', "null", "true", '"a, ] }"', '"// no comment"'])


@st.composite
def documents(draw):
    """A JSON object with any blanks, comments and trailing commas, some of it under our names."""

    def spaced(text):
        return draw(_space) + text + draw(_space)

    def joined(parts, left, right):
        comma = "," if parts and draw(st.booleans()) else ""
        inner = ",".join(map(spaced, parts)) + (comma + draw(_space) if comma else "")
        return left + (inner or draw(_space)) + right

    def group():
        return draw(st.sampled_from(['{"x": 1}', '{ "hooks" : [ {"command":"other"} ] }', "{}"]))

    events = [f'"{name}"{draw(_space)}:{draw(_space)}{joined([group() for _ in range(draw(st.integers(0, 2)))], "[", "]")}'
              for name in draw(st.lists(st.sampled_from(["Start", "Stop", "Other"]), unique=True))]  # fmt: skip
    members = [f'"m{number}":{draw(_leaf)}' for number in range(draw(st.integers(0, 2)))]
    if draw(st.booleans()):
        members.append(f'"hooks":{joined(events, "{", "}")}')
    if draw(st.booleans()):
        members.append('"server":{"other":{"command":"y"}}')
    return spaced(joined(draw(st.permutations(members)), "{", "}"))


@given(documents())
def test_any_layout_is_kept_to_the_byte(text):
    """Putting in keeps every byte in its order; taking out exactly gives the file back; by meaning, its values."""
    before = jsonc.parse(text).plain()
    after, placed = added(text)
    held = jsonc.parse(after).plain()
    assert OURS in held["hooks"]["Start"]
    assert {**before, "hooks": 0, "server": 0} == {**held, "hooks": 0, "server": 0}
    assert {**before.get("server", {}), **WANTED["server"]} == held["server"]
    assert before.get("hooks", {}).get("Other") == held["hooks"].get("Other")
    assert text == take_out(after, placed)
    left = without(after, is_ours, missing(text, WANTED))
    assert before == jsonc.parse(left).plain()


@given(documents(), st.data())
def test_changes_of_the_person_around_ours_survive(text, data):
    """A comment or a hook of theirs, put in after us: taking out leaves them and takes only ours."""
    after, placed = added(text)
    root = jsonc.parse(after)
    start = root.get("hooks").get("Start")
    theirs = '{"command": "theirs"}'
    at = data.draw(st.sampled_from([item.start for item in start.items]))
    changed = after[:at] + theirs + ", " + after[at:]
    found = take_out(changed, placed)
    left = found if found is not None and json.dumps(OURS) not in json.dumps(jsonc.parse(found).plain()) else without(
        changed, is_ours, missing(text, WANTED)
    )  # fmt: skip
    held = jsonc.parse(left).plain()
    assert [one for one in jsonc.parse(changed).plain()["hooks"]["Start"] if one != OURS] == held["hooks"]["Start"]
    before = jsonc.parse(text).plain()
    assert before.get("server") == held.get("server")
