"""EPD, the Extended Position Description of chess, in Python.

>>> record = parse('4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e4; id "pawn"')
>>> record["id"], record.moves("bm"), record.uci("bm")
(['pawn'], ['e4'], ['e2e4'])
>>> [(finding.code, finding.severity) for finding in record.findings]
[('E303', 'error'), ('E104', 'error')]
>>> record.fix().text
'4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id "pawn";'
"""

from __future__ import annotations

import glob as _glob
import json as _json
import os as _os

from ._epidote import EpidoteError, Finding, Reader, Record, Scan, __version__, parse
from . import _epidote

__all__ = [
    "EpidoteError", "Finding", "Reader", "Record", "Scan", "analyze", "fix", "from_board", "grade", "lint",
    "mate", "normalize", "parse", "read", "scan", "to_board", "write", "__version__",
]


def lint(line):
    """The findings of a line.

    >>> lint("4k3/8/8/8/8/8/8/4K3 w - - bm Kd9;")
    [Finding(error E305: `Kd9` is not a move (§5.2.2))]
    """
    return parse(line).findings


def fix(line, unsafe_fixes=False):
    """The line with all fixes that keep its meaning; with `unsafe_fixes`, also with those that may change it.

    >>> fix("4k3/8/8/8/8/8/8/4K3 w - -  bm e1d2")
    '4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;'
    """
    return parse(line).fix(unsafe_fixes).text


def normalize(line):
    """The line in normal form; as it is, if it has none.

    >>> normalize('4k3/8/8/8/8/8/8/4K3 w - - id "x"; bm Kf2 Kd2')
    '4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 Kf2; id "x";'
    """
    return parse(line).normalize().text


def read(source, format=None, *, mapping=None, every_evaluation=False, records_only=True, progress=False):
    """Records of a path, of a file opened for bytes, or of an iterable of lines, one after another.

    Files may be packed (gzip, zip, zstd) and of any size. `format` is `epd`, or what becomes records: `pgn`,
    `puzzles`, `evaluations`, `plain`, `csv` (with a `mapping` of columns to opcodes). Comments and blank lines
    are left out unless `records_only` is false. `progress` shows a bar by tqdm.

    >>> [record.line for record in read(["# x", "4k3/8/8/8/8/8/8/4K3 w - -"])]
    [2]
    """
    if not isinstance(source, (str, bytes, _os.PathLike)) and not hasattr(source, "read"):
        return _lines(_counted(source) if progress else source, records_only)
    pairs = [f"{column}={opcode}" for column, opcode in (mapping or {}).items()]
    reader = Reader(source, format, pairs, every_evaluation, records_only)
    return _Shown(reader, source) if progress else reader


def _lines(lines, records_only):
    for number, line in enumerate(lines, 1):
        record = parse(line, number)
        if not records_only or record.kind == "record":
            yield record


def _counted(lines):
    from tqdm import tqdm

    return tqdm(lines, unit=" lines")


class _Shown:
    """A reader with a bar of the bytes that it has read."""

    def __init__(self, reader, source):
        from tqdm import tqdm

        is_path = isinstance(source, (str, bytes, _os.PathLike))
        total = _os.path.getsize(source) if is_path else None
        self._reader = reader
        self._bar = tqdm(total=total, unit="B", unit_scale=True)

    def __iter__(self):
        return self

    def __next__(self):
        try:
            record = next(self._reader)
        except BaseException:
            self._show()
            self._bar.close()
            raise
        self._show()
        return record

    def _show(self):
        if self._reader.bytes_read > self._bar.n:
            self._bar.update(self._reader.bytes_read - self._bar.n)

    def __getattr__(self, name):
        # `failed` and `first_failure`, as without a bar.
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._reader, name)


def scan(paths, columns=None):
    """Files as columns, for whatever takes Arrow: `polars.DataFrame(scan("*.epd.zst"))`, `pyarrow.table(…)`,
    DuckDB, pandas. `columns` are opcodes, and `line`, `placement`, `side`, `castling`, `en_passant` and
    `severity`; without them, all that there are, for which the files are read once more.
    """
    if isinstance(paths, (str, bytes, _os.PathLike)):
        paths = [paths]
    found = []
    for path in map(_os.fspath, paths):
        path = _os.fsdecode(path)
        matching = [path] if _os.path.exists(path) else sorted(_glob.glob(path, recursive=True))
        found += matching or [path]
    if not found:
        raise EpidoteError("no files")
    return Scan(found, columns)


