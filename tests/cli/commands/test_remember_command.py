"""`holdfast remember`: a statement becomes a memory, and the answer says what became of it."""

from __future__ import annotations

import subprocess

import pytest


def test_json_has_the_documented_shape(holdfast, fits):
    """`remember --json` answers `{"outcome", "memory"}` and what else it changed."""
    said = holdfast("remember", "Run tests with make test.", "--kind", "procedure", "--tag", "testing", "--json")
    assert 0 == said.status
    assert fits(said.data, {"outcome": str, "memory": dict, "superseded": list, "conflicts": list, "change": str})
    assert fits(said.data["memory"], "memory")


def test_what_was_typed_is_what_is_kept(remembered):
    """Kind, tags, layer, scope, project and cited files are those that were given."""
    memory = remembered(
        "Deploy from main only.", "--kind", "decision", "--tag", "ci", "--tag", "deploy", "--scope", "user", "--project",
        "web", "--cite", "Makefile:3", "--layer", "L2",
    )  # fmt: skip
    kept = {name: memory[name] for name in ("kind", "tags", "scope", "project", "citations", "layer", "source")}
    assert {
        "kind": "decision", "tags": ["ci", "deploy"], "scope": "user", "project": "web", "citations": ["Makefile:3"],
        "layer": "L2", "source": "user",
    } == kept  # fmt: skip


def test_text_says_what_happened_and_how_to_take_it_back(holdfast):
    """The undo line names the very change, and it works."""
    said = holdfast("remember", "Run", "tests", "with", "make", "test.")
    assert said.out.startswith("remembered m_")
    undo = said.out.splitlines()[-1]
    assert undo.startswith("undo: holdfast undo c_")
    assert 0 == holdfast(*undo.split()[2:]).status
    assert [] == holdfast("list", "--json").data["memories"]


def test_a_dash_reads_standard_input(holdfast):
    """`remember -` keeps what is piped in."""
    said = holdfast("remember", "-", "--json", stdin="We deploy on Fridays.\n")
    assert "We deploy on Fridays." == said.data["memory"]["content"]


def test_saying_it_twice_changes_nothing(holdfast, remembered):
    """A statement that is known is merged, and where nothing changed no undo is offered."""
    first = remembered("Use tabs.", "--tag", "style")
    once_more = holdfast("remember", "use tabs", "--json").data
    assert ("merged", first["id"]) == (once_more["outcome"], once_more["memory"]["id"])
    holdfast("remember", "Use tabs.")
    assert "undo" not in holdfast("remember", "Use tabs.").out


def test_a_contradiction_is_told(holdfast, remembered):
    """The statement that is replaced is named with its text."""
    old = remembered("Use tabs for indentation.")
    said = holdfast("remember", "Use spaces for indentation.")
    assert f"replaces {old['id'][:10]}: Use tabs for indentation." in said.out


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("remember", "   "), 2),
        (("remember",), 2),
        (("remember", "x", "--kind", "opinion"), 2),
        (("remember", "x", "--scope", "galaxy"), 2),
        (("remember", "x", "--scope", "session"), 2),
        (("remember", "x", "--scope", "shared"), 2),
        (("remember", "x", "--task", "t_aaaa"), 3),
        (("remember", "x", "--task", "nonsense"), 2),
    ],
)
def test_what_cannot_be_meant_is_a_usage_error(holdfast, words, status):
    """Nothing is stored for a command line that makes no sense."""
    assert status == holdfast(*words).status
    assert [] == holdfast("list", "--json").data["memories"]


def test_a_credential_is_refused(holdfast):
    """What looks like a credential is not stored, and the error does not repeat it."""
    key = "AKIA" + "QX3ZT7WL5BNM2KJH"
    said = holdfast("remember", f"the key is {key}", "--json")
    assert (1, "secret_found") == (said.status, said.error["code"])
    assert key not in said.err
    assert [] == holdfast("list", "--json").data["memories"]


def test_off_writes_nothing(holdfast, monkeypatch, tmp_path):
    """In mode off, remembering is refused and not even a home is made."""
    monkeypatch.setenv("HOLDFAST_MODE", "off")
    said = holdfast("remember", "x", "--json")
    assert (1, "disabled") == (said.status, said.error["code"])
    assert not (tmp_path / "home").exists()


def test_a_marker_keeps_the_folder_out(holdfast, repository):
    """Where an ignore marker stands, also in a folder within the repository, nothing is stored for the workspace."""
    (repository / ".holdfastignore").touch()
    assert 1 == holdfast("remember", "x").status
    assert 0 == holdfast("remember", "x", "--scope", "user").status


def test_a_marker_counts_from_the_current_folder(holdfast, repository, monkeypatch):
    """A marker in a sub-folder keeps just that tree out."""
    private = repository / "private"
    private.mkdir()
    (private / ".holdfastignore").touch()
    assert 0 == holdfast("remember", "from the root").status
    monkeypatch.chdir(private)
    assert 1 == holdfast("remember", "from within").status


def test_hostile_text_reaches_the_terminal_spelled_out(holdfast):
    """What a terminal would obey is stored as it is and shown spelled out."""
    said = holdfast("remember", "title \x1b]0;owned\x07 and \u202eright to left")
    listed = holdfast("list")
    assert "\x1b" not in said.out + listed.out
    assert "\\u{1b}]0;owned\\u{7}" in listed.out
    assert "\\u{202e}" in listed.out


def test_bytes_that_are_no_text_are_refused(holdfast, monkeypatch):
    """What is piped in must be UTF-8."""
    said = holdfast("remember", "-", "--json", stdin="\udcff\udcfe")
    assert (1, "bad_input") == (said.status, said.error["code"])


def test_a_statement_can_be_bound_to_the_branch(holdfast, remembered, repository):
    """`--branch` says that it holds here until the branch is merged; `show` says so too."""
    git("checkout", "-q", "-b", "feature/x", cwd=repository)
    memory = remembered("The port is 7443.", "--branch")
    assert "feature/x" == memory["branch"]
    assert "feature/x, until it is merged" in holdfast("show", memory["id"]).out
    assert None is remembered("The port is open.")["branch"]
    assert 2 == holdfast("remember", "x", "--branch", "--scope", "user").status


def git(*words, cwd):
    subprocess.run(["git", *words], cwd=cwd, check=True, capture_output=True)
