"""Names that sound like a secret's and are not: `nextToken`, `cache_key`, `token_type`, `access_key_id`.

`tests/secrets/test_secret_shapes.py` holds the laws.
"""

from __future__ import annotations

from holdfast.secrets.patterns import pattern

_NAME = r"[A-Za-z0-9]+(?:[_. -][A-Za-z0-9]+)*"
_PART = r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+"
_NOUNS = frozenset(
    """auth credential credentials key keys pass passwd password passwords pwd secret secrets token
    tokens""".split()  # noqa: SIM905
)
_HARMLESS_WHOLE = frozenset({"secretsmanager", "clienttoken", "nexttoken"})
# Words in which a noun happens to stand, and names of digests; beside a noun proper they say nothing.
_LOOKALIKES = frozenset(
    """blake bypass bypassed bypasses bypassing compass encompass encompasses fingerprint md passage passages passed
    passenger passengers passes passing passive passport passports passthrough passthru secretary secretion sha surpass
    surpasses tokenization tokenize tokenized tokenizer tokenizers trespass""".split()  # noqa: SIM905
)
# `sort key`, `page token`: what stands before says that it is no secret.
_HARMLESS_BEFORE = frozenset(
    """backward bos cache cancel cancellation change continuation continue csrf dedup deduplication eos event feature foreign
    forward hash idempotency idempotent lock locale mask message next object pad page paging partition primary public
    publishable request resume routing row sequence shard sort stop sync translation unit unk xsrf""".split()  # noqa: SIM905
)
_HARMLESS_AFTER = frozenset(
    """alg algorithm arn at class count counts error exception expiration expires expiry field fields file filename form
    format generator handler header hint id ids index input label len length limit manager method mgr mode name names
    path pattern placeholder policy prefix provider ref regex scope signature size ttl type types uri url usage validator
    version view widget""".split()  # noqa: SIM905
)


def is_harmless_name(text: str) -> bool:
    """Tell whether the last name in a text only sounds like a secret's."""
    names = pattern(_NAME).findall(text)
    if not names:
        return False
    parts = [part.lower() for part in pattern(_PART).findall(names[-1])]
    return _only_sounds_alike(parts) or any(map(_is_harmless, ["", *parts], parts, [*parts[1:], ""]))


def _only_sounds_alike(parts: list[str]) -> bool:
    """Tell whether the sound comes from another word, or across the hump of a name: `bypass`, `groupAssociation`."""
    if not _NOUNS.isdisjoint(parts):
        return False
    return not _LOOKALIKES.isdisjoint(parts) or ("pass" in "".join(parts) and not any("pass" in part for part in parts))


def _is_harmless(before: str, part: str, after: str) -> bool:
    if part in _HARMLESS_WHOLE or (before, part) == ("client", "token"):
        return True
    return part in _NOUNS and (before in _HARMLESS_BEFORE or after in _HARMLESS_AFTER)
