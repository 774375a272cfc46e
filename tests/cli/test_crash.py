"""What is kept of an error that nobody foresaw."""

from __future__ import annotations

import stat


def test_the_traceback_is_kept_privately_without_stored_words(run, own_home):
    """The file says where in the code, is 0600, and holds no quoted text."""
    own_home.mkdir()
    err = run("fail", "oddly")[2]
    kept = own_home / "crash.txt"
    text = kept.read_text()
    assert (True, 0o600) == (str(kept) in err, stat.S_IMODE(kept.stat().st_mode))
    assert ("in fail" in text, "ValueError: the text '…' is odd" in text, "private sentence'" in text.splitlines()[-1]) == (
        True, True, False,
    )  # fmt: skip


def test_a_home_that_cannot_be_written_is_said(run, own_home):
    """The error itself is still told."""
    own_home.mkdir()
    (own_home / "crash.txt").mkdir()
    status, _, err = run("fail", "oddly")
    assert (1, True) == (status, "could not be kept" in err)
