"""The person's own editor: which one, what it is given, and what becomes of what was written."""

from __future__ import annotations

import pytest

from holdfast.cli.editor import edited, editor_command
from holdfast.errors import BadInput, UsageError


def test_visual_comes_before_editor():
    """VISUAL wins over EDITOR, and may have arguments."""
    assert ["env", "-i", "vi"] == editor_command({"VISUAL": "env -i vi", "EDITOR": "nano"})


@pytest.mark.parametrize("chosen", ["no-such-editor-here", "'unclosed", "   "])
def test_an_editor_that_is_not_there_is_told(chosen):
    """The error says to set EDITOR; nothing else is opened in its place."""
    with pytest.raises(UsageError) as found:
        editor_command({"EDITOR": chosen})
    assert "EDITOR" in found.value.hint


def test_the_file_is_private_and_gone_afterwards(editor, monkeypatch, tmp_path):
    """While the editor is open only the person can read the text; afterwards there is no copy."""
    import os

    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    editor(
        "import stat\n"
        "modes = [stat.S_IMODE(one.stat().st_mode) for one in (path, path.parent)]\n"
        "path.write_text(' '.join(oct(mode) for mode in modes) + ' ' + text)"
    )
    assert "0o600 0o700 as it was" == edited("as it was", os.environ)
    assert [] == list(tmp_path.glob("holdfast-*"))


@pytest.mark.parametrize("code", ["sys.exit(3)", "path.unlink()"])
def test_an_editor_that_fails_changes_nothing(editor, code):
    """When the editor ends in error or removes the file, the text stays as it was."""
    import os

    editor(code)
    with pytest.raises(BadInput, match="nothing was changed"):
        edited("as it was", os.environ)


def test_any_text_survives_the_editor(editor):
    """Characters of any script come back as they went."""
    import os

    editor("pass")
    assert "naïve 🦓 测试\n\ttab\n" == edited("naïve 🦓 测试\n\ttab\n", os.environ)
