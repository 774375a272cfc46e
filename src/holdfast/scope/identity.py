"""What makes a workspace the same workspace: the repository it is a copy of, or the folder it is.

The identity is the stable key that `keys` turns into a group id; it may hold a path and never leaves the machine itself.
Two clones and all worktrees of one repository agree, two repositories never do, whatever their folders are
called. A remote counts only when it names a host: a path or a `file://` says nothing on another machine.
Pure; `tests/scope/test_identity.py` holds the laws.
"""

from __future__ import annotations

from holdfast.values import Value

SEPARATOR = "\x1f"  # not NUL: PostgreSQL stores no NUL
MAX_REMOTE_CHARS = 4096
MAX_LABEL_CHARS = 80
MAX_PORT_DIGITS = 5

_DEFAULT_PORTS = {
    "ssh": 22,
    "git+ssh": 22,
    "ssh+git": 22,
    "https": 443,
    "http": 80,
    "git": 9418,
    "ftp": 21,
    "ftps": 990,
}

# Hosts that treat owner and repository without regard to case, by any label of their name.
_CASE_FOLDING = frozenset(("github", "gitlab", "bitbucket", "codeberg", "azure", "visualstudio", "ghe"))

# The same service under the name by which it offers SSH on the port of HTTPS.
_ALIASES = {
    "ssh.github.com": "github.com", "www.github.com": "github.com", "altssh.gitlab.com": "gitlab.com",
    "www.gitlab.com": "gitlab.com", "altssh.bitbucket.org": "bitbucket.org", "www.bitbucket.org": "bitbucket.org",
    "ssh.dev.azure.com": "dev.azure.com",
}  # fmt: skip


_CONTROLS = frozenset((*range(0x20), 0x7F))


class Address(Value):
    """The parts of a URL that say where it leads; never who goes there."""

    scheme: str
    host: str
    port: int | None
    path: str
    query: str = ""


def parse_url(url: str) -> Address | None:
    """Take a URL with a scheme apart, without user, password and fragment; None when it has no scheme or host."""
    scheme, mark, rest = url.partition("://")
    if not mark or not scheme or not scheme.replace("+", "").replace("-", "").replace(".", "").isalnum():
        return None
    rest, _, _ = rest.partition("#")
    rest, _, query = rest.partition("?")
    authority, slash, path = rest.partition("/")
    host, port = split_port(authority.rpartition("@")[2])
    if not host or _may_hold_a_secret(path):
        return None
    return Address(scheme=scheme.lower(), host=host, port=port, path=slash + path, query=query)


def split_port(authority: str) -> tuple[str, int | None]:
    """Split `host:port`, with or without brackets around an IPv6 address; the host is "" when the port is no number."""
    host, colon, port = authority.rpartition(":")
    if not colon or "]" in port or (":" in host and not host.endswith("]")):
        host, port = authority, ""
    if port and not (port.isascii() and port.isdecimal() and len(port) <= MAX_PORT_DIGITS):
        return "", None
    return host.strip("[]").rstrip(".").lower(), int(port) if port else None


def _may_hold_a_secret(path: str) -> bool:
    """Say whether a slash in a password has moved the rest of it, and the real host, into the path."""
    return path.partition("/")[0].find("@") > 0


def normalise_remote(url: str) -> str:
    """Write a git remote as `host[:port]/path`, the same for every way to spell it; "" for a local one.

    User, password, token, default port, `.git` and trailing slashes go; the case of owner and repository goes where the
    host does not tell them apart.
    """
    url = "".join(letter for letter in url.strip() if letter.isprintable())
    if len(url) > MAX_REMOTE_CHARS:
        return ""
    url = _without_helper(url)
    address = parse_url(url) if "://" in url else _scp_address(url)
    if address is None or address.scheme == "file" or address.query:  # a query may name the repository, or be a token
        return ""
    host = _ALIASES.get(address.host, address.host)
    path = _clean_path(address.path)
    if not set(host.split(".")).isdisjoint(_CASE_FOLDING):
        host, path = _azure(host, path.lower())
    path = _without_suffix(path)
    shown = f"[{host}]" if ":" in host else host
    return f"{shown}{_port(address, host)}/{path}" if path else ""


def workspace_identity(remote: str, root_commit: str, root_path: str) -> str:
    """Return the stable key of a workspace: its normalised remote and root commit, or its resolved path.

    A clone without a network remote is known by its root commit alone. The parts cannot run into each other.
    """
    if remote or root_commit:
        return SEPARATOR.join(("git", _part(remote), _part(root_commit)))
    return SEPARATOR.join(("path", _part(root_path)))


def root_commit_of(identity: str) -> str:
    """Return the root commit that an identity names, "" when it names none."""
    form, _, rest = identity.partition(SEPARATOR)
    return rest.partition(SEPARATOR)[2] if form == "git" else ""


