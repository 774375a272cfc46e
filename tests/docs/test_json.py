"""What `docs/reference/json.md` says of every command's JSON is what the command prints.

One story runs every command in every form that the page documents; then each answer is compared, field by field.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
from pathlib import Path

import pytest
from json_page import Page

from holdfast import hook
from holdfast.cli.main import main
from holdfast.cli.table import COMMANDS
from repositories import make_repository

ROOT = Path(__file__).resolve().parents[2]
PAGE = Page((ROOT / "docs" / "reference" / "json.md").read_text(encoding="utf-8"))
FORMS = [(name, when) for name, forms in PAGE.answers.items() for when, _ in forms]


class Story:
    """A person at work: every answer is kept under the command's name and form."""

    def __init__(self, folder):
        self.folder = folder
        self.answers = {}
        self.failed = {}

    def run(self, line, *words, form="", stdin="", may_fail=False, before=b""):
        """Run one command and return its data; `line` is the command's name, `before` what it prints first."""
        out, err = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True), io.StringIO()
        stdin, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(stdin.encode()), "utf-8")
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                status = main([*line.split(), *words, "--json"])
        finally:
            sys.stdin = stdin
        printed = out.buffer.getvalue()
        assert printed.startswith(before)
        if not printed:
            assert may_fail, f"{line}: {err.getvalue()}"
            self.failed[line] = json.loads(err.getvalue())["error"]
            return None
        assert status == 0 or may_fail, f"{line} ended with {status}: {printed}"
        answer = json.loads(printed.removeprefix(before))
        self.answers.setdefault((line, form), []).append(answer)
        return answer["data"]

    def hear(self, event, **fields):
        """Tell the hook what happened."""
        payload = io.BytesIO(json.dumps({"session_id": "monday", **fields}).encode())
        return hook.run(["--host", "generic", "--event", event], payload)


@pytest.fixture(scope="module")
def story(tmp_path_factory):
    """Everything that a person can ask, asked once."""
    folder = tmp_path_factory.mktemp("json")
    patch = pytest.MonkeyPatch()
    for name in [name for name in os.environ if name.startswith("HOLDFAST_")]:
        patch.delenv(name)
    patch.setenv("HOLDFAST_HOME", str(folder / "home"))
    patch.setenv("HOLDFAST_CONFIG", str(folder / "config.toml"))
    patch.setenv("HOME", str(folder))
    patch.setattr("holdfast.worker_start.spawn", lambda *_: None)
    patch.chdir(make_repository(folder / "shop"))
    told = Story(folder)
    for chapter in (memories, work, session, look, settings, data, end):
        chapter(told)
    yield told
    patch.undo()


def memories(told):
    told.first = told.run("remember", "Run the tests with npm test.", "--kind", "procedure", "--tag", "testing")
    told.run("remember", "I prefer short answers.", "--layer", "L0", "--kind", "preference")
    told.run("remember", "The staging tests run at night.", "--cite", "README.md:1", "--project", "web")
    spare = told.run("remember", "The kettle is blue.")["memory"]["id"]
    told.run("correct", told.first["memory"]["id"], "Run the tests with make test.")
    told.run("edit", spare, "The kettle is green.", "--tag", "kitchen")
    told.run("promote", spare, "--to", "user")
    told.run("recall", "how do the tests run", "--limit", "1")
    told.run("list", "--limit", "2")
    told.run("history", told.first["memory"]["id"])
    told.run("forget", spare)
    told.run("undo")
    told.run("undo", "--list", form="With --list")
    told.run("profile show")
    told.run("profile edit", "-", stdin="## Identity\n- I keep the tea shop.\n")


def work(told):
    told.run("project add", "web", "--about", "The shop")
    told.task = told.run("task add", "Move to the new API", "--project", "web")["task"]["id"]
    told.run("task note", told.task, "The client is done.")
    told.run("task list")
    told.run("task show", told.task)
    told.run("project list")
    told.run("project show", "web")
    told.run("report", "--week")


