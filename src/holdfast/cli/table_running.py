"""The commands for the person's data, for consent and settings, and for running Holdfast itself."""

from __future__ import annotations

from holdfast.cli.command import ALLOW_UNTRUSTED, DATA, DRY_RUN, RUNNING, Command, option, place, switch
from holdfast.cli.import_sources import SOURCES
from holdfast.cli.table_memories import scope_option
from holdfast.wiring.agents import AGENTS

SETTING = place("NAME", "A setting, such as recall.limit.")
SHELLS = ("bash", "zsh", "fish", "powershell")

COMMANDS = (
    Command(
        path=("import",), run="holdfast.cli.importing:import_", heading=DATA,
        summary="Bring in an export, or what other programs keep.",
        examples=(
            "holdfast import backup.json", "holdfast import laptop.json --dry-run", "holdfast import codex claude --dry-run",
            "holdfast import vscode chat.json",
        ),
        arguments=(
            place("SOURCE", "A file that holdfast export wrote, or one of the names below; the paths behind a name are read "
                            "instead of its usual places.", many=True,
                  known=tuple((source.name, source.sentence) for source in SOURCES)),
            switch("--allow-untrusted", "Past sessions of folders that nobody has decided about, too."),
            option("--project", "NAME", "What claude-mem keeps under this name belongs here too; may be repeated.", many=True),
            DRY_RUN,
        ),
        notes="What you forgot is not brought back. Broken off, an import is simply run again: nothing comes twice.",
    ),
    Command(
        path=("export",), run="holdfast.cli.exchange:export", heading=DATA,
        summary="Write everything to a file, or to standard output.",
        examples=("holdfast export backup.json", "holdfast export --format md --scope user"),
        arguments=(
            place("FILE", "The file to write; standard output when left out.", optional=True),
            option("--format", "FORMAT", "json can be imported again, md is for reading.", choices=("json", "md")),
            scope_option("Only these scopes.", many=True),
            DRY_RUN,
        ),
    ),
    Command(
        path=("scrub",), run="holdfast.cli.secrets:scrub", heading=DATA,
        summary="Look for secrets in what is stored, and mask them.",
        examples=("holdfast scrub --dry-run", "holdfast scrub --yes"), arguments=(DRY_RUN,),
    ),
    Command(
        path=("key", "export"), run="holdfast.cli.keys:export", heading=DATA,
        summary="Write the key behind group ids, so that another machine agrees.",
        examples=("holdfast key export holdfast.key",),
        arguments=(place("FILE", "The file to write.", optional=True), DRY_RUN),
    ),
    Command(
        path=("key", "import"), run="holdfast.cli.keys:import_", heading=DATA,
        summary="Take over the key of another machine.",
        examples=("holdfast key import holdfast.key",), arguments=(place("FILE|-", "The file to read.", dest="file"),),
    ),
    Command(
        path=("consent", "list"), run="holdfast.cli.consents:list_", heading=RUNNING,
        summary="List what you agreed to, where, and for which endpoint.", examples=("holdfast consent list",),
    ),
    Command(
        path=("consent", "grant"), run="holdfast.cli.consents:grant", heading=RUNNING,
        summary="Agree to capture and recall in a workspace.",
        examples=("holdfast consent grant", "holdfast consent grant --workspace acme-api --yes"),
        notes="Says what is stored, where it goes and how to stop, and asks.",
    ),
    Command(
        path=("consent", "revoke"), run="holdfast.cli.consents:revoke", heading=RUNNING,
        summary="Stop capture and recall in a workspace; what is stored stays.", examples=("holdfast consent revoke",),
    ),
    Command(
        path=("config", "list"), run="holdfast.cli.config:list_", heading=RUNNING,
        summary="List every setting with its value and where that comes from.",
        examples=("holdfast config list", "holdfast config list --changed"),
        arguments=(switch("--changed", "Only those that are not at their default."),),
    ),
    Command(
        path=("config", "get"), run="holdfast.cli.config:get", heading=RUNNING,
        summary="Print the value of a setting.", examples=("holdfast config get recall.limit",), arguments=(SETTING,),
    ),
    Command(
        path=("config", "set"), run="holdfast.cli.config:set_", heading=RUNNING,
        summary="Change a setting in your settings file.",
        examples=("holdfast config set recall.limit 5", "holdfast config set recall.scopes session,workspace"),
        arguments=(SETTING, place("VALUE", "The new value; a list is parted by commas."), DRY_RUN),
    ),
    Command(
        path=("config", "unset"), run="holdfast.cli.config:unset", heading=RUNNING,
        summary="Go back to a setting's default.",
        examples=("holdfast config unset recall.limit",), arguments=(SETTING, DRY_RUN),
    ),
    Command(
        path=("setup",), run="holdfast.cli.setup:setup", heading=RUNNING,
        summary="Wire the agent programs of this machine to memory, or take that out again.",
        examples=("holdfast setup", "holdfast setup claude codex --dry-run", "holdfast setup --remove"),
        arguments=(
            place("HOST", "Only these; all that are found when left out.", many=True, optional=True, choices=tuple(AGENTS)),
            switch("--remove", "Take out exactly what was put in."),
            DRY_RUN,
        ),
        notes="Shows every change as a diff and asks. A file that cannot be understood is left alone, with the line. Consent "
              "and trust are never given here.",
    ),
    Command(
        path=("status",), run="holdfast.cli.health:status", heading=RUNNING,
        summary="Show on one screen what is on, where it is kept, and what broke.",
        examples=("holdfast status", "holdfast status --json"), arguments=(ALLOW_UNTRUSTED,),
    ),
    Command(
        path=("doctor",), run="holdfast.cli.health:doctor", heading=RUNNING,
        summary="Check everything, and say how to mend what is not right.",
        examples=("holdfast doctor", "holdfast doctor --fix", "holdfast doctor --report > report.json"),
        arguments=(
            switch("--fix", "Mend what can be mended without loss."),
            switch("--report", "Print a report for an issue, without any memory text."),
            switch("--versions", "Run each agent program with --version, in a home of its own."),
            DRY_RUN,
        ),
    ),
    Command(
        path=("worker",), run="holdfast.cli.work:worker", heading=RUNNING,
        summary="Do the waiting work until Ctrl-C: learn from episodes, write summaries.",
        examples=("holdfast worker --drain", "holdfast worker"),
        arguments=(
            switch("--drain", "End when nothing waits any more."),
        ),
    ),
    Command(
        path=("mcp",), run="holdfast.cli.mcp:mcp", heading=RUNNING,
        summary="Serve an agent on standard input and output (MCP), until the input ends.",
        examples=("holdfast mcp", "holdfast mcp --workspace ~/code/shop"),
        notes="An agent program starts it; you have nothing to type. --workspace takes a folder here.",
    ),
    Command(
        path=("completion",), run="holdfast.cli.completion:completion", heading=RUNNING,
        summary="Print a script that completes commands in your shell.",
        examples=(
            'eval "$(holdfast completion bash)"',
            "holdfast completion zsh > ~/.zfunc/_holdfast",
            "holdfast completion fish > ~/.config/fish/completions/holdfast.fish",
        ),
        arguments=(place("SHELL", "bash, zsh, fish or powershell.", choices=SHELLS),),
    ),
    Command(
        path=("help",), run="holdfast.cli.help:help_", heading=RUNNING,
        summary="Explain a command or a topic.",
        examples=("holdfast help recall", "holdfast help exit-codes"),
        arguments=(place("TOPIC", "A command, or: json, exit-codes, environment, scopes, files.", words=True,
                         optional=True),),
    ),
)  # fmt: skip
