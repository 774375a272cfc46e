"""What is put in comes out again, and nothing else does."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from holdfast.wiring.edits import Insertion, put_in, take_out

texts = st.text(alphabet="ab{},\n \r", max_size=60)


@st.composite
def edited(draw):
    text = draw(texts)
    insertions = [
        Insertion(at=draw(st.integers(0, len(text))), text=draw(st.text(alphabet="ab{},\n", min_size=1, max_size=30)))
        for _ in range(draw(st.integers(0, 4)))
    ]
    return text, insertions


@given(edited())
def test_taking_out_is_the_inverse_of_putting_in(one):
    """Byte for byte, however often a text occurs."""
    text, insertions = one
    after, placed = put_in(text, insertions)
    assert len(after) == len(text) + sum(len(put.text) for put in insertions)
    assert text == take_out(after, placed)


@given(edited(), texts)
def test_what_the_person_wrote_in_front_or_behind_stays(one, written):
    """An insertion is found by what stands around it, or not at all; never is something else taken out."""
    text, insertions = one
    after, placed = put_in(text, insertions)
    for changed, expected in ((written + after, written + text), (after + written, text + written)):
        found = take_out(changed, placed)
        assert found is None or len(found) == len(expected)


def test_an_insertion_is_found_after_changes_elsewhere():
    """Lines before and after it may come and go."""
    text = "".join(f"line {number}\n" for number in range(50))
    after, placed = put_in(text, [Insertion(at=text.index("line 25"), text="something of ours, quite long\n")])
    changed = after.replace("line 3\n", "").replace("line 48", "another line")
    assert text.replace("line 3\n", "").replace("line 48", "another line") == take_out(changed, placed)


def test_an_insertion_that_was_changed_is_not_taken_out():
    """Then somebody must look at it by its meaning."""
    after, placed = put_in("a\nb\n", [Insertion(at=2, text="ours, and only ours\n")])
    assert take_out(after.replace("only", "mostly"), placed) is None
    assert take_out("", placed) is None


def test_a_short_insertion_that_occurs_twice_is_told_by_its_surroundings():
    """A lone comma is not taken from somewhere else."""
    after, placed = put_in('[\n 1 // one\n]\n["x", "y"]', [Insertion(at=4, text=",")])
    moved = after.replace("[\n 1,", "[\n\n 0,\n 1,")
    assert take_out(moved, placed) in {None, moved.replace("1,", "1")}
