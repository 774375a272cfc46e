"""The transcripts that are on this machine, or that were named, and the messages in them.

Per host: which files there are by its own rules, what their place says of the session, and which reader goes with them.
Nothing is opened before it is read. `tests/intake/test_transcripts.py` holds the laws.
"""

from __future__ import annotations

import hashlib
import os
import sys

from holdfast import errors, places
from holdfast.intake import homes
from holdfast.intake.borrowed import borrowed, tables_of
from holdfast.intake.lines import document_of, lines_of, size_of
from holdfast.intake.walk import by_age, files_below
from holdfast.strict_json import parse_object
from holdfast.times import from_unix
from holdfast.transcripts import claude, codex, copilot, gemini, opencode, vscode
from holdfast.transcripts.said import About, text_in
from holdfast.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Any

    from holdfast.transcripts.said import Lines, Note, Said

MAX_NOTE_BYTES = 64 * 1024
MAX_INDEX_BYTES = 4 * 1024 * 1024
DATABASE, DOCUMENT, LINES = "database", "document", "lines"


class Transcript(Value):
    """One file that sessions can be read from."""

    host: str
    path: str
    form: str
    about: About = About()
    bytes: int = 0
    written_at: float = 0.0
    skip: frozenset[str] = frozenset()  # sessions that another file tells better


def found(
    host: str, paths: Iterable[str], here: str, environ: Mapping[str, str] | None = None, platform: str = sys.platform
) -> list[Transcript]:
    """Return the transcripts of a host: those of its usual places, or of these files and folders.

    `here` is the folder that a named file belongs to when it does not say so itself.
    """
    environ = places.environment() if environ is None else environ
    chosen = tuple(paths)
    source = _SOURCES[host]
    if not chosen:
        return _sized(source.usual(environ, platform, here))
    listed: list[Transcript] = []
    for path in map(os.path.abspath, map(os.path.expanduser, chosen)):
        if os.path.isdir(path):
            listed += source.below(path, here)
        else:
            size_of(path)  # a path that was typed must be there
            listed.append(source.one(path, here))
    return _sized(listed)


def looked_in(host: str, environ: Mapping[str, str] | None = None, platform: str = sys.platform) -> list[str]:
    """Return where the transcripts of a host are looked for."""
    return _SOURCES[host].folders(places.environment() if environ is None else environ, platform)


def said(transcript: Transcript, note: Note, read: Callable[[int], None]) -> Iterator[Said]:
    """Yield the messages of a transcript; `read` is told how many of its bytes were gone through."""
    source = _SOURCES[transcript.host]
    if transcript.form == DATABASE:
        yield from source.rows(transcript, note)
        read(transcript.bytes)
    elif transcript.form == DOCUMENT:
        document = parse_object(document_of(transcript.path), max_bytes=sys.maxsize)
        read(transcript.bytes)
        yield from source.document(document, transcript.about)
    else:
        yield from source.lines(lines_of(transcript.path, note, read), transcript.about, note)


def _sized(listed: Iterable[Transcript]) -> list[Transcript]:
    """Return transcripts with their sizes, the longest untouched first; those that are gone by now are left out."""
    sized = []
    for one in listed:
        try:
            size = size_of(one.path)
        except errors.BadInput:
            continue
        about = one.about.evolve(at=one.about.at or from_unix(size.written_at))
        sized.append(one.evolve(bytes=size.bytes, written_at=size.written_at, about=about))
    return sorted(sized, key=lambda one: (one.written_at, one.path))


class _Source:
    """What one host does its own way; the rest is common."""

    host = ""

    def folders(self, environ: Mapping[str, str], platform: str) -> list[str]:
        """Return where its sessions are kept."""
        raise NotImplementedError

    def usual(self, environ: Mapping[str, str], platform: str, here: str) -> list[Transcript]:  # noqa: ARG002
        """Return the transcripts of the usual places."""
        return [one for folder in self.folders(environ, platform) for one in self.below(folder, "")]

    def below(self, folder: str, here: str) -> list[Transcript]:
        """Return the transcripts below a folder."""
        return [self.one(path, here) for path in by_age(files_below(folder, self.fits))]

    def fits(self, name: str) -> bool:
        """Say whether a file of that name is one."""
        return name.endswith((".jsonl", ".json"))

    def one(self, path: str, here: str) -> Transcript:
        """Return the transcript in a file."""
        form = DOCUMENT if path.endswith(".json") else LINES
        return Transcript(host=self.host, path=path, form=form, about=About(session=_stem(path), folder=here))

    def lines(self, lines: Lines, about: About, note: Note) -> Iterator[Said]:
        """Yield what was said in lines."""
        raise NotImplementedError

    def document(self, document: dict[str, Any], about: About) -> Iterator[Said]:  # noqa: ARG002
        """Yield what was said in a document."""
        raise errors.BadInput(f"{self.host} keeps no sessions in documents")

    def rows(self, transcript: Transcript, note: Note) -> Iterator[Said]:
        """Yield what was said in a database."""
        raise NotImplementedError


