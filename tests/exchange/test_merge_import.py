"""An import into a store in use: what is here stays, and a stranger's file earns no trust."""

from __future__ import annotations

import json

import pytest

from exchange_rows import rewrite
from holdfast import errors
from holdfast.model import Origin, Status
from holdfast.store import changes


def contents(memory, **filters):
    return {one.content for one in memory.list(limit=200, **filters).memories}


def test_the_same_file_twice_changes_nothing(full, exported):
    """Every row is here already."""
    before = exported.read_bytes()
    receipt = full.import_(exported)
    assert (receipt.added, receipt.merged, receipt.conflicts, receipt.change) == (0, 0, 0, None)
    full.export(exported)
    assert exported.read_bytes() == before


def test_a_merge_is_one_change_that_can_be_undone(full, exported, open_home):
    """Undo takes back every memory, task and project that an import brought, and nothing else."""
    other = open_home("other")
    other.remember("Deploys go out on Tuesdays")
    receipt = other.import_(exported)
    assert len(contents(other)) > 5
    other.undo(receipt.change)
    assert contents(other) == {"Deploys go out on Tuesdays"}
    assert other.tasks.list(statuses=["active", "done", "dropped"]) == []


def test_a_merge_leaves_one_link_and_no_foreign_ones(exported, open_home):
    """The chain goes on with one link that names the change; the file's own chain stays outside."""
    other = open_home("other")
    other.remember("Deploys go out on Tuesdays")
    with other.core.database.reading() as tx:
        before = len(tx.rows("changes.audit_after", after=0, limit=1000))
    other.import_(exported)
    with other.core.database.reading() as tx:
        links = tx.rows("changes.audit_after", after=0, limit=1000)
        assert changes.verify(tx) is None
    assert [link[3] for link in links[before:]] == ["import"]


def test_the_same_statement_is_united(exported, open_home):
    """Tags and citations of both sides stand on one memory."""
    other = open_home("other")
    here = other.remember("run the tests with `make test`", tags=["mine"]).memory
    there = other.remember("Run the tests with make test", tags=["mine"]).memory
    receipt = other.import_(exported)
    assert receipt.merged == 1
    assert set(other.get(there.id).tags) == {"mine", "testing", "ci"}
    assert other.get(there.id).citations == ("README.md",)
    assert other.get(here.id).tags == ("mine",)


def test_what_was_forgotten_here_does_not_come_back(full, exported):
    """Neither a memory nor an episode that says the same passes a tombstone."""
    doomed = next(one for one in full.list(limit=100).memories if one.content.startswith("Run the tests"))
    full.forget(doomed.id)
    full.purge(doomed.id)
    receipt = full.import_(exported)
    assert receipt.refused == 1
    assert not any("make test" in content for content in contents(full, statuses=list(Status)))


def test_an_episode_that_says_what_was_forgotten_does_not_come_back(full, exported, open_home):
    """Forgetting reaches the journal of a file too."""
    other = open_home("other")
    other.forget(other.remember("hello there").memory.id)
    receipt = other.import_(exported)
    assert receipt.refused == 1
    assert "hello there" not in [one.content for one in other.episodes("s1")]


def test_a_purged_scope_does_not_come_back(full, exported):
    """What a scope held when it was purged stays purged, later rows are welcome."""
    full.purge(scope="workspace")
    receipt = full.import_(exported)
    assert contents(full, scopes="workspace", statuses=list(Status)) == set()
    assert {table for table, number in receipt.tables.items() if number} == set()


def test_the_later_version_stands(full, exported, open_home, tmp_path):
    """Two machines with one key: the later edit wins on both, counted as a conflict."""
    other = open_home("other", same_key=True)
    other.import_(exported)
    edited = next(one for one in other.list(limit=100).memories if one.content == "Indent with tabs")
    other.edit(edited.id, "Indent with tabs, always")
    other.export(tmp_path / "back.json")
    assert full.import_(tmp_path / "back.json").conflicts == 1
    assert full.get(edited.id).content == "Indent with tabs, always"
    assert full.import_(exported).conflicts == 1
    assert full.get(edited.id).content == "Indent with tabs, always"


def test_forgetting_travels_with_a_proven_file(full, exported, open_home, tmp_path):
    """What was forgotten on one machine is forgotten on the other."""
    other = open_home("other", same_key=True)
    other.import_(exported)
    doomed = next(one for one in other.list(limit=100).memories if one.content == "Indent with tabs")
    other.forget(doomed.id)
    other.export(tmp_path / "back.json")
    full.import_(tmp_path / "back.json")
    assert full.get(doomed.id).status is Status.FORGOTTEN
    with pytest.raises(errors.Tombstoned):
        full.remember("Indent with tabs", source="agent")