def session(told):
    told.run("workspace show")
    told.run("workspace trust")
    told.run("consent grant", "--yes")
    told.run("consent list")
    told.hear("SessionStart")
    told.hear("UserPromptSubmit", turn_id="1", prompt="How do the tests run?")
    told.hear("Stop", turn_id="1", last_assistant_message="With make test.")
    told.hear("SessionEnd", reason="done")
    with pytest.raises(Exception, match="unknown event") as failed:
        told.hear("Begin")
    hook._record(failed.value)
    told.run("worker", "--drain")
    told.run(
        "mcp", stdin='{"jsonrpc": "2.0", "id": 1, "method": "ping"}', before=b'{"jsonrpc":"2.0","id":1,"result":{}}\n'
    )
    told.run("session list")
    told.said = told.run("session show", "monday")
    told.run("session pause", "monday")
    told.run("session resume", "monday")


def look(told):
    told.run("task done", told.task, "--summary", "Moved.")
    told.run("task show", told.task)
    told.run("report", "--week")
    recalls = told.run("log", "recalls", form="recalls")["recalls"]
    changes = told.run("log", "changes", form="changes")["changes"]
    told.run("log", "failures", form="failures")
    kinds = {
        "a memory": told.said["memories"][0]["id"], "an episode": told.said["episodes"][0]["id"],
        "a recall": recalls[0]["id"], "a change": changes[0]["id"], "a task": told.task,
    }  # fmt: skip
    for kind, one in kinds.items():
        told.run("show", one, form=f"For {kind}")
    told.run("why", form="For a recall")
    told.run("why", told.first["superseded"] or recalls[0]["hits"][0]["memory"], form="For a memory")
    told.run("why", "--not", told.said["memories"][0]["id"], form="With --not")


def settings(told):
    told.run("config set", "recall.limit", "5")
    told.run("config get", "recall.limit")
    told.run("config unset", "recall.limit")
    Path(".holdfast.toml").write_text('[store]\nurl = "elsewhere.db"\n')
    told.run("config list")
    told.run("setup", "claude", "--yes")
    told.run("status")
    told.run("doctor", may_fail=True)
    told.run("doctor", "--report", form="With --report", may_fail=True)
    told.run("completion", "bash")
    told.run("help", "exit-codes")


def data(told):
    told.run("export", str(told.folder / "all.json"))
    told.run("export", str(told.folder / "all.md"), "--format", "md")
    whole = (told.folder / "all.json").read_text(encoding="utf-8")
    damaged = told.folder / "damaged.json"
    damaged.write_text(whole.replace('"table":"memory"', '"table":"memory', 1), encoding="utf-8")
    told.run("import", str(told.folder / "all.json"), str(damaged))
    told.run("import", "claude", str(transcript(told, "blog")), str(transcript(told, "shop")))
    (told.folder / "MEMORY.md").write_text(
        "# Task Group: blog\napplies_to: cwd=/blog\n## Reusable knowledge\n- It is static\n"
        "# Task Group: all\n## Reusable knowledge\n- Tea is hot\n", encoding="utf-8",
    )  # fmt: skip
    (told.folder / "memory.jsonl").write_text('{"type": "ent\n', encoding="utf-8")
    (told.folder / "codex.toml").write_text(
        "[graphiti]\nconsent = true\ninclude_system_messages = true\n", encoding="utf-8"
    )
    told.run("import", "codex-settings", str(told.folder / "codex.toml"), "--dry-run")
    told.run("import", "codex-memory", str(told.folder / "MEMORY.md"), "mcp-memory", str(told.folder / "memory.jsonl"))
    told.run("key export")
    told.run("key export", str(told.folder / "key.txt"))
    told.run("key import", str(told.folder / "key.txt"))
    told.run("scrub", "--dry-run")
    told.run("scrub", "--yes")


