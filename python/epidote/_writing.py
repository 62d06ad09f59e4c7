"""Records written: from data frames, and in the formats of other programs."""

from __future__ import annotations

import collections.abc as _abc
import contextlib as _contextlib
import errno as _errno
import io as _io
import itertools as _itertools
import numbers as _numbers
import os as _os
import pickle as _pickle
import secrets as _secrets
import shutil as _shutil
import tempfile as _tempfile

from . import _epidote, _paths, _progress
from ._epidote import EpidoteError, Record, parse

#: Rows or records that are worked on at once.
PIECE = 4096

_ANY = parse("4k3/8/8/8/8/8/8/4K3 w - -")
_FIELDS = ("placement", "side", "castling", "en_passant")
_OTHERS = ("line", "severity")


def write(frame, path, *, chess960=False, progress=False):
    r"""Writes records, or a frame with the columns of `scan`, as EPD; returns the number of lines.

    `frame` is one of Polars, pandas or pyarrow, a reader of record batches, a relation of DuckDB, or an iterable of
    such frames, of rows (dictionaries) or of records, which is read piece by piece. Records are written as they are,
    byte for byte. Every one is checked, and the first error raises `EpidoteError` with its row, or its line if it is a
    record; then the file is not touched. With `chess960` the castling rights of Chess960 are no errors. `progress` shows
    a bar by tqdm.

    >>> import os, tempfile
    >>> row = {"placement": "4k3/8/8/8/8/8/8/4K3", "side": "w", "castling": "-", "en_passant": "-", "bm": ["Kd2"]}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write([row], os.path.join(folder, "out.epd")), os.listdir(folder)
    (1, ['out.epd'])

    Records come from `read`, or one by one:

    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write((parse(f"4k3/8/8/8/8/8/8/4K3 w - - id \"{n}\";") for n in range(3)), os.path.join(folder, "out.epd"))
    3
    """
    rows = _rows(frame)
    if progress:
        rows = _progress.counted(rows, "records", _rows_of(frame))
    count = 0
    with _replaced(path) as file:
        for count, row in enumerate(rows, 1):
            record = _record_of(row, count)
            record.check(chess960=chess960)
            file.write(bytes(record) + b"\n")
    return count


def export(records, path, format, *, columns=None, progress=False):
    r"""Writes records in another format; returns how many it could take. `path` may also be a file opened for bytes.

    The formats are those of `epidote export`: `epd`, `normal`, `fen`, `csv`, `json`, `pgn`, `games`, and the data sets
    `puzzles`, `evaluations` and `plain` (`docs/datasets.md`). In `csv` every opcode is a column, or
    `columns` are: a list of opcodes, or a dictionary of titles with their opcodes. Without them records that are made
    one by one are kept in a file meanwhile, since the columns come first. `progress` shows a bar by tqdm. A file
    without a buffer that would have to wait raises `BlockingIOError`.

    >>> import io
    >>> out = io.BytesIO()
    >>> export(['4k3/8/8/8/8/8/8/4K3 w - - fmvn 12; id "kings";'], out, "fen"), out.getvalue()
    (1, b'4k3/8/8/8/8/8/8/4K3 w - - 0 12\n')
    """
    refuse_single(records)
    if columns is not None and (isinstance(columns, str) or format != "csv"):
        raise EpidoteError("columns are a list of opcodes, for the format csv")
    titles = list(columns or [])
    columns = list(columns.values()) if isinstance(columns, _abc.Mapping) else titles if columns is not None else None
    for opcode in columns or []:
        if opcode in _FIELDS or opcode in _OTHERS:
            raise EpidoteError(f"columns: {opcode} is no opcode; the table has the line and the fields without it")
        # Raises what is wrong with it.
        _ANY.set(opcode, "")
    total = _length(records)
    if progress:
        records = _progress.counted(records, "records", total)
    pieces = in_pieces(numbered(records))
    if format == "csv" and columns is None:
        pieces, columns = _looked_through(pieces)
        titles = columns
    exporter = _epidote.Exporter(format, columns or [], titles)
    count = 0
    with _contextlib.nullcontext(path) if hasattr(path, "write") else _replaced(path) as file:
        _write_whole(file, exporter.head())
        for piece in pieces:
            text, written = exporter.lines(piece)
            _write_whole(file, text)
            count += written
        _write_whole(file, exporter.foot())
    return count


