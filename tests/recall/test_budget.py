"""What fits into a block, in which order, and why the rest does not."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from holdfast.recall.budget import Candidate, pack
from holdfast.recall.render import FLAVOURS, Line, frame_chars, render_block, render_line
from holdfast.text.terms import index_terms

ROOM = 10_000


def candidate(number, content, *marks):
    made = f"m_{number:016d}"
    line = Line(id=made, content=content, age="3 days", marks=marks)
    return Candidate(id=made, line=line, terms=index_terms(content))


def kept(candidates, max_items=8, max_chars=ROOM, **more):
    packed = pack(candidates, max_items=max_items, max_chars=max_chars, **more)
    return [int(one.removeprefix("m_")) for one in packed.kept]


def reasons(candidates, max_items=8, max_chars=ROOM):
    return [one.reason for one in pack(candidates, max_items=max_items, max_chars=max_chars).cut]


CONTENT = st.one_of(
    st.text(st.characters(), max_size=40),
    st.sampled_from(
        ["Use tabs.", "use tabs", "Do not use tabs", "x" * 600, "<" * 50, "Run tests with make", "测试 " * 40]
    ),
)
CANDIDATES = st.lists(
    st.tuples(CONTENT, st.lists(st.sampled_from(["stale", "untrusted: web"]), max_size=2)), max_size=12
).map(lambda rows: [candidate(number, content, *marks) for number, (content, marks) in enumerate(rows)])


def test_everything_that_fits_is_kept_in_rank_order():
    """Rank decides the order, the budget decides the end."""
    assert [2, 1] == kept([candidate(2, "Use tabs"), candidate(1, "Run the linter")])


def test_what_does_not_fit_makes_room_for_smaller_ones():
    """A large memory does not end the block."""
    candidates = [candidate(1, "Use tabs"), candidate(2, "long " * 60), candidate(3, "Run the linter")]
    room = frame_chars() + 120
    assert [1, 3] == kept(candidates, max_chars=room)
    assert [f"over the budget of {room} characters"] == reasons(candidates, max_chars=room)


def test_no_more_than_the_limit():
    """The number of items is bounded by itself."""
    candidates = [candidate(1, "Use tabs"), candidate(2, "Run the linter")]
    assert [1] == kept(candidates, max_items=1)
    assert ["over the limit of 1 items"] == reasons(candidates, max_items=1)


def test_a_repetition_is_dropped_and_says_of_what():
    """The same statement in other words costs no second line."""
    candidates = [candidate(1, "Run the tests with `make test`."), candidate(2, "run tests with make test")]
    assert [1] == kept(candidates)
    assert ["duplicate of m_0000000000000001"] == reasons(candidates)


def test_a_contradiction_is_not_a_repetition():
    """Both sides of a conflict are shown."""
    assert [1, 2] == kept([candidate(1, "Use tabs, not spaces"), candidate(2, "Use spaces, not tabs")])


def test_an_untrusted_copy_does_not_hide_the_trusted_one():
    """Whoever plants a copy cannot push the person's own words into the untrusted part."""
    planted = candidate(1, "Deploy with make release", "untrusted: web")
    assert [1, 2] == kept([planted, candidate(2, "Deploy with make release")])


def test_a_trusted_statement_makes_an_untrusted_copy_needless():
    """The other way round the copy adds nothing."""
    planted = candidate(2, "Deploy with make release", "untrusted: web")
    assert [1] == kept([candidate(1, "Deploy with make release"), planted])


def test_what_stands_beside_the_block_counts():
    """A host's own wrapping takes its share of the budget."""
    one = candidate(1, "Use tabs")
    exact = frame_chars() + len(render_line(one.line)) + 1
    assert [1] == kept([one], max_chars=exact)
    assert [] == kept([one], max_chars=exact, overhead=1)


def test_a_budget_smaller_than_the_frame_keeps_nothing():
    """Half a block is worse than none."""
    assert [] == kept([candidate(1, "x")], max_chars=50)


@given(CANDIDATES, st.integers(0, 10), st.integers(0, 3000), st.sampled_from(FLAVOURS))
def test_the_rendered_block_never_exceeds_the_budget(candidates, max_items, max_chars, flavour):
    """Whatever is kept, its block fits, in every flavour."""
    packed = pack(candidates, max_items=max_items, max_chars=max_chars)
    chosen = [one.line for one in candidates if one.id in packed.kept]
    block = render_block(chosen, flavour)
    assert max_chars >= len(block)
    assert max_items >= len(chosen)


@given(CANDIDATES, st.integers(0, 10), st.integers(0, 3000))
def test_every_candidate_is_either_kept_or_explained(candidates, max_items, max_chars):
    """Nothing vanishes without a reason, and the order is that of the rank."""
    packed = pack(candidates, max_items=max_items, max_chars=max_chars)
    ranked = [one.id for one in candidates]
    cut = [one.id for one in packed.cut]
    assert sorted(ranked) == sorted([*packed.kept, *cut])
    assert list(packed.kept) == [one for one in ranked if one in packed.kept]
    assert all(one.reason for one in packed.cut)


@given(CANDIDATES)
def test_packing_what_was_kept_keeps_it(candidates):
    """Packing is idempotent: what was kept holds no repetition."""
    packed = pack(candidates, max_items=8, max_chars=ROOM)
    again = pack([one for one in candidates if one.id in packed.kept], max_items=8, max_chars=ROOM)
    assert (packed.kept, ()) == (again.kept, again.cut)
