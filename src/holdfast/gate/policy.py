"""The gate: may this happen here at all?

One function decides for every automatic capture, recall, suggestion and sending. The checks stand in one fixed order, the
first that fails answers, and anything unknown counts as no. Pure; `tests/gate/test_policy.py` holds the laws.
"""

from __future__ import annotations

from enum import StrEnum

from holdfast.errors import ConsentNeeded, Disabled, Refused, Untrusted
from holdfast.gate.consent import Consent, voided_by
from holdfast.gate.directories import ALLOW
from holdfast.model import Mode
from holdfast.values import Value


class Trust(StrEnum):
    """What was decided about a folder and the repository in it."""

    TRUSTED = "trusted"
    UNTRUSTED = "untrusted"
    UNKNOWN = "unknown"


class Purpose(StrEnum):
    """What is about to happen."""

    CAPTURE = "capture"
    RECALL = "recall"
    SUGGEST = "suggest"
    SEND = "send"


class Allowed(Value):
    """Nothing speaks against it."""


class Denied(Value):
    """The first check that failed: a stable code, the reason, and the next command."""

    code: str
    why: str
    hint: str


class Facts(Value):
    """Everything the gate looks at. `automatic` is what nobody asked for with a command of their own."""

    purpose: Purpose
    mode: Mode
    enabled: bool
    trust: Trust
    consent: Consent | None
    endpoint: str
    ignored: bool
    paused: bool
    listed: str = ""  # the setting that keeps the folder out, when no marker does
    scopes: tuple[str, ...] = ()
    automatic: bool = True
    allow_untrusted: bool = False


def decide(
    *,
    purpose: Purpose,
    mode: Mode,
    trust: Trust,
    consent: Consent | None,
    endpoint: str,
    enabled: bool = True,
    ignored: bool = False,
    listed: str = "",
    paused: bool = False,
    scopes: tuple[str, ...] = (),
    automatic: bool = True,
    allow_untrusted: bool = False,
) -> Allowed | Denied:
    """Decide whether something may happen: not off, not ignored, trusted, consented to as it stands, not paused."""
    facts = Facts(
        purpose=purpose, mode=mode, enabled=enabled, trust=trust, consent=consent, endpoint=endpoint, ignored=ignored,
        listed=listed, paused=paused, scopes=scopes, automatic=automatic, allow_untrusted=allow_untrusted,
    )  # fmt: skip
    return next((denied for check in _CHECKS if (denied := check(facts)) is not None), Allowed())


def kept_out_by(listed: str) -> dict[str, str]:
    """Return why a folder is kept out and what to look at: a marker, or the setting that lists it."""
    if not listed:
        return {"why": "a .holdfastignore stands here or in a folder above", "hint": "holdfast help files"}
    said = "does not name this folder" if listed == ALLOW else "names this folder or one above"
    return {"why": f"the setting {listed} {said}", "hint": f"holdfast config get {listed}"}


def refusal(denied: Denied) -> Refused:
    """Return the error that tells a person of a denial."""
    kind = next((kind for prefix, kind in _ERRORS if denied.code.startswith(prefix)), Refused)
    return kind(_MESSAGES.get(denied.code, "this is not allowed here"), why=denied.why, hint=denied.hint)


def _is_off(facts: Facts) -> Denied | None:
    if facts.mode == Mode.OFF:
        return Denied(code="off", why="the mode is off", hint="holdfast config set mode occasional")
    if not facts.enabled:
        setting = f"{facts.purpose}.enabled"
        return Denied(code="off", why=f"the setting {setting} is false", hint=f"holdfast config set {setting} true")
    return None


def _is_ignored(facts: Facts) -> Denied | None:
    if not facts.ignored:
        return None
    return Denied(code="ignored", **kept_out_by(facts.listed))


def _is_untrusted(facts: Facts) -> Denied | None:
    if facts.trust is Trust.TRUSTED or facts.allow_untrusted:
        return None
    if facts.trust is Trust.UNKNOWN and not facts.automatic:
        return None
    if facts.trust is Trust.UNTRUSTED:
        return Denied(code="untrusted", why="this workspace is marked untrusted", hint="holdfast workspace trust")
    why = "nobody has decided yet whether to trust this workspace"
    return Denied(code="untrusted", why=why, hint="holdfast consent grant")


def _has_no_consent(facts: Facts) -> Denied | None:
    if facts.consent is None:
        return _no_consent("consent_missing", "no consent was given for this workspace and where its memory goes")
    voided = voided_by(facts.consent, facts.endpoint, purpose=facts.purpose, scopes=facts.scopes)
    if voided == "revocation":
        return _no_consent("consent_revoked", "the consent for this workspace was revoked")
    return _no_consent("consent_stale", _STALE[voided]) if voided else None


def _no_consent(code: str, why: str) -> Denied:
    return Denied(code=code, why=why, hint="holdfast consent grant")


def _is_paused(facts: Facts) -> Denied | None:
    if not facts.paused or facts.purpose != Purpose.CAPTURE:
        return None
    return Denied(code="paused", why="this session is paused", hint="holdfast session resume")


_CHECKS = (_is_off, _is_ignored, _is_untrusted, _has_no_consent, _is_paused)

_STALE = {
    "workspace": "the consent was given for another workspace",
    "endpoint": "the consent was given for another endpoint",
    "wording": "the consent was given for an older wording of the question",
    "purpose": "the consent does not cover this purpose",
    "scope": "the consent does not cover every scope",
}

_ERRORS: tuple[tuple[str, type[Refused]], ...] = (
    ("off", Disabled), ("ignored", Disabled), ("paused", Disabled), ("untrusted", Untrusted), ("consent", ConsentNeeded),
)  # fmt: skip

_MESSAGES = {
    "off": "memory is off",
    "ignored": "this folder is kept out of memory",
    "untrusted": "this workspace is not trusted",
    "consent_missing": "consent is needed first",
    "consent_revoked": "consent is needed again",
    "consent_stale": "consent is needed again",
    "paused": "this session is paused",
}
