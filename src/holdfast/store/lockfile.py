"""A lock that lasts as long as the process that holds it: for work on whole files, where a row cannot be the lock.

Built on `flock`, which the operating system lets go of when the holder dies. The file itself says nothing and stays.
"""

from __future__ import annotations

import os
import time
from contextlib import contextmanager

from holdfast import errors, places

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

PAUSE_S = 0.02


@contextmanager
def locked(path: str, *, wait_s: float) -> Iterator[None]:
    """Hold a lock while a block runs; raise `Busy` when somebody else holds it for longer than we wait."""
    import fcntl  # noqa: PLC0415 - not on every system, and on none in the hook

    handle = places.open_private(path, os.O_RDWR | os.O_CREAT)
    try:
        until = time.monotonic() + wait_s
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > until:
                    raise errors.Busy(
                        "somebody else is at it already", why=f"they hold {os.path.basename(path)!r}"
                    ) from None
                time.sleep(PAUSE_S)
        yield
    finally:
        os.close(handle)
