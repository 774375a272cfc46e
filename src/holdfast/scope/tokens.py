"""A query as words, clause boundaries and shapes: a path, a piece of code, an error, an issue, a flag, a number.

Only string methods: the hook compiles no pattern for this. `tests/scope/test_tokens.py` holds the laws.
"""

from __future__ import annotations

from itertools import pairwise

BOUNDARY = "."

# Scripts without spaces between words begin here: their cues are looked for as pieces of the text instead.
FIRST_IDEOGRAPHIC = "\u2e80"


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_ENDS = ".!?;:,\u3002\uff01\uff1f\uff1b\uff1a\uff0c\u3001\u2026)"
_WRAPPING = _ENDS + "\"'([]{}<>*\u201c\u201d\u2018\u2019\u00ab\u00bb\u201e"

# Said before the request and without weight, so that the request itself stands at the start of its clause.
_FILLERS = _set(
    "please hey hi hello ok okay so now also then well and but just hmm sorry thanks yes no right alright first next "
    "finally let lets kindly quickly actually bitte kannst könntest por favor puedes"
)
_ASKING = frozenset(("can", "could", "would", "will"))  # before "you" a request, before "i" a question

_CONTRACTIONS = {
    "i'm": "i am", "im": "i am", "i've": "i have", "ive": "i have", "i'd": "i would", "i'll": "i will",
    "whats": "what is",
    "what's": "what is", "whos": "who is", "who's": "who is", "where's": "where is", "wheres": "where is", "how's": "how is",
    "that's": "that is", "it's": "it is", "there's": "there is", "here's": "here is", "let's": "let us", "can't": "can not",
    "won't": "will not", "don't": "do not", "dont": "do not", "doesn't": "does not", "doesnt": "does not",
    "didn't": "did not", "didnt": "did not", "isn't": "is not", "aren't": "are not", "wasn't": "was not",
    "haven't": "have not", "hasn't": "has not", "couldn't": "could not", "wouldn't": "would not", "shouldn't": "should not",
    "we're": "we are", "we've": "we have", "we'd": "we would", "we'll": "we will", "you're": "you are",
}  # fmt: skip

_EXTENSIONS = _set(
    "py pyi ipynb js mjs cjs jsx ts tsx vue svelte go rs java kt kts scala swift c cc cpp cxx h hpp cs fs rb php pl lua ex "
    "exs erl hs ml clj dart r jl m mm zig nim sol sh bash zsh fish ps1 bat sql prisma graphql gql proto json jsonl json5 "
    "yaml yml toml ini cfg conf env xml html htm css scss sass less md mdx rst txt csv tsv lock log gradle tf tfvars hcl "
    "dockerfile makefile cmake bzl diff patch snap tmpl j2 erb haml mod sum svg wasm whl jar db sqlite"
)
_FOLDERS = _set(
    "src test tests spec lib libs app apps docs doc packages package pkg core bin cmd internal scripts config configs "
    "components pages utils api server client web public assets static migrations models views controllers services "
    "build dist node_modules vendor tools infra deploy .github .vscode etc usr var home tmp opt"
)
_FILES = _set("makefile dockerfile readme changelog license gemfile procfile jenkinsfile vagrantfile codeowners")

# Written like code, and yet names of products and languages, which say nothing of this project.
_PRODUCTS = _set(
    "javascript typescript coffeescript github gitlab bitbucket postgresql mysql mariadb sqlite mongodb dynamodb graphql "
    "openai chatgpt latex bibtex numpy scipy pytorch tensorflow devops devsecops oauth websocket websockets youtube linkedin "
    "facebook whatsapp iphone ipad imac macos macbook ios ipados intellij pycharm webstorm jetbrains vscode vscodium "
    "powershell bigquery cloudformation fastapi webassembly objective-c node.js next.js vue.js react.js nuxt.js three.js d3.js "
    "express.js ember.js asp.net .net deepmind huggingface openssl openssh mcdonald mcdonalds ebay phd airpods playstation "
    "xbox icloud dropbox wordpress woocommerce hubspot paypal jquery backbone.js alpine.js deno.land e.g i.e a.m p.m u.s "
    "stackoverflow leetcode hackerrank opengl directx autocad photoshop powerpoint onenote sharepoint protonmail duckduckgo "
    "wifi lotr tiktok doordash fedex hellofresh homekit goodreads starcraft minecraft worldcup"
)
_NOT_ISSUES = _set("sha utf iso gpt covid rfc rtx gtx aes rsa md ipv mp wcag pep cve f usb hdmi ps windows b c boeing")


