"""The laws of the redactor."""

import random
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.secrets.canaries import CONTEXTS, PROVIDERS, WRAPPINGS

from holdfast.secrets.redactor import Finding, holds_secret, redact
from holdfast.secrets.rules import parse_user_rules

MEGABYTE = 1 << 20
FORMATS = {**PROVIDERS, **CONTEXTS}
CARD = "4111 1111" + " 1111 1111"

fragments = st.one_of(
    st.text(max_size=40),
    st.sampled_from(
        ["password: ", "the api key is ", "token=", "Bearer ", "\n    ", "\\n", "%41", "&quot;", "\u200b", "\x1b[31m", "[secret:token]",
         "[secret:", "]", "://user:", "@host", "-----BEGIN RSA PRIVATE KEY-----", '"', "'", "é", "\ud800", "密码", " as the password"]
    ),
    st.builds(
        lambda form, seed: FORMATS[form](random.Random(seed))[0],
        st.sampled_from(sorted(FORMATS)),
        st.integers(0, 9),
    ),
    st.builds(lambda seed: FORMATS["aws-id"](random.Random(seed))[1], st.integers(0, 9)),
)  # fmt: skip
texts = st.lists(fragments, max_size=6).map("".join)
wrapped = st.builds(
    lambda text, name: WRAPPINGS[name](text),
    texts.filter(lambda text: text.isprintable()),
    st.sampled_from(sorted(WRAPPINGS)),
)
any_text = st.one_of(texts, wrapped)


@settings(max_examples=150)
@given(any_text)
def test_redacting_again_finds_nothing(text):
    """Redaction is idempotent: its result holds no secret."""
    once = redact(text)

    assert () == redact(once.text).findings
    assert once.text == redact(once.text).text


@settings(max_examples=150)
@given(any_text)
def test_text_outside_the_findings_is_untouched(text):
    """The result is the original with each finding, and nothing else, replaced by its placeholder."""
    found = redact(text)
    pieces, done = [], 0
    for finding in found.findings:
        assert done <= finding.start < finding.end <= len(text)
        pieces += [text[done : finding.start], f"[secret:{finding.rule}]"]
        done = finding.end

    assert "".join([*pieces, text[done:]]) == found.text


@settings(max_examples=60)
@given(any_text)
def test_holding_a_secret_and_finding_one_are_the_same(text):
    """`holds_secret` answers as `redact` does."""
    assert bool(redact(text).findings) == holds_secret(text)


def test_a_placeholder_names_the_kind():
    """The placeholder says which rule knew the secret, and the finding where it stood."""
    canary = "gh" + "p_" + "a1B2c3D4e5F6" * 3

    found = redact(f"push with {canary}.")

    assert found.text == "push with [secret:github-classic]."
    assert found.findings == (Finding(rule="github-classic", start=10, end=10 + len(canary)),)


def test_every_secret_of_a_text_is_replaced():
    """Several secrets, also of one kind, all go."""
    first, second = ("gh" + "p_" + letter * 3 + "x1Y2z3W4v5U6" * 3 for letter in "ab")

    found = redact(f"{first} then {second}\nDB_PASSWORD=tr0mb0ne77")

    assert found.text == "[secret:github-classic] then [secret:github-classic]\nDB_PASSWORD=[secret:password]"


def test_a_whole_base64_token_goes():
    """A secret inside base64 takes the token with it, and only the token."""
    sentence, _ = PROVIDERS["stripe"](random.Random(1))

    found = redact(f"payload {WRAPPINGS['base64'](sentence)} end")

    assert found.text == "payload [secret:stripe-key] end"


def test_a_key_block_goes_as_a_whole():
    """Of a private key, whole or cut off, nothing stays."""
    for form in ("pem-rsa", "pem-openssh-cut"):
        block, _ = PROVIDERS[form](random.Random(2))
        assert redact(f"see\n{block}").text.strip() == "see\n[secret:private-key]"


def test_a_name_value_pair_keeps_its_name():
    """Only the value is replaced, so that the reader still sees what was there."""
    assert (
        redact("export DB_PASSWORD=tr0mb0ne77 # temporary").text == "export DB_PASSWORD=[secret:password] # temporary"
    )


def test_placeholders_are_never_found():
    """What a redaction left is no secret, not even where one would stand."""
    text = "password: [secret:password] and Bearer [secret:bearer-token], api_key=[secret:custom-7]"

    assert text == redact(text).text


def test_card_numbers_are_a_setting():
    """Cards go by default, and stay when the setting says so."""
    assert redact(f"paid with {CARD} today").text == "paid with [secret:card-number] today"
    assert redact(f"paid with {CARD} today", personal=frozenset()).text == f"paid with {CARD} today"


def test_a_number_that_fails_the_check_digit_is_no_card():
    """Sixteen digits alone are an order number."""
    text = f"order {CARD[:-1]}2 shipped"

    assert text == redact(text).text


def test_other_personal_data_is_asked_for():
    """Telephone numbers, addresses and accounts are replaced only where the person wants it."""
    text = "call +49 30 1234567 or write to someone@example.org, account DE89 3704 0044 0532 0130 00"

    assert text == redact(text).text
    found = redact(text, personal=frozenset({"phone", "email", "iban"}))
    assert {"phone-number", "email", "iban"} == {finding.rule for finding in found.findings}


def test_the_persons_own_rules_apply():
    """A rule of the person's own is asked too, also where the shipped ones see no sign."""
    rules = parse_user_rules(["ACME-[0-9]{6}", {"id": "internal-host", "pattern": r"host=(\w+)", "secret_group": 1}])

    found = redact("ticket ACME-123456 on host=venus", rules)

    assert found.text == "ticket [secret:custom-1] on host=[secret:internal-host]"


def test_a_greedy_rule_of_the_persons_own_settles():
    """Whatever a person's rule matches, the result is stable and something is returned."""
    rules = parse_user_rules(["[a-z]+", ".{3}"])

    once = redact("one two three", rules)

    assert once.text == redact(once.text, rules).text


@pytest.mark.parametrize("ending", ["", ".", "\n", "\u200b", '"'])
def test_what_follows_a_secret_stays(ending):
    """The end of a token is found whatever comes after it."""
    canary = "np" + "m_" + "".join(random.Random(3).choices(string.ascii_letters + string.digits, k=36))

    assert redact(f"use {canary}{ending}").text == f"use [secret:npm-token]{ending}"


def _filled(piece: str) -> str:
    return (piece * (MEGABYTE // len(piece) + 1))[:MEGABYTE]


ADVERSARIAL = {
    "one letter": "a",
    "spaces": " ",
    "line breaks": "\n",
    "wrapped letters": "aaaaaaaaaa\n  ",
    "backslashes": "\\",
    "percent": "%41",
    "names glued": "password=",
    "names spoken": "password is ",
    "key headers": "-----BEGIN RSA PRIVATE KEY-----\n",
    "terminal": "\x1b[",
    "zero width": "a\u200b",
    "userinfo": "://a:b@",
    "jwt starts": "eyJ",
    "digits": "4111 ",
    "quotes": "password='",
    "half surrogates": "\ud800a",
}


@pytest.mark.parametrize("piece", ADVERSARIAL.values(), ids=ADVERSARIAL)
def test_a_megabyte_of_anything_finishes(piece):
    """Hostile input is read to its end; nothing backtracks and nothing explodes."""
    assert redact(_filled(piece)).text
