"""The laws of turning a turn into messages."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from holdfast.capture.turns import Turn, localise, messages_of, name_of, turn_id_of
from holdfast.model import Role

TEXTS = st.none() | st.text(max_size=300)


@given(TEXTS, TEXTS, TEXTS, st.integers(1, 50))
def test_messages_are_bounded_and_never_empty(user, assistant, system, longest):
    """Each role gives at most one message, within the limit."""
    turn = Turn(session="s", turn="4", user=user, assistant=assistant, system=system, host="h")
    found = messages_of(turn, longest, {})
    assert all(0 < len(one.content) <= longest for one in found)
    assert len({one.role for one in found}) == len(found)


def test_a_name_says_host_turn_and_role():
    """The name of a message is the same whenever its turn is captured."""
    assert "h.turn.4.user" == name_of("h", "4", Role.USER)


@given(st.text(min_size=1, max_size=50), st.integers(0, 9))
def test_a_turn_without_an_id_gets_the_same_one_again(text, so_far):
    """The id depends on the place and the words alone."""
    turn = Turn(session="s", user=text)
    assert turn_id_of(turn, so_far) == turn_id_of(Turn(session="other", user=text), so_far)
    assert turn_id_of(turn, so_far) != turn_id_of(turn, so_far + 1)


def test_the_host_s_own_id_is_kept():
    """Where the host numbers its turns, its number counts."""
    assert turn_id_of(Turn(session="s", turn="t-9", user="x"), 3) == "t-9"


def test_truncation_is_said():
    """A message that was cut knows it."""
    [message] = messages_of(Turn(session="s", user="x" * 100), 10, {})
    assert message.truncated
    assert len(message.content) == 10


def test_places_are_written_without_their_paths():
    """Inside the workspace paths become relative, in the person's folder they begin with a tilde."""
    places = {"/srv/code/api": "", "/srv": "~"}
    assert localise("see /srv/code/api/src/a.py in /srv/code/api, not /srv/x", places) == "see src/a.py in ., not ~/x"
