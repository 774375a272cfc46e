"""The seam to what turns texts into vectors: embedders by name, loaded when one is first used.

A name that nobody knows and a package that is not installed are two errors, each with its remedy. An embedder opens no
socket: it reads what its package brought. `tests/vectors/test_embedder.py` holds the laws.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from holdfast import errors

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    Rows = NDArray[np.float32]

OFF = "off"
INSTALL = 'pip install "holdfast-memory[vectors]"'
EMBEDDERS = {"wordllama": "holdfast.vectors.wordllama:load"}


class Embedder(Protocol):
    """What turns texts into vectors of one length."""

    @property
    def name(self) -> str:
        """What its vectors are kept under; whatever would make other vectors of the same text has another name."""

    @property
    def dimensions(self) -> int:
        """How many numbers a vector has."""

    def embed(self, texts: Sequence[str]) -> Rows:
        """Return a row for each text: of length one, or all zeros for a text that says nothing."""


@cache
def open_embedder(name: str) -> Embedder:
    """Return an embedder, ready for use; raise `ConfigError` for an unknown name, `MissingExtra` for a missing package."""
    target = EMBEDDERS.get(name)
    if target is None:
        raise errors.ConfigError(f"there is no embedder {name!r}", why=f"known: {', '.join(EMBEDDERS)}")
    module, _, function = target.partition(":")
    try:
        found: Embedder = getattr(import_module(module), function)()
    except ImportError as error:
        raise errors.MissingExtra(
            f"vectors need {name}, which is not installed", why=str(error), hint=INSTALL
        ) from error
    return found
