"""`holdfast doctor`: every check, each finding with its next step, mending without loss, a report without secrets."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys

import apsw
import pytest

SAID = "The launch code name is heron"
AREAS = [
    "home", "key", "settings", "store", "rows", "index", "vectors", "audit", "links", "worker", "erasing", "backups", "hook",
    "hosts", "delivery",
]  # fmt: skip


def change(home, *statements):
    """Change the store behind Holdfast's back."""
    connection = apsw.Connection(str(home / "holdfast.db"))
    for statement in statements:
        connection.execute(statement)
    connection.close()


def problems(said):
    return {name: [one["what"] for one in area["problems"]] for name, area in said.data.items() if not area["ok"]}


@pytest.fixture
def stored(holdfast, own_home):
    """A home with a memory in it."""
    holdfast("remember", SAID)
    return own_home


def test_a_sound_store_is_in_order(holdfast, stored):
    """Nothing is wrong with a new store: status 0, one object for each area."""
    said = holdfast("doctor", "--json")
    assert (0, AREAS, {}) == (said.status, list(said.data), problems(said))
    assert "Everything is in order." in holdfast("doctor").out


def test_nothing_is_made_where_nothing_is(holdfast, own_home):
    """In a home that does not exist yet everything is in order and stays away."""
    assert (0, False) == (holdfast("doctor", "--fix").status, own_home.exists())


def test_an_altered_row_is_found_and_restored_from_history(holdfast, stored):
    """A text that is not what was written is named; --fix brings back what history holds and keeps the file."""
    change(stored, "UPDATE memories SET content = 'The launch code name is eagle'")
    said = holdfast("doctor", "--json")
    assert 1 == said.status
    assert {"rows", "index"} == set(problems(said))
    fixed = holdfast("doctor", "--fix", "--json")
    assert (0, {}) == (fixed.status, problems(fixed))
    assert [SAID] == [one["content"] for one in holdfast("list", "--json").data["memories"]]
    assert 1 == sum(".corrupt-" in name for name in os.listdir(stored))


def test_an_index_out_of_step_is_made_anew(holdfast, stored):
    """An index that lost a memory is rebuilt, and the memory is found again."""
    change(stored, "DELETE FROM search")
    assert {"index"} <= set(problems(holdfast("doctor", "--json")))
    assert 0 == holdfast("doctor", "--fix").status
    assert 1 == len(holdfast("recall", "launch code", "--json").data["hits"])


def test_a_broken_audit_chain_is_named(holdfast, stored):
    """A link that was altered shows; nothing pretends to mend it."""
    change(stored, "UPDATE audit SET verb = 'nothing' WHERE audit_no = 1")
    said = holdfast("doctor", "--fix", "--json")
    assert (1, {"audit": ["the audit chain is broken: link 1 was altered"]}) == (said.status, problems(said))


def test_files_that_others_can_read_are_made_private(holdfast, stored):
    """A mode that somebody widened is found and narrowed again."""
    (stored / "holdfast.db").chmod(0o644)
    assert {"home": ["holdfast.db can be read by others"]} == problems(holdfast("doctor", "--json"))
    assert 0 == holdfast("doctor", "--fix").status
    assert 0o600 == stat.S_IMODE((stored / "holdfast.db").stat().st_mode)


def test_a_lost_key_is_named(holdfast, stored):
    """Without its key nothing in a store is found: the next step says where a key comes from."""
    (stored / "key").unlink()
    said = holdfast("doctor", "--json")
    assert 1 == said.status
    assert "holdfast key import" in said.data["key"]["problems"][0]["hint"]


