"""Git repositories for tests."""

from __future__ import annotations

import subprocess

GIT = [
    "git",
    "-c",
    "user.name=T",
    "-c",
    "user.email=t@example.org",
    "-c",
    "init.defaultBranch=main",
    "-c",
    "commit.gpgsign=false",
]


def make_repository(path, *, remote: str | None = None):
    """Make a git repository with one commit that differs from every other."""
    path.mkdir(parents=True, exist_ok=True)
    (path / "README.md").write_text(f"# {path}\n")
    git(path, "init", "-q")
    git(path, "add", ".")
    git(path, "commit", "-q", "-m", f"first of {path}")
    if remote:
        git(path, "remote", "add", "origin", remote)
    return path


def git(path, *words: str) -> str:
    done = subprocess.run([*GIT, *words], cwd=path, check=True, capture_output=True, text=True)
    return done.stdout.strip()
