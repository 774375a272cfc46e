"""Every error Holdfast raises on purpose.

    HoldfastError
    ├── UsageError            the caller asked for something that cannot be meant       exit 2
    │   └── ConfigError       a settings file or value is wrong
    ├── Refused               a rule said no; nothing was written                       exit 1
    │   ├── Disabled          the mode is off, or the directory is ignored
    │   ├── Untrusted         the workspace is not trusted                              exit 4
    │   ├── ConsentNeeded     no consent, or it was given for another endpoint          exit 4
    │   ├── SecretFound       the text looks like a credential
    │   ├── OriginTooLow      this origin may not enter that layer or scope             exit 4
    │   ├── LimitReached      the profile or another hard limit is full
    │   └── Tombstoned        the person forgot this; only the person may bring it back
    ├── StoreError
    │   ├── NotFound          no such id (or not yours to see: the same answer)         exit 3
    │   ├── Ambiguous         an id prefix fits several                                 exit 2
    │   ├── Conflict          the row or file changed in between                        exit 5
    │   ├── Busy              somebody else holds the write lock for too long
    │   ├── ReadOnly          the store cannot be written
    │   ├── DiskFull
    │   ├── Corrupt           the file is damaged or not a Holdfast store
    │   ├── SchemaTooNew      a newer Holdfast wrote this store
    │   └── TooSlow           a statement ran into its deadline
    ├── RemoteError           a remote engine could not be reached or understood        exit 6
    ├── MissingExtra          an optional dependency is not installed
    └── BadInput              a file or a payload cannot be read

A class has a stable `code` and an `exit` status; an instance says what failed, why, and the next
command to run in `hint`, which never destroys anything.
"""

from __future__ import annotations


class HoldfastError(Exception):
    """What failed, why, and what to do next."""

    code = "failed"
    exit = 1
    default_why = ""
    default_hint = "holdfast doctor"

    def __init__(self, message: str, *, why: str | None = None, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.why = self.default_why if why is None else why
        self.hint = self.default_hint if hint is None else hint

    def as_dict(self) -> dict[str, object]:
        """Return the shape printed under `--json`."""
        return {"code": self.code, "message": self.message, "why": self.why, "hint": self.hint, "exit": self.exit}


class UsageError(HoldfastError):
    code = "usage"
    exit = 2
    default_hint = "holdfast help"


class ConfigError(UsageError):
    code = "config"
    default_hint = "holdfast config list"


class Refused(HoldfastError):
    code = "refused"


class Disabled(Refused):
    code = "disabled"
    default_hint = "holdfast config set mode occasional"


class Untrusted(Refused):
    code = "untrusted"
    exit = 4
    default_hint = "holdfast workspace trust"


class ConsentNeeded(Refused):
    code = "consent_needed"
    exit = 4
    default_hint = "holdfast consent grant"


class SecretFound(Refused):
    code = "secret_found"
    default_hint = "say where the credential is kept instead of what it is"


class OriginTooLow(Refused):
    code = "origin_too_low"
    exit = 4
    default_hint = "ask the person to run the same command"


class LimitReached(Refused):
    code = "limit_reached"
    default_hint = "holdfast profile show"


class Tombstoned(Refused):
    code = "tombstoned"
    default_hint = "holdfast remember, typed by the person, brings it back"


class StoreError(HoldfastError):
    code = "store"


class NotFound(StoreError):
    code = "not_found"
    exit = 3
    default_why = "it is gone, or it belongs to another workspace"
    default_hint = "holdfast list"


class Ambiguous(StoreError):
    code = "ambiguous"
    exit = 2
    default_why = "more than one begins like that"
    default_hint = "give more characters of the id"


class Conflict(StoreError):
    code = "conflict"
    exit = 5
    default_hint = "holdfast log changes"


class Busy(StoreError):
    code = "busy"
    default_hint = "try again; holdfast doctor shows who holds the store"


class ReadOnly(StoreError):
    code = "read_only"
    default_hint = "make the home folder writable, or set HOLDFAST_HOME"


class DiskFull(StoreError):
    code = "disk_full"
    default_hint = "free some space; nothing that was stored is lost"


class Corrupt(StoreError):
    code = "corrupt"
    default_hint = "holdfast doctor --fix keeps the file and restores what can be read"


class SchemaTooNew(StoreError):
    code = "schema_too_new"
    default_hint = "upgrade Holdfast: pip install --upgrade holdfast-memory"


class TooSlow(StoreError):
    code = "too_slow"


class RemoteError(HoldfastError):
    code = "remote"
    exit = 6
    default_hint = "holdfast remote status"


class MissingExtra(HoldfastError):
    code = "missing_extra"


class BadInput(HoldfastError):
    code = "bad_input"
    exit = 1
    default_hint = "holdfast help"
