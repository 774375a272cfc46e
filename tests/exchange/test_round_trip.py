"""Export, import into an empty home, export: the same bytes."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exchange_rows import rows_of
from holdfast import errors
from holdfast.model import Status
from holdfast.store import changes


@pytest.mark.parametrize("same_key", [True, False])
def test_a_restored_home_exports_the_same_bytes(full, exported, open_home, tmp_path, same_key):
    """Nothing is lost or changed on the way, whatever key the new home has."""
    other = open_home("other", same_key=same_key)
    other.import_(exported)
    other.export(tmp_path / "again.json")
    assert exported.read_bytes() == (tmp_path / "again.json").read_bytes()


def test_the_document_is_json_with_one_row_per_line(exported):
    """Any JSON reader takes it whole, a line reader row by row, and every table is there."""
    document = json.loads(exported.read_bytes())
    lines = exported.read_text().split("\n")
    assert document["schema"] == "holdfast/export/1"
    assert lines[-2:] == ["]}", ""]
    assert len(document["rows"]) == len(lines) - 3
    assert set(rows_of(exported)) == {
        "group", "project", "task", "session", "episode", "memory", "derivation", "tombstone", "recall", "change",
        "change_row", "audit", "alias",
    }  # fmt: skip


def test_no_number_of_the_store_is_in_the_file(exported):
    """Rows refer by ids only, in the images of the history too."""
    text = exported.read_text()
    assert '"group_no"' not in text
    assert '"no":' not in text
    assert '"workspace_no"' not in text


def test_no_path_and_no_key_is_in_the_file(exported, workspace, home):
    """Neither where things are kept nor what they are keyed with leaves the machine."""
    text = exported.read_text()
    assert str(workspace) not in text
    assert (home / "key").read_text().split()[1] not in text


@pytest.mark.parametrize("same_key", [True, False])
def test_a_restored_home_goes_on_where_the_old_one_ended(full, exported, open_home, same_key):
    """Recall, sessions, tasks, history, undo and the audit chain work as before."""
    other = open_home("other", same_key=same_key)
    other.import_(exported)
    assert [hit.memory.content for hit in other.recall("run tests")][0] == "Run the tests with make test"
    assert [one.content for one in other.episodes("s1")] == [one.content for one in full.episodes("s1")]
    assert [task.title for task in other.tasks.list()] == ["Move to pnpm"]
    assert other.profile().text == full.profile().text
    other.capture(session="s1", turn="3", user="one more", assistant="yes")
    assert len(other.episodes("s1")) == 6
    with other.core.database.reading() as tx:
        assert changes.verify(tx) is None


def test_undo_works_on_what_was_restored(full, exported, open_home):
    """The history that came with the file can be taken back, change by change."""
    other = open_home("other")
    other.import_(exported)
    while other.changes(1) and other.changes(100):
        open_changes = [one for one in other.changes(100) if one.undone_by is None and one.undoes is None]
        if not open_changes:
            break
        other.undo()
    assert other.list(statuses=[Status.ACTIVE]).memories == ()


@pytest.mark.parametrize("same_key", [True, False])
def test_what_was_forgotten_is_not_learned_again_after_a_restore(exported, open_home, same_key):
    """Tombstones hold in the new home, though its key cannot read the old one's marks."""
    other = open_home("other", same_key=same_key)
    other.import_(exported)
    with pytest.raises(errors.Tombstoned):
        other.remember("The build machine is called hopper", source="agent")


def test_origins_survive_a_restore_by_the_person(exported, open_home):
    """Whoever restores into an empty home vouches for the file."""
    other = open_home("other")
    receipt = other.import_(exported)
    assert (receipt.is_restore, receipt.is_ours, receipt.lowered) == (True, False, 0)
    assert other.list(layers=["L0"]).memories[0].origin == "user-typed"


def test_an_export_of_one_scope_holds_nothing_else(full, tmp_path):
    """Scopes part what is written, logs of everything included."""
    full.export(tmp_path / "user.json", scopes="user")
    found = rows_of(tmp_path / "user.json")
    assert {"group", "memory", "project"} == set(found)
    assert [row["content"] for row in found["memory"]] == ["Answers in short sentences"]


def test_nothing_exports_to_an_empty_document(open_home, tmp_path):
    """A home that does not exist yet exports nothing, and that can be imported."""
    empty, other = open_home("empty"), open_home("other")
    empty.export(tmp_path / "empty.json")
    assert rows_of(tmp_path / "empty.json") == {}
    assert other.import_(tmp_path / "empty.json").added == 0


def test_a_secret_that_got_in_does_not_get_out(memory, tmp_path, monkeypatch):
    """Every text passes the secret guard on export, the history's too."""
    secret = "AKIA" + "IOSFODNN7EXAMPLQ"
    with monkeypatch.context() as patched:
        patched.setattr(type(memory.core), "redact", lambda self, text: type("R", (), {"text": text, "findings": ()})())
        memory.remember(f"the key is {secret}", tags=[secret])
        memory.capture(session="s", turn="1", user=f"use {secret}")
    counts = memory.export(tmp_path / "e.json")
    assert secret.encode() not in (tmp_path / "e.json").read_bytes()
    assert counts["redacted"] >= 4


texts = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=60).filter(
    lambda text: text.strip() and text.strip(" .,;:!?…")
)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(said=st.lists(texts, min_size=1, max_size=6))
def test_any_text_survives_the_round_trip(said, open_home, tmp_path):
    """Line ends, control characters, emoji and right-to-left marks come back byte for byte."""
    name = f"h{abs(hash(tuple(said)))}"
    if (tmp_path / name).exists():
        return
    first = open_home(name)
    for text in said:
        first.remember(text, tags=[text[:20].strip() or "t"])
    first.export(tmp_path / f"{name}.json")
    other = open_home(f"{name}-there")
    receipt = other.import_(tmp_path / f"{name}.json")
    other.export(tmp_path / f"{name}-again.json")
    assert (receipt.damaged, receipt.problems) == (0, ())
    assert (tmp_path / f"{name}.json").read_bytes() == (tmp_path / f"{name}-again.json").read_bytes()
