"""The command line: one table of commands, and what turns a line of it into output and an exit status.

`table` says what exists, `parser` reads the words, `context` is what a command works with, `output` prints. A
command's own module is imported only when it is the one that was called; `tests/cli` holds the laws.
"""
