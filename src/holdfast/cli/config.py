"""`holdfast config`: what is set, where it comes from, and changing it in the person's own file.

Passwords in the address of a store are never shown. `tests/cli/test_config.py` holds the laws.
"""

from __future__ import annotations

from holdfast.cli.layout import columns
from holdfast.cli.output import Result
from holdfast.settings import DEFAULT, ENVIRONMENT, PROJECT, SETTINGS, USER, find_setting
from holdfast.settings_rules import parse_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.cli.context import Context
    from holdfast.cli.terminal import Terminal
    from holdfast.settings import Refusal, Settings
    from holdfast.settings_file import Edit
    from holdfast.settings_rules import Setting


PATTERNS, STORE, VECTORS, PERSON = "secrets.extra_patterns", "store.url", "recall.vectors", "user.id"


def list_(context: Context) -> Result:
    """List every setting with its value and origin, and what a project file asked for in vain."""
    settings = context.settings
    chosen = [setting for setting in SETTINGS if not context.args.changed or settings.origin(setting.name) != DEFAULT]
    data = {
        "settings": [_described(setting, settings) for setting in chosen],
        "refused": [refusal.as_dict() for refusal in settings.refused],
        "user_file": settings.user_file,
        "project_file": settings.project_file,
    }
    return Result(data=data, text=lambda terminal: _table(chosen, settings, terminal))


def get(context: Context) -> Result:
    """Print one value, bare, so that a script can use it."""
    setting = find_setting(context.args.name)
    return Result(data=_described(setting, context.settings), text=shown(context.settings.get(setting.name)) + "\n")


def set_(context: Context) -> Result:
    """Set one value in the person's file."""
    from holdfast.settings_file import write_user_setting  # noqa: PLC0415 - tomlkit, only to write

    args = context.args
    _refuse_unusable(context)
    edit = write_user_setting(args.name, args.value, context.environ, dry_run=args.dry_run)
    return _edited(context, edit)


def _refuse_unusable(context: Context) -> None:
    """Raise for a value of the right type that cannot be used: an address, a pattern, an embedder that is not installed."""
    args = context.args
    value = parse_value(find_setting(args.name), args.value)
    if args.name == PATTERNS and isinstance(value, tuple):
        from holdfast.secrets.rules import parse_user_rules  # noqa: PLC0415

        parse_user_rules(value)
    if args.name == STORE and isinstance(value, str) and value:
        from holdfast.opening import refuse_unknown_store  # noqa: PLC0415

        refuse_unknown_store(value)
    if args.name == VECTORS and isinstance(value, str):
        _require_embedder(value)


def unset(context: Context) -> Result:
    """Take one value out of the person's file."""
    from holdfast.settings_file import unset_user_setting  # noqa: PLC0415

    return _edited(context, unset_user_setting(context.args.name, context.environ, dry_run=context.args.dry_run))


def shown(value: object) -> str:
    """Return a value as it is typed in a file or on the command line, without passwords."""
    match value:
        case bool():
            return "true" if value else "false"
        case tuple():
            return ",".join(value)
        case str():
            return without_password(value)
    return str(value)


def without_password(text: str) -> str:
    """Return an address with the password in it masked; any other text stays as it is."""
    scheme, mark, rest = text.partition("://")
    if not mark:
        return text
    authority, slash, path = rest.partition("/")
    account, at, host = authority.rpartition("@")
    user, colon, _password = account.partition(":")
    if at and colon:
        rest = f"{user}:***@{host}{slash}{path}"
    head, question, query = rest.partition("?")
    parts = ("password=***" if part.lower().startswith("password=") else part for part in query.split("&"))
    return f"{scheme}://{head}{question}{'&'.join(parts)}"


def _require_embedder(name: str) -> None:
    """Raise unless the embedder can be used: a recall would go by words alone and only `status` would say so."""
    from holdfast.vectors.embedder import OFF, open_embedder  # noqa: PLC0415 - an extra

    if name != OFF:
        open_embedder(name)


def _described(setting: Setting, settings: Settings) -> dict[str, object]:
    value = settings.get(setting.name)
    return {
        "name": setting.name,
        "value": without_password(value) if isinstance(value, str) else value,
        "default": setting.default,
        "origin": settings.origin(setting.name),
        "type": setting.type,
        "who": setting.who,
        "sentence": setting.sentence,
    }


def _table(chosen: list[Setting], settings: Settings, terminal: Terminal) -> str:
    rows = [(setting.name, shown(settings.get(setting.name)), _origin(setting, settings)) for setting in chosen]
    lines = [
        columns(rows, terminal, ("setting", "value", "from"), flexible=1) if rows else "Everything is at its default."
    ]
    lines += [_refused(refusal) for refusal in settings.refused]
    return "\n".join(lines) + "\n"


def _origin(setting: Setting, settings: Settings) -> str:
    origin = settings.origin(setting.name)
    detail = {USER: settings.user_file, PROJECT: settings.project_file, ENVIRONMENT: setting.variable}.get(origin)
    return f"{origin} ({detail})" if detail else origin


def _refused(refusal: Refusal) -> str:
    return f"ignored: {refusal.key or 'all'} in {refusal.file}: {refusal.why}"


def _edited(context: Context, edit: Edit) -> Result:
    name = context.args.name
    data = {"name": name, "file": edit.path, "changed": edit.before != edit.after, "dry_run": context.args.dry_run}
    if edit.before == edit.after:
        return Result(data=data, text=f"Nothing to change in {edit.path}.\n")
    if context.args.dry_run:
        return Result(data=data, text=difference(edit))
    settings = context.settings
    value, origin = shown(settings.get(name)), settings.origin(name)
    wins = origin not in (USER, DEFAULT)
    notes = (f"note: {name} is still {value}, from the {origin}, which wins over your file",) if wins else ()
    if name == PERSON:
        notes = (*notes, "note: as another person you do not see what you stored as the former one; "
                 "it stays, and is seen again when the setting is as it was")  # fmt: skip
    return Result(data=data, text=f"{name} = {value}  ({edit.path})\n" if not wins else "", notes=notes)


def difference(edit: Edit) -> str:
    """Return a change of the settings file line by line, without passwords; nothing when it changes nothing."""
    import difflib  # noqa: PLC0415

    before, after = (
        [without_password(line) for line in text.splitlines(keepends=True)] for text in (edit.before, edit.after)
    )
    return "".join(difflib.unified_diff(before, after, edit.path, edit.path))
