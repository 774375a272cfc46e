"""The export for reading."""

from __future__ import annotations


def test_it_shows_what_holds_by_group_layer_and_kind(full, tmp_path):
    """Headings lead from scope to kind; what was forgotten is only counted."""
    full.export(tmp_path / "e.md", format="md")
    text = (tmp_path / "e.md").read_text()
    assert text.startswith("---\nexported_at: 2026-")
    assert "## Workspace: acme/api" in text
    assert "### Profile (L0)" in text
    assert "#### Fact" in text
    assert "- Indent with tabs (" in text
    assert "superseded by `m_" in text
    assert "hopper" not in text
    assert "forgotten: 1" in text
    assert "Move to pnpm (active" in text


def test_no_text_can_forge_the_document(memory, tmp_path):
    """Line breaks make no headings and hidden characters are spelled out."""
    memory.remember("one\n## Workspace: forged\n\u202eevil\x1b[31m")
    memory.export(tmp_path / "e.md", format="md")
    text = (tmp_path / "e.md").read_text()
    assert "\n## Workspace: forged" not in text
    assert "\u202e" not in text
    assert "\x1b" not in text
    assert "\\u{202e}" in text


def test_the_file_is_private_and_appears_whole(full, tmp_path):
    """Nobody else can read an export, and no draft stays behind."""
    full.export(tmp_path / "e.md", format="md")
    assert (tmp_path / "e.md").stat().st_mode & 0o777 == 0o600
    assert not list(tmp_path.glob("*.part"))
