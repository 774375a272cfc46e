"""Make a local virtual environment with Holdfast, extras and a group of tools: `venv.py FOLDER [GROUP [EXTRAS]]`.

Needs nothing but a Python of 3.11 or newer; uses uv when it is there, because it is faster.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 11)


def main(folder: str, group: str = "dev", extras: str = "postgres,vectors") -> None:
    if sys.version_info < OLDEST:
        sys.exit("Holdfast needs Python 3.11 or newer; run: make PYTHON=python3.11 …")
    target = ROOT / folder
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"][group]
    wanted = ["-e", f"{ROOT}[{extras}]", *tools]
    uv = shutil.which("uv")
    if uv:
        subprocess.run([uv, "venv", "--quiet", "--allow-existing", "--python", sys.executable, target], check=True)
        subprocess.run([uv, "pip", "install", "--quiet", "--python", target / "bin" / "python", *wanted], check=True)
    else:
        subprocess.run([sys.executable, "-m", "venv", target], check=True)
        python = target / "bin" / "python"
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *wanted], check=True)
    # Installing compiles what it copies, but not what it only points at.
    subprocess.run([target / "bin" / "python", "-m", "compileall", "-q", ROOT / "src"], check=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
