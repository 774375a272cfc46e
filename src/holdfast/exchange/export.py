"""Writing an export: one JSON document with a row per line, or Markdown for reading.

The JSON is canonical: sorted keys, fixed separators, one order of rows, no time of writing. So equal stores give
equal bytes, and a restored store gives the bytes it came from. Its last row is a keyed digest of all before it, by
which this home knows its own exports again. Every text passes the secret guard on its way out.
"""

from __future__ import annotations

import json
import os
import stat
import sys
from collections import Counter
from contextlib import contextmanager

from holdfast import errors, places
from holdfast.exchange import proof
from holdfast.exchange.rows import TEXTS, every_row, source_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, BinaryIO

    from holdfast.core import Core
    from holdfast.model import Scope

SCHEMA = "holdfast/export/1"
FORMATS = ("json", "md")
STDOUT = "-"
ANCHORS = "anchors"  # files by their paths; what such a file held is of no use without its path


def export_to(core: Core, path: str, format: str, scopes: tuple[Scope, ...] | None) -> dict[str, int]:  # noqa: A002
    """Write everything, or what these scopes hold, to a file (`-` is standard output); return the rows by table."""
    if format not in FORMATS:
        raise errors.UsageError(f"format {format!r} is not known", why=f"one of: {', '.join(FORMATS)}")
    with _opened(path) as file:
        if format == "md":
            from holdfast.exchange.markdown import write_markdown  # noqa: PLC0415

            return write_markdown(core, file, scopes)
        return write_json(core, file, scopes)


def write_json(core: Core, file: BinaryIO, scopes: tuple[Scope, ...] | None) -> dict[str, int]:
    """Write the JSON document to a stream."""
    counts: Counter[str] = Counter()
    with core.database.reading() as tx:
        source = source_of(tx, core, scopes)
        head = head_line(scopes)
        seal = proof.Seal(head)
        file.write(head)
        for row in every_row(tx, core, source):
            line = encode(redacted(core, row, counts)) + b",\n"
            seal.add(line)
            file.write(line)
            counts[row["table"]] += 1
        number = sum(count for table, count in counts.items() if table != "redacted")
        file.write(encode({"table": "proof", "rows": number, "hmac": proof.prove(tx, core.keys.key, seal)}) + b"\n]}\n")
    return dict(counts)


def head_line(scopes: tuple[Scope, ...] | None) -> bytes:
    """Return the first line of an export."""
    shown = "all" if scopes is None else sorted({str(scope) for scope in scopes})
    return f'{{"schema":"{SCHEMA}","scopes":{json.dumps(shown, separators=(",", ":"))},"rows":[\n'.encode()


def encode(row: dict[str, Any]) -> bytes:
    """Return a row in its one canonical form."""
    return json.dumps(row, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def redacted(core: Core, row: dict[str, Any], counts: Counter[str]) -> dict[str, Any]:
    """Return a row whose texts hold no credential, counting the fields that did."""
    is_project = row.get("table") == "project" or row.get("noun") == "project"
    return {name: _redacted(core, name, value, counts, is_project=is_project) for name, value in row.items()}


def _redacted(core: Core, name: str, value: Any, counts: Counter[str], *, is_project: bool) -> Any:
    if isinstance(value, dict) and name in {"before", "after"}:
        return {key: _redacted(core, key, inner, counts, is_project=is_project) for key, inner in value.items()}
    if name == ANCHORS and isinstance(value, (list, tuple)):
        kept = [anchor for anchor in value if not core.redact(str(anchor[0])).findings]
        counts["redacted"] += len(kept) < len(value)
        return kept
    if name not in TEXTS and not (is_project and name in {"name", "row_id"}):
        return value
    if isinstance(value, list):
        return [_redacted(core, name, inner, counts, is_project=is_project) for inner in value]
    if not isinstance(value, str) or not value:
        return value
    found = core.redact(value)
    counts["redacted"] += bool(found.findings)
    return found.text


@contextmanager
def _opened(path: str) -> Iterator[BinaryIO]:
    """Yield a stream to a file that appears only when it is whole, private from its first byte."""
    if path == STDOUT:
        try:
            yield sys.stdout.buffer
            sys.stdout.buffer.flush()
        except BrokenPipeError:  # whoever read it has seen enough
            raise
        except OSError as error:
            raise places.file_error(error, "standard output") from error
        return
    path = os.path.abspath(os.path.expanduser(path))
    try:
        if os.path.exists(path) and not stat.S_ISREG(os.stat(path).st_mode):
            with open(path, "wb") as device:  # a pipe or a terminal: nothing to keep whole
                yield device
            return
    except OSError as error:
        raise places.file_error(error, path) from error
    draft = f"{path}.{os.urandom(6).hex()}.part"
    try:
        with os.fdopen(places.create_private(draft, shown=path), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
        places.sync_folder(os.path.dirname(path))
    except OSError as error:
        raise places.file_error(error, path) from error
    finally:
        if os.path.lexists(draft):
            os.unlink(draft)