def transcript(told, name):
    """Write a session of Claude Code with a damaged line, held in a folder of that name."""
    message = {"role": "user", "content": "We always use pnpm here."}
    line = {"type": "user", "uuid": "u" * 36, "sessionId": name, "cwd": str(told.folder / name), "message": message}
    path = told.folder / f"{name}.jsonl"
    path.write_text(json.dumps(line) + '\n{"type": "us\n', encoding="utf-8")
    return path


def end(told):
    other = make_repository(told.folder / "blog")
    here = told.run("workspace show")["workspace"]["label"]
    os.chdir(other)
    told.run("remember", "The blog is static.")
    os.chdir(told.folder / "shop")
    told.run("workspace list")
    told.run("workspace rename", "blog", "diary")
    told.run("workspace merge", "diary", here, "--yes", may_fail=True)
    told.run("workspace untrust")
    told.run("consent revoke")
    told.run("forget", "m_zzzzzzzz", may_fail=True)
    told.run("forget", "--scope", "workspace", "--purge", "--yes=workspace")


def test_the_page_documents_every_command():
    """No command is missing from the page, and each schema is that of its command."""
    assert {command.name: command.schema for command in COMMANDS} == PAGE.schemas


@pytest.mark.parametrize(("name", "when"), FORMS, ids=[f"{name} {when}".strip() for name, when in FORMS])
def test_a_command_prints_what_the_page_says(story, name, when):
    """Every field that is printed is documented, every one that is documented is printed, and types agree."""
    fields = dict(PAGE.answers[name])[when]
    answers = story.answers.get((name, when), [])
    assert answers, f"holdfast {name} {when} was not answered: {story.failed.get(name, 'the story does not run it')}"
    for answer in answers:
        assert {"schema", "data"} == set(answer)
        assert PAGE.schemas[name] == answer["schema"]
        assert [] == PAGE.problems(answer["data"], fields, name)


def test_an_error_is_what_the_page_says(story):
    """An error on standard error has the documented fields."""
    assert story.failed
    for error in story.failed.values():
        assert [] == PAGE.problems(error, PAGE.shapes["error"], "error")


def test_every_shape_is_met(story):
    """The story reaches every documented shape with a value, so that none is compared with nothing but empty lists."""
    linked = {shape for _, forms in PAGE.answers.items() for _, fields in forms for shape in _shapes_of(fields)}
    met = set()
    for (name, when), answers in story.answers.items():
        for answer in answers:
            met |= _met(answer["data"], dict(PAGE.answers[name])[when])
    for shape in list(linked):
        linked |= _shapes_of(PAGE.shapes[shape])
    assert {"unreadable-area"} == linked - met, "nothing of these shapes was printed"


def test_a_difference_is_noticed():
    """An undocumented field, a missing one and a wrong type are each found."""
    page = Page(
        "## a\n\nSchema `s`.\n\n| field | type | meaning |\n| --- | --- | --- |\n| `n` | whole number | N. |\n# Shapes\n"
    )
    fields = page.answers["a"][0][1]
    assert [] == page.problems({"n": 1}, fields, "a")
    assert ["a.m is not documented"] == page.problems({"n": 1, "m": 2}, fields, "a")
    assert ["a.n is documented and missing"] == page.problems({}, fields, "a")
    assert 1 == len(page.problems({"n": "1"}, fields, "a"))


def _shapes_of(fields):
    return {link for field in fields.values() for link in _links(field.kind)}


def _links(kind):
    return [part.partition(")")[0] for part in kind.split("](#")[1:]]


def _met(value, fields):
    """Return the shapes of which a value holds at least one."""
    found = set()
    for name, field in fields.items():
        inner = value.get(name)
        values = inner if isinstance(inner, list) else [inner]
        if field.kind.startswith("object of") and isinstance(inner, dict):
            values = list(inner.values())
        for one in values:
            for shape in _links(field.kind) if isinstance(one, dict) else []:
                if not PAGE.problems(one, PAGE.shapes[shape], "", extra=set(one)):
                    found |= {shape} | _met(one, PAGE.shapes[shape])
    return found
