"""A settings file as flat `section.key` pairs, and where in it a key stands.

Pure: bytes in, values out. Loaded only when a file is there that the settings cache does not know, since `tomllib`
alone costs 6 ms. `tests/settings/test_document.py` holds the laws.
"""

from __future__ import annotations

import tomllib

from holdfast.errors import ConfigError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


def read_document(path: str, data: bytes) -> dict[str, object]:
    """Return the keys of a settings file with their raw values.

    Raises ConfigError with the file and, where TOML knows it, the line.
    """
    try:
        document = tomllib.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else str(error).partition("\n")[0]
        raise ConfigError(f"cannot read {path!r} as TOML", why=why, hint=f"correct it in {path!r}") from error
    return dict(_flat(document))


def line_of(text: str, name: str) -> int:
    """Return the line, from 1, on which a TOML text sets `name`, or 0 when it does not."""
    section, first = "", name.partition(".")[0]
    for number, line in enumerate(map(str.strip, text.splitlines()), 1):
        if line.startswith("["):
            section = line.lstrip("[").partition("]")[0].strip()
        elif "=" in line:
            key = line.partition("=")[0].translate(_NOISE)
            is_table_on_one_line = key == first and not section and "{" in line
            if is_table_on_one_line or ".".join(part for part in (section, key) if part) == name:
                return number
    return 0


_NOISE = str.maketrans("", "", " \t'\"")


def _flat(document: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """Yield `section.key` pairs; deeper tables stay values, which no setting takes."""
    for name, value in document.items():
        if isinstance(value, dict):
            yield from ((f"{name}.{key}", inner) for key, inner in value.items())
        else:
            yield name, value
