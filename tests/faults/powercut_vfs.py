"""A file system that forgets what was not synced when the power is cut.

`Recorder` passes everything on to the real disk and writes down each step: what SQLite does through its VFS, what we do
through `os` and `open`, and when something was acknowledged. `Disk` plays the steps back up to a moment and says what a
disk may hold then: of every file what was synced, and of what came later nothing, or a random half of the sectors; of
every folder the names that were synced, and of later ones nothing or a random half. POSIX promises no more than that.
"""

from __future__ import annotations

import builtins
import io
import os
from contextlib import contextmanager
from typing import NamedTuple

import apsw

SECTOR = 512
# Files whose names SQLite syncs with their first content; apsw does not show it.
SYNCED_WITH_FOLDER = apsw.SQLITE_OPEN_WAL | apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_SUPER_JOURNAL
WRITING = os.O_WRONLY | os.O_RDWR


class Step(NamedTuple):
    """One thing that happened: what it is called, to which file or path, and with what."""

    name: str
    what: object = None
    more: object = None
    data: bytes = b""


class Recorder:
    """Writes down what happens to the files below a folder."""

    def __init__(self, root: str) -> None:
        self.root = os.path.realpath(root) + os.sep
        self.steps: list[Step] = []
        self.names: dict[str, int] = {}
        self.handles: dict[int, int] = {}
        self.number = 0
        for folder, _, files in os.walk(self.root):
            self.note("folder", folder.rstrip(os.sep))
            for name in files:
                path = os.path.join(folder, name)
                self.number += 1
                self.names[path] = self.number
                with open(path, "rb") as file:
                    self.note("found", path, self.number, file.read())

    def note(self, name, what=None, more=None, data=b"") -> None:
        self.steps.append(Step(name, what, more, bytes(data)))

    def begin(self, *what) -> None:
        """Write down what is about to be done."""
        self.note("begun", what)

    def acknowledge(self, *what) -> None:
        """Write down that somebody was told that this is done."""
        self.note("acknowledged", what)

    def watches(self, path) -> bool:
        return isinstance(path, str) and (os.path.realpath(os.path.dirname(path)) + os.sep).startswith(self.root)

    def opened(self, path: str) -> int:
        """Return the number of the file that a name stands for now."""
        if path not in self.names:
            self.number += 1
            self.names[path] = self.number
            self.note("made", path, self.number)
        return self.names[path]

    def unlinked(self, path: str) -> None:
        if self.names.pop(path, None) is not None:
            self.note("unlinked", path)

    def renamed(self, old: str, new: str) -> None:
        if old in self.names:
            self.names[new] = self.names.pop(old)
            self.note("renamed", old, new)


class RecordedFile(apsw.VFSFile):
    """A file of SQLite's."""

    def __init__(self, recorder, base, name, flags):
        super().__init__(base, name, flags)
        path = name if isinstance(name, str) else name.filename() if name else ""
        self.recorder, self.path, self.number = recorder, path, 0
        if recorder.watches(path):
            self.number = recorder.opened(path)
        self.syncs_folder = bool(flags[0] & SYNCED_WITH_FOLDER and flags[0] & apsw.SQLITE_OPEN_CREATE)

    def xWrite(self, data, offset):  # noqa: N802 - as SQLite calls it
        super().xWrite(data, offset)
        if self.number:
            self.recorder.note("wrote", self.number, offset, data)

    def xTruncate(self, size):  # noqa: N802
        super().xTruncate(size)
        if self.number:
            self.recorder.note("truncated", self.number, size)

    def xSync(self, flags):  # noqa: N802
        super().xSync(flags)
        if self.number:
            self.recorder.note("synced", self.number)
            if self.syncs_folder:
                self.recorder.note("synced folder", os.path.dirname(self.path))
                self.syncs_folder = False


class RecordingVfs(apsw.VFS):
    """SQLite's way to the disk."""

    def __init__(self, recorder):
        self.recorder, self.real = recorder, apsw.vfs_names()[0]
        super().__init__("recording", self.real, makedefault=True)

    def xOpen(self, name, flags):  # noqa: N802
        return RecordedFile(self.recorder, self.real, name, flags)

    def xDelete(self, name, sync):  # noqa: N802
        super().xDelete(name, sync)
        if self.recorder.watches(name):
            self.recorder.unlinked(name)
            if sync:
                self.recorder.note("synced folder", os.path.dirname(name))


