"""`holdfast consent`: asked in full, recorded for this workspace and endpoint, revocable."""

from __future__ import annotations

import pytest

CONSENT = {
    "group": str, "endpoint": str, "purposes": list, "text_version": int, "granted_at": str,
    "revoked_at": (str, type(None)), "label": str,
}  # fmt: skip


def test_every_verb_has_the_documented_shape(holdfast, fits):
    """A consent has the same fields where it is given and where it is listed."""
    given = holdfast("consent", "grant", "--yes", "--json").data["consent"]
    assert fits(given, CONSENT)
    listed = holdfast("consent", "list", "--json").data["consents"]
    assert fits(listed[0], CONSENT)
    assert listed[0]["current"]
    assert fits(holdfast("consent", "revoke", "--json").data, {"revoked": list, "label": str})


def test_the_question_says_what_where_and_how_to_stop(at_terminal, holdfast):
    """At a terminal the whole question is asked, and no is no."""
    said = at_terminal("consent", "grant", typed="n\n")
    assert [] == [word for word in ("shop", "stored", "stop", "holdfast consent revoke") if word not in said.err]
    assert "Nothing was agreed to" in said.out
    assert [] == holdfast("consent", "list", "--json").data["consents"]
    assert "agreed" in at_terminal("consent", "grant", typed="yes\n").out
    assert 1 == len(holdfast("consent", "list", "--json").data["consents"])


def test_nobody_to_ask_is_no_consent(holdfast):
    """Without a terminal the error names the option, and nothing is recorded."""
    said = holdfast("consent", "grant", "--json")
    assert (2, "add --yes") == (said.status, said.error["hint"])
    assert [] == holdfast("consent", "list", "--json").data["consents"]


def test_consent_opens_the_gate_and_revoking_closes_it(holdfast):
    """Capture and recall are on exactly while consent holds."""

    def gate():
        found = holdfast("workspace", "show", "--json").data["gate"]
        return found["may_capture"], found["may_recall"]

    assert (False, False) == gate()
    holdfast("consent", "grant", "--yes")
    assert (True, True) == gate()
    assert "revoked" in holdfast("consent", "revoke").out
    assert (False, False) == gate()
    assert "revoked" in holdfast("consent", "list").out


def test_revoking_nothing_is_no_error(holdfast, own_home):
    """Where there is no consent, revoking says so and writes nothing."""
    said = holdfast("consent", "revoke")
    assert (0, True) == (said.status, "no consent to revoke" in said.out)
    assert not own_home.exists()


def test_an_untrusted_workspace_cannot_be_consented_to(holdfast):
    """What the person marked untrusted stays so until they say otherwise."""
    holdfast("workspace", "untrust")
    said = holdfast("consent", "grant", "--yes", "--json")
    assert (4, "untrusted") == (said.status, said.error["code"])


def test_off_takes_no_consent(holdfast, monkeypatch, own_home):
    """In mode off nothing is asked and nothing is written."""
    monkeypatch.setenv("HOLDFAST_MODE", "off")
    assert 1 == holdfast("consent", "grant", "--yes").status
    assert not own_home.exists()


@pytest.mark.parametrize("store", ["elsewhere.db"])
def test_another_local_store_needs_no_new_consent_text(holdfast, tmp_path, store):
    """Consent stands in the store it is about: another store file starts without any."""
    holdfast("consent", "grant", "--yes")
    other = ("--store", str(tmp_path / store))
    assert [] == holdfast("consent", "list", "--json", *other).data["consents"]


def test_consent_that_changes_nothing_here_says_so(holdfast, repository):
    """Where a marker keeps the folder out, agreeing is recorded, and the note says what it does not do."""
    (repository / ".holdfastignore").touch()
    said = holdfast("consent", "grant", "--yes")
    assert (0, True) == (said.status, "stay off in this folder: a .holdfastignore stands here" in said.err)
    (repository / ".holdfastignore").unlink()
    assert "" == holdfast("consent", "grant", "--yes").err
