"""A project file can only take away."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.settings import SETTINGS, find_setting
from holdfast.settings_rules import AUTO, AUTO_SCOPES, Wrong, narrowed, parse_value

NUMBERS = [setting for setting in SETTINGS if setting.narrow in {"lower", "higher"}]
LISTS = [setting for setting in SETTINGS if setting.narrow in {"subset", "union"}]


@st.composite
def moved_number(draw):
    setting = draw(st.sampled_from(NUMBERS))
    numbers = st.floats(setting.least, setting.most) if setting.type == "float" else st.integers(
        int(setting.least), int(setting.most)
    )  # fmt: skip
    return setting, draw(numbers), draw(numbers)


@st.composite
def moved_list(draw):
    setting = draw(st.sampled_from(LISTS))
    lists = st.lists(st.sampled_from(setting.choices or ("a", "b", "c")), unique=True).filter(
        lambda items: items == ["auto"] or "auto" not in items
    )
    return setting, parse_value(setting, draw(lists)), parse_value(setting, draw(lists))


@given(moved_number())
def test_a_limit_never_rises_and_a_bar_never_falls(move):
    """Whatever numbers meet, the result is the person's or stricter."""
    setting, current, wanted = move
    result = narrowed(setting, current, wanted)
    stricter = wanted <= current if setting.narrow == "lower" else wanted >= current
    assert (wanted if stricter else True) == (result if stricter else isinstance(result, Wrong))


@given(moved_list())
def test_scopes_only_get_fewer_and_guards_only_more(move):
    """A subset stays inside what was allowed, a union loses nothing."""
    setting, current, wanted = move
    result = narrowed(setting, current, wanted)
    reach = {*AUTO, *AUTO_SCOPES} if current == AUTO else set(current)
    if setting.narrow == "union":
        assert {*current, *wanted} == set(result)
    else:
        assert isinstance(result, Wrong) or reach.issuperset(result)


@pytest.mark.parametrize("name", [setting.name for setting in SETTINGS if setting.narrow == "off"])
def test_a_switch_only_goes_off(name):
    """What is off stays off, and what is on can go off."""
    setting = find_setting(name)
    off, on = ("off", "eager") if setting.type == "choice" else (False, True)
    assert (off, True) == (narrowed(setting, on, off), isinstance(narrowed(setting, off, on), Wrong))


def test_one_mode_is_not_narrower_than_another():
    """A project cannot make Holdfast more eager, nor choose among the modes."""
    assert isinstance(narrowed(find_setting("mode"), "occasional", "manual"), Wrong)


@pytest.mark.parametrize("name", [setting.name for setting in SETTINGS if not setting.narrow])
def test_the_rest_is_out_of_reach(name):
    """A project has no say in what is the person's alone, but may repeat it."""
    setting = find_setting(name)
    assert (setting.default, True) == (
        narrowed(setting, setting.default, setting.default),
        isinstance(narrowed(setting, setting.default, object()), Wrong),
    )
