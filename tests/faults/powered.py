"""A program that uses every durable verb while each step of it towards the disk is recorded.

`python powered.py ROOT WORKSPACE SEED RECORD [WEAKNESS]` works in the home `ROOT/home` and leaves in the file RECORD what
happened, in order, with what was begun and what was acknowledged. A weakness takes away a part of what makes it
durable, to show that the tests would see its loss.
"""

from __future__ import annotations

import os
import pickle
import random
import sys

from tests.faults.powercut_vfs import recording

import holdfast
from holdfast import hook, places
from holdfast.exchange.export import export_to
from holdfast.flows import backups
from holdfast.flows.repair import repair
from holdfast.store.sqlite import SqliteDatabase

ACTS = 90
LAZY_COMMITS, LAZY_FOLDERS = "lazy commits", "lazy folders"


class Person:
    """Works with two memories at once, and writes down what was acknowledged."""

    def __init__(self, root, workspace, seed, recorder):
        self.root, self.workspace, self.recorder = root, workspace, recorder
        self.chosen = random.Random(seed)
        self.memories = [self.open(), self.open()]
        self.known: list[str] = []
        self.number = 0

    def open(self):
        return holdfast.open(home=os.path.join(self.root, "home"), workspace=self.workspace)

    def work(self):
        """Do many acts; the first makes the home."""
        self.act("remember")
        for _ in range(ACTS):
            self.act(*self.chosen.choices(list(_WEIGHTS), list(_WEIGHTS.values())))
        for memory in self.memories:
            memory.close()

    def act(self, name):
        self.number += 1
        memory = self.chosen.choice(self.memories)
        getattr(self, name)(
            memory, f"Number {self.number}: {name} {self.chosen.choice(_OBJECTS)} for {self.number % 7} days"
        )

    def remember(self, memory, text):
        self.recorder.begin("remember", text)
        outcome = memory.remember(text, tags=["some", text.split()[-2]])
        assert (outcome.outcome, outcome.superseded) == ("remembered", ())
        self.recorder.acknowledge("remember", outcome.memory.id, text)
        self.known.append(outcome.memory.id)

    def correct(self, memory, text):
        wrong = self.taken()
        self.recorder.begin("correct", text, wrong)
        made = memory.correct(wrong, text).memory.id
        self.recorder.acknowledge("correct", wrong, made, text)

    def forget(self, memory, _text):
        gone = self.taken()
        self.recorder.begin("forget", gone)
        memory.forget(gone)
        self.recorder.acknowledge("forget", gone)

    def purge(self, memory, _text):
        gone = self.taken()
        text = memory.get(gone).content
        self.recorder.begin("purge", gone)
        memory.purge(gone)
        self.recorder.acknowledge("purge", gone, text)

    def capture(self, memory, text):
        session = f"s{self.number % 3}"
        self.recorder.begin("capture", text)
        memory.capture(session=session, turn=str(self.number), user=text, assistant=f"Answer to {text}")
        self.recorder.acknowledge("capture", text)

    def task(self, memory, text):
        self.recorder.begin("task", text)
        made = memory.tasks.add(text, state="begun").id
        self.recorder.acknowledge("task", made, text)

    def recall(self, memory, text):
        list(memory.recall(text))

    def snapshot(self, memory, _text):
        path = backups.take(memory.core)
        self.recorder.acknowledge("snapshot", os.path.basename(path))

    def export(self, memory, _text):
        path = os.path.join(self.root, f"export-{self.number}.json")
        export_to(memory.core, path, "json", None)
        self.recorder.acknowledge("export", os.path.basename(path), os.path.getsize(path))

    def settings(self, _memory, _text):
        path = os.path.join(self.root, "config.toml")
        places.write_private(path, f"[recall]\nlimit = {self.number}\n".encode())
        self.recorder.acknowledge("settings", self.number)

    def failure(self, _memory, _text):
        hook._record(ValueError("something"))

    def checkpoint(self, memory, _text):
        connection = memory.core.database.take()
        connection.execute("PRAGMA wal_checkpoint(RESTART)").fetchall()
        memory.core.database.give(connection)

    def reopen(self, memory, _text):
        memory.close()

    def reopen_all(self, _memory, _text):
        for memory in self.memories:
            memory.close()

    def taken(self):
        return self.known.pop(self.chosen.randrange(len(self.known))) if self.known else self.spare()

    def spare(self):
        self.remember(self.memories[0], f"Number {self.number}: spare")
        return self.known.pop()


_WEIGHTS = {
    "remember": 24, "capture": 16, "correct": 7, "forget": 5, "task": 5, "recall": 8, "snapshot": 2, "export": 2,
    "settings": 3, "failure": 3, "checkpoint": 5, "reopen": 5, "reopen_all": 10, "purge": 2,
}  # fmt: skip
_OBJECTS = ("the harbour", "a kettle", "the staging server", "der Gürtel", "some branch", "every review")


def weaken(weakness):
    """Take a part of what makes writes durable away."""
    writing = SqliteDatabase.writing
    if weakness == LAZY_COMMITS:
        SqliteDatabase.writing = lambda database, **_durable: writing(database, durable=False)
    if weakness == LAZY_FOLDERS:
        places.sync_folder = lambda _folder: None


def main(root, workspace, seed, record, weakness=""):
    weaken(weakness)
    with recording(root) as recorder:
        if seed == "repair":
            memory = holdfast.open(home=os.path.join(root, "home"), workspace=workspace)
            repair(memory.core)
            recorder.acknowledge("repair")
            memory.close()
        else:
            Person(root, workspace, seed, recorder).work()
    with open(record, "wb") as file:
        pickle.dump(recorder.steps, file)


if __name__ == "__main__":
    main(*sys.argv[1:])
