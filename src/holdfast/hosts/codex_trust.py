"""Which projects Codex trusts, out of its settings, without the five milliseconds that a TOML parser costs.

Codex writes `[projects."<folder>"]` tables with one line `trust_level = "…"`. Settings in which everything that names
projects or trust has that form are read line by line; for any other spelling the parser is asked, so that both always
agree. `tests/hosts/test_codex_trust.py` compares them.
"""

from __future__ import annotations

import re
from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def trust_level(settings: bytes, folders: Sequence[str]) -> str:
    """Return the level of the first of these folders that has one; "" when none has, or the settings cannot be read."""
    if b"trust_level" not in settings:
        return ""
    try:
        text = settings.decode()
    except UnicodeDecodeError:
        return ""
    levels = _plain(text)
    if levels is None:
        levels = _parsed(text)
    return next((levels[folder] for folder in folders if folder in levels), "")


@cache
def _header() -> re.Pattern[str]:
    return re.compile(r"""\[projects\.(?:"([^"\\]*)"|'([^']*)')\]\s*(?:#.*)?""")


@cache
def _level() -> re.Pattern[str]:
    return re.compile(r"""trust_level\s*=\s*(?:"([^"\\]*)"|'([^']*)')\s*(?:#.*)?""")


def _plain(text: str) -> dict[str, str] | None:
    """Return the levels of settings in the usual form, None for any other."""
    if '"""' in text or "'''" in text:
        return None  # a line may stand within a text
    levels: dict[str, str] = {}
    folder: str | None = None
    for line in map(str.strip, text.split("\n")):
        if line.startswith("["):
            header = _header().fullmatch(line)
            if header is None and "projects" in line:
                return None
            folder = (header[1] or header[2] or "") if header else None
        elif "trust_level" in line or line.startswith(("projects", '"projects', "'projects")):
            level = _level().fullmatch(line)
            if level is None or folder is None or folder in levels:
                return None
            levels[folder] = level[1] or level[2] or ""
    return levels


def _parsed(text: str) -> dict[str, str]:
    import tomllib  # noqa: PLC0415 - costs 5 ms; only settings that no program wrote need it

    try:
        projects = tomllib.loads(text).get("projects")
    except (tomllib.TOMLDecodeError, RecursionError):
        return {}
    found = projects.items() if isinstance(projects, dict) else ()
    levels = {folder: one.get("trust_level") for folder, one in found if isinstance(one, dict)}
    return {folder: level for folder, level in levels.items() if isinstance(level, str)}
