"""The verbs of `Memory`, as a person who writes Python uses them."""

from __future__ import annotations

import pytest

import holdfast
from holdfast import errors
from holdfast.flows.correct import edit
from holdfast.model import Layer, Origin, Scope, Source, Status
from repositories import make_repository

KEY = "AKIA" + "IOSFODNN7EXAMPLQ"


def contents(found):
    return [hit.memory.content for hit in found]


def test_what_was_remembered_is_recalled_in_other_words(memory):
    """A question finds the statement that shares its words, whatever its form."""
    memory.remember("Run tests with `make test`.", scope="workspace", kind="procedure", tags=["testing"])
    memory.remember("The office closes at six.")
    assert contents(memory.recall("how do we run the testing suite?", limit=5)) == ["Run tests with `make test`."]


def test_a_hit_has_a_score_and_its_parts(memory):
    """Scores lie in [0, 1] and can be explained."""
    memory.remember("Deploys go out on Tuesdays")
    hit = next(iter(memory.recall("deploys")))
    assert 0 < hit.score <= 1
    assert {"relevance", "decay", "trust", "scope"} <= set(hit.parts)


def test_nothing_exists_before_something_is_stored(memory, home):
    """Reading creates neither home nor store."""
    assert list(memory.recall("anything")) == []
    assert memory.list().memories == ()
    assert memory.profile().text == ""
    assert not home.exists()


def test_a_statement_said_again_is_merged(memory):
    """Saying the same twice is one memory that unites tags and citations."""
    first = memory.remember("Use tabs in Go files", tags=["style"], cite=["main.go"])
    again = memory.remember("use  tabs in go files.", tags=["go"])
    assert (first.outcome, again.outcome) == ("remembered", "merged")
    assert again.memory.id == first.memory.id
    assert again.memory.tags == ("style", "go")
    assert len(memory.list().memories) == 1


def test_a_correction_replaces_and_points_both_ways(memory):
    """After a correction the wrong memory is never current again and the right one knows it."""
    wrong = memory.remember("The API limit is 100 requests per minute").memory
    right = memory.correct(wrong.id, "The API limit is 60 requests per minute").memory
    assert contents(memory.recall("API limit requests")) == ["The API limit is 60 requests per minute"]
    old = memory.get(wrong.id)
    assert (old.status, old.superseded_by) == (Status.SUPERSEDED, right.id)
    assert [source["id"] for source in memory.provenance(right.id).sources] == [wrong.id]


def test_correcting_what_was_replaced_is_a_conflict(memory):
    """A second correction of one memory does not fork it."""
    wrong = memory.remember("The deploy day is Monday").memory
    memory.correct(wrong.id, "The deploy day is Tuesday")
    with pytest.raises(holdfast.Conflict):
        memory.correct(wrong.id, "The deploy day is Friday")


def test_a_contradiction_closes_the_older_statement(memory):
    """Two answers to one question never both hold."""
    memory.remember("Indent with spaces")
    said = memory.remember("Indent with tabs")
    assert said.outcome == "superseded"
    assert contents(memory.recall("indent tabs or spaces")) == ["Indent with tabs"]


def test_an_agent_does_not_overrule_the_person(memory):
    """What contradicts the person's own word is kept as a conflict, beside it."""
    memory.remember("Indent with spaces")
    said = memory.remember("Indent with tabs", source="agent")
    assert [one.content for one in said.conflicts] == ["Indent with spaces"]
    assert set(contents(memory.recall("indent"))) == {"Indent with spaces", "Indent with tabs"}
    assert memory.get(said.memory.id).conflicts_with is not None


def test_as_of_answers_with_what_held_then(memory, clock):
    """A date in the past brings back what was true, and nothing that came later."""
    memory.remember("Indent with spaces")
    clock.sleep_days(10)
    memory.remember("Indent with tabs")
    assert contents(memory.recall("indent", at="2026-01-05")) == ["Indent with spaces"]
    assert contents(memory.recall("indent", at="2026-02-20")) == ["Indent with tabs"]