def tokens_of(text: str) -> list[str]:
    """Split a query into lower-case words and shapes, with a boundary before, between and after its clauses."""
    tokens = [BOUNDARY]
    for line in text.replace("\u2019", "'").splitlines():
        for chunk in line.split():
            _append(tokens, chunk)
        _close(tokens)
    _close(tokens)
    return tokens


def _append(tokens: list[str], chunk: str) -> None:
    bare = chunk.strip(_WRAPPING)
    shape = shape_of(chunk, bare)
    words = [shape] if shape else _words(bare.lower())
    for word in words:
        if word == "you" and tokens[-1] in _ASKING and tokens[-2] == BOUNDARY:
            tokens.pop()
        elif tokens[-1] != BOUNDARY or word not in _FILLERS:
            tokens.append(word)
    if chunk[-1] in _ENDS:
        _close(tokens)


def _close(tokens: list[str]) -> None:
    if tokens[-1] != BOUNDARY:
        tokens.append(BOUNDARY)


def _words(word: str) -> list[str]:
    if word in _CONTRACTIONS:
        return _CONTRACTIONS[word].split()
    plain = word.removesuffix("'s").removesuffix("'")
    return "".join(
        letter if letter < FIRST_IDEOGRAPHIC and (letter.isalnum() or letter == "'") else " " for letter in plain
    ).split()


def shape_of(chunk: str, bare: str) -> str:
    """Name the shape of a chunk between two spaces, or "" when it is made of plain words."""
    return next((shape for shape, fits in _SHAPES if fits(chunk, bare)), "")


def _is_quoted(chunk: str, _: str) -> bool:
    return "`" in chunk


def _is_link_to_work(chunk: str, _: str) -> bool:
    return "://" in chunk and any(part in chunk for part in ("/pull/", "/issues/", "/commit/", "/blob/", "localhost"))


def _is_link(chunk: str, _: str) -> bool:
    return "://" in chunk


def _is_flag(chunk: str, _: str) -> bool:
    name = chunk.lstrip("-")
    dashes = len(chunk) - len(name)
    return name[:1].isalpha() and ((dashes == 1 and len(name) == 1) or (dashes == 2 and len(name) > 1))  # noqa: PLR2004


def _is_hash_number(chunk: str, bare: str) -> bool:
    return chunk.lstrip("([").startswith("#") and bare.lstrip("#").isdecimal()


def _is_number(_: str, bare: str) -> bool:
    return bare.isdecimal()


def _is_product(_: str, bare: str) -> bool:
    return bare.lower() in _PRODUCTS


def _is_path(chunk: str, bare: str) -> bool:
    lower = bare.lower()
    stem, _, extension = lower.rpartition(".")
    if extension in _EXTENSIONS and (stem or lower == ".env"):
        return True
    if chunk.startswith(("./", "../", "~/")) or lower in _FILES:
        return True
    parts = [part for part in lower.split("/") if part]
    return "/" in lower and bool(parts) and (parts[0] in _FOLDERS or len(parts) >= _DEEP or lower.endswith("/"))


def _is_error(_: str, bare: str) -> bool:
    """Recognise `TypeError`, and codes such as `TS2345` or `E0308`."""
    if bare.endswith(("Error", "Exception")) and bare[0].isupper() and bare not in ("Error", "Exception"):
        return True
    letters = bare.rstrip("0123456789")
    return letters.isupper() and letters.isalpha() and len(letters) < _DEEP and len(bare) - len(letters) >= _DEEP


def _is_issue(_: str, bare: str) -> bool:
    letters, dash, number = bare.partition("-")
    return bool(dash) and number.isdecimal() and letters.isupper() and letters.lower() not in _NOT_ISSUES


def _is_code(chunk: str, bare: str) -> bool:
    if "()" in chunk or "::" in bare or "->" in bare or "=>" in bare:
        return True
    inner = bare.strip("_")
    if not inner.replace("_", "").replace(".", "").isalnum():
        return False
    return "_" in inner or (_has_humps(inner) and ("." in inner or not inner[0].isupper()))


def _is_camel(_: str, bare: str) -> bool:
    """Recognise `OrderList`, which may as well be the name of a product."""
    return bare.isalnum() and _has_humps(bare)


def _has_humps(word: str) -> bool:
    return any(one.islower() and other.isupper() for one, other in pairwise(word))


_DEEP = 3
_SHAPES = (
    ("<code>", _is_quoted), ("<path>", _is_link_to_work), ("<url>", _is_link), ("<flag>", _is_flag),
    ("<issue>", _is_hash_number), ("<number>", _is_number), ("", _is_product), ("<path>", _is_path), ("<error>", _is_error),
    ("<issue>", _is_issue), ("<code>", _is_code), ("<camel>", _is_camel),
)  # fmt: skip
