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

import json as _json
import operator as _operator
import os as _os
import stat as _stat

from ._epidote import EpidoteError, Finding, Reader, Record, Scan, __version__, parse
from . import _epidote, _paths, _progress, _writing
from ._writing import export, write

__all__ = [
    "EpidoteError", "Finding", "Reader", "Record", "Scan", "analyze", "export", "fix", "from_board", "grade", "lint",
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
    `puzzles`, `evaluations`, `plain`, `csv`. A `mapping` of columns to opcodes says `csv` by itself, as
    `every_evaluation` says `evaluations`. Comments and blank lines are left out unless `records_only` is false.
    `progress` shows a bar by tqdm. Besides being an iterator, what comes back has `failed`, the number of rows, games
    and words in games that could not be read so far, and `first_failure`.

    `close`, or the end of a `with`, ends reading and closes the file, but not one that was given; to go on after that
    is a `ValueError`, as with files.

    >>> [record.line for record in read(["# x", "4k3/8/8/8/8/8/8/4K3 w - -"])]
    [2]
    """
    if isinstance(source, _os.PathLike):
        source = _os.fspath(source)
    if isinstance(source, bytes):
        source = _os.fsdecode(source)
    if not _paths.is_path(source) and not hasattr(source, "read"):
        if mapping is not None or every_evaluation or format not in (None, "epd"):
            raise EpidoteError("an iterable has lines of EPD; another format is read from a path or a file")
        return _Lines(_progress.counted(source, "lines") if progress else source, records_only)
    pairs = None if mapping is None else [f"{column}={opcode}" for column, opcode in mapping.items()]
    reader = Reader(source, format, pairs, every_evaluation, records_only)
    return _progress.Shown(reader, source) if progress else reader


class _Lines:
    """The records of an iterable of lines. Any line can be read, so that none fails."""

    failed = 0
    first_failure = None

    def __init__(self, lines, records_only):
        self._numbered = enumerate(lines, 1)
        self._records_only = records_only

    def __iter__(self):
        return self

    def close(self):
        self._numbered = None

    def __enter__(self):
        return self

    def __exit__(self, *_exception):
        self.close()

    def __next__(self):
        if self._numbered is None:
            raise ValueError("the reader is closed")
        for number, line in self._numbered:
            record = parse(line, number)
            if not self._records_only or record.kind == "record":
                return record
        raise StopIteration


def scan(paths, columns=None, *, as_written=False, progress=False):
    """Files as columns, for whatever takes Arrow: `polars.DataFrame(scan("*.epd.zst"))`, `pyarrow.table(…)`,
    DuckDB, pandas. `columns` are opcodes, and `line`, `placement`, `side`, `castling`, `en_passant` and
    `severity`; without them, all that there are, for which the files are read once more. With `as_written` moves are
    not played to be told in SAN: quicker, and the same where they are SAN already. `progress` shows a bar by tqdm, for
    each reading.

    >>> import os, pyarrow, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "a.epd")
    ...     with open(path, "w") as file:
    ...         _ = file.write('4k3/8/8/8/8/8/8/4K3 w - - id "kings";')
    ...     pyarrow.table(scan(path, ["line", "id"])).to_pylist()
    [{'line': 1, 'id': 'kings'}]
    """
    found = _paths.files(paths, instead="; `read` takes one")
    if isinstance(columns, (str, bytes)):
        raise EpidoteError(f"columns are a list of names, not {columns!r}")
    columns = None if columns is None else list(columns)
    for path in found:
        if path == "-":
            continue  # refused below
        # Raises `FileNotFoundError`: what takes Arrow would only give words.
        mode = _os.stat(path).st_mode
        if columns is None and not (_stat.S_ISREG(mode) or _stat.S_ISDIR(mode)):
            raise EpidoteError(f"{path}: it can be read only once; name the columns")
    # They are read again with each use, when another folder may be the working one.
    found = [path if path == "-" else _os.path.abspath(path) for path in found]
    if not progress:
        return Scan(found, columns, as_written)
    sizes = [_os.path.getsize(path) for path in found if _os.path.isfile(path)]
    return Scan(found, columns, as_written, _progress.Bytes(sum(sizes) if len(sizes) == len(found) else None))


def _limits(nodes, depth, seconds):
    limits = {}
    if nodes is not None:
        limits["nodes"] = _count("nodes", nodes)
    if depth is not None:
        limits["depth"] = _count("depth", depth, _MOST_DEPTH)
    if seconds is not None:
        # Numbers of NumPy and decimal ones are seconds, too; texts and truth are not.
        is_number = hasattr(seconds, "__float__") and not isinstance(seconds, bool)
        if not is_number or not 0.001 <= float(seconds) <= 1e9:
            raise EpidoteError(f"seconds: a number from 0.001 to 1e9 is needed, not {seconds!r}")
        limits["time_ms"] = round(float(seconds) * 1000)
    if not limits:
        raise EpidoteError("a search needs a limit: nodes, depth or seconds")
    return limits


#: The greatest numbers, as in the program.
_MOST_DEPTH = 127
_MOST_LINES = 10
_MOST_MOVES = 120


def _count(name, value, most=(1 << 63) - 1):
    """A whole number from 1 to `most`, also one of NumPy."""
    try:
        number = _operator.index(value)
    except TypeError:
        number = 0
    if not 0 < number <= most or isinstance(value, bool):
        raise EpidoteError(f"{name}: a whole number from 1 to {most} is needed, not {value!r}")
    return number


def _folders(tablebases):
    one = isinstance(tablebases, (str, bytes)) or hasattr(tablebases, "__fspath__")
    return [_os.fsdecode(folder) for folder in ([tablebases] if one else tablebases)]


def _step(record, step, tablebases=(), bar_of=None):
    if not isinstance(record, Record):
        record = parse(record)
    folders = _folders(tablebases)
    text, bar = None, None if bar_of is None else _progress.Search(bar_of)
    try:
        text, more, _ended = _epidote.run_step(
            record, _json.dumps(step), record.line or 1, tablebases=folders, tell=bar
        )
    finally:
        if bar is not None:
            bar.end(text is not None)
    return parse(text, record.line), [parse(line, record.line) for line in more]


def analyze(
    record, *, nodes=None, depth=None, seconds=None, lines=1, without_acs=False, tablebases=(), progress=False
):
    """The record with `pv`, `ce` and the effort of a search. With a limit on nodes the result is the same
    everywhere but for the seconds in `acs`; `without_acs` leaves those out. `tablebases` is a folder with Syzygy
    tables, or several: the search looks endgames up in them.
    `progress` shows a bar by tqdm, of the first limit.

    >>> analyze("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -", nodes=1000)["ce"]
    ['32766']
    """
    limits = _limits(nodes, depth, seconds)
    settings = {"limits": limits, "lines": _count("lines", lines, _MOST_LINES), "without_acs": bool(without_acs)}
    return _step(record, {"analyze": settings}, tablebases, limits if progress else None)[0]


def mate(record, moves, *, nodes=None, bounds=False, progress=False):
    """The record with `dm`, `pm` and `pv` if the side to move mates in that many moves at most. `dm` is the shortest
    mate. If `nodes` are not enough to prove that, a mate that was found is only written with `bounds`. `progress`
    shows a bar by tqdm, of the moves in which there is no mate.

    >>> mate("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -", 2)["dm"]
    ['1']
    """
    settings = {"moves": _count("moves", moves, _MOST_MOVES), "bounds": bool(bounds)}
    if nodes is not None:
        settings["nodes"] = _count("nodes", nodes)
    bar_of = {"moves": settings["moves"]} if progress else None
    return _step(record, {"mate": settings}, bar_of=bar_of)[0]


def grade(records, by=None, *, progress=False):
    """Which records of a test suite are solved: the report as a dictionary. `by` is the opcode whose value puts a
    record into a group. `progress` shows a bar by tqdm.

    >>> lines = ['6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id "a"; pv Ra8#;']
    >>> [entry["solved"] for entry in grade(lines)["runs"][0]["entries"]]
    [True]
    """
    _writing.refuse_single(records)
    if progress:
        records = _progress.counted(records, "records")
    pieces = _writing.in_pieces(_writing.numbered(records))
    return _json.loads(_epidote.grade(pieces, "records", by))


def to_board(record):
    """The position as a `chess.Board`, with its counters (needs the package `chess`).

    >>> to_board("4k3/8/8/8/8/8/8/4K3 b - - fmvn 40;").fen()
    '4k3/8/8/8/8/8/8/4K3 b - - 0 40'
    """
    import chess

    if not isinstance(record, Record):
        record = parse(record)
    fen = record.fen
    # Letters of files are there only where those of chess do not say which rook is meant.
    rights = fen.split()[2] + record.fields[2]
    is_chess960 = any(letter not in "KQkq-" for letter in rights)
    return chess.Board(fen, chess960=is_chess960)


def from_board(board, **operations):
    """A record of a `chess.Board`; operations as they are written, a `chess.Move`, or lists of these. The moves of `pv`
    and `sv` are played one after the other. None is no operation.

    >>> import chess
    >>> from_board(chess.Board("4k3/8/8/8/8/8/8/4K3 b - - 0 1"), bm=chess.Move.from_uci("e8d7"), ce=-5).text
    '4k3/8/8/8/8/8/8/4K3 b - - bm Kd7; ce -5;'
    """
    import chess

    if board.uci_variant != "chess":
        raise EpidoteError(f"EPD is about chess, and this board about {board.uci_variant}")
    fields = board.fen(en_passant="fen", shredder=board.chess960).split()
    record = parse(" ".join(fields[:4]))
    counters = {"fmvn": fields[5], "hmvc": fields[4]} if fields[4:] != ["0", "1"] else {}
    for opcode, operands in {**counters, **operations}.items():
        if operands is not None:
            words = operands if isinstance(operands, (list, tuple)) else [operands]
            words = [word if isinstance(word, chess.Move) else _writing.word(word) for word in words]
            if None in words:
                kinds = "texts, numbers, moves, and lists of these"
                raise TypeError(f"{opcode}: operands are {kinds}, not {type(operands).__name__}")
            record = record.set(opcode, " ".join(_words(board, opcode, words)))
    return record


def _words(board, opcode, operands):
    """Operands as they are written, moves of python-chess in SAN."""
    import chess

    is_move = [isinstance(operand, chess.Move) for operand in operands]
    if not any(is_move):
        return operands
    is_line = opcode in ("pv", "sv")
    if is_line and not all(is_move):
        # Words may be moves in any spelling, or move numbers: where they lead to is not known here.
        raise EpidoteError(f"the moves of {opcode} are all chess.Move, or all words")
    here = board.copy(stack=False)
    words = []
    for operand in operands:
        if isinstance(operand, chess.Move):
            # SAN of a move that cannot be played is an assertion, or a move that looks like one that can.
            if not here.is_legal(operand):
                error = EpidoteError(f"{opcode}: `{operand.uci()}` cannot be played (§5.2.2)")
                error.paragraph = "§5.2.2"
                raise error
            words.append(here.san(operand))
            if is_line:
                here.push(operand)
        else:
            words.append(operand)
    return words