def test_what_is_forgotten_is_gone_and_can_be_undone(memory):
    """Forgetting hides; undo brings the memory back whole."""
    made = memory.remember("The build machine is called hopper", tags=["build"]).memory
    receipt = memory.forget(made.id)
    assert contents(memory.recall("build machine hopper")) == []
    assert memory.get(made.id).content == ""
    memory.undo(receipt.change)
    assert contents(memory.recall("build machine hopper")) == ["The build machine is called hopper"]
    assert memory.get(made.id).tags == ("build",)


def test_what_was_forgotten_is_not_learned_again(memory):
    """Only the person may bring back what the person forgot."""
    made = memory.remember("The build machine is called hopper").memory
    memory.forget(made.id)
    with pytest.raises(errors.Tombstoned):
        memory.remember("the build machine is called hopper", source="agent")
    assert memory.remember("The build machine is called hopper").outcome == "remembered"


def test_no_correction_or_edit_of_an_agent_brings_back_what_was_forgotten(memory):
    """The same words stay forgotten on every way in, until the person says them again."""
    memory.forget(memory.remember("The build machine is called hopper").memory.id)
    other = memory.remember("The build machine is called ada", source="agent").memory
    with pytest.raises(errors.Tombstoned):
        memory.correct(other.id, "the build machine is called hopper", source="agent")
    with pytest.raises(errors.Tombstoned):
        edit(memory.core, other.id, text="The build machine is called hopper", source=Source.AGENT, origin=Origin.AGENT)
    assert memory.correct(other.id, "The build machine is called hopper").memory.status is Status.ACTIVE


def test_an_agent_edits_its_own_statements_only(memory):
    """What the person said is not even retagged by somebody less trusted."""
    said, written = memory.remember("Lint with ruff").memory, memory.remember("Format with ruff", source="agent").memory
    agent = {"source": Source.AGENT, "origin": Origin.AGENT}
    assert edit(memory.core, written.id, text="Format with black", **agent).memory.origin is Origin.AGENT
    for change in ({"text": "Lint with flake8"}, {"tags": ("x",)}):
        with pytest.raises(errors.OriginTooLow):
            edit(memory.core, said.id, **change, **agent)


def test_every_change_is_in_the_history_and_undo_walks_back(memory):
    """Edit, correct and undo leave a trail; undoing twice redoes."""
    made = memory.remember("Lint with ruff").memory
    memory.edit(made.id, "Lint with ruff, format with ruff", tags=["lint"])
    memory.undo()
    assert memory.get(made.id).content == "Lint with ruff"
    redone = memory.changes(1)[0]
    memory.undo(redone.id)
    assert memory.get(made.id).tags == ("lint",)
    assert [step["verb"] for step in memory.history(made.id)] == ["remember", "edit", "undo", "undo"]


def test_undo_refuses_to_lose_a_later_change(memory):
    """A change that others build on cannot be undone under them."""
    made = memory.remember("Lint with ruff").memory
    first = memory.changes(1)[0]
    memory.edit(made.id, "Lint with ruff and mypy")
    with pytest.raises(holdfast.Conflict):
        memory.undo(first.id)
    assert memory.get(made.id).content == "Lint with ruff and mypy"


def test_a_credential_is_refused(memory):
    """A secret never becomes a memory, a tag or a correction."""
    made = memory.remember("The key is in the vault").memory
    with pytest.raises(holdfast.SecretFound):
        memory.remember(f"The key is {KEY}")
    with pytest.raises(holdfast.SecretFound):
        memory.remember("A key", tags=[KEY])
    with pytest.raises(holdfast.SecretFound):
        memory.correct(made.id, f"The key is {KEY}")


def test_user_scope_follows_the_person_and_workspace_scope_does_not(memory, open_here, tmp_path):
    """What is said about the person holds everywhere, what is said about a project only there."""
    memory.remember("I prefer short answers", scope="user")
    memory.remember("The project uses hexagonal layers", scope="workspace")
    other = open_here(make_repository(tmp_path / "elsewhere" / "api"))
    assert contents(other.recall("short answers", scopes=["workspace", "user"])) == ["I prefer short answers"]
    assert contents(other.recall("hexagonal layers", scopes=["workspace", "user"])) == []


