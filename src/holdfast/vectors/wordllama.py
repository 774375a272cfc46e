"""Static word embeddings from the files of the package `wordllama`: the mean of what its tokens mean, no model to run.

None of the package's own code runs. Its loader looks for the tokenizer in a folder that it does not have and then goes
to the network; and importing it takes three times as long, with an HTTP client that we have no use for. Its two data
files are all that is needed: the weights are mapped into memory, so that only the rows of the words asked for are read.
"""

from __future__ import annotations

import json
import os
import zlib
from importlib.util import find_spec
from typing import TYPE_CHECKING

import numpy as np
from tokenizers import Tokenizer

from holdfast import errors
from holdfast.vectors.embedder import INSTALL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from holdfast.vectors.embedder import Rows

PACKAGE = "wordllama"
WEIGHTS = os.path.join("weights", "l2_supercat_256.safetensors")
TOKENIZER = os.path.join("tokenizers", "l2_supercat_tokenizer_config.json")
TENSOR = "embedding.weight"
HALF = "F16"
LENGTH_BYTES = 8  # of the header, which a safetensors file begins with
MAX_HEADER_BYTES = 1 << 20
TOLD_APART_BYTES = 1 << 20  # so much of the weights tells one release's from another's
LONGEST_CHARS = 1000  # the beginning tells what a long text is about as well as all of it, at a fraction of the time


class WordLlama:
    """An embedder over a table with a row for each token."""

    def __init__(self, tokenizer: Tokenizer, weights: NDArray[np.float16], mark: int) -> None:
        self._tokenizer = tokenizer
        self._weights, self._known = weights, len(weights)
        self.dimensions = int(weights.shape[1])
        self.name = f"{PACKAGE}-{self.dimensions}-{mark:08x}"

    def embed(self, texts: Sequence[str]) -> Rows:
        """Return the direction of the mean of the tokens of each text."""
        rows = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for no, text in enumerate(texts):
            # One by one: a batch would start threads, and a process that forks after that is warned about it.
            said = text[:LONGEST_CHARS].encode("utf-8", "replace").decode()
            known = [
                token for token in self._tokenizer.encode(said, add_special_tokens=False).ids if token < self._known
            ]
            if known:
                mean = self._weights[known].mean(axis=0, dtype=np.float32)
                rows[no] = mean / (np.linalg.norm(mean) or 1.0)
        return rows


def load() -> WordLlama:
    """Return the embedder from the installed package; raise `MissingExtra` when its files are not what they should be."""
    spec = find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"No module named {PACKAGE!r}")
    folder = os.path.dirname(spec.origin)
    try:
        with open(os.path.join(folder, TOKENIZER), "rb") as file:
            tokenizer = file.read()
        weights, mark = _weights(os.path.join(folder, WEIGHTS))
        return WordLlama(Tokenizer.from_str(tokenizer.decode()), weights, zlib.crc32(tokenizer, mark))
    except Exception as error:
        raise errors.MissingExtra(
            f"the files of {PACKAGE} cannot be used",
            why=f"{type(error).__name__}: {error}",
            hint=f"{INSTALL} --upgrade",
        ) from error


def _weights(path: str) -> tuple[NDArray[np.float16], int]:
    """Return the table of a safetensors file, mapped into memory, and a mark of its content."""
    with open(path, "rb") as file:
        length = int.from_bytes(file.read(LENGTH_BYTES), "little")
        if length > MAX_HEADER_BYTES:
            raise ValueError(f"a header of {length} bytes")
        tensor = json.loads(file.read(length))[TENSOR]
        mark = zlib.crc32(file.read(TOLD_APART_BYTES))
    if tensor["dtype"] != HALF:
        raise ValueError(f"numbers of type {tensor['dtype']!r}")
    begin = LENGTH_BYTES + length + int(tensor["data_offsets"][0])
    rows, columns = tensor["shape"]
    return np.memmap(path, dtype="<f2", mode="r", offset=begin, shape=(int(rows), int(columns))), mark