@contextmanager
def recording(root: str):
    """Record what this process does to files below a folder from now on."""
    recorder = Recorder(root)
    vfs = RecordingVfs(recorder)
    real = {name: getattr(os, name) for name in _OURS}
    real_open = builtins.open
    for name, made in _OURS.items():
        setattr(os, name, made(recorder, real[name]))
    builtins.open = io.open = _opener(recorder, real_open)
    try:
        yield recorder
    finally:
        for name, function in real.items():
            setattr(os, name, function)
        builtins.open = io.open = real_open
        vfs.unregister()


def _open(recorder, real):
    def opened(path, flags, *more, **named):
        handle = real(path, flags, *more, **named)
        recorder.handles.pop(handle, None)
        if os.path.isdir(path) and recorder.watches(os.path.join(path, "any")):
            recorder.handles[handle] = os.path.normpath(path)
        elif recorder.watches(path) and not path.endswith(".lock"):
            recorder.handles[handle] = recorder.opened(path)
            if flags & os.O_TRUNC:
                recorder.note("truncated", recorder.handles[handle], 0)
        return handle

    return opened


def _fsync(recorder, real):
    def fsync(handle):
        real(handle)
        what = recorder.handles.get(handle)
        if what is not None:
            recorder.note("synced folder" if isinstance(what, str) else "synced", what)

    return fsync


def _close(recorder, real):
    def close(handle):
        recorder.handles.pop(handle, None)
        real(handle)

    return close


def _write(recorder, real):
    def write(handle, data):
        is_ours = isinstance(recorder.handles.get(handle), int)
        place = _end_or_place(handle) if is_ours else 0
        number = real(handle, data)
        if is_ours:
            recorder.note("wrote", recorder.handles[handle], place, bytes(data)[:number])
        return number

    return write


def _pwrite(recorder, real):
    def pwrite(handle, data, place):
        number = real(handle, data, place)
        if isinstance(recorder.handles.get(handle), int):
            recorder.note("wrote", recorder.handles[handle], place, bytes(data)[:number])
        return number

    return pwrite


def _ftruncate(recorder, real):
    def ftruncate(handle, size):
        real(handle, size)
        if isinstance(recorder.handles.get(handle), int):
            recorder.note("truncated", recorder.handles[handle], size)

    return ftruncate


def _replace(recorder, real):
    def replace(old, new):
        real(old, new)
        recorder.renamed(old, new)

    return replace


def _unlink(recorder, real):
    def unlink(path, **named):
        real(path, **named)
        recorder.unlinked(path)

    return unlink


def _link(recorder, real):
    def link(old, new, **named):
        real(old, new, **named)
        if old in recorder.names:
            recorder.names[new] = recorder.names[old]
            recorder.note("linked", new, recorder.names[old])

    return link


def _mkdir(recorder, real):
    def mkdir(path, *more, **named):
        real(path, *more, **named)
        if recorder.watches(path):
            recorder.note("made folder", path)

    return mkdir


_OURS = {
    "open": _open, "close": _close, "fsync": _fsync, "fdatasync": _fsync, "write": _write, "pwrite": _pwrite, "ftruncate": _ftruncate,
    "replace": _replace, "rename": _replace, "unlink": _unlink, "remove": _unlink, "link": _link, "mkdir": _mkdir,
}  # fmt: skip


def _end_or_place(handle) -> int:
    import fcntl

    if fcntl.fcntl(handle, fcntl.F_GETFL) & os.O_APPEND:
        return os.fstat(handle).st_size
    return os.lseek(handle, 0, os.SEEK_CUR)


class _RecordedRaw(io.FileIO):
    """A raw file whose writes go through `os`, where they are seen."""

    def write(self, data):
        return os.write(self.fileno(), data)

    def truncate(self, size=None):
        os.ftruncate(self.fileno(), self.tell() if size is None else size)
        return size


_FLAGS = {"rb": os.O_RDONLY, "wb": os.O_WRONLY | os.O_CREAT | os.O_TRUNC, "r+b": os.O_RDWR}


