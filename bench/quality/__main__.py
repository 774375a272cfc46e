"""Measure the quality of recall: `make bench-quality`, or `make bench-quality ARGS="--sets locomo-dev --quick"`.

Builds one store for each corpus through the public library and prints every figure beside plain full-text search;
`--write` makes a page of it. The sets are read from outside the checkout; without them only the labelled sessions of
this repository are measured, and the run says so and fails.
"""

from __future__ import annotations

import argparse
import sys

from bench.__main__ import commit
from bench.quality import ablation, answers, data, newest, report, rules, scopes, silence

PAGE = """# Quality of recall

How well recall finds what was meant, without a model. `make bench-quality` measures it and writes this page; the page is made, so
change `bench/quality` instead. One configuration serves every set; the weights stand in `src/holdfast/recall/signals.py`, and
[ranking](explanation/ranking.md) explains them.

"""


def main() -> int:
    reader = argparse.ArgumentParser(prog="bench.quality", description=__doc__)
    reader.add_argument("--sets", nargs="*", metavar="SET", help="only these sets")
    reader.add_argument("--quick", action="store_true", help="no ablation, no silence")
    reader.add_argument("--write", metavar="FILE", help="write the page there")
    options = reader.parse_args()
    sets, absent = _sets(options.sets)
    if not sets:
        print(absent or f"no such set: {', '.join(options.sets)}", file=sys.stderr)
        return 1
    page = PAGE + "\n\n".join(_parts(sets, quick=options.quick)) + "\n"
    if options.write and not absent:
        with open(options.write, "w", encoding="utf-8") as file:
            file.write(page)
    if absent:
        print(
            f"{absent}\nOnly the labelled sessions of this repository were measured; nothing was written.",
            file=sys.stderr,
        )
    return 1 if absent else 0


def _sets(names: list[str] | None) -> tuple[list[data.Set], str]:
    """Return the sets to measure, and why the evaluation data is missing if it is."""
    absent = ""
    found = [data.own()]
    try:
        found = [*data.load_all(), *found]
    except data.Absent as error:
        absent = str(error)
    return [made for made in found if not names or made.name in names], absent


def _parts(sets: list[data.Set], *, quick: bool) -> list[str]:
    """Return the parts of the page, each printed as soon as it is there."""
    parts = [_told(report.head(sets, commit())), _told(f"## Ranking\n\n{report.READING}")]
    if answers.rankers() != answers.RANKERS:
        parts.append(_told("The extra `vectors` is not installed here: rows with vectors are missing."))
    orders = {}
    for made in sets:
        runs = [answers.run(data.answerable(made), ranker) for ranker in answers.rankers()]
        parts.append(_told(report.ranking(made.name, runs).rstrip()))
        orders |= {f"{made.name}, {run.ranker}": found for run in runs if (found := newest.order(run.answers)).n}
    if orders:
        parts.append(_told(f"## The newer of two statements\n\n{report.newest(orders)}"))
    if any(made.name == data.OWN_NAME for made in sets):
        parts.append(_told(f"## Standing rules\n\n{report.rules(rules.told(data.own()))}"))
        parts.append(_told(f"## Scopes picked by the words of a question\n\n{report.scopes(scopes.selected())}"))
    if not quick:
        rows = [*silence.silences(sets), *(silence.unanswerable(one) for one in sets if one.name == data.OWN_NAME)]
        parts.append(_told(f"## Silence\n\n{report.SILENCE}\n\n{report.silence(rows)}"))
        lost = ablation.ablate([data.answerable(made) for made in sets])
        parts.append(_told(f"## What each signal earns\n\n{report.ABLATION}\n\n{report.ablation(lost)}"))
    return parts


def _told(part: str) -> str:
    print(f"{part}\n", flush=True)
    return part


if __name__ == "__main__":
    sys.exit(main())