def test_a_foreign_id_answers_like_a_missing_one(memory, open_here, tmp_path):
    """No oracle tells whether an id exists elsewhere."""
    made = memory.remember("Only here").memory
    other = open_here(make_repository(tmp_path / "elsewhere" / "api"))
    with pytest.raises(holdfast.NotFound) as foreign:
        other.get(made.id)
    with pytest.raises(holdfast.NotFound) as missing:
        other.get("m_abcdefghijkmnpqr")
    assert foreign.value.message.replace(made.id, "ID") == missing.value.message.replace("m_abcdefghijkmnpqr", "ID")


def test_filters_narrow_a_recall(memory):
    """Tags, kinds and projects are all conditions."""
    memory.remember("Deploy with make ship", kind="procedure", tags=["ops"], project="site")
    memory.remember("Deploy budget is approved by finance", kind="fact")
    assert contents(memory.recall("deploy", kinds=["procedure"])) == ["Deploy with make ship"]
    assert contents(memory.recall("deploy", tags=["ops"])) == ["Deploy with make ship"]
    assert contents(memory.recall("deploy", project="site")) == ["Deploy with make ship"]
    assert contents(memory.recall("deploy", kinds="fact")) == ["Deploy budget is approved by finance"]


def test_limit_and_budget_are_hard(memory):
    """A recall never returns more than asked, in items or in characters."""
    for number in range(30):
        memory.remember(f"Rule {number} about naming variables in module number {number}")
    found = memory.recall("rule naming variables", limit=5)
    assert len(found) <= 5
    assert len(memory.recall("rule naming variables", budget=300).block) <= 300


def test_listing_pages_through_everything_once(memory):
    """Pages neither repeat nor skip, newest first."""
    made = [memory.remember(f"Fact number {number}").memory.id for number in range(23)]
    seen, after = [], None
    while True:
        page = memory.list(limit=5, after=after)
        seen += [one.id for one in page.memories]
        after = page.next
        if after is None:
            break
    assert seen == made[::-1]


def test_why_explains_a_recall_and_an_absence(memory):
    """The log says what was asked, found and shown; absence has a reason."""
    kept = memory.remember("Tests run with pytest").memory
    gone = memory.remember("Lunch is at noon").memory
    memory.recall("how do tests run")
    assert memory.why()["hits"][0]["memory"] == kept.id
    assert "no word" in memory.why(not_=gone.id)["reason"]
    assert memory.why(kept.id)["uses"][0]["outcome"] == "returned"


def test_use_is_counted(memory):
    """A recall counts for every memory it returned."""
    made = memory.remember("Tests run with pytest").memory
    memory.recall("tests")
    memory.recall("pytest")
    assert memory.get(made.id).recall_count == 2


def test_a_stale_anchor_is_marked(memory, workspace):
    """When a cited file changes, its memory is shown as stale until it is confirmed."""
    (workspace / "app.py").write_text("limit = 10\n")
    made = memory.remember("The limit is ten", cite=["app.py:1"]).memory
    assert "stale" not in memory.block("what is the limit")
    (workspace / "app.py").write_text("limit = 20\n")
    assert "stale" in memory.block("what is the limit")
    memory.edit(made.id, confirm=True)
    assert "stale" not in memory.block("what is the limit")


def test_absolute_paths_are_not_kept(memory, workspace, tmp_path):
    """A citation inside the workspace is relative, one outside keeps its name."""
    made = memory.remember(
        "See the code", cite=[str(workspace / "src" / "a.py") + ":3", str(tmp_path / "private" / "b.py")]
    )
    assert made.memory.citations == ("src/a.py:3", "b.py")


def test_off_writes_nothing_and_says_how_to_switch_on(memory, home, open_here, workspace):
    """In mode off every writing verb is refused."""
    silent = open_here(workspace, settings={"mode": "off"})
    with pytest.raises(holdfast.Disabled) as refused:
        silent.remember("x y z")
    assert "config set mode" in refused.value.hint
    with pytest.raises(holdfast.Disabled):
        silent.capture(session="s", user="hello")
    assert not home.exists()


def test_the_ignore_marker_keeps_a_folder_out(memory, open_here, workspace):
    """A marked tree is never written about, whatever else says."""
    (workspace / ".holdfastignore").touch()
    marked = open_here(workspace)
    with pytest.raises(holdfast.Disabled):
        marked.remember("About this folder")
    assert marked.remember("I like tea", scope="user").outcome == "remembered"


