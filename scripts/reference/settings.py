"""`settings.md`: every setting, from the settings table; one that no other module reads yet is said to be so."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from holdfast.cli.config import shown
from holdfast.kept.earlier_settings import CODEX, SCOPE_WORD, SCOPES, SCOPES_MODE, VSCODE
from holdfast.settings import SETTINGS
from reference.markdown import blocks, code, table

if TYPE_CHECKING:
    from pathlib import Path

    from holdfast.kept.earlier_settings import Counterpart
    from holdfast.settings_rules import Setting

INTRO = """\
# Settings

Each setting is taken from the first of: the command line, the environment, the workspace's `.holdfast.toml`, your
settings file, its default. `holdfast config list` shows every value and where it comes from; `holdfast config set`
changes your file and leaves its comments alone. [Where the files are](files.md).

```toml
# your settings file
mode = "occasional"

[recall]
limit = 5
scopes = ["session", "workspace"]
```

A `.holdfast.toml` comes with a clone, so it may only narrow: switch off, choose fewer, lower, raise a bar, add to what
is kept out. Anything else it says is ignored, and `holdfast config list` shows what was ignored and why. What it
switched off stays off whatever the environment says; only the command line overrides it. The column *workspace* says
what such a file may do to a setting; a dash means nothing.

An empty variable counts as unset. `HOLDFAST_STORE` and `HOLDFAST_LOG` are short for `HOLDFAST_STORE_URL` and
`HOLDFAST_LOG_LEVEL`. In a variable a list is parted by commas, or is a JSON array."""

EARLIER = """\
Two earlier designs of a memory on Graphiti, in Codex and in Copilot Chat, had settings of their own. `holdfast import
codex-settings` and `holdfast import vscode-settings` read them, show what would change in your settings file, and ask. Consent is
never taken over. `group.strategy` and `user.id` stay as they are once something is stored, because it would not be found any more.
A dash means that nothing takes its place."""
HOW = {
    SCOPES: "`global` is `user`",
    SCOPE_WORD: "`both` is session and workspace, `all` user as well",
    SCOPES_MODE: "`auto`; `static` is a list of scopes",
}

NARROW = {
    "": "–", "off": "switch off", "lower": "lower", "higher": "raise", "subset": "choose fewer", "union": "add",
}  # fmt: skip
UNREAD = "**Not in force yet: nothing reads it.**"


def page(root: Path) -> str:
    """Return the page."""
    read = _names_read(root)
    sections: dict[str, list[Setting]] = {}
    for setting in SETTINGS:
        section, dot, _ = setting.name.partition(".")
        sections.setdefault(section if dot else "", []).append(setting)
    parts = [INTRO]
    for section, settings in sections.items():
        rows = [_row(setting, is_read=setting.name in read) for setting in settings]
        heads = ("setting", "type", "default", "workspace", "meaning")
        parts += [f"## {section or 'Without a section'}", table(heads, rows)]
    variables = [(code(setting.variable), code(setting.name)) for setting in SETTINGS]
    return blocks(
        *parts, "## Variables", table(("variable", "setting"), variables),
        "## Settings of earlier designs", EARLIER,
        "### In `[graphiti]` of Codex's `config.toml`", _counterparts(CODEX),
        "### In `settings.json` of VS Code", _counterparts(VSCODE),
    )  # fmt: skip


def _counterparts(earlier: tuple[Counterpart, ...]) -> str:
    return table(
        ("there", "default there", "here"),
        [(code(one.theirs), code(one.default) if one.default else "–", _counterpart(one)) for one in earlier],
    )


def _counterpart(one: Counterpart) -> str:
    if not one.ours:
        return f"–: {one.why}"
    return f"{code(one.ours)}; {HOW[one.how]}" if one.how in HOW else code(one.ours)


def _row(setting: Setting, *, is_read: bool) -> tuple[str, ...]:
    meaning = setting.sentence if is_read else f"{setting.sentence} {UNREAD}"
    return code(setting.name), _type(setting), code(shown(setting.default)), NARROW[setting.narrow], meaning


def _type(setting: Setting) -> str:
    if setting.choices:
        choices = ", ".join(map(code, setting.choices))
        return f"list of {choices}" if setting.type == "list" else choices
    names = {
        "bool": "`true` or `false`",
        "int": "whole number",
        "float": "number",
        "str": "text",
        "list": "list of texts",
    }
    bounds = (
        f", {setting.least:,g} to {setting.most:,.12g}"
        if setting.least is not None and setting.most is not None
        else ""
    )
    return names[setting.type] + bounds


def _names_read(root: Path) -> set[str]:
    """Return the settings whose name stands in some module besides the table, whole or put together."""
    modules = (path for path in (root / "src").rglob("*.py") if path.name != "settings.py")
    text = "\n".join(path.read_text(encoding="utf-8") for path in modules)
    found = set(re.findall(r'"([a-z_]+(?:\.[a-z_]+)?)"', text))
    if '{purpose}.enabled"' in text:
        found |= {"capture.enabled", "recall.enabled"}
    return found
