"""Looking for what is left of words in the files of a home, in whatever spelling they may stand there."""

from __future__ import annotations

import base64
import json
import os

# Words that no other text holds, and nothing shares a beginning with: an index stores but the ends of such as do.
WORDS = ("quilzorbamine", "vexthryndalic", "Gürtelfjordtau", "plimwaxenoid")
SAID = f"{WORDS[0].capitalize()} is {WORDS[1]}, ask {WORDS[2]} about {WORDS[3]}"
SHORTENED = 4  # letters that stemming may take from the end of a word, and an index from its beginning


def spellings(word: str) -> dict[str, bytes]:
    """Return the bytes by which a word is known: in encodings, escapes, base64 at each alignment, cut as in an index."""
    found = {
        "utf-8": word.encode(), "utf-16-le": word.encode("utf-16-le"), "utf-16-be": word.encode("utf-16-be"),
        "json": json.dumps(word)[1:-1].encode(), "hex": word.encode().hex().encode(),
        "index": word[SHORTENED:-SHORTENED].encode(),
    }  # fmt: skip
    for shift in range(3):
        encoded = base64.b64encode(b"\0" * shift + word.encode())
        found[f"base64+{shift}"] = encoded[4 if shift else 0 : len(encoded) // 4 * 4 - 4]
    return found


def traces(home, words=WORDS) -> list[str]:
    """Return each file of a home that holds a trace of a word, with the spelling."""
    wanted = {(word, how): sought for word in words for how, sought in spellings(word).items()}
    found = []
    for folder, _, names in os.walk(home):
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:
                data = file.read()
            lower = data.lower()
            for (word, how), sought in wanted.items():
                if sought in data or ("base64" not in how and sought.lower() in lower):
                    found.append(f"{os.path.relpath(os.path.join(folder, name), home)}: {word} as {how}")
    return found
