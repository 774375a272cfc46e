"""The commands for tasks, projects, workspaces, sessions, the profile and reports."""

from __future__ import annotations

from holdfast.cli.command import WORK, Command, option, place, switch

TASK_ID = place("ID", "A task's id, or its first characters (4 or more).")
SESSION_ID = place("ID", "A session's id, or its first characters; the latest one when left out.", optional=True)
WORKSPACE = place("LABEL", "A workspace's label or folder; the current one when left out.", optional=True)

COMMANDS = (
    Command(
        path=("task", "list"), run="holdfast.cli.tasks:list_", heading=WORK,
        summary="List tasks, the last touched first.",
        examples=("holdfast task list", "holdfast task list --project api --all"),
        arguments=(
            option("--project", "NAME", "Only tasks of this project."),
            switch("--all", "Finished ones too."),
        ),
    ),
    Command(
        path=("task", "show"), run="holdfast.cli.tasks:show", heading=WORK,
        summary="Show a task with its working state.", examples=("holdfast task show t_12ab",), arguments=(TASK_ID,),
    ),
    Command(
        path=("task", "add"), run="holdfast.cli.tasks:add", heading=WORK,
        summary="Begin a task; its state is injected when a session starts.",
        examples=('holdfast task add "Move to pnpm" --project web',),
        arguments=(
            place("TITLE", "What is to be done.", words=True),
            option("--project", "NAME", "The project it belongs to."),
            option("--state", "TEXT", "What is known already; - reads it from standard input."),
            option("--link", "URL", "An issue, a pull request, a page; may be repeated.", many=True),
        ),
    ),
    Command(
        path=("task", "note"), run="holdfast.cli.tasks:note", heading=WORK,
        summary="Add to the working state of a task.",
        examples=('holdfast task note t_12ab "The lockfile is done."',),
        arguments=(
            TASK_ID,
            place("TEXT", "The note; - reads it from standard input.", words=True),
            switch("--replace", "Put it in place of the state instead of adding to it."),
        ),
    ),
    Command(
        path=("task", "done"), run="holdfast.cli.tasks:done", heading=WORK,
        summary="Finish a task; its state goes to the archive.",
        examples=("holdfast task done t_12ab", 'holdfast task done t_12ab --summary "Moved; CI is green."'),
        arguments=(
            TASK_ID,
            option("--summary", "TEXT", "How it ended; - reads it from standard input."),
            switch("--dropped", "It was given up rather than finished."),
        ),
    ),
    Command(
        path=("project", "list"), run="holdfast.cli.projects:list_", heading=WORK,
        summary="List projects.", examples=("holdfast project list",),
    ),
    Command(
        path=("project", "add"), run="holdfast.cli.projects:add", heading=WORK,
        summary="Begin a project that tasks and memories can belong to.",
        examples=('holdfast project add web --about "The shop and its API"',),
        arguments=(place("NAME", "Its name.", words=True), option("--about", "TEXT", "What it is about.")),
    ),
    Command(
        path=("project", "show"), run="holdfast.cli.projects:show", heading=WORK,
        summary="Show a project with its tasks and memories.",
        examples=("holdfast project show web",), arguments=(place("NAME", "Its name.", words=True),),
    ),
    Command(
        path=("workspace", "list"), run="holdfast.cli.workspaces:list_", heading=WORK,
        summary="List the workspaces that Holdfast knows.", examples=("holdfast workspace list",),
    ),
    Command(
        path=("workspace", "show"), run="holdfast.cli.workspaces:show", heading=WORK,
        summary="Show how a workspace is known, trusted and used.",
        examples=("holdfast workspace show",), arguments=(WORKSPACE,),
    ),
    Command(
        path=("workspace", "trust"), run="holdfast.cli.workspaces:trust", heading=WORK,
        summary="Let a workspace take part.", examples=("holdfast workspace trust",), arguments=(WORKSPACE,),
        notes="Capture and recall also need consent: holdfast consent grant.",
    ),
    Command(
        path=("workspace", "untrust"), run="holdfast.cli.workspaces:untrust", heading=WORK,
        summary="Keep a workspace out; what is stored stays.",
        examples=("holdfast workspace untrust",), arguments=(WORKSPACE,),
    ),
    Command(
        path=("workspace", "rename"), run="holdfast.cli.workspaces:rename", heading=WORK,
        summary="Give a workspace another label.",
        examples=("holdfast workspace rename api acme-api",),
        arguments=(place("LABEL", "Its present label."), place("NEW", "Its new label.")),
    ),
    Command(
        path=("workspace", "merge"), run="holdfast.cli.workspaces:merge", heading=WORK,
        summary="Make two workspaces one, after a repository moved.",
        examples=("holdfast workspace merge old-api api",),
        arguments=(place("FROM", "The workspace that goes.", dest="old"), place("INTO", "The workspace that stays.", dest="into")),
    ),
    Command(
        path=("session", "list"), run="holdfast.cli.sessions:list_", heading=WORK,
        summary="List sessions, the newest first.", examples=("holdfast session list",),
        arguments=(option("--limit", "N", "How many at most.", type="int", least=1),),
    ),
    Command(
        path=("session", "show"), run="holdfast.cli.sessions:show", heading=WORK,
        summary="Show the messages of a session and what was learned from them.",
        examples=("holdfast session show 0c1f",), arguments=(SESSION_ID,),
    ),
    Command(
        path=("session", "pause"), run="holdfast.cli.sessions:pause", heading=WORK,
        summary="Capture nothing more of a session.", examples=("holdfast session pause",), arguments=(SESSION_ID,),
    ),
    Command(
        path=("session", "resume"), run="holdfast.cli.sessions:resume", heading=WORK,
        summary="Capture a paused session again.", examples=("holdfast session resume",), arguments=(SESSION_ID,),
    ),
    Command(
        path=("profile", "show"), run="holdfast.cli.profile:show", heading=WORK,
        summary="Show the profile (L0) and how full it is.", examples=("holdfast profile show",),
    ),
    Command(
        path=("profile", "edit"), run="holdfast.cli.profile:edit", heading=WORK,
        summary="Change the profile (L0) in your editor.",
        examples=("holdfast profile edit", "holdfast profile edit me.md", "cat me.md | holdfast profile edit -"),
        arguments=(
            place("FILE|-", "Read the new profile from a file or from standard input; your editor opens when left out.",
                  optional=True, dest="source"),
        ),
        notes="Lines that are gone are forgotten, new ones remembered; one undo takes all of it back.",
    ),
    Command(
        path=("report",), run="holdfast.cli.reports:report", heading=WORK,
        summary="Say what was done, grouped by project.",
        examples=("holdfast report --week", "holdfast report --since 2026-03-01 --until 2026-03-31"),
        arguments=(
            switch("--day", "Of today."), switch("--week", "Of the last seven days."),
            option("--since", "DATE", "From this day on."), option("--until", "DATE", "Up to and with this day."),
            option("--project", "NAME", "Only of this project."),
            option("--format", "FORMAT", "md is for reading, json for programs.", choices=("md", "json")),
        ),
    ),
)  # fmt: skip
