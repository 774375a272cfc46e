"""SQL lives in `.sql` files under `-- name:` headers; this loads them and fits them to a dialect.

Four macros cover what the dialects spell differently: `@in(groups)` is membership in a list
parameter, `@key(id)` the columns of a unique key (PostgreSQL's begin with the tenant),
`@count(column, list)` how many of a list parameter a JSON column holds, and `@skip_locked()` the way
to pass over rows another worker is claiming. Where that is not enough, `sql/<dialect>/` holds the
dialect's own version of a statement. Parameters are `:name`. No statement is ever built from values; `tests/store/test_statements.py` checks that all of them prepare.
"""

from __future__ import annotations

import os
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_FOLDER = os.path.join(os.path.dirname(__file__), "sql")
_HEADER = re.compile(r"^-- name: (\w+)[^\n]*\n", re.MULTILINE)
_MACRO = re.compile(r"@(in|key|count|skip_locked)\(([^)]*)\)")


class Statements:
    """The statements of one dialect, read file by file when first asked for."""

    def __init__(self, dialect: str, expand: Callable[[str, list[str]], str], bind: Callable[[str], str] = str) -> None:
        self._dialect = dialect
        self._expand = expand
        self._bind = bind
        self._texts: dict[str, str] = {}

    def __getitem__(self, name: str) -> str:
        """Return the SQL of `file.statement`."""
        text = self._texts.get(name)
        if text is None:
            self._read(name.partition(".")[0])
            text = self._texts[name]
        return text

    def silent(self, name: str) -> str:
        """Return the SQL of `file.statement` without what it returns: running it many times is quicker for that."""
        text = self[name]
        return text.rpartition("RETURNING")[0] or text

    def names(self, file: str) -> list[str]:
        """Return every statement of one file."""
        self._read(file)
        return [name for name in self._texts if name.startswith(f"{file}.")]

    def _read(self, file: str) -> None:
        for path in (f"{file}.sql", os.path.join(self._dialect, f"{file}.sql")):
            try:
                with open(os.path.join(_FOLDER, path), encoding="utf-8") as source:
                    parts = _HEADER.split(source.read())
            except FileNotFoundError:
                continue
            for name, body in zip(parts[1::2], parts[2::2], strict=True):
                filled = _MACRO.sub(self._macro, body.strip().rstrip(";"))
                self._texts[f"{file}.{name}"] = self._bind(filled)

    def _macro(self, found: re.Match[str]) -> str:
        return self._expand(found[1], [part.strip() for part in found[2].split(",")])


def files() -> list[str]:
    """Return the names of all statement files."""
    inside = {name for _, _, names in os.walk(_FOLDER) for name in names}
    return sorted(name[:-4] for name in inside if name.endswith(".sql"))


def migrations(dialect: str) -> list[tuple[int, str, str]]:
    """Return the numbered migrations of a dialect as (number, name, SQL), in order."""
    folder = os.path.join(os.path.dirname(__file__), "migrations", dialect)
    found = []
    for file in sorted(os.listdir(folder)):
        if not file.endswith(".sql"):
            continue
        with open(os.path.join(folder, file), encoding="utf-8") as source:
            found.append((int(file[:4]), file[5:-4], source.read()))
    return found
