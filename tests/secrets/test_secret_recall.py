"""The core set: every provider's form, in every wrapping, is replaced and leaves no trace."""

import random

import pytest
from tests.secrets.canaries import CONTEXTS, PROVIDERS, WRAPPINGS

from holdfast.secrets.layers import views
from holdfast.secrets.redactor import redact

PIECE_CHARS = 12
FLOOR = 0.99


def misses(formats) -> list[tuple[str, str]]:
    """Return the forms and wrappings after which the canary, or a piece of it, can still be read."""
    found = []
    for form, make in formats.items():
        for name, wrap in WRAPPINGS.items():
            sentence, canary = make(random.Random(f"{form} in {name}"))
            if can_be_read(canary, redact(wrap(sentence)).text):
                found.append((form, name))
    return found


def can_be_read(canary: str, text: str) -> bool:
    pieces = [canary[at : at + PIECE_CHARS] for at in range(max(1, len(canary) - PIECE_CHARS + 1))]
    return any(piece in view.text for view in views(text) for piece in pieces)


def test_the_core_set_is_wide_enough():
    """At least forty forms and twelve wrappings are tried."""
    assert len(PROVIDERS) >= 40
    assert len(WRAPPINGS) == 12


@pytest.mark.parametrize("formats", [PROVIDERS, CONTEXTS], ids=["providers", "contexts"])
def test_secrets_are_redacted_in_every_wrapping(formats):
    """Of all forms in all wrappings at least 99 in 100 are gone, raw and in every reading of the result."""
    missed = misses(formats)

    assert len(missed) <= (1 - FLOOR) * len(formats) * len(WRAPPINGS), missed


@pytest.mark.parametrize("name", WRAPPINGS)
def test_no_wrapping_hides_a_known_prefix(name):
    """A token with a fixed prefix is found in each wrapping by itself."""
    sentence, canary = PROVIDERS["github-classic"](random.Random(name))

    found = redact(WRAPPINGS[name](sentence))

    assert not can_be_read(canary, found.text)
    assert "github-classic" in {finding.rule for finding in found.findings}


def test_secrets_of_other_scripts_and_languages_are_found():
    """A password is a password in whatever language it is announced."""
    for sentence in ("Das Passwort ist {}", "la contraseña es {}", "密码是 {}", "пароль: {}", "le mot de passe est {}"):
        canary = "kx7" + "Qw9zRt2m"
        assert canary not in redact(sentence.format(canary)).text, sentence
