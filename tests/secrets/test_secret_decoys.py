"""What is no secret stays as it was written."""

import pytest
from tests.secrets.canaries import WRAPPINGS
from tests.secrets.decoys import KINDS, PLACEHOLDERS, SENTENCES, decoys

from holdfast.secrets.redactor import redact


def test_no_decoy_is_redacted():
    """Of 800 texts that look like secrets and are none, not one is touched."""
    texts = list(decoys())

    assert len(texts) >= 800
    assert [] == [(kind, text) for kind, text in texts if redact(text).findings]


@pytest.mark.parametrize("name", WRAPPINGS)
def test_decoys_stay_decoys_in_every_wrapping(name):
    """Undoing a wrapping makes no secret of a decoy."""
    wrapped = [WRAPPINGS[name](text) for _, text in decoys(each=1)]

    assert [] == [text for text in wrapped if redact(text).findings]


@pytest.mark.parametrize("sentence", SENTENCES)
def test_talk_about_secrets_is_no_secret(sentence):
    """A sentence or a line of code about passwords, tokens and keys passes unchanged."""
    assert sentence == redact(sentence).text


def test_the_kinds_are_varied():
    """Decoys come in many kinds and placeholders in many spellings."""
    assert len(KINDS) >= 25
    assert len(PLACEHOLDERS) >= 25
