"""Imports the package that an adapter is for, or says how to install it."""

from __future__ import annotations

import importlib

from holdfast.errors import MissingExtra

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType


def required(module: str, extra: str) -> ModuleType:
    """Return a module of an optional package; raises MissingExtra with the command that installs it."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name and not module.startswith(error.name.partition(".")[0]):
            raise  # it is there, and something that it needs is not
        raise MissingExtra(
            f"{module.partition('.')[0]} is not installed", why="this part of Holdfast works together with it",
            hint=f'pip install "holdfast-memory[{extra}]"',
        ) from error  # fmt: skip
