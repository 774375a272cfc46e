"""What any text goes through before it is stored: only what no store can hold is changed."""

from __future__ import annotations


def clean(text: str) -> str:
    """Return the text with NUL made visible and lone surrogates replaced; all else verbatim."""
    if "\0" in text:
        text = text.replace("\0", "\u2400")
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text