def without_root_commit(identity: str) -> str:
    """Return the identity by which a clone that cannot tell its first commit knows the same repository."""
    form, _, rest = identity.partition(SEPARATOR)
    return SEPARATOR.join((form, rest.partition(SEPARATOR)[0], "")) if form == "git" else identity


def label_for(remote: str, root_path: str) -> str:
    """Return the name shown for a workspace: `owner/repo`, or the folder's own name; never a path that leads there."""
    if remote:
        return _shown("/".join(remote.split("/")[1:][-2:]))
    return _shown(base_name(root_path)).lstrip("~") or "workspace"


def label_of_identity(identity: str) -> str:
    """Return the label that an identity implies, "" when it holds nothing to show."""
    form, _, rest = identity.partition(SEPARATOR)
    if form == "git":
        remote = rest.partition(SEPARATOR)[0]
        return label_for(remote, "") if remote else "repository"
    return label_for("", rest) if form == "path" else ""


def base_name(path: str) -> str:
    """Return the last part of a path of either system."""
    windows = path[1:2] == ":" or path.startswith("\\\\")
    return (path.replace("\\", "/") if windows else path).rstrip("/").rpartition("/")[2].rstrip(":")


def _scp_address(url: str) -> Address | None:
    """Read `[user@]host:path`, git's short form of SSH."""
    if url.startswith(("/", ".", "~", "\\", "-")):
        return None
    authority, path = _split_scp(url)
    host, port = split_port(authority.rpartition("@")[2])
    is_drive = len(authority) == 1
    if not host or is_drive or "/" in authority or "\\" in authority or not path or _may_hold_a_secret(path):
        return None
    return Address(scheme="ssh", host=host, port=port, path=f"/{path}")


def _split_scp(url: str) -> tuple[str, str]:
    if "[" in url.partition(":")[0]:  # [host:port]:path and user@[::1]:path
        authority, bracket, rest = url.partition("]")
        inner = authority.partition("[")[2]
        authority = inner if inner.count(":") == 1 else f"[{inner}]"
        return (authority, rest[1:]) if bracket and rest.startswith(":") else ("", "")
    authority, _, path = url.partition(":")
    return authority, path


def _without_helper(url: str) -> str:
    """Drop the `helper::` that names a transport program; one that runs a command leads nowhere we could name."""
    helper, mark, rest = url.partition("::")
    if not mark or not helper.replace("-", "").isalnum() or "[" in helper:
        return url
    return "" if helper in ("ext", "fd", "file") else rest


def _clean_path(path: str) -> str:
    return "/".join(part for part in _unquote(path).split("/") if part)


def _without_suffix(path: str) -> str:
    return path.removesuffix(".git").rstrip("/")


def _azure(host: str, path: str) -> tuple[str, str]:
    """Bring the five spellings of Azure DevOps to `dev.azure.com/organisation/project/repository`."""
    parts = path.split("/")
    if host.endswith("visualstudio.com"):
        if parts[0] == "v3":
            parts = parts[1:]
        else:
            parts = [host.partition(".")[0], *(parts[1:] if parts[0] == "defaultcollection" else parts)]
        host = "dev.azure.com"
    elif host == "dev.azure.com":
        parts = parts[1:] if parts[0] == "v3" else parts
    else:
        return host, path
    if parts[-2:-1] == ["_git"]:
        project = parts[1:-2] or parts[-1:]  # the project of the same name is left out of the short form
        parts = [parts[0], *project, parts[-1]]
    return host, "/".join(parts)


def _port(address: Address, host: str) -> str:
    is_usual = address.port in (None, _DEFAULT_PORTS.get(address.scheme)) or host != address.host
    return "" if is_usual else f":{address.port}"


def _unquote(text: str) -> str:
    """Decode percent signs; what would decode to a control character stays as it is."""
    if "%" not in text:
        return text
    head, *pieces = text.encode("utf-8", "surrogatepass").split(b"%")
    decoded = bytearray(head)
    for piece in pieces:
        code = _hex_code(piece[:2])
        decoded += b"%" + piece if code is None else bytes((code,)) + piece[2:]
    return decoded.decode("utf-8", "replace")


def _hex_code(digits: bytes) -> int | None:
    if not all(digit in b"0123456789abcdefABCDEF" for digit in digits) or digits[1:] == b"":
        return None
    code = int(digits, 16)
    return None if code in _CONTROLS else code


def _part(text: str) -> str:
    return text.replace("\\", "\\\\").replace(SEPARATOR, "\\s")


def _shown(text: str) -> str:
    return "".join(letter for letter in text if letter.isprintable()).strip()[:MAX_LABEL_CHARS]