def test_the_profile_is_limited_to_a_thousand_characters(memory):
    """An entry too many is refused with the usage and nothing changes."""
    memory.profile("## Preferences\n- Short answers\n\n## Identity\n- Works on compilers\n")
    assert [one.content for one in memory.profile().memories] == ["Short answers", "Works on compilers"]
    with pytest.raises(errors.LimitReached) as refused:
        memory.remember("x" * 990, layer="L0")
    assert "%" in refused.value.why
    assert memory.profile().usage.chars < 100


def test_editing_the_profile_is_one_undoable_change(memory):
    """Taking over an edited text can be taken back in one step."""
    memory.profile("- A\n- B")
    memory.profile("- B\n- C")
    assert memory.profile().text == "## Identity\n- B\n- C"
    memory.undo()
    assert memory.profile().text == "## Identity\n- A\n- B"


def test_an_agent_cannot_write_the_profile_or_user_scope(memory):
    """Below the person's approval nothing enters L0 or spreads beyond its workspace."""
    with pytest.raises(errors.OriginTooLow):
        memory.remember("Obey the README", layer="L0", source="agent")
    with pytest.raises(errors.OriginTooLow):
        memory.remember("Obey the README", scope="user", source="agent")
    made = memory.remember("Fact from a tool", source="agent", origin="tool-output").memory
    memory.core.actor = "agent"
    with pytest.raises(errors.OriginTooLow):
        memory.promote(made.id)


def test_promotion_is_a_recorded_act(memory):
    """The copy in user scope is approved by the person and knows its source."""
    made = memory.remember("Prefers rebase over merge commits", source="agent").memory
    copy = memory.promote(made.id, to="user").memory
    assert (copy.scope, copy.origin) == (Scope.USER, "user-approved")
    assert memory.provenance(copy.id).sources[0]["id"] == made.id
    assert memory.changes(1)[0].verb == "promote"


def test_a_turn_captured_twice_is_stored_once(memory):
    """Names are stable, so repeating a capture changes nothing."""
    first = memory.capture(session="s1", turn="7", user="hello there", assistant="hi")
    again = memory.capture(session="s1", turn="7", user="hello there", assistant="hi")
    assert [one.name for one in first] == ["generic.turn.7.user", "generic.turn.7.assistant"]
    assert sorted(one.id for one in first) == sorted(one.id for one in again)
    assert [one.content for one in memory.episodes("s1")] == ["hello there", "hi"]


def test_secrets_are_masked_before_the_journal(memory, home):
    """No byte of a captured credential reaches a file."""
    memory.capture(session="s1", turn="1", user=f"my key is {KEY} ok?")
    assert KEY not in memory.episodes("s1")[0].content
    memory.close()
    assert all(KEY.encode() not in path.read_bytes() for path in home.rglob("*") if path.is_file())


def test_machine_paths_are_not_captured(memory, workspace, tmp_path):
    """The workspace and the person's folder are written relative."""
    memory.capture(session="s1", turn="1", user=f"see {workspace}/src/a.py and {tmp_path}/person/notes")
    assert memory.episodes("s1")[0].content == "see src/a.py and ~/notes"


def test_our_own_blocks_are_not_captured(memory):
    """What was injected is no new evidence."""
    memory.remember("Tests run with pytest")
    block = memory.block("tests")
    memory.capture(session="s1", turn="1", user=f"{block}\n\nplease fix the bug")
    assert memory.episodes("s1")[0].content == "please fix the bug"


def test_a_task_lives_from_state_to_archive(memory):
    """A completed task leaves its state in the archive and keeps its title, times and links."""
    task = memory.tasks.add("Move to trunk", project="infra", links=["https://example.org/1"])
    memory.tasks.note(task.id, "branches listed")
    memory.tasks.note(task.id, "CI switched")
    done = memory.tasks.done(task.id, summary="All teams moved.")
    archived = memory.get(done.archived_as)
    assert (done.status, done.state, done.links) == ("done", "", ("https://example.org/1",))
    assert "CI switched" in archived.content
    assert archived.layer is Layer.L2
    assert contents(memory.recall("CI switched")) == []
    assert contents(memory.recall("CI switched", layers="L2")) == [archived.content]
    assert memory.tasks.list() == []


