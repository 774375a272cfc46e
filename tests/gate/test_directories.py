"""The laws of the opt-in and opt-out lists."""

from __future__ import annotations

import pytest

from holdfast.gate.directories import is_kept_out


@pytest.mark.parametrize(
    ("path", "allow", "deny", "expected"),
    [
        ("/srv/a", [], [], False),
        ("/srv/a", ["/srv"], [], False),
        ("/opt/a", ["/srv"], [], True),
        ("/srv/a", [], ["/srv"], True),
        ("/srv/secret/x", ["/srv"], ["/srv/secret"], True),
        ("/srv/secret/open", ["/srv/secret/open"], ["/srv/secret"], False),
        ("/srvx", [], ["/srv"], False),
        ("/srv", ["/srv"], ["/srv"], False),
        ("/anything", ["/"], [], False),
    ],
)
def test_the_nearer_entry_decides(path, allow, deny, expected):
    """A tree is in when the nearest entry allows it, or when there is no opt-in list and nothing denies it."""
    assert is_kept_out(path, allow, deny) is expected
