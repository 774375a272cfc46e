"""Rules: the shipped ones are sound, the person's own are checked before they are used."""

import json
import re

import pytest

import holdfast
from holdfast.errors import ConfigError
from holdfast.secrets.redactor import holds_secret
from holdfast.secrets.rules import (
    MAX_PATTERN_CHARS,
    MAX_USER_RULES,
    compiled,
    parse_user_rules,
    rules_dated,
    shipped_rules,
)
from holdfast.secrets.shapes import shape


@pytest.mark.parametrize("rule", shipped_rules(), ids=lambda rule: rule.id)
def test_a_shipped_rule_is_complete(rule):
    """It compiles in RE2, never matches nothing, names a shape, a keyword and the group of the secret."""
    assert compiled(rule).search(b"") is None
    assert rule.secret_group <= compiled(rule).groups
    assert callable(shape(rule.shape))
    assert rule.keywords
    assert rule.note
    if rule.pattern.startswith("(?i)"):
        assert rule.keywords == tuple(keyword.lower() for keyword in rule.keywords)


def test_shipped_rules_are_many_and_dated():
    """There are rules for far more than forty forms, with the day of their last revision."""
    rules = shipped_rules()

    assert len({rule.id for rule in rules}) == len(rules) > 100
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", rules_dated())


def test_every_id_fits_a_placeholder():
    """An id can stand in a placeholder, which is then recognised as one."""
    for rule in shipped_rules():
        assert not holds_secret(f"password: [secret:{rule.id}]")


def test_user_rules_come_as_json_or_as_a_list():
    """Patterns and tables are both accepted, as text or as values; unnamed ones are numbered."""
    given = ["ACME-[0-9]+", {"id": "badge", "pattern": "B[0-9]{6}", "keywords": ["B"]}]

    assert parse_user_rules(given) == parse_user_rules(json.dumps(given))
    assert ["custom-1", "badge"] == [rule.id for rule in parse_user_rules(tuple(given))]


@pytest.mark.parametrize(
    ("given", "name"),
    [
        (["fine", "(unclosed"], "custom-2"),
        ([r"(a)\1"], "custom-1"),
        (["(?=ahead)"], "custom-1"),
        (["a*"], "custom-1"),
        (["x" * (MAX_PATTERN_CHARS + 1)], "custom-1"),
        (["(?:a{1000}){1000}"], "custom-1"),
        ([""], "custom-1"),
        ([7], "custom-1"),
        ([{"id": "Bad Id", "pattern": "x"}], "Bad Id"),
        ([{"id": "badge", "pattern": "x", "secret_group": 1}], "badge"),
        ([{"id": "badge", "pattern": "x", "secret_group": True}], "badge"),
        ([{"id": "badge", "pattern": "x", "colour": "red"}], "badge"),
        ([{"id": "badge", "pattern": "x", "keywords": "x"}], "badge"),
        ([{"id": "badge", "pattern": "x"}, {"id": "badge", "pattern": "y"}], "badge"),
    ],
)
def test_a_bad_user_rule_is_named(given, name):
    """A rule that cannot be used is refused by name, with the reason."""
    with pytest.raises(ConfigError) as caught:
        parse_user_rules(given)

    assert repr(name) in caught.value.message
    assert caught.value.why


@pytest.mark.parametrize("given", ["{not json", '"text"', "{}", ["x"] * (MAX_USER_RULES + 1)])
def test_what_is_no_list_of_rules_is_refused(given):
    """Broken JSON, another type and too many rules are errors of the settings."""
    with pytest.raises(ConfigError):
        parse_user_rules(given)


def test_a_workspaces_broken_pattern_stops_nothing(open_here, workspace):
    """A pattern in a project file that cannot be used is passed over; the person's own stay in force."""
    (workspace / ".holdfast.toml").write_text('[secrets]\nextra_patterns = ["("]\n')
    memory = open_here(workspace, settings={})
    assert "Tea is nice." == memory.remember("Tea is nice.").memory.content


def test_a_workspaces_broken_pattern_does_not_switch_the_persons_off(open_here, workspace, tmp_path):
    """What the person keeps out stays out, whatever a workspace adds."""
    (tmp_path / "config.toml").write_text('[secrets]\nextra_patterns = ["TEA-[0-9]{2,4}"]\n')
    (workspace / ".holdfast.toml").write_text('[secrets]\nextra_patterns = ["("]\n')
    with pytest.raises(holdfast.SecretFound):
        open_here(workspace).remember("The code is TEA-123.")


def test_a_workspaces_pattern_keeps_more_out(open_here, workspace):
    """A pattern that can be used counts in this workspace."""
    (workspace / ".holdfast.toml").write_text('[secrets]\nextra_patterns = ["TEA-[0-9]{2,4}"]\n')
    with pytest.raises(holdfast.SecretFound):
        open_here(workspace).remember("The code is TEA-123.")
