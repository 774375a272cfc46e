"""The terms of a memory's text, out of those it stands under in the index."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from holdfast.model import StoredMemory
from holdfast.store.memories import content_terms, document_terms
from holdfast.store.search import shelve_all
from holdfast.text.terms import index_terms

WORDS = st.text(max_size=60) | st.sampled_from(
    ["src/app.ts", "Alice: when? in May 2024", "数据库", "I do not use tabs", "C++"]
)


@given(WORDS, st.lists(WORDS, max_size=3), st.lists(WORDS, max_size=3))
def test_the_text_is_told_from_what_stands_beside_it(content, tags, citations):
    """Neither tags nor cited files nor marks are taken for words of the text, and no word of it is lost."""
    memory = StoredMemory(
        id="m_1", content=content, tags=tuple(tags), citations=tuple(citations), group_no=1,
        created_at="2026-01-01", updated_at="2026-01-01", valid_from="2026-01-01",
    )  # fmt: skip
    indexed = shelve_all("11", document_terms(memory))
    assert content_terms(memory, indexed) == [
        term.partition("|")[2] for term in shelve_all("11", index_terms(content)).split(" ") if term
    ]
