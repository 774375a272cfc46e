"""How well recall finds what was meant, on public sets that are read but never copied into the project.

`data` loads the sets, `metrics` counts, `baseline` is the plain full-text search that every figure stands beside.
A ranker is `rank(store) -> (question) -> turn ids, best first`.
"""
