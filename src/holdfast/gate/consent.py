"""Consent: what the person agreed to, for which workspace, and to which endpoint.

A consent names the endpoint it was given for in one canonical spelling, the purposes, the scopes and the version of the
question. A change of any of them makes it stale, and nothing happens until the person is asked again.
No user name, password or token enters an endpoint, since it is stored and shown. Pure;
`tests/gate/test_consent.py` changes every part in turn.
"""

from __future__ import annotations

from holdfast.errors import UsageError
from holdfast.hashes import sha256
from holdfast.model import Mode
from holdfast.scope.identity import split_port
from holdfast.values import Value

# Raised whenever `question` comes to say something else: what was agreed to before was another sentence.
TEXT_VERSION = 2

LOCAL = "local"
PURPOSES = ("capture", "recall", "suggest")
SCOPES = ("session", "workspace", "user")
MAX_LABEL_CHARS = 60

_LOCAL_SCHEMES = frozenset(("", "sqlite", "file"))
_SAME_SCHEMES = {"postgres": "postgresql"}
_USUAL_PORTS = {
    "http": 80, "https": 443, "ws": 80, "wss": 443, "postgresql": 5432, "mongodb": 27017, "redis": 6379, "rediss": 6379,
    "bolt": 7687, "neo4j": 7687,
}  # fmt: skip

# Options of an address that lead somewhere else are part of it; those that say who comes are not.
_LEADING = frozenset(("host", "hostaddr", "port", "dbname", "database", "service", "servicefile", "sslmode", "tenant"))
_CREDENTIALS = frozenset(
    ("user", "username", "password", "passwd", "pwd", "pass", "passfile", "sslpassword", "sslkey", "token", "access_token",
     "auth", "api_key", "apikey", "key", "secret", "sig", "signature"),
)  # fmt: skip


class Consent(Value):
    """One answer of the person, revoked or not."""

    group: str
    endpoint: str
    purposes: tuple[str, ...]
    text_version: int
    granted_at: str
    revoked_at: str | None = None
    scopes: tuple[str, ...] = SCOPES


def endpoint_of(url: str, kind: str = "") -> str:
    """Return the canonical endpoint of a store or remote: `local`, or `[kind+]scheme://host:port/path`.

    Every spelling that leads to the same place gives the same text, any other place another one.
    Raises UsageError for an address that cannot be read for certain; the message never repeats it.
    """
    scheme, rest = _split_scheme(url.strip())
    if scheme in _LOCAL_SCHEMES:
        return LOCAL
    rest, _, query = rest.partition("#")[0].partition("?")
    authority, slash, path = rest.partition("/")
    hosts = ",".join(_host(one, scheme) for one in authority.rpartition("@")[2].split(","))
    if _is_doubtful(authority, path) or (hosts == "" and scheme.startswith("http")):
        raise _unreadable(scheme)
    prefix = f"{kind.lower()}+" if kind else ""
    return f"{prefix}{scheme}://{hosts}{(slash + path).rstrip('/')}{_options(query)}"


def is_current(consent: Consent, endpoint: str) -> bool:
    """Say whether a consent still holds for an endpoint."""
    return not voided_by(consent, endpoint)


def voided_by(
    consent: Consent,
    endpoint: str,
    *,
    group: str | None = None,
    purpose: str | None = None,
    scopes: tuple[str, ...] = (),
    text_version: int = TEXT_VERSION,
) -> str:
    """Name the first thing in which a consent falls short of what is about to happen; "" when it covers that."""
    checks = (
        ("revocation", consent.revoked_at is None),
        ("workspace", group in (None, consent.group)),
        ("endpoint", bool(endpoint) and consent.endpoint == endpoint),
        ("wording", consent.text_version == text_version),
        ("purpose", purpose is None or purpose in consent.purposes),
        ("scope", set(scopes) <= set(consent.scopes)),
    )
    return next((name for name, holds in checks if not holds), "")


def question(workspace_label: str, endpoint: str, mode: Mode) -> str:
    """Return what the person is asked: what is stored, where it goes, how to stop."""
    return "\n".join(
        (
            f"May Holdfast remember what happens in {_shown(workspace_label)}?",
            "",
            "  stored  what you and the agent say in each turn, with credentials masked as",
            "          far as they are recognised, and the facts, decisions and preferences",
            "          drawn from it",
            f"  where   {_where(endpoint)}",
            "  used    what fits your message is given to the agent as a hint, in this and",
            "          later sessions",
            f"  mode    {_MODES[mode]}",
            "  stop    holdfast consent revoke, at any time; what was stored is erased by",
            "          holdfast forget --purge --scope workspace",
            "",
            "The answer holds for this workspace and this destination only; another one",
            "asks again.",
        )
    )


_MODES = {
    Mode.OFF: "off: nothing is stored until you turn it on",
    Mode.EAGER: "eager: suggestions appear after every turn",
    Mode.OCCASIONAL: "occasional: suggestions are collected and shown now and then",
    Mode.MANUAL: "manual: suggestions are made only when you run holdfast reconcile",
}


def _where(endpoint: str) -> str:
    if endpoint == LOCAL:
        return "in a file on this machine; nothing leaves it"
    return f"{_shown(endpoint, 200)}\n          it leaves this machine; whoever runs that server can read it"


def _shown(text: str, max_chars: int = MAX_LABEL_CHARS) -> str:
    """Keep a folder's name from writing lines of its own into the question."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())[:max_chars]


def _split_scheme(url: str) -> tuple[str, str]:
    scheme, mark, rest = url.partition("://")
    scheme = scheme.lower() if mark and scheme.replace("+", "").isalnum() else ""
    return _SAME_SCHEMES.get(scheme, scheme), rest


def _host(authority: str, scheme: str) -> str:
    if not authority:
        return ""
    host, port = split_port(authority)
    if not host:
        raise _unreadable(scheme)
    port = _USUAL_PORTS.get(scheme) if port is None else port
    shown = f"[{host}]" if ":" in host else host
    return shown if port is None else f"{shown}:{port}"


def _is_doubtful(authority: str, path: str) -> bool:
    """Say whether two readers could find different hosts in it, or a password with a slash has spilt into the path."""
    odd = any(letter == "\\" or letter.isspace() or not letter.isprintable() for letter in authority)
    return odd or path.partition("/")[0].find("@") > 0


def _options(query: str) -> str:
    pairs = sorted(option.partition("=")[::2] for option in query.split("&") if option)
    kept = [_option(name.lower(), value) for name, value in pairs if name.lower() not in _CREDENTIALS]
    return "?" + "&".join(kept) if kept else ""


def _option(name: str, value: str) -> str:
    """Show an option that leads somewhere; of any other show only that it is there and when it changes."""
    shown = value if name in _LEADING else f"#{sha256(value.encode('utf-8', 'replace')).hexdigest()[:12]}"
    return f"{name}={shown}"


def _unreadable(scheme: str) -> UsageError:
    return UsageError(
        f"the {scheme} address cannot be read for certain",
        why="its host is missing or ambiguous; special characters of a password must be percent-encoded",
        hint="holdfast config get store.url",
    )
