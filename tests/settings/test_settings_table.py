"""The table of settings is complete and consistent."""

from __future__ import annotations

import pytest

from holdfast.settings import SETTINGS
from holdfast.settings_rules import Wrong, parse_value

TYPES = {"bool", "int", "float", "str", "list", "choice"}
NARROWS = {"", "off", "lower", "higher", "subset", "union"}

each_setting = pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)


def test_names_and_variables_are_unique():
    """No two settings share a name or an environment variable."""
    assert len(SETTINGS) == len({setting.name for setting in SETTINGS}) == len({s.variable for s in SETTINGS})


@each_setting
def test_each_is_described(setting):
    """Each has a type, a narrowing rule we know, and one sentence."""
    assert (True, True, True) == (setting.type in TYPES, setting.narrow in NARROWS, setting.sentence.endswith("."))


@each_setting
def test_each_default_is_a_value_of_its_own_type(setting):
    """Parsing a default gives the default back."""
    assert setting.default == parse_value(setting, setting.default)


@each_setting
def test_numbers_are_bounded(setting):
    """A number without bounds would let one typing error eat the disk."""
    assert setting.type not in {"int", "float"} or None not in (setting.least, setting.most)


@each_setting
def test_a_value_of_a_wrong_type_is_refused(setting):
    """A table is no value of any setting."""
    assert isinstance(parse_value(setting, {"x": 1}), Wrong)


@pytest.mark.parametrize(
    "name", ["store.url", "store.tenant", "user.id", "group.strategy", "directories.allow", "secrets.cards",
             "queue.limit", "learn.limit_user", "recall.log_limit", "backup.keep"],
)  # fmt: skip
def test_what_reaches_beyond_a_workspace_is_the_persons_alone(name):
    """Endpoint, identity, opt-in, guards, and limits over what others share are closed to project files."""
    assert next(setting.who for setting in SETTINGS if setting.name == name) == "user"
