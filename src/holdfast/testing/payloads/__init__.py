"""Events as each host sends them, one file for each version: what adapters are tested with, and what `doctor` replays.

`measured` files hold the fields that the running program was seen to send, `documented` ones those of its documentation;
ids and texts are made up in both.
"""

from __future__ import annotations

import json
import os
from typing import Any

FOLDER = os.path.dirname(__file__)


def recordings(host: str) -> list[dict[str, Any]]:
    """Return the recordings of a host, one for each version: host, version, source, environ, events."""
    folder = os.path.join(FOLDER, host)
    found = []
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            found.append(json.load(file))
    return found


def recorded(host: str) -> list[tuple[str, dict[str, Any]]]:
    """Return every recorded event of a host, of all versions, as (event name, payload)."""
    return [(one["event"], one["payload"]) for recording in recordings(host) for one in recording["events"]]
