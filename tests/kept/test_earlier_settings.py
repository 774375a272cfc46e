"""Each setting of the earlier designs has its counterpart, and nothing of theirs is taken for more than it says."""

from __future__ import annotations

import pytest

from holdfast.kept.earlier_settings import CODEX, SCOPE_WORD, SUGGESTION_MODE, VSCODE, flat, translate
from holdfast.settings import find_setting
from holdfast.settings_rules import Wrong, parse_value


def ours(found, table):
    return {one.ours: one.value for one in translate(found, table)[0]}


@pytest.mark.parametrize("one", [*CODEX, *VSCODE], ids=lambda one: one.theirs)
def test_every_counterpart_is_a_setting_that_takes_their_default(one):
    """What was never changed there can be said here."""
    if not one.ours:
        assert one.why
        return
    setting = find_setting(one.ours)
    if one.default:
        raw = (
            [part.strip() for part in one.default.split(",")]
            if setting.type == "list" and one.how != SCOPE_WORD
            else one.default
        )
        value = ours({one.theirs: raw}, (one,))
        assert not isinstance(parse_value(setting, value.get(one.ours, setting.default)), Wrong)


def test_consent_and_keys_are_never_taken_over():
    """Whatever they say."""
    for table, name in ((CODEX, "consent"), (VSCODE, "github.copilot.chat.memory.graphiti.apiKey")):
        taken, left = translate({name: True}, table)
        assert ([], [name]) == (taken, [one.theirs for one in left])


@pytest.mark.parametrize(("recall", "wanted"), [
    ({"scopes": ["session", "workspace"]}, ["session", "workspace"]), ({"scopes": ["global"]}, ["user"]),
    ({"scopes_mode": "auto", "scopes": ["session"]}, ["auto"]), ({"scopes_mode": "static", "scopes": ["session"]}, ["session"]),
    ({"scopes_mode": "static"}, None),
])  # fmt: skip
def test_scopes_of_codex(recall, wanted):
    """`global` is our user scope; `auto` picks by the words, as ours does."""
    assert wanted == ours(flat({"recall": recall}), CODEX).get("recall.scopes")


@pytest.mark.parametrize(("word", "wanted"), [
    ("session", ["session"]), ("both", ["session", "workspace"]), ("all", ["session", "workspace", "user"]), ("auto", ["auto"]),
])  # fmt: skip
def test_scopes_of_vs_code(word, wanted):
    """One word there, a list here."""
    assert {"recall.scopes": wanted} == ours({"github.copilot.chat.memory.graphiti.recall.scopes": word}, VSCODE)


@pytest.mark.parametrize("mode", ["off", "eager", "occasional", "manual"])
def test_the_suggestion_mode_is_the_mode(mode):
    """All four have the same names."""
    assert mode == parse_value(find_setting("mode"), ours({SUGGESTION_MODE: mode}, VSCODE)["mode"])


def test_a_setting_of_tomorrow_is_named():
    """It is not passed over in silence."""
    taken, left = translate({"enabled": True, "tomorrow": 1}, CODEX)
    assert (["enabled"], ["tomorrow"]) == ([one.theirs for one in taken], [one.theirs for one in left])