def refuse_single(records):
    """Raises what is wrong if these are no records or lines, but one line, or a frame, which gives its columns' names."""
    if isinstance(records, (str, bytes, Record)):
        raise EpidoteError("records are a list or another iterable, not a single line")
    # A series of lines has none of these; a list of some class of its own may.
    is_frame = not isinstance(records, (list, tuple)) and any(
        hasattr(records, name) for name in ("columns", "column_names", "collect_schema", "read_next_batch")
    )
    if is_frame or isinstance(records, _abc.Mapping):
        raise EpidoteError("records or lines are needed; `write` makes a file of records from a frame")


def _looked_through(pieces):
    """The same pieces again, which are in a file meanwhile, and all their opcodes in order."""
    opcodes = set()
    file = _tempfile.TemporaryFile()
    for piece in pieces:
        opcodes.update(_epidote.opcodes([line for _, line in piece]))
        _pickle.dump(piece, file)
    end = file.tell()
    file.seek(0)

    def again():
        with file:
            while file.tell() < end:
                yield _pickle.load(file)

    return again(), sorted(opcodes)


def _write_whole(file, text):
    # Only files without a buffer may write less than they are given and say how much. What others return can mean
    # anything: nothing, or the length of what was packed.
    if not isinstance(file, _io.RawIOBase):
        file.write(text)
        return
    while text:
        written = file.write(text)
        if written is None:
            raise BlockingIOError(_errno.EAGAIN, "the file cannot take more at present")
        text = text[written:]


def numbered(records):
    """Each record as bytes, with its line or else its place."""
    for number, record in enumerate(records, 1):
        record = _as_record(record)
        yield record.line or number, bytes(record)


def in_pieces(items):
    """Lists of a few thousand of them."""
    items = iter(items)
    while piece := list(_itertools.islice(items, PIECE)):
        yield piece


def _as_record(record):
    return record if isinstance(record, Record) else parse(record)


def _rows_of(frame):
    """The number of rows, where it is known without looking for them."""
    for name in ("height", "num_rows"):  # Polars, pyarrow
        if isinstance(getattr(frame, name, None), int):
            return getattr(frame, name)
    return len(frame) if hasattr(frame, "iloc") else None  # pandas


def _length(items):
    try:
        return len(items)
    except TypeError:
        return None


@_contextlib.contextmanager
def _replaced(path):
    """A file that takes the place of another once it is whole. Where a link points to, and its permissions, stay; a
    device or a pipe is written as it comes."""
    given = _os.fspath(path)
    path = _os.path.realpath(_os.fsdecode(given))
    if _os.path.exists(path) and not _os.path.isfile(path):
        with open(given, "wb") as file:
            yield file
        return
    temporary = f"{path}.{_secrets.token_hex(8)}.tmp"
    with _paths.hiding(temporary, given):
        # With the permissions that a new file has.
        handle = _os.open(temporary, _os.O_WRONLY | _os.O_CREAT | _os.O_EXCL, 0o666)
        try:
            with open(handle, "wb") as file:
                yield file
            if _os.path.exists(path):
                _shutil.copymode(path, temporary)
            _os.replace(temporary, path)
        except BaseException:
            with _contextlib.suppress(OSError):
                _os.remove(temporary)
            raise


def _rows(frame):
    """The rows of whatever holds rows, as dictionaries or records, a piece at a time; a lazy frame is made whole first."""
    if isinstance(frame, (_abc.Mapping, Record)):
        yield frame
    elif hasattr(frame, "iter_slices"):  # Polars
        for piece in frame.iter_slices(PIECE):
            yield from piece.to_dicts()
    elif hasattr(frame, "to_batches"):  # a table of pyarrow, or a data set, whose batches are as they are
        for batch in frame.to_batches(max_chunksize=PIECE) if hasattr(frame, "num_rows") else frame.to_batches():
            yield from _rows(batch)
    elif hasattr(frame, "to_pylist") and hasattr(frame, "num_rows"):  # a record batch
        for start in range(0, frame.num_rows, PIECE):
            yield from frame.slice(start, PIECE).to_pylist()
    elif hasattr(frame, "iloc") and hasattr(frame, "columns"):  # pandas
        if any(name is not None for name in frame.index.names):
            # An index with a name is a column that was put aside.
            frame = frame.reset_index()
        for start in range(0, len(frame), PIECE):
            yield from frame.iloc[start:start + PIECE].to_dict("records")
    elif hasattr(frame, "collect_schema"):  # a lazy frame of Polars
        yield from _rows(frame.collect())
    elif hasattr(frame, "read_next_batch"):  # a reader of record batches
        for batch in frame:
            yield from _rows(batch)
    elif hasattr(frame, "__arrow_c_stream__"):  # DuckDB, and whatever else knows Arrow
        import pyarrow

        try:
            batches = pyarrow.RecordBatchReader.from_stream(frame)
        except pyarrow.ArrowInvalid:
            # A single column.
            raise _no_rows(frame) from None
        yield from _rows(batches)
    elif isinstance(frame, _abc.Iterable) and not isinstance(frame, (str, bytes)):
        for piece in frame:
            yield from _rows(piece)
    else:
        raise _no_rows(frame)


