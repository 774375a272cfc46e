"""The laws of `Value`."""

from __future__ import annotations

import pickle

import pytest

from holdfast.values import Value


class Point(Value):
    x: int
    y: int = 0


class Named(Point):
    name: str


def test_fields_are_keywords_with_defaults():
    """A value takes its fields by name and fills in the defaults."""
    assert Point(x=1).as_dict() == {"x": 1, "y": 0}


def test_inherited_fields_come_first():
    """A subclass adds its fields to its parent's."""
    assert list(Named(x=1, name="a").as_dict()) == ["x", "y", "name"]


def test_a_missing_field_is_an_error_that_names_it():
    """A field without a default must be given."""
    with pytest.raises(TypeError, match="'x'"):
        Point(y=1)


def test_an_unknown_field_is_an_error_that_names_it():
    """A misspelt field is never silently dropped."""
    with pytest.raises(TypeError, match="'z'"):
        Point(x=1, z=2)


def test_a_value_cannot_be_changed_or_stripped():
    """Neither assignment nor deletion reaches a value."""
    point = Point(x=1)
    with pytest.raises(AttributeError, match="evolve"):
        point.x = 2
    with pytest.raises(AttributeError):
        del point.x
    assert point == Point(x=1)


def test_evolve_changes_a_copy():
    """`evolve` leaves the original alone."""
    point = Point(x=1)
    assert (point.evolve(y=5), point) == (Point(x=1, y=5), Point(x=1, y=0))


def test_equality_is_by_kind_and_fields():
    """Values of different kinds are never equal, equal ones hash alike."""
    assert Point(x=1) != Named(x=1, name="")
    assert len({Point(x=1), Point(x=1, y=0)}) == 1


def test_a_value_survives_pickling():
    """Values travel between processes."""
    assert pickle.loads(pickle.dumps(Named(x=1, y=2, name="n"))) == Named(x=1, y=2, name="n")
