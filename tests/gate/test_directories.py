"""The laws of the opt-in and opt-out lists."""

from __future__ import annotations

import pytest

from holdfast.gate.directories import ALLOW, DENY, keeping_out


@pytest.mark.parametrize(
    ("path", "allow", "deny", "expected"),
    [
        ("/srv/a", [], [], ""),
        ("/srv/a", ["/srv"], [], ""),
        ("/opt/a", ["/srv"], [], ALLOW),
        ("/srv/a", [], ["/srv"], DENY),
        ("/srv/secret/x", ["/srv"], ["/srv/secret"], DENY),
        ("/srv/secret/open", ["/srv/secret/open"], ["/srv/secret"], ""),
        ("/srvx", [], ["/srv"], ""),
        ("/srv", ["/srv"], ["/srv"], ""),
        ("/anything", ["/"], [], ""),
    ],
)
def test_the_nearer_entry_decides(path, allow, deny, expected):
    """A tree is in when the nearest entry allows it, or when there is no opt-in list and nothing denies it."""
    assert expected == keeping_out(path, allow, deny)