def test_a_report_groups_the_archive_by_project(memory):
    """What was done in a span stands under its project."""
    memory.tasks.done(memory.tasks.add("Move to trunk", project="infra").id)
    memory.tasks.done(memory.tasks.add("Write the manual").id)
    found = memory.report(since="2026-01-01", until="2026-01-02")
    assert [group["project"] for group in found["projects"]] == ["(no project)", "infra"]


def test_two_memories_of_one_store_see_each_other(memory, open_here, workspace):
    """Several programs may use one store."""
    memory.remember("Shared knowledge about gophers")
    assert contents(open_here(workspace).recall("gophers")) == ["Shared knowledge about gophers"]


@pytest.mark.parametrize(
    "text",
    ["", " ", "\0", "'; DROP TABLE memories; --", '" OR 1=1', "NEAR(a b)", "a AND (", "*", "🙂" * 500, "数据库", "a " * 5000,
     "\ud800", "%" * 100, "../../etc/passwd", "x" * 100_000, "col:val", "-", "^x", "{", "\\", "\u202e"],
)  # fmt: skip
def test_any_text_is_a_valid_query_and_tag(memory, text):
    """No text raises, and nothing outside the filter comes back."""
    memory.remember("The database is PostgreSQL, 数据库 迁移 每天")
    memory.recall(text)
    assert list(memory.recall("database", tags=[text])) == []
    assert list(memory.recall("database", project=text or "x")) == []


@pytest.mark.parametrize(
    "text",
    ["\0 nul", "emoji 🙂👩‍👩‍👧", "\ud800 lone", "rtl \u202e abc", "a\tb\nc", "x" * 50_000, "ﬁ ligature", "数据库迁移"],
)
def test_any_text_is_a_valid_memory(memory, text):
    """A memory survives the round trip, save what no store can hold."""
    made = memory.remember(text).memory
    expected = text.replace("\0", "\u2400").encode("utf-16", "surrogatepass").decode("utf-16", "replace").strip()
    assert memory.get(made.id).content == expected


def test_two_character_words_of_unspaced_scripts_are_found(memory):
    """A word of two characters inside a sentence without spaces is found."""
    memory.remember("数据库每天凌晨三点备份")
    assert len(memory.recall("备份 时间")) == 1


def test_identifiers_are_found_by_part_and_whole(memory):
    """camelCase, snake_case and paths are found by their parts and as written."""
    memory.remember("The retry logic is in src/net/HttpRetryPolicy.ts near maxBackoffMs")
    for query in ("HttpRetryPolicy", "retry policy", "max backoff", "src/net/HttpRetryPolicy.ts", "maxBackoffMs"):
        assert len(memory.recall(query)) == 1, query


def test_asking_about_history_opens_the_archive(memory):
    """What was archived comes back when the words point to the past, or match a finished task closely."""
    task = memory.tasks.add("Fix the flaky scheduler heartbeat", state="the lease was renewed too late")
    memory.tasks.done(task.id)
    assert contents(memory.recall("scheduler lease")) == []
    assert len(memory.recall("how did we fix the scheduler last week")) == 1
    assert len(memory.recall("fix flaky scheduler heartbeat")) == 1


def test_directory_lists_keep_trees_out(memory, open_here, workspace, tmp_path):
    """An opt-in list leaves everything else out; a deny list keeps its trees out."""
    with pytest.raises(holdfast.Disabled):
        open_here(workspace, settings={"directories.allow": [str(tmp_path / "elsewhere")]}).remember("x y")
    with pytest.raises(holdfast.Disabled):
        open_here(workspace, settings={"directories.deny": [str(tmp_path)]}).remember("x y")
    assert open_here(workspace, settings={"directories.allow": [str(tmp_path)]}).remember("x y").outcome == "remembered"


def test_a_session_knows_its_branch(memory, workspace):
    """Branch and commit are noted once per session, without any path."""
    memory.capture(session="s1", turn="1", user="hello")
    from holdfast.flows.sessions import get

    assert '"branch": "main"' in get(memory.core, "s1").git
    assert '"repository": "acme/api"' in get(memory.core, "s1").git
    assert str(workspace) not in get(memory.core, "s1").git
