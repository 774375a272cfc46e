"""A program whose writers are killed at any moment, by somebody who notes from outside what they acknowledged.

`python mortal.py HOME WORKSPACE SEED ROUNDS` starts several writers at a time, each a process of its own with a pipe. A
writer says what it begins before it calls the library, and that it is done when the call has returned. After a random
while each is killed as by `kill -9`. What came through the pipes is printed, a JSON list a line.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time

import holdfast

WRITERS = 4
FIRST_S, LAST_S = 0.002, 0.08  # how long a writer lives once it has begun
GIVE_UP_S = 60
SESSIONS = 2


class Writer:
    """Uses the library and says through a pipe what it begins and what is done."""

    def __init__(self, home, workspace, name, pipe):
        self.memory = holdfast.open(home=home, workspace=workspace)
        self.name, self.pipe, self.chosen = name, pipe, random.Random(name)
        self.number = 0

    def work(self):
        while True:
            self.number += 1
            act = self.chosen.choices(list(_WEIGHTS), list(_WEIGHTS.values()))[0]
            getattr(self, act)(f"Writer {self.name} notes number {self.number} of {act}")

    def say(self, *what):
        os.write(self.pipe, json.dumps(what).encode() + b"\n")

    def remember(self, text):
        self.say("begun", "remember", text)
        made = self.memory.remember(text, tags=[self.name]).memory.id
        self.say("done", "remember", text, made)
        return made

    def correct(self, text):
        wrong = self.remember(f"{text}, wrongly")
        self.say("begun", "correct", text, wrong)
        self.memory.correct(wrong, text)
        self.say("done", "correct", text, wrong)

    def forget(self, text):
        gone = self.remember(text)
        self.say("begun", "forget", text, gone)
        self.memory.forget(gone)
        self.say("done", "forget", text, gone)

    def capture(self, text):
        session = f"{self.name}-{self.number % SESSIONS}"
        self.say("begun", "capture", text, session)
        self.memory.capture(session=session, turn=text, user=text, assistant=f"Answer to {text}")
        self.say("done", "capture", text, session)

    def task(self, text):
        self.say("begun", "task", text)
        self.memory.tasks.add(text, state="begun")
        self.say("done", "task", text)

    def recall(self, text):
        list(self.memory.recall(text))

    def reopen(self, _text):
        self.memory.close()


_WEIGHTS = {"remember": 5, "capture": 5, "correct": 2, "forget": 2, "task": 1, "recall": 2, "reopen": 2}


def kill_all(home, workspace, names, chosen):
    """Start writers, kill each after a while, and return what they said."""
    pipes, children = {}, []
    for name in names:
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            Writer(home, workspace, name, writing).work()
        os.close(writing)
        pipes[name] = reading
        children.append(child)
    said = {name: os.read(pipe, 65536) for name, pipe in pipes.items()}  # all have begun
    for child in chosen.sample(children, len(children)):
        time.sleep(chosen.uniform(FIRST_S, LAST_S))
        os.kill(child, signal.SIGKILL)
    for child in children:
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status):
            sys.exit(f"a writer ended by itself: {status}")
    for name, pipe in pipes.items():
        while part := os.read(pipe, 65536):
            said[name] += part
        os.close(pipe)
    return said


def main(home, workspace, seed, rounds):
    signal.alarm(GIVE_UP_S)
    chosen = random.Random(seed)
    for number in range(int(rounds)):
        names = [f"{seed}x{number}x{writer}" for writer in range(WRITERS)]
        for said in kill_all(home, workspace, names, chosen).values():
            for line in said.decode().splitlines():
                print(line)


if __name__ == "__main__":
    main(*sys.argv[1:])