class _Codex(_Source):
    host = codex.name

    def folders(self, environ: Mapping[str, str], platform: str) -> list[str]:  # noqa: ARG002
        return [os.path.join(homes.codex(environ), name) for name in ("sessions", "archived_sessions")]

    def fits(self, name: str) -> bool:
        return name.startswith("rollout-") and name.endswith((".jsonl", ".jsonl.zst"))

    def one(self, path: str, here: str) -> Transcript:
        return Transcript(
            host=self.host, path=path, form=LINES, about=About(session=_stem(path)[-36:], folder=here)
        )  # a name ends with the id

    def lines(self, lines: Lines, about: About, note: Note) -> Iterator[Said]:
        return codex.read(lines, about, note)


class _Claude(_Source):
    host = claude.name

    def folders(self, environ: Mapping[str, str], platform: str) -> list[str]:  # noqa: ARG002
        return [os.path.join(homes.claude(environ), "projects")]

    def fits(self, name: str) -> bool:
        return name.endswith(".jsonl") and not name.startswith("agent-")

    def below(self, folder: str, here: str) -> list[Transcript]:
        # A session's own folder, which holds those of its sub-agents, lies beside its file: it is not gone into.
        return [self.one(path, here) for path in by_age(files_below(folder, self.fits, depth=1))]

    def lines(self, lines: Lines, about: About, note: Note) -> Iterator[Said]:
        return claude.read(lines, about, note)


class _Copilot(_Source):
    host = copilot.name

    def folders(self, environ: Mapping[str, str], platform: str) -> list[str]:  # noqa: ARG002
        return [homes.copilot(environ)]

    def fits(self, name: str) -> bool:
        return name == "events.jsonl"

    def below(self, folder: str, here: str) -> list[Transcript]:
        files = [self.one(path, here) for path in by_age(files_below(folder, self.fits, depth=3))]
        store = os.path.join(folder, "session-store.db")
        if os.path.isfile(store):
            told = frozenset(one.about.session for one in files)
            files.append(self.one(store, here).evolve(skip=told))
        return files

    def one(self, path: str, here: str) -> Transcript:
        if path.endswith(".db"):
            return Transcript(host=self.host, path=path, form=DATABASE, about=About(folder=here))
        session = os.path.basename(os.path.dirname(path)) if self.fits(os.path.basename(path)) else _stem(path)
        return Transcript(host=self.host, path=path, form=LINES, about=About(session=session, folder=here))

    def lines(self, lines: Lines, about: About, note: Note) -> Iterator[Said]:
        return copilot.read(lines, about, note)

    def rows(self, transcript: Transcript, note: Note) -> Iterator[Said]:  # noqa: ARG002
        with borrowed(transcript.path) as connection:
            _require(connection, transcript.path, {"sessions": {"id", "cwd"}, "turns": {"session_id", "turn_index"}})
            rows = connection.execute(copilot.ROWS)
            yield from copilot.read_rows(row for row in rows if row[0] not in transcript.skip)


class _Vscode(_Source):
    host = vscode.name

    def folders(self, environ: Mapping[str, str], platform: str) -> list[str]:
        return homes.vscode(environ, platform)

    def usual(self, environ: Mapping[str, str], platform: str, here: str) -> list[Transcript]:  # noqa: ARG002
        return [one for user in self.folders(environ, platform) for one in self._of_user(user)]

    def _of_user(self, user: str) -> Iterator[Transcript]:
        for note in files_below(os.path.join(user, "workspaceStorage"), "workspace.json".__eq__, depth=1):
            storage, folder = os.path.dirname(note), _workspace_folder(note)
            stored = [self.one(path, folder) for path in _chats(os.path.join(storage, "chatSessions"))]
            yield from stored
            told = {one.about.session for one in stored}
            for path in _chats(os.path.join(storage, "GitHub.copilot-chat", "transcripts")):
                if _stem(path) not in told:  # the extension's own file of a session that VS Code has no more
                    yield self.one(path, folder)
        for path in _chats(os.path.join(user, "globalStorage", "emptyWindowChatSessions")):
            yield self.one(path, "")

    def lines(self, lines: Lines, about: About, note: Note) -> Iterator[Said]:
        first, every = _peek(lines)
        is_events = first is not None and b'"kind"' not in first[:64]
        return copilot.read(every, about, note) if is_events else vscode.read(every, about, note)

    def document(self, document: dict[str, Any], about: About) -> Iterator[Said]:
        return vscode.read_session(vscode.slim(document), about)


