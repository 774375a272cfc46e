"""Immutable values without the price of `dataclasses`.

The hook process may not import `dataclasses`: it costs 17 ms of CPU where a bare interpreter needs 11.
A subclass of `Value` declares its fields as annotations, takes them as keywords, and cannot be changed;
`evolve` makes a changed copy. Type checkers see an ordinary frozen, keyword-only dataclass.
`tests/test_values.py` holds the laws.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, ClassVar, Self, dataclass_transform
else:

    def dataclass_transform(**_marks):  # noqa: ANN003, ANN201 - type checkers never see this one
        return lambda decorated: decorated


@dataclass_transform(kw_only_default=True, frozen_default=True)
class _ValueType(type):
    _fields: tuple[str, ...]
    _defaults: dict[str, Any]
    _puts: tuple[tuple[Callable[[Any, Any], None], str], ...]  # what writes each field, past the ban on writing

    def __new__(mcs, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> _ValueType:
        own = [field for field in space.get("__annotations__", {}) if not field.startswith("_")]
        defaults = {field: space.pop(field) for field in own if field in space}
        parent = next((base for base in bases if isinstance(base, _ValueType)), None)
        space["__slots__"] = tuple(own)
        made = super().__new__(mcs, name, bases, space)
        made._fields = (*parent._fields, *own) if parent else tuple(own)
        made._defaults = {**parent._defaults, **defaults} if parent else defaults  # noqa: SLF001 - its own metaclass
        made._puts = tuple((getattr(made, field).__set__, field) for field in made._fields)
        return made


class Value(metaclass=_ValueType):
    """The root of all values; compares and hashes by its fields."""

    if TYPE_CHECKING:
        _fields: ClassVar[tuple[str, ...]]
        _defaults: ClassVar[dict[str, Any]]
        _puts: ClassVar[tuple[tuple[Callable[[Any, Any], None], str], ...]]

    def __init__(self, **values: Any) -> None:
        puts = self._puts
        if len(values) != len(puts):
            values = {**self._defaults, **values}
        try:
            for put, field in puts:
                put(self, values[field])
        except KeyError:
            raise self._misfit(values) from None
        if len(values) != len(puts):
            raise self._misfit(values)

    def _misfit(self, values: dict[str, Any]) -> TypeError:
        unknown = next((name for name in values if name not in self._fields), None)
        if unknown is not None:
            return TypeError(f"{type(self).__name__} has no field {unknown!r}")
        missing = next(name for name in self._fields if name not in values)
        return TypeError(f"{type(self).__name__} needs {missing!r}")

    def evolve(self, **changes: Any) -> Self:
        """Return a copy with some fields changed."""
        return type(self)(**{**self.as_dict(), **changes})

    def as_dict(self) -> dict[str, Any]:
        """Return the fields in the order they were declared."""
        return {field: getattr(self, field) for field in self._fields}

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__}.{name} cannot be changed; use evolve()")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__}.{name} cannot be deleted")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.as_dict() == other.as_dict()

    def __hash__(self) -> int:
        return hash((type(self).__name__, *self.as_dict().values()))

    def __repr__(self) -> str:
        shown = ", ".join(f"{field}={value!r}" for field, value in self.as_dict().items())
        return f"{type(self).__name__}({shown})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuild, (type(self), self.as_dict()))


def _rebuild(kind: type[Value], fields: dict[str, Any]) -> Value:
    return kind(**fields)