def test_a_file_of_ones_own_keeps_its_origins(full, exported, open_home):
    """The keyed digest at its end proves who wrote it."""
    other = open_home("other", same_key=True)
    other.remember("Deploys go out on Tuesdays")
    receipt = other.import_(exported)
    assert (receipt.is_ours, receipt.lowered) == (True, 0)
    assert other.list(layers=["L0"]).memories[0].origin is Origin.USER_TYPED


def test_a_file_that_proves_nothing_loses_its_trust(full, exported, open_home):
    """Every origin is at most `import`, nothing enters the profile, no task becomes active."""
    other = open_home("other")
    other.remember("Deploys go out on Tuesdays")
    receipt = other.import_(exported)
    brought = [one for one in other.list(limit=100).memories if one.content != "Deploys go out on Tuesdays"]
    assert not receipt.is_ours
    assert {one.origin for one in brought} == {Origin.IMPORT}
    assert other.profile().text == ""
    assert {task.status for task in other.tasks.list(statuses=["active", "done", "dropped"])} == {"done", "dropped"}


def test_one_changed_byte_breaks_the_proof(full, exported, open_home):
    """A file somebody edited is a stranger's file."""
    exported.write_bytes(exported.read_bytes().replace(b"Indent with tabs", b"Indent with tabz"))
    other = open_home("other", same_key=True)
    other.remember("Deploys go out on Tuesdays")
    assert not other.import_(exported).is_ours


def test_a_strangers_file_replaces_nothing_the_person_said(full, exported):
    """A later time is easily written into a file."""

    def later(row):
        if row["table"] == "memory" and row["content"] == "Indent with tabs":
            row |= {"content": "Indent with emoji", "updated_at": "2099-01-01T00:00:00.000000Z"}
        return row

    rewrite(exported, later)
    assert full.import_(exported).conflicts >= 1
    assert "Indent with emoji" not in contents(full)


def test_a_stranger_cannot_make_this_home_forget(full, exported):
    """Neither tombstones nor forgotten versions of an unproven file count."""

    def forgotten(row):
        if row["table"] == "memory" and row["status"] == "active":
            row |= {"content": "", "status": "forgotten", "updated_at": "2099-01-01T00:00:00.000000Z"}
        return row

    before = contents(full)
    rewrite(exported, forgotten)
    full.import_(exported)
    assert contents(full) == before


def test_a_secret_in_a_file_is_masked_before_it_is_written(full, exported, open_home, tmp_path):
    """The guard stands before the first write."""
    secret = "AKIA" + "IOSFODNN7EXAMPLQ"
    rewrite(exported, lambda row: {**row, "content": f"use {secret}"} if row["table"] in {"memory", "episode"} else row)
    other = open_home("other")
    receipt = other.import_(exported)
    other.close()
    assert receipt.redacted > 4
    assert all(secret.encode() not in path.read_bytes() for path in (tmp_path / "other").rglob("*") if path.is_file())


def test_a_dry_run_writes_nothing_and_counts_the_same(full, exported, open_home, tmp_path):
    """What a dry run promises is what the import does."""
    untouched = open_home("untouched")
    untouched.import_(exported, dry_run=True)
    assert not (tmp_path / "untouched").exists()
    other = open_home("other")
    other.remember("Run the tests with make test")
    planned = other.import_(exported, dry_run=True)
    assert len(contents(other)) == 1
    done = other.import_(exported)
    same = ("merged", "refused", "conflicts", "redacted", "lowered")
    assert [getattr(planned, name) for name in same] == [getattr(done, name) for name in same]
    assert planned.tables["memory"] == done.tables["memory"]


def test_workspaces_of_another_key_are_found_by_their_repository(exported, open_home):
    """The same clone under another key is the same workspace, in a store in use too."""
    other = open_home("other")
    other.remember("Deploys go out on Tuesdays")
    other.import_(exported)
    assert "Deploys go out on Tuesdays" in contents(other, scopes="workspace")
    assert "Indent with tabs" in contents(other, scopes="workspace")


def test_an_import_needs_memory_to_be_on(exported, open_home, monkeypatch):
    """Mode off writes nothing at all."""
    monkeypatch.setenv("HOLDFAST_MODE", "off")
    with pytest.raises(errors.Disabled):
        open_home("other").import_(exported)


def test_the_receipt_is_plain_json(full, exported):
    """Every surface shows the same numbers."""
    shown = full.import_(exported).public()
    assert json.loads(json.dumps(shown))["skipped"] == full.import_(exported).skipped