def _opener(recorder, real):
    def opened(file, mode="r", *more, **named):
        if not (recorder.watches(file) or file in recorder.handles) or mode not in _FLAGS:
            return real(file, mode, *more, **named)
        handle = file if isinstance(file, int) else os.open(file, _FLAGS[mode], 0o666)
        if mode == "rb":
            return real(handle, mode, *more, **named)
        raw = _RecordedRaw(handle, "rb+" if "+" in mode else "wb")
        return io.BufferedRandom(raw) if "+" in mode else io.BufferedWriter(raw)

    return opened


class File:
    """What a disk holds of a file, and what was written to it since."""

    def __init__(self, data: bytes = b"") -> None:
        self.data = bytearray(data)
        self.pending: list[Step] = []

    def sync(self) -> None:
        for step in self.pending:
            _apply(self.data, step)
        self.pending = []

    def after(self, chosen) -> bytes:
        """Return what is left of it: all that was synced, and of the rest what `chosen` keeps."""
        data = bytearray(self.data)
        for step in self.pending:
            for part in _sectors(step):
                if chosen():
                    _apply(data, part)
        return bytes(data)


class Disk:
    """What a disk may hold after the steps so far."""

    def __init__(self) -> None:
        self.files: dict[int, File] = {}
        self.names: dict[str, int] = {}  # as they were last synced
        self.folders: set[str] = set()
        self.pending: list[Step] = []  # changes of names, in order
        self.begun: list[tuple] = []
        self.acknowledged: list[tuple] = []

    def play(self, step: Step) -> None:
        """Take one step."""
        match step.name:
            case "found":
                self.files[step.more] = File(step.data)
                self.names[step.what] = step.more
            case "folder":
                self.folders.add(step.what)
            case "wrote" | "truncated":
                self.files[step.what].pending.append(step)
            case "synced":
                self.files[step.what].sync()
            case "synced folder":
                self._sync_folder(step.what)
            case "begun":
                self.begun.append(step.what)
            case "acknowledged":
                self.acknowledged.append(step.what)
            case _:
                if step.name == "made":
                    self.files.setdefault(step.more, File())
                self.pending.append(step)

    def cut(self, chosen=lambda: False) -> tuple[set[str], dict[str, bytes]]:
        """Return the folders and files that are there when the power comes back."""
        names, folders = dict(self.names), set(self.folders)
        for step in self.pending:
            if chosen():
                _rename(names, folders, step)
        there = {path: self.files[number] for path, number in names.items() if os.path.dirname(path) in folders}
        return folders, {path: file.after(chosen) for path, file in there.items()}

    def _sync_folder(self, folder: str) -> None:
        rest = []
        for step in self.pending:
            if os.path.dirname(step.more if step.name == "renamed" else step.what) == folder:
                _rename(self.names, self.folders, step)
            else:
                rest.append(step)
        self.pending = rest


def write_out(root: str, where: str, state: tuple[set[str], dict[str, bytes]]) -> None:
    """Write what a disk holds into a folder, in the place of the one that was recorded."""
    folders, files = state
    for folder in sorted(folders):
        os.makedirs(_moved(folder, root, where), mode=0o700, exist_ok=True)
    for path, data in files.items():
        with open(_moved(path, root, where), "wb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            file.write(data)


def _moved(path: str, root: str, where: str) -> str:
    return os.path.normpath(os.path.join(where, os.path.relpath(path, os.path.realpath(root))))


def _apply(data: bytearray, step: Step) -> None:
    place = step.more
    if step.name == "truncated" or place > len(data):
        del data[place:]
        data.extend(bytes(place - len(data)))
    if step.name == "wrote":
        data[place : place + len(step.data)] = step.data


def _sectors(step: Step):
    if step.name != "wrote":
        yield step
        return
    for start in range(0, len(step.data), SECTOR):
        yield step._replace(more=step.more + start, data=step.data[start : start + SECTOR])


def _rename(names: dict[str, int], folders: set[str], step: Step) -> None:
    match step.name:
        case "made" | "linked":
            names[step.what] = step.more
        case "made folder":
            folders.add(step.what)
        case "unlinked":
            names.pop(step.what, None)
        case "renamed" if step.what in names:
            names[step.more] = names.pop(step.what)
