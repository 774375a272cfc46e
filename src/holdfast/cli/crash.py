"""What is kept of an error that nobody foresaw.

The traceback goes to a private file in the home, with the places in the code but without quoted values, which
could be words of a memory. `tests/cli/test_crash.py` holds the laws.
"""

from __future__ import annotations

import os
import re
import traceback

from holdfast import places, settings
from holdfast.errors import HoldfastError

CRASH_FILE = "crash.txt"
MAX_MESSAGE_CHARS = 200


class Unexpected(HoldfastError):
    """An error that is our mistake, not the person's."""

    code = "unexpected"
    default_hint = "holdfast doctor --report"


def unexpected(error: Exception, command: str) -> HoldfastError:
    """Return what the person is told, after keeping the traceback; under HOLDFAST_STRICT raise it instead."""
    if settings.is_strict():
        raise error
    return Unexpected(f"unexpected {type(error).__name__} in {command}", why=_kept(_account(error)))


def _account(error: Exception) -> str:
    frames = traceback.format_list(traceback.extract_tb(error.__traceback__))
    message = re.sub(r"'[^']*'|\"[^\"]*\"", "'…'", str(error))[:MAX_MESSAGE_CHARS]
    return "".join([*frames, f"{type(error).__name__}: {message}\n"])


def _kept(account: str) -> str:
    """Write the account where there is a home already, and say where it is."""
    home = places.home()
    if not os.path.isdir(home):
        return "there is no home to keep the details in; HOLDFAST_STRICT=1 shows them"
    path = os.path.join(home, CRASH_FILE)
    try:
        places.write_private(path, account.encode("utf-8", "replace"))
    except HoldfastError as error:
        return f"the details could not be kept: {error.message}; HOLDFAST_STRICT=1 shows them"
    return f"the details are in {path}"
