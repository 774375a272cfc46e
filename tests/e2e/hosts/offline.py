"""Runs one command beside a model server, in a network namespace that has nothing but loopback.

`python offline.py` reads what to run as JSON from standard input (`argv`, `env`, `cwd`, `stdin`, `answer`,
`timeout_s`; `{port}` in any of them is the model server's) and writes what happened as JSON: `code`, `stdout`,
`stderr`, `seconds`, `requests`. A command that outlives its time is ended with all it started.
"""

from __future__ import annotations

import fcntl
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import time

from model_server import ModelServer  # beside this file, which is run as a program

SIOCGIFFLAGS, SIOCSIFFLAGS, IFF_UP = 0x8913, 0x8914, 0x1


def main() -> None:
    wanted = json.load(sys.stdin)
    raise_loopback()
    server = ModelServer(wanted["answer"])

    def filled(text: str) -> str:
        return text.replace("{port}", str(server.port))

    started = time.monotonic()
    process = subprocess.Popen(
        [filled(word) for word in wanted["argv"]],
        env={name: filled(value) for name, value in wanted["env"].items()},
        cwd=wanted["cwd"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        out, err = process.communicate(wanted.get("stdin", "").encode(), wanted["timeout_s"])
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out, err = process.communicate()
    seconds = time.monotonic() - started
    server.close()
    happened = {"code": process.returncode, "stdout": out.decode(errors="replace"), "seconds": round(seconds, 3),
                "stderr": err.decode(errors="replace"), "requests": server.requests}  # fmt: skip
    json.dump(happened, sys.stdout)


def raise_loopback() -> None:
    """Bring up `lo` of a new namespace."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as handle:
        asked = struct.pack("16sh", b"lo", 0)
        flags = struct.unpack("16sh", fcntl.ioctl(handle, SIOCGIFFLAGS, asked)[:18])[1]
        fcntl.ioctl(handle, SIOCSIFFLAGS, struct.pack("16sh", b"lo", flags | IFF_UP))


if __name__ == "__main__":
    main()
