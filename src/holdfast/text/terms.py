"""How text becomes search terms; indexing and asking share every rule.

Plain words lose case, accents and ending. An identifier (`fooBar`, `src/app.ts`, `--dry-run`) yields itself, folded
but never stemmed, and its parts as plain words. Runs of scripts that put no spaces between words yield single
characters and overlapping pairs.

Invariants: a term holds no space, quote, bar or control character, has at most 64 characters, and is its own case
fold; whatever `query_terms` asks for, `index_terms` of the same text has. `tests/text/test_terms.py` holds the laws.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from holdfast.hashes import blake2b
from holdfast.text.fold import fold
from holdfast.text.irregular import irregular_forms
from holdfast.text.stopwords import STOP_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

MAX_TERM_CHARS = 64
MAX_QUERY_TERMS = 64
MIN_STEM_CHARS = 3
QUERY_HEAD_CHARS = 65_536
QUERY_TAIL_CHARS = 4_096
_EDGE_CHARS = 1_000
_MAX_IDENTIFIER_CHARS = 512
_MAX_PARTS = 64
_MAX_CACHED_CHARS = 64
_MAX_CACHED_CHUNKS = 16_384
_DIGEST_CHARS = 16

# Han with its marks and numerals, Kana, Bopomofo, Hangul, Yi, Thai, Lao, Khmer, Myanmar.
_UNSPACED = (
    "\u0e00\u0eff", "\u1000\u109f", "\u1100\u11ff", "\u1780\u17ff", "\u19e0\u19ff", "\u2e80\u2fdf",
    "\u3005\u3007", "\u3021\u3029", "\u3038\u30ff", "\u3105\u318f", "\u31a0\u31bf", "\u31f0\u31ff",
    "\u3400\u4dbf", "\u4e00\ua4cf", "\ua960\ua97f", "\ua9e0\ua9ff", "\uaa60\uaa7f", "\uac00\ud7ff",
    "\uf900\ufaff", "\U0001b000\U0001b16f", "\U00020000\U000323af",
)  # fmt: skip
_UNSPACED_SIGN = "\x02"  # written before each character of these scripts, as `re` has no name for them
_LETTER = r"[^\x00-/:-@\[-`{-\x7f]"
_LEAD = r"[-_./\\@$#~]{0,3}"
_JOINT = r"[-_./\\:@#+~$%&']{1,3}"
_TAIL = r"(?:\+\+|\#|_+)?"
_THOUSANDS = r"(?<=[0-9]),[0-9]{3}(?![0-9])"

# Where an identifier comes apart, from the outside in. Patterns stay texts until `re` first needs (and then keeps)
# them: most prompts hold no identifier, and compiling all of them takes longer than the search.
_JOINTS = (r"[/\\:@&%$+~#]+", r"\.+", r"[-_]+")
_DIGITS = r"\d+|\D+"
_HUMPS = r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+"
_ACRONYMS = r"[A-Z]{2,}s"
_NUMBERED = r"[A-Za-z]+(\d+(?:\.\d+)+)"
_NOT_WORD = r"[\W_]+"
_MAX_DIGIT_RUNS = 4  # `sha256sum` comes apart, a digest does not

# Letters that no decomposition leads back to a base letter.
_LATIN = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "\u0131": "i", "ŋ": "n", "ĸ": "k"}
    | {"æ": "ae", "œ": "oe", "þ": "th"}
)
_CONTRACTED = {"ca": "can", "wo": "will", "sha": "shall", "ai": "is"}
_DROPPED_ENDINGS = frozenset({"s", "re", "ve", "ll", "d", "m"})

# What one chunk between spaces yields: for the index, for a question, and for a question without stop words.
_Analysis = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
_known: dict[str, _Analysis] = {}


def index_terms(text: str) -> list[str]:
    """Return every term of a text in order, with repeats."""
    terms: list[str] = []
    for chunk in fold(text).split():
        terms += (_known.get(chunk) or _analysed(chunk))[0]
    return terms


def query_terms(text: str, limit: int = MAX_QUERY_TERMS) -> list[str]:
    """Return the distinct terms to ask for, at most `limit`, in the order they first occur.

    Stop words count only when there is nothing else. Of a very long text only the head and the tail are read. Too
    many terms are thinned to the first and the last, as people ask before or after what they paste, and to those
    between that look most telling.
    """
    seen = _ends(text)
    analyses = [_known.get(chunk) or _analysed(chunk) for chunk in fold(seen).split()]
    terms = list(dict.fromkeys(term for _, _, telling in analyses for term in telling))
    if not terms:
        terms = list(dict.fromkeys(term for _, asked, _ in analyses for term in asked))
    return terms if len(terms) <= limit else _most_telling(terms, seen, limit)


def _ends(text: str) -> str:
    """Return a text, or the head and the tail of a very long one, cut between words where there is a space."""
    if len(text) <= QUERY_HEAD_CHARS + QUERY_TAIL_CHARS:
        return text
    last_space = text.rfind(" ", QUERY_HEAD_CHARS - _EDGE_CHARS, QUERY_HEAD_CHARS)
    first_space = text.find(" ", len(text) - QUERY_TAIL_CHARS, len(text) - _EDGE_CHARS)
    head = text[: QUERY_HEAD_CHARS if last_space < 0 else last_space]
    return f"{head} {text[-QUERY_TAIL_CHARS if first_space < 0 else first_space :]}"


def _most_telling(terms: list[str], text: str, limit: int) -> list[str]:
    wanted = set(terms)
    last = dict.fromkeys(term for term in reversed(index_terms(text[-_EDGE_CHARS:])) if term in wanted)
    edges = [*terms[: limit // 3], *list(last)[: limit // 3]]
    ranked = [*edges, *sorted(terms, key=_weight, reverse=True)]
    kept = set(list(dict.fromkeys(ranked))[: max(limit, 0)])
    return [term for term in terms if term in kept]


def _weight(term: str) -> float:
    """Guess how rare a term is from its looks: long ones and identifiers say more, bare numbers least."""
    if term.isdigit():
        return 0.0
    return min(len(term), 16) / 4 + (0 if term.isalpha() else 2)


def _analysed(chunk: str) -> _Analysis:
    analysis = _plain_analysis(chunk) if chunk.isalpha() and chunk.islower() and chunk.isascii() else _analysis(chunk)
    if len(chunk) <= _MAX_CACHED_CHARS:
        if len(_known) >= _MAX_CACHED_CHUNKS:
            _known.clear()
        _known[chunk] = analysis
    return analysis


def _plain_analysis(word: str) -> _Analysis:
    term, stops = _plain(word)
    return (term,), (term,), () if stops else (term,)


def _analysis(chunk: str) -> _Analysis:
    index: list[str] = []
    asked: list[str] = []
    telling: list[str] = []
    for found in _words().finditer(chunk if chunk.isascii() else chunk.translate(_letters())):
        if found.lastindex:
            single, pairs = _grams(found[1].replace(_UNSPACED_SIGN, ""))
            index += single + pairs
            asked += pairs or single
            telling += pairs or single
        else:
            expanded = list(_expanded(found[0].replace(",", "")))  # 10,000 is 10000
            index += [term for term, _ in expanded]
            asked += [term for term, _ in expanded]
            telling += [term for term, stops in expanded if not stops]
    return tuple(index), tuple(asked), tuple(telling)


@cache
def _words() -> re.Pattern[str]:
    word = f"{_LEAD}{_LETTER}++(?:{_JOINT}{_LETTER}++|{_THOUSANDS})*+{_TAIL}"
    return re.compile(f"((?:{_UNSPACED_SIGN}.)++)|{word}")


class _Letters(dict[int, str | None]):
    """A table for `str.translate`: keeps ASCII, letters, digits and marks, blanks the rest, signs unspaced scripts."""

    def __missing__(self, code: int) -> str | None:
        character = chr(code)
        category = unicodedata.category(character)
        if category == "Me":
            made = None
        elif not character.isascii() and category[0] not in "LNM" and category != "Cn":
            made = " "
        else:
            unspaced = any(ends[0] <= character <= ends[1] for ends in _UNSPACED)
            made = _UNSPACED_SIGN + character if unspaced else character
        self[code] = made
        return made


@cache
def _letters() -> _Letters:
    return _Letters({0x2018: "'", 0x2019: "'", 0x2BC: "'", 0x2010: "-", 0x2011: "-"})


def _grams(run: str) -> tuple[list[str], list[str]]:
    """Return the characters of an unspaced run, each with its marks, and the overlapping pairs of them."""
    single: list[str] = []
    for character in run.casefold():
        if single and unicodedata.category(character)[0] == "M":
            single[-1] += character
        else:
            single.append(character)
    pairs = [_bounded(single[at] + single[at + 1]) for at in range(len(single) - 1)]
    return [_bounded(one) for one in single], pairs


def _expanded(token: str) -> Iterable[tuple[str, bool]]:
    """Return the terms of one word or identifier, each with whether it is a stop word."""
    if token.isalpha() and (token.islower() or token.istitle()):
        return (_plain(token),)
    if len(token) > _MAX_IDENTIFIER_CHARS:
        parts = [part for part in re.split(_NOT_WORD, token) if 1 < len(part) < len(token)]
        return (_whole(token), *map(_plain, parts[:_MAX_PARTS]))
    return _uncontracted(token) if "'" in token else _identifier(token).items()


def _uncontracted(token: str) -> Iterable[tuple[str, bool]]:
    base, _, ending = token.rpartition("'")
    if ending.lower() in _DROPPED_ENDINGS and "'" not in base:
        return _expanded(base)
    if ending in ("t", "T") and base[-1] in "nN" and "'" not in base:
        verb = base[:-1].lower()
        return (*_expanded(_CONTRACTED.get(verb, verb)), _plain("not")) if verb else (_plain("not"),)
    joined = _expanded(token.replace("'", ""))
    return dict((*joined, *(_plain(part) for part in re.split(_NOT_WORD, token) if len(part) > 1))).items()


def _identifier(token: str) -> dict[str, bool]:
    """Return the terms of an identifier; a table, as one that repeats itself is still one name."""
    found: dict[str, bool] = {}
    core = token.lstrip("-./\\@$#~")
    if core != token and re.search(_NOT_WORD, core):
        found.update((_whole(token), _whole(core)))
    if numbered := re.fullmatch(_NUMBERED, core):
        found.update((_whole(numbered[1]),))
    _take_apart(token, 0, found)
    return found


def _take_apart(token: str, level: int, found: dict[str, bool]) -> None:
    """Add a composite and then its parts; single characters of several parts say too little to be terms."""
    if level == len(_JOINTS) or token.isalnum():
        _set_off(token, found)
        return
    parts = [part for part in re.split(_JOINTS[level], token) if part]
    if parts != [token]:
        found.setdefault(_bounded(_folded(token)), _is_compound(token, parts))
    for part in parts:
        if len(part) > 1 or len(parts) == 1:
            _take_apart(part, level + 1, found)


def _is_compound(token: str, parts: list[str]) -> bool:
    """Say whether a hyphen joins plain words, so that a question is better served by the words alone.

    Asking for `payment-service` as well as for `payment` and `service` counts it twice, and drowns the rest.
    """
    joins_words = "-".join(parts) == token and all(len(part) > 1 and part.isalpha() for part in parts)
    return joins_words and not STOP_WORDS.issuperset(part.lower() for part in parts)


def _set_off(token: str, found: dict[str, bool]) -> None:
    """Add a name without joints and the parts that digits and capitals set off."""
    runs = [token] if token.isalpha() else re.findall(_DIGITS, token)
    if len(runs) > 1:
        found.update((_whole(token),))
        for run in runs if len(runs) <= _MAX_DIGIT_RUNS else ():
            if len(run) > 1:
                _set_off(run, found)
        return
    humps = () if token.islower() or not token.isascii() else re.findall(_HUMPS, token)
    if len(humps) > 1 and not re.fullmatch(_ACRONYMS, token):
        # The whole twice: typed in lower case it looks like a plain word, and is stemmed.
        found.update((_whole(token), _plain(token), *(_plain(hump) for hump in humps if len(hump) > 1)))
    else:
        found.update((_plain(token),))


def _whole(token: str) -> tuple[str, bool]:
    return _bounded(_folded(token)), False


def _plain(word: str) -> tuple[str, bool]:
    """Return the term of a plain word and whether it is a stop word."""
    folded = _folded(word)
    if folded in STOP_WORDS:
        return folded, True
    if MIN_STEM_CHARS <= len(folded) <= MAX_TERM_CHARS and folded.isascii() and folded.isalpha():
        return _stem()(irregular_forms().get(folded, folded)), False
    return _bounded(folded), False


@cache
def _stem() -> Callable[[str], str]:
    from Stemmer import Stemmer  # noqa: PLC0415 - only processes that search or index pay for it

    stem: Callable[[str], str] = Stemmer("english", 0).stemWord
    return stem


def _folded(word: str) -> str:
    """Return a word in small letters; Latin letters lose their accents, other scripts keep their marks."""
    small = word.casefold()
    if small.isascii():
        return small
    bare = "".join(_without_accents(unicodedata.normalize("NFD", small).translate(_LATIN)))
    # Last, because composing can bring back a letter that is not its own case fold.
    return unicodedata.normalize("NFC", bare).casefold()


def _without_accents(characters: Iterable[str]) -> Iterator[str]:
    is_latin = False
    for character in characters:
        if not unicodedata.combining(character):
            is_latin = character.isascii() and character.isalpha()
        elif is_latin:
            continue
        yield character


def _bounded(term: str) -> str:
    """Return a term of at most 64 characters; equal long terms stay equal, different ones different."""
    if len(term) <= MAX_TERM_CHARS:
        return term
    digest = blake2b(term.encode(), digest_size=_DIGEST_CHARS // 2).hexdigest()
    return f"{term[: MAX_TERM_CHARS - _DIGEST_CHARS - 1]}~{digest}"