class _Gemini(_Source):
    host = gemini.name

    def folders(self, environ: Mapping[str, str], platform: str) -> list[str]:  # noqa: ARG002
        return [os.path.join(homes.gemini(environ), "tmp")]

    def usual(self, environ: Mapping[str, str], platform: str, here: str) -> list[Transcript]:
        known = _gemini_projects(os.path.join(homes.gemini(environ), "projects.json"))
        if here:
            known.setdefault(hashlib.sha256(here.encode(errors="replace")).hexdigest(), here)
        found = []
        for one in super().usual(environ, platform, here):
            project = os.path.dirname(os.path.dirname(one.path))
            folder = _first_line(os.path.join(project, ".project_root")) or known.get(os.path.basename(project), "")
            found.append(one.evolve(about=one.about.evolve(folder=folder)))
        return found

    def fits(self, name: str) -> bool:
        return name.startswith("session-") and name.endswith((".jsonl", ".json"))

    def lines(self, lines: Lines, about: About, note: Note) -> Iterator[Said]:
        return gemini.read(lines, about, note)

    def document(self, document: dict[str, Any], about: About) -> Iterator[Said]:
        return gemini.read_session(document, about)


class _Opencode(_Source):
    host = opencode.name

    def folders(self, environ: Mapping[str, str], platform: str) -> list[str]:  # noqa: ARG002
        return [homes.opencode(environ)]

    def usual(self, environ: Mapping[str, str], platform: str, here: str) -> list[Transcript]:  # noqa: ARG002
        return [self.one(path, "") for path in self.folders(environ, platform) if os.path.isfile(path)]

    def fits(self, name: str) -> bool:
        return name.startswith("opencode") and name.endswith(".db")

    def one(self, path: str, here: str) -> Transcript:
        return Transcript(host=self.host, path=path, form=DATABASE, about=About(folder=here))

    def rows(self, transcript: Transcript, note: Note) -> Iterator[Said]:
        with borrowed(transcript.path) as connection:
            _require(connection, transcript.path, opencode.TABLES)
            for session, folder in connection.execute(opencode.SESSIONS).fetchall():
                rows = connection.execute(opencode.PARTS, (session, opencode.MAX_PART_BYTES))
                yield from opencode.read_rows(session, folder, rows, note)


_SOURCES: dict[str, _Source] = {
    one.host: one for one in (_Codex(), _Claude(), _Copilot(), _Vscode(), _Gemini(), _Opencode())
}
HOSTS = tuple(_SOURCES)


def _require(connection: Any, path: str, wanted: Mapping[str, set[str]]) -> None:
    """Raise unless a database has these tables with these columns."""
    tables = tables_of(connection)
    missing = next((name for name, columns in wanted.items() if not columns <= tables.get(name, frozenset())), None)
    if missing is not None:
        raise errors.BadInput(
            f"{path!r} is not a database this Holdfast reads", why=f"its table {missing!r} is missing or another"
        )


def _chats(folder: str) -> list[str]:
    return by_age(files_below(folder, lambda name: name.endswith((".jsonl", ".json")), depth=0))


def _stem(path: str) -> str:
    return os.path.basename(path).removesuffix(".zst").rpartition(".")[0]


def _peek(lines: Lines) -> tuple[bytes | None, Lines]:
    rest = iter(lines)
    first = next(rest, None)
    return (first[1] if first else None), _chained(first, rest)


def _chained(first: tuple[int, bytes] | None, rest: Iterator[tuple[int, bytes]]) -> Iterator[tuple[int, bytes]]:
    if first is not None:
        yield first
    yield from rest


def _workspace_folder(note: str) -> str:
    """Return the folder that a workspace of VS Code is about; nothing for one of several folders, or elsewhere."""
    folder = text_in(_small_json(note, MAX_NOTE_BYTES), "folder")
    if not folder.startswith("file://"):
        return ""
    from urllib.parse import unquote, urlsplit  # noqa: PLC0415 - only VS Code names folders so

    path = unquote(urlsplit(folder).path)
    return path[1:] if path[2:3] == ":" else path


def _gemini_projects(index: str) -> dict[str, str]:
    """Return folders by the names that Gemini's own folders have for them: a short name, or a hash."""
    projects = _small_json(index, MAX_INDEX_BYTES).get("projects")
    folders = projects if isinstance(projects, dict) else {}
    named = {short: folder for folder, short in folders.items() if isinstance(short, str)}
    hashed = {hashlib.sha256(folder.encode(errors="replace")).hexdigest(): folder for folder in folders}
    return {**hashed, **named}


def _first_line(path: str) -> str:
    try:
        return places.read_regular(path, MAX_NOTE_BYTES).decode().partition("\n")[0].strip()
    except (FileNotFoundError, errors.HoldfastError, UnicodeDecodeError):
        return ""


def _small_json(path: str, max_bytes: int) -> dict[str, Any]:
    try:
        return parse_object(places.read_regular(path, max_bytes), max_bytes=max_bytes)
    except (FileNotFoundError, errors.HoldfastError):
        return {}  # a note of another program: without it the sessions have no folder, which is told