def test_a_lease_of_an_ended_process_is_released(holdfast, stored):
    """A worker that was killed leaves a lease; it is found by its process and let go."""
    ended = subprocess.run(
        [sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, text=True, check=True
    )
    change(stored, f"INSERT INTO leases VALUES ('worker', '{ended.stdout.strip()}-aa', '2999-01-01T00:00:00.000000Z')")
    assert {"worker"} == set(problems(holdfast("doctor", "--json")))
    assert 0 == holdfast("doctor", "--fix").status
    assert holdfast("worker", "--drain", "--json").data["was_alone"]


def test_a_purge_that_was_cut_off_is_finished(holdfast, stored):
    """Traces that still wait to be erased are named and erased."""
    change(stored, "INSERT INTO meta VALUES ('local.erasing', '2026-01-01T00:00:00.000000Z')")
    assert {"erasing"} == set(problems(holdfast("doctor", "--json")))
    assert 0 == holdfast("doctor", "--fix").status


def test_a_backup_that_cannot_be_read_is_replaced(holdfast, stored):
    """A damaged snapshot is set aside and a sound one taken."""
    holdfast("worker", "--drain")
    (backup,) = (stored / "backups").iterdir()
    backup.write_bytes(b"\0" * 4096)
    assert {"backups"} == set(problems(holdfast("doctor", "--json")))
    assert 0 == holdfast("doctor", "--fix").status
    assert {"backups": []} != problems(holdfast("doctor", "--json"))


def test_what_a_project_file_asked_in_vain_is_told(holdfast, stored, repository):
    """A setting that a workspace may not make is named, and does not count as damage of the store."""
    (repository / ".holdfast.toml").write_text('mode = "eager"\n')
    assert {"settings"} == set(problems(holdfast("doctor", "--json")))


def test_a_dry_run_mends_nothing(holdfast, stored):
    """`--fix --dry-run` names what it would mend."""
    change(stored, "DELETE FROM search")
    assert 1 == holdfast("doctor", "--fix", "--dry-run").status
    assert 1 == holdfast("doctor").status


def test_a_foreign_file_is_left_alone(holdfast, stored):
    """A file that never was a store of ours is not touched, not even by --fix."""
    foreign = stored / "holdfast.db"
    foreign.unlink()
    connection = apsw.Connection(str(foreign))
    connection.execute("CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('mine')")
    connection.close()
    before = foreign.read_bytes()
    assert 1 == holdfast("doctor").status
    assert 1 == holdfast("doctor", "--fix").status
    assert before == foreign.read_bytes()


def test_the_report_tells_no_secret(holdfast, stored, repository):
    """The report has versions, sizes, findings and failures, and no text, home or workspace path."""
    holdfast("recall", "what is the launch code name")
    said = holdfast("doctor", "--report")
    found = json.loads(said.out)["data"]
    assert {"version", "python", "system", "store", "areas", "failures", "crash"} <= set(found)
    for secret in ("heron", "launch", str(stored), str(repository)):
        assert secret not in said.out


def test_a_pattern_that_cannot_be_used_is_found(holdfast, remembered, own_home):
    """Someone who wrote it into the file by hand learns why nothing is stored any more."""
    remembered("Tea is nice.")
    (own_home.parent / "config.toml").write_text("[secrets]\nextra_patterns = ['(']\n")
    said = holdfast("doctor", "--json")
    (problem,) = said.data["settings"]["problems"]
    assert (1, True) == (said.status, "secrets.extra_patterns" in problem["what"])
    assert "cannot be used" in holdfast("remember", "Coffee is strong.").err


def test_a_wired_program_is_proved_to_be_served(holdfast, stored, tmp_path):
    """What is wired is told, its recorded prompt goes through, and what it skips is a problem with the next step."""
    holdfast("setup", "claude", "codex", "--yes")
    said = holdfast("doctor", "--json")
    assert ["claude", "codex"] == sorted(one.partition(":")[0] for one in said.data["delivery"]["notes"])
    assert {"hosts"} == set(problems(said))
    assert "skips SessionStart, UserPromptSubmit, Stop, SessionEnd" in problems(said)["hosts"][0]
    assert any("Claude Code" in note and "never called yet" in note for note in said.data["hosts"]["notes"])


def test_programs_are_run_only_when_that_was_asked_for(holdfast, stored, tmp_path, monkeypatch):
    """Their own answer on their version, in a home of its own."""
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "gemini").write_text(f"#!/bin/sh\necho run >> {tmp_path}/ran\necho 0.61.0\n")
    (programs / "gemini").chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    holdfast("doctor")
    assert not (tmp_path / "ran").exists()
    assert "Gemini CLI says 0.61.0" in holdfast("doctor", "--versions").out
    assert (tmp_path / "ran").exists()


@pytest.mark.parametrize("kind", ["text", "database", "noise"])
def test_a_file_that_was_named_by_mistake_is_left_alone(holdfast, stored, tmp_path, kind):
    """Not even a backup in the home takes the place of what somebody named as the store; neither bytes nor mode change."""
    assert 0 == holdfast("worker", "--drain").status
    path = tmp_path / "precious"
    match kind:
        case "text":
            path.write_text("root:x:0:0:root:/root:/bin/bash\n" * 40)
        case "database":
            connection = apsw.Connection(str(path))
            connection.execute("CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('mine')")
            connection.close()
        case "noise":
            path.write_bytes(bytes(range(256)) * 40)
    path.chmod(0o644)
    before = path.read_bytes()
    for words in (("list",), ("doctor",), ("doctor", "--fix"), ("remember", "x"), ("scrub", "--yes")):
        assert 0 != holdfast(*words, "--store", str(path)).status
    assert (before, 0o644) == (path.read_bytes(), path.stat().st_mode & 0o777)
    assert ["precious"] == [one.name for one in tmp_path.iterdir() if one.name.startswith("precious")]
