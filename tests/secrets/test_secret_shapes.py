"""What makes a value a secret."""

import random
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.secrets.names import is_harmless_name
from holdfast.secrets.personal import is_card, is_iban, passes_luhn
from holdfast.secrets.shapes import (
    is_basic,
    is_password,
    is_placeholder,
    is_quoted_password,
    is_reference,
    is_token,
    trim,
)

ALNUM = string.ascii_letters + string.digits


@pytest.mark.parametrize(
    "value",
    ["getUserAccountById", "sha512-digest", "node-modules-cache", "us-east-1", "2024-01-01T00:00:00Z", "v1.2.3-rc.1", "256-bit",
     "test_session_handler.py", "KeyboardInterrupt", "OrderedMultiDict", "application/json", "10.0.0.1:5432"],
)  # fmt: skip
def test_names_and_counts_are_no_tokens(value):
    """What words and numbers are made of was not generated."""
    assert not is_token(value)
    assert not is_password(value)


@pytest.mark.parametrize("alphabet", [ALNUM, ALNUM + "-_", string.ascii_lowercase + string.digits, "0123456789abcdef"])
def test_random_texts_are_tokens(alphabet):
    """Of random texts of 24 characters nearly all are recognised."""
    rng = random.Random(8)
    made = ["".join(rng.choices(alphabet, k=24)) for _ in range(500)]

    assert sum(map(is_token, made)) >= 480


@pytest.mark.parametrize("value", ["hunter2", "tr0mb0ne", "S3cure!Pass", "Summer2024", "corr3ct-h0rse", "p4nth3r#9"])
def test_passwords_of_people_are_passwords(value):
    """A word with digits or signs counts where a password is announced."""
    assert is_password(value)


@pytest.mark.parametrize(
    "value", ["required", "string", "sha256", "oauth2", "2fa", "short", "someone@example.org", "password123"]
)
def test_ordinary_words_are_no_passwords(value):
    """A plain word, a term and a stand-in do not, even in quotes."""
    assert not is_password(value)
    assert not is_quoted_password(value)


def test_a_plain_word_in_quotes_is_a_password():
    """A literal of letters that stands for nothing else is what somebody chose."""
    assert is_quoted_password("sword" + "fish")
    assert not is_password("sword" + "fish")


@pytest.mark.parametrize(
    "value",
    ["<your key>", "YOUR_API_KEY", "changeme", "xxxxxxxxxxxx", "************", "test", "aaaaaaaa", "123456789abc"],
)
def test_stand_ins_are_placeholders(value):
    """What people write in place of a secret is none."""
    assert is_placeholder(value)


@pytest.mark.parametrize(
    "value",
    ["${TOKEN}", "$TOKEN", "os.environ['X']", "process.env.KEY1", "get_secret(1)", "{{ x1 }}", "./key1.pem", "https://a1.b2", "op://v1/x",
     "self.token1", "!vault", "%(password1)s", "C:\\keys\\k1"],
)  # fmt: skip
def test_references_are_no_values(value):
    """What says where the secret is, is none."""
    assert is_reference(value)


@pytest.mark.parametrize(
    "name", ["nextPageToken", "cache_key", "token_type", "access_key_id", "secretName", "PASSWORD_FILE", "primary key"]
)
def test_some_names_only_sound_secret(name):
    """A name may hold the word and mean something else."""
    assert is_harmless_name(name)


@pytest.mark.parametrize(
    "name", ["access_token", "API_KEY", "clientSecret", "db.password", "refreshToken", "--password", "secret key"]
)
def test_other_names_mean_it(name):
    """The names that do announce secrets are not among them."""
    assert not is_harmless_name(name)


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        ("abc1.", "abc1"),
        ("abc1&next=2", "abc1"),
        ("abc1;Server=x", "abc1"),
        ("a&b1", "a&b1"),
        ("abc1!", "abc1!"),
        ("abc1),", "abc1"),
    ],
)
def test_a_bare_value_ends_where_the_next_begins(value, kept):
    """Punctuation and a following pair are not part of it."""
    assert trim(value) == kept


@given(st.text("0123456789", min_size=1, max_size=20))
def test_exactly_one_check_digit_fits(digits):
    """For any number there is one last digit that passes."""
    assert sum(passes_luhn(digits + last) for last in "0123456789") == 1


def test_check_digits_decide():
    """A card needs an issuer and a check digit, an account its own."""
    assert is_card("4111-1111-" + "1111-1111")
    assert not is_card("4111-1111-" + "1111-1112")
    assert not is_card("1111111111111117")
    assert is_iban("DE89 3704 0044 " + "0532 0130 00")
    assert not is_iban("DE88 3704 0044 " + "0532 0130 00")


def test_basic_credentials_are_user_and_password():
    """Only base64 of `user:password` is a credential; a word is not."""
    import base64

    assert is_basic(base64.b64encode(b"alice:tr0mb0ne").decode())
    assert not is_basic("information")
    assert not is_basic(base64.b64encode(b"no colon here").decode())
