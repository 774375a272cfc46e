"""Personal data that can be told from other numbers: payment cards, bank accounts, telephone numbers.

`tests/secrets/test_secret_shapes.py` holds the laws.
"""

from __future__ import annotations

from holdfast.secrets.patterns import pattern

IBAN_CHARS = range(15, 35)
PHONE_DIGITS = range(8, 16)  # the longest number that E.164 allows has fifteen
_ISSUER = (
    r"4\d{15}|(?:5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11}"
    r"|6(?:011|5\d\d|4[4-9]\d)\d{12}|35(?:2[89]|[3-8]\d)\d{12}|62\d{14}"
)


def is_card(value: str) -> bool:
    """Tell whether digits are a payment card number: a known issuer, the right length, a valid check digit."""
    digits = "".join(char for char in value if char.isdigit())
    return bool(pattern(_ISSUER).fullmatch(digits)) and passes_luhn(digits)


def passes_luhn(digits: str) -> bool:
    """Tell whether the last digit is the check digit of the others."""
    total = 0
    for place, char in enumerate(reversed(digits)):
        digit = int(char) << (place & 1)
        total += digit // 10 + digit % 10
    return total % 10 == 0


def is_iban(value: str) -> bool:
    """Tell whether the check digits of a bank account number hold."""
    packed = value.replace(" ", "")
    if len(packed) not in IBAN_CHARS:
        return False
    return int("".join(str(int(char, 36)) for char in packed[4:] + packed[:4])) % 97 == 1


def is_phone(value: str) -> bool:
    """Tell whether digits are as many as a telephone number has."""
    return sum(map(str.isdigit, value)) in PHONE_DIGITS
