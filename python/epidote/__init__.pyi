"""Types of `epidote`."""

from os import PathLike
from typing import Any, BinaryIO, Iterable, Iterator, Mapping, Protocol, Sequence, Union

import chess

from ._epidote import EpidoteError, Finding, Reader, Record, Scan, __version__, parse

_Line = Union[str, bytes, Record]
_Path = Union[str, bytes, PathLike[str], PathLike[bytes]]

__all__ = [
    "EpidoteError", "Finding", "Reader", "Record", "Scan", "analyze", "export", "fix", "from_board", "grade", "lint",
    "mate", "normalize", "parse", "read", "scan", "to_board", "write", "__version__",
]

class _Records(Iterator[Record], Protocol):
    @property
    def failed(self) -> int: ...
    @property
    def first_failure(self) -> str | None: ...
    def close(self) -> None: ...
    def __enter__(self) -> _Records: ...
    def __exit__(self, *_exception: object) -> None: ...

def lint(line: _Line) -> list[Finding]: ...
def fix(line: _Line, unsafe_fixes: bool = False) -> str: ...
def normalize(line: _Line) -> str: ...
def read(
    source: Union[_Path, BinaryIO, Iterable[Union[str, bytes]]],
    format: str | None = None,
    *,
    mapping: Mapping[str, str] | None = None,
    every_evaluation: bool = False,
    records_only: bool = True,
    progress: bool = False,
) -> _Records: ...
def scan(
    paths: Union[_Path, Sequence[_Path]],
    columns: Sequence[str] | None = None,
    *,
    as_written: bool = False,
    progress: bool = False,
) -> Scan: ...
def analyze(
    record: _Line,
    *,
    nodes: int | None = None,
    depth: int | None = None,
    seconds: float | None = None,
    lines: int = 1,
    without_acs: bool = False,
    tablebases: Union[_Path, Sequence[_Path]] = (),
    progress: bool = False,
) -> Record: ...
def mate(
    record: _Line, moves: int, *, nodes: int | None = None, bounds: bool = False, progress: bool = False
) -> Record: ...
def grade(records: Iterable[_Line], by: str | None = None, *, progress: bool = False) -> dict[str, Any]: ...
def to_board(record: _Line) -> chess.Board: ...
def from_board(board: chess.Board, **operations: object) -> Record: ...
def write(frame: Any, path: _Path, *, chess960: bool = False, progress: bool = False) -> int: ...
def export(
    records: Iterable[_Line],
    path: Union[_Path, BinaryIO],
    format: str,
    *,
    columns: Sequence[str] | Mapping[str, str] | None = None,
    progress: bool = False,
) -> int: ...
