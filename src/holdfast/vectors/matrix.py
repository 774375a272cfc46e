"""Vectors as they are kept, and how near they are to another one: a byte for each number, compared all at once.

A vector is kept as its scale and its numbers in steps of it, which takes a quarter of the room and changes a similarity
by less than a hundredth. Nothing here reads or writes. `tests/vectors/test_matrix.py` holds the laws.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from holdfast.values import Value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from holdfast.vectors.embedder import Rows

STEPS = 127
SCALE_BYTES = 4
ALIKE = 0.3  # the best of a store is at least so similar to the questions that it answers, nearly always
LEAST_ALIKE = 0.1  # most pairs of texts that have nothing to do with each other are less similar than this
BLOCK_ROWS = 512  # compared at a time: few enough to stay in a processor's own memory, and for one thread to do it


class Matrix(Value):
    """The vectors of one shelf, with the numbers of their documents in ascending order."""

    numbers: NDArray[np.int64]
    scales: NDArray[np.float32]
    steps: NDArray[np.int8]

    def similarities(self, vector: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the cosine of each row and a vector of length one."""
        found = np.empty(len(self.numbers), dtype=np.float32)
        for start in range(0, len(found), BLOCK_ROWS):
            block = slice(start, start + BLOCK_ROWS)
            found[block] = self.steps[block].astype(np.float32) @ vector
        return np.asarray(found * self.scales)


class Near:
    """How near in meaning to one question the documents of some shelves are, from 0 to 1.

    The nearest of all is 1, unless even that one is not near: then its own similarity says how little it is.
    """

    def __init__(self, shelves: Sequence[tuple[NDArray[np.int64], NDArray[np.float32]]]) -> None:
        self._shelves = [one for one in shelves if len(one[0])]
        self._best = max([ALIKE, *(float(values.max()) for _, values in self._shelves)])

    def of(self, number: int) -> float:
        """Return how near a document is; nothing for one that has no vector."""
        for numbers, values in self._shelves:
            place = int(np.searchsorted(numbers, number))
            if place < len(numbers) and numbers[place] == number:
                return max(0.0, float(values[place])) / self._best
        return 0.0

    def first(self, most: int) -> list[int]:
        """Return the numbers of the nearest documents, nearest first; those that are not near at all are left out."""
        if not self._shelves:
            return []
        numbers, values = (np.concatenate(parts) for parts in zip(*self._shelves, strict=True))
        alike = np.flatnonzero(values >= LEAST_ALIKE)
        if most < len(alike):
            alike = alike[np.argpartition(-values[alike], most)[:most]]
        order = np.lexsort((numbers[alike], -values[alike]))
        return [int(one) for one in numbers[alike][order]]


def packed(rows: Rows) -> list[bytes]:
    """Return each row as it is kept."""
    scales = (np.abs(rows).max(axis=1, initial=0.0) / STEPS).astype(np.float32)
    steps = np.rint(rows / np.where(scales > 0, scales, 1)[:, None]).astype(np.int8)
    return [scale.astype("<f4").tobytes() + step.tobytes() for scale, step in zip(scales, steps, strict=True)]


def unpacked(kept: Sequence[tuple[int, bytes]], dimensions: int) -> Matrix:
    """Return documents' numbers and vectors as a matrix; a vector of another length is left out."""
    whole = sorted(one for one in kept if len(one[1]) == SCALE_BYTES + dimensions)
    layout = np.dtype([("scale", "<f4"), ("steps", "i1", (dimensions,))])
    rows = np.frombuffer(b"".join([one[1] for one in whole]), dtype=layout)
    return Matrix(
        numbers=np.array([one[0] for one in whole], dtype=np.int64),
        scales=np.ascontiguousarray(rows["scale"], dtype=np.float32),
        steps=np.ascontiguousarray(rows["steps"]),
    )