def _limits(nodes, depth, seconds):
    limits = {}
    if nodes is not None:
        limits["nodes"] = nodes
    if depth is not None:
        limits["depth"] = depth
    if seconds is not None:
        limits["time_ms"] = round(seconds * 1000)
    if not limits:
        raise EpidoteError("a search needs a limit: nodes, depth or seconds")
    return limits


def _step(record, step):
    if not isinstance(record, Record):
        record = parse(record)
    text, more, _ended = _epidote.run_step(record, _json.dumps(step), record.line or 1)
    return parse(text, record.line), [parse(line, record.line) for line in more]


def analyze(record, *, nodes=None, depth=None, seconds=None, lines=1):
    """The record with `pv`, `ce` and the effort of a search. With a limit on nodes the result is the same
    everywhere.

    >>> analyze("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -", nodes=1000)["ce"]
    ['32766']
    """
    step = {"analyze": {"limits": _limits(nodes, depth, seconds), "lines": lines}}
    return _step(record, step)[0]


def mate(record, moves, *, nodes=None):
    """The record with `dm`, `pm` and `pv` if the side to move mates in that many moves at most.

    >>> mate("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -", 2)["dm"]
    ['1']
    """
    settings = {"moves": moves}
    if nodes is not None:
        settings["nodes"] = nodes
    return _step(record, {"mate": settings})[0]


def grade(records, by=None):
    """Which records of a test suite are solved: the report as a dictionary.

    >>> lines = ['6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id "a"; pv Ra8#;']
    >>> [entry["solved"] for entry in grade(lines)["runs"][0]["entries"]]
    [True]
    """
    records = [record if isinstance(record, Record) else parse(record) for record in records]
    lines = [(record.line or number, bytes(record)) for number, record in enumerate(records, 1)]
    return _json.loads(_epidote.grade(lines, "records", by))


def to_board(record):
    """The position as a `chess.Board`, with its counters (needs the package `chess`)."""
    import chess

    if not isinstance(record, Record):
        record = parse(record)
    fen = record.fen
    rights = record.fields[2] if len(record.fields) > 2 else "-"
    is_chess960 = any(letter not in "KQkq-" for letter in rights)
    return chess.Board(fen, chess960=is_chess960)


def from_board(board, **operations):
    """A record of a `chess.Board`; operations as they are written: `from_board(board, bm="Nf3")`."""
    fields = board.fen(en_passant="fen", shredder=board.chess960).split()
    record = parse(" ".join(fields[:4]))
    counters = {"fmvn": fields[5], "hmvc": fields[4]} if fields[4:] != ["0", "1"] else {}
    for opcode, operands in {**counters, **operations}.items():
        record = record.set(opcode, str(operands))
    return record


def write(frame, path):
    """Writes a frame with the columns of `scan` as EPD; returns the number of records.

    Every record is checked, and the first error raises `EpidoteError` with its row; then nothing is written.
    """
    if hasattr(frame, "iter_rows"):
        rows = frame.iter_rows(named=True)
    elif hasattr(frame, "to_pylist"):
        rows = frame.to_pylist()
    else:
        rows = frame.to_dict("records")
    lines = []
    for number, row in enumerate(rows, 1):
        record = _record_of(row, number)
        record.check()
        lines.append(bytes(record) + b"\n")
    temporary = f"{_os.fspath(path)}.tmp"
    with open(temporary, "wb") as file:
        file.writelines(lines)
    _os.replace(temporary, path)
    return len(lines)


_FIELDS = ("placement", "side", "castling", "en_passant")
_OTHERS = ("line", "severity")


def _record_of(row, number):
    missing = [name for name in _FIELDS if not row.get(name)]
    if missing:
        raise EpidoteError(f"row {number} has no {missing[0]}")
    record = parse(" ".join(row[name] for name in _FIELDS), number)
    for opcode, value in row.items():
        if opcode in _FIELDS or opcode in _OTHERS or value is None or value != value:
            continue
        record = record.set(opcode, _operands(record, opcode, value))
    return record


def _operands(record, opcode, value):
    if isinstance(value, (list, tuple)) or hasattr(value, "tolist") and not isinstance(value, (int, float)):
        return " ".join(map(str, value))
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, int) or not isinstance(value, str):
        return str(value)
    bare = record.set(opcode, value or '""') if '"' not in value and ";" not in value else None
    if bare is not None and value and not any(f.severity == "error" for f in bare.findings):
        return value
    return value if value.startswith('"') and value.endswith('"') and len(value) > 1 else f'"{value}"'
