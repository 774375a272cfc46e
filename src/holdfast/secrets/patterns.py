"""Regular expressions of the standard library, compiled when first needed.

Compiling all of them costs 10 ms, more than the rest of an ordinary prompt; most prompts need three or four.
Every pattern given to `pattern` must be linear: repetitions that could start at many places are bounded.
"""

from __future__ import annotations

import functools
import re


@functools.cache
def pattern(source: str) -> re.Pattern[str]:
    """Return a compiled pattern whose character classes are ASCII, as in RE2."""
    return re.compile(source, re.ASCII)
