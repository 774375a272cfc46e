"""Which program shows long output."""

from __future__ import annotations

import pytest

from holdfast.cli.pager import pager_command


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({"HOLDFAST_PAGER": "sh -c x", "PAGER": "cat"}, ["sh", "-c", "x"]),
        ({"PAGER": "sh"}, ["sh"]),
        ({"PAGER": "cat"}, []),
        ({"PAGER": ""}, []),
        ({"HOLDFAST_PAGER": ""}, []),
        ({"PAGER": "no-such-program-anywhere"}, []),
        ({"PAGER": "'open quote"}, []),
    ],
)
def test_the_pager_is_the_persons_choice(environ, expected):
    """Ours first, then everybody's; one that cannot run or only copies is none."""
    assert expected == pager_command(environ)