def _no_rows(given):
    return EpidoteError(f"a frame, rows or records are needed, not {type(given).__name__}")


def _record_of(row, number):
    if isinstance(row, Record):
        return row if row.line else parse(row, number)
    row = {name: _plain(value) for name, value in row.items()}
    missing = [name for name in _FIELDS if not row.get(name)]
    if missing:
        raise _of_row(number, f"row {number} has no {missing[0]}")
    fields = [row[name] for name in _FIELDS]
    for name, field in zip(_FIELDS, fields):
        if not isinstance(field, str):
            raise _of_row(number, f"row {number}: {name} is a text, not {field!r}")
    record = parse(" ".join(fields), number)
    if record.kind != "record" or record.fields != fields or record.operations:
        raise _of_row(number, f"row {number}: `{record}` is not the four fields of a record")
    for opcode, value in row.items():
        if opcode in _FIELDS or opcode in _OTHERS or value is None:
            continue
        record = record.set(opcode, _operands(record, opcode, value, number))
    return record


def _of_row(number, words, paragraph=None):
    """An error whose line is that which the row would have been."""
    error = EpidoteError(words)
    error.line, error.paragraph = number, paragraph
    return error


def _plain(value):
    """A value as Python has it; None for what data frames call missing."""
    if hasattr(value, "item") and getattr(value, "shape", None) == ():  # a number of NumPy
        value = value.item()
    if hasattr(value, "to_list"):  # a series of Polars or pandas
        return value.to_list()
    if isinstance(value, (list, tuple)) or hasattr(value, "tolist"):
        return value
    try:
        return value if value == value else None  # NaN and NaT differ from themselves
    except TypeError:
        return None  # whether pandas' NA is itself cannot be said


def word(operand):
    """An operand as it is written; None for what is none, such as a dictionary, NaN or a truth value."""
    if isinstance(operand, bool) or isinstance(operand, _numbers.Number) and operand != operand:
        return None
    if isinstance(operand, float) and operand.is_integer():
        operand = int(operand)
    return str(operand) if isinstance(operand, (str, _numbers.Number)) else None


def _operands(record, opcode, value, number):
    is_list = isinstance(value, (list, tuple)) or hasattr(value, "tolist") and not isinstance(value, (int, float))
    values = list(value.tolist() if is_list and hasattr(value, "tolist") else value) if is_list else [value]
    words = [value if isinstance(value, str) else word(value) for value in values]
    if None in words:
        raise _of_row(number, f"row {number}: {opcode} takes texts, numbers, and lists of these, not {value!r}")
    is_known = _is_known(opcode)
    if is_list:
        return " ".join(words if is_known else map(_operand, words))
    # A text is operands as they are written, or a string without its quotes. So is a number, where a string is taken.
    ways = (words[0], f'"{words[0]}"') if value != "" else ('""', "")
    if not isinstance(value, str):
        return next((way for way in ways if _fits(record, opcode, way)), words[0])
    if not is_known and not value.startswith('"'):
        # Any operands fit an opcode that is not of the text. One text is one string, as it is read from a table.
        ways = (value,) if _operand(value) == value else ways[::-1]
    for way in ways:
        if _fits(record, opcode, way):
            return way
    # What is neither is told as it was meant: as a string where one is taken, else as it is.
    if not value or value[0] == '"' or not _fits(record, opcode, '""'):
        return value
    if '"' in value:
        words = f"line {record.line}: a string cannot hold a quote; EPD has no escape for it (§5.1)"
        raise _of_row(record.line, words, "§5.1")
    return f'"{value}"'


_known: dict[str, bool] = {}


def _is_known(opcode):
    """Whether the text has the opcode. If not, its operands may be anything."""
    if opcode not in _known:
        _known[opcode] = not any(finding.code == "I401" for finding in _ANY.set(opcode, "").findings)
    return _known[opcode]


def _operand(text):
    """What an opcode that may have any operands gets: numbers, a word, or one string."""
    is_one = '"' in text or bool(text) and text.strip() == text and ";" not in text
    words = text.split()
    is_plain = len(words) == 1 or all(word.lstrip("+-").isdecimal() for word in words)
    return text if is_one and is_plain or '"' in text else f'"{text}"'


def _fits(record, opcode, operands):
    try:
        set_so = record.set(opcode, operands)
    except EpidoteError:
        return False
    return not any(finding.severity == "error" for finding in set_so.findings)
