"""How text becomes terms, the same for indexing and for asking."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.text.invisible import drop_invisible
from holdfast.text.irregular import irregular_forms
from holdfast.text.stopwords import STOP_WORDS
from holdfast.text.terms import MAX_QUERY_TERMS, MAX_TERM_CHARS, index_terms, query_terms

FRAGMENTS = [
    "run tests", "fooBar", "src/app.ts", "don't", "C++", "--dry-run", "NEAR(", "AND", "OR", "NOT", '"', "'", "|", "*",
    "^", "\0", "\ud800", "\u200b", "\u202e", "测试", "テスト", "한국어", "ภาษา", "é", "ß", "İ", "ǆ", "🚀", "\u0301", "_", "-", "$",
    "\n", "\t", "x" * 70, "1,000", "v1.2.3", "@a/b", "''", "n't", "%", "&", "\\",
]  # fmt: skip
ANY_TEXT = st.lists(st.one_of(st.sampled_from(FRAGMENTS), st.text(st.characters(), max_size=12)), max_size=30).map(
    "".join
)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("fooBar", ["foobar", "foo", "bar"]),
        ("foo_bar", ["foo_bar", "foo", "bar"]),
        ("FOO_BAR", ["foo_bar", "foo", "bar"]),
        ("foo-bar", ["foo-bar", "foo", "bar"]),
        ("src/app.ts", ["src/app.ts", "src", "app.ts", "app", "ts"]),
        ("module.attr", ["module.attr", "modul", "attr"]),
        ("@scope/pkg", ["@scope/pkg", "scope/pkg", "scope", "pkg"]),
        ("v1.2.3", ["1.2.3", "v1.2.3", "v1"]),
        ("python3.11", ["3.11", "python3.11", "python3", "python", "11"]),
        ("C++", ["c++", "c"]),
        ("C#", ["c#", "c"]),
        (".env", [".env", "env"]),
        ("--dry-run", ["--dry-run", "dry-run", "dri", "run"]),
        ("HTTPServer", ["httpserver", "http", "server"]),
        ("utf8", ["utf8", "utf"]),
        ("OAuth2", ["oauth2", "oauth", "auth"]),
        ("__init__.py", ["__init__.py", "__init__", "init", "py"]),
        ("$HOME", ["$home", "home"]),
        ("std::vector", ["std::vector", "std", "vector"]),
        ("3f786850e387550fdab836ed7e6dc881de23001b", ["3f786850e387550fdab836ed7e6dc881de23001b"]),
    ],
)
def test_an_identifier_yields_itself_and_its_parts(text, terms):
    """The whole is folded but never stemmed; the parts are plain words."""
    assert set(terms) == set(index_terms(text))


@pytest.mark.parametrize("one", ["fooBar", "foo_bar", "FOO_BAR", "foo-bar", "foo.bar", "foo/bar"])
@pytest.mark.parametrize("other", ["fooBar", "foo_bar", "foo bar", "FooBar"])
def test_a_name_is_found_in_every_style(one, other):
    """Whoever asks in one style finds what was written in another."""
    assert {"foo", "bar"} <= set(query_terms(one)) & set(index_terms(other))


@pytest.mark.parametrize(
    ("plain", "inflected"),
    [("test", "tests"), ("deploy", "deploying"), ("policy", "policies"), ("run", "ran"), ("write", "wrote"),
     ("child", "children"), ("build", "built"), ("index", "indices"), ("choose", "chosen"), ("user", "user's"),
     ("user", "users'"), ("user", "users’"), ("URL", "URLs"), ("cafe", "Café"), ("strasse", "Straße"), ("lodz", "Łódź")],
)  # fmt: skip
def test_forms_of_a_word_are_one_term(plain, inflected):
    """Case, accents, endings, possessives and irregular forms make no difference."""
    assert index_terms(plain) == index_terms(inflected)


def test_a_contraction_keeps_its_negation():
    """`don't` is `do not`, so that it can be told from `do`."""
    assert ["do", "not", "can", "not", "will", "not"] == index_terms("don't can’t WON'T")


def test_numbers_are_kept_and_lose_their_commas():
    """A limit of 10,000 is found as 10000."""
    assert ["10000", "row"] == index_terms("10,000 rows")


def test_a_list_of_ports_is_not_one_number():
    """Only groups of three digits are thousands."""
    assert ["8080", "8081"] == index_terms("8080,8081")


def test_terms_come_in_order_with_repeats():
    """An index needs how often and in which order a term occurs."""
    assert ["run", "test", "and", "run", "test"] == index_terms("Run tests, and run tests.")


@pytest.mark.parametrize(
    "run",
    ["测 试 数 据 库", "デ ー タ ベ ー ス", "한 국 어", "ภ า ษ า ไ ท ย", "ພ າ ສ າ ລ າ ວ", "ភា សា ខ្ មែ រ", "မြ န် မာ"],
)
def test_any_two_neighbours_of_an_unspaced_run_find_it(run):
    """Scripts without spaces are found by every word of two characters, with their marks, within."""
    characters = run.split()
    found = set(index_terms(f"前后 {''.join(characters)} end"))
    pairs = ["".join(characters[at : at + 2]) for at in range(len(characters) - 1)]
    assert pairs == [term for pair in pairs for term in query_terms(pair)]
    assert set(pairs) <= found


def test_a_single_character_finds_the_word_it_stands_in():
    """One Han character is a word and is indexed as one."""
    assert ["猫"] == query_terms("猫")
    assert "猫" in index_terms("黑猫警长")


def test_an_unspaced_run_is_asked_in_pairs():
    """Single characters of a longer run would match nearly everything."""
    assert ["数据", "据库"] == query_terms("数据库")


def test_scripts_may_be_mixed_without_spaces():
    """A Latin name within Chinese text is a term of its own."""
    assert {"pytest", "使用", "测试"} <= set(index_terms("使用pytest运行测试"))


def test_a_mark_stays_with_its_letter():
    """Vowel signs are part of the word, not breaks within it."""
    assert ["हिन्दी"] == index_terms("हिन्दी")


def test_a_question_drops_stop_words():
    """What every question holds says nothing about this one."""
    assert ["run", "test"] == query_terms("How do we run the tests?")


def test_a_question_of_stop_words_only_asks_for_them():
    """Something is better than nothing."""
    assert ["what", "is", "it"] == query_terms("what is it")


def test_a_compound_is_asked_by_its_words():
    """A hyphenated word is not counted twice in a question, but an option or a name is asked as written."""
    assert ["payment", "servic"] == query_terms("payment-service")
    assert "--dry-run" in query_terms("--dry-run")
    assert "user_id" in query_terms("user_id")


def test_a_question_repeats_no_term():
    """Distinct terms in the order they first occur."""
    assert ["test", "fast"] == query_terms("tests test TESTING fast tests")


def test_a_long_question_keeps_names_and_its_edges():
    """Of a pasted log, the question around it and the identifiers survive the limit."""
    log = " ".join(f"line{number} ok" for number in range(500))
    kept = query_terms(f"why does PaymentGateway fail {log} please explain the webhook")
    assert MAX_QUERY_TERMS == len(kept)
    assert {"paymentgateway", "fail", "explain", "webhook"} <= set(kept)


@pytest.mark.parametrize(
    "text",
    ["a " * 500_000, "x" * 1_000_000, "测试" * 500_000, "a" + "\u0301\u0316" * 500_000, "aB" * 500_000, "n't" * 300_000,
     "a/" * 500_000, "-" * 1_000_000, '"' * 1_000_000, "\ufdfa" * 1_000_000, "{}[]()" * 160_000],
    ids=["words", "one word", "han", "marks", "humps", "contractions", "path", "dashes", "quotes", "ligatures", "brackets"],
)  # fmt: skip
def test_a_million_characters_make_a_bounded_question(text):
    """Any text is a question, and a long one is not read to its end."""
    assert MAX_QUERY_TERMS >= len(query_terms(text))


def test_the_end_of_a_long_text_is_read():
    """People paste first and ask last."""
    assert "zebra" in query_terms("noise " * 100_000 + "where is the zebra")


def test_words_are_not_cut_in_half():
    """The borders of what is read of a long text fall between words."""
    assert {"alpha", "betamax"} == set(query_terms("alpha betamax " * 40_000))


def test_a_long_token_is_cut_to_a_digest():
    """Equal long tokens still match each other, different ones do not."""
    one, same, other = ("k" * 200 + end for end in "aab")
    assert index_terms(one) == index_terms(same) != index_terms(other)
    assert MAX_TERM_CHARS == len(index_terms(one)[0])


@pytest.mark.parametrize("text", ["", " \n\t", "!?…", '"" OR ""', "🚀", "\0", "\ud800", "***"])
def test_texts_without_words_raise_nothing(text):
    """A text may well hold no word at all."""
    assert set(query_terms(text)) <= set(index_terms(text))


@pytest.mark.parametrize("block", range(0, 0x30000, 0x4000))
def test_every_character_makes_well_formed_terms(block):
    """Whatever the character, alone or within a word, its terms can be stored, quoted and compared."""
    for code in range(block, block + 0x4000, 3):
        assert_well_formed(index_terms(f"a{chr(code)} {chr(code)}b"))


@given(ANY_TEXT)
def test_any_text_makes_well_formed_terms(text):
    """No term holds a space, a quote, a bar or a control, is too long, or has two spellings."""
    assert_well_formed(index_terms(text))


@given(ANY_TEXT)
def test_a_text_is_found_by_its_own_words(text):
    """Whatever a text asks for, the index of that text has."""
    assert set(query_terms(text)) <= set(index_terms(text))


@given(ANY_TEXT)
def test_a_text_with_terms_asks_for_something(text):
    """A text that can be found can also ask."""
    assert bool(index_terms(text)) == bool(query_terms(text))


@given(ANY_TEXT, st.integers(0, 10))
def test_a_question_keeps_to_its_limit(text, limit):
    """Never more terms than allowed, none twice."""
    asked = query_terms(text, limit)
    assert limit >= len(asked) == len(set(asked))


@given(ANY_TEXT)
def test_normal_forms_make_the_same_terms(text):
    """A decomposed text is found by a composed question."""
    text = drop_invisible(text)  # a terminal command may end in the letter under an accent
    assert index_terms(unicodedata.normalize("NFC", text)) == index_terms(unicodedata.normalize("NFD", text))


def test_stop_words_are_single_folded_words():
    """Every stop word can match a word of a text."""
    assert all(re.fullmatch("[a-z]+", word) for word in STOP_WORDS)


def test_irregular_forms_lead_to_a_base_in_one_step():
    """No base is itself an irregular form."""
    forms = irregular_forms()
    assert set() == set(forms) & set(forms.values())
    assert 120 < len(forms)


def assert_well_formed(terms):
    for term in terms:
        assert term
        assert term == term.casefold()
        assert MAX_TERM_CHARS >= len(term)
        assert not re.search(r'[\s"|\x00-\x1f\x7f-\x9f\ud800-\udfff]', term)
