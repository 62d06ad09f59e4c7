"""Types of the compiled part."""

from os import PathLike
from typing import Any, Callable, ClassVar, Iterable, Iterator, Sequence, Union, final

__all__ = [
    "EpidoteError", "Exporter", "Finding", "Reader", "Record", "Scan", "__version__", "grade", "opcodes", "parse",
    "run_step",
]

__version__: str

_Line = Union[str, bytes, "Record"]

class EpidoteError(ValueError):
    """Something cannot be done with a record or a file."""

    line: int | None
    paragraph: str | None

@final
class Finding:
    """What a rule says about a place in a line: from `start` to `end`, in bytes."""

    def __new__(
        cls, words: Sequence[str], message: str, place: Sequence[int], fixes: Sequence[tuple[str, str, bool]]
    ) -> Finding: ...
    code: str
    name: str
    severity: str
    message: str
    paragraph: str
    start: int
    end: int
    fixes: list[tuple[str, str, bool]]

@final
class Record:
    """A line of a file, kept byte for byte."""

    def __new__(cls, line: _Line, number: int | None = None) -> Record: ...
    @property
    def line(self) -> int | None: ...
    @property
    def text(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def fields(self) -> list[str]: ...
    @property
    def fen(self) -> str: ...
    @property
    def is_legal(self) -> bool: ...
    @property
    def operations(self) -> list[tuple[str, list[str]]]: ...
    @property
    def findings(self) -> list[Finding]: ...
    @property
    def severity(self) -> str | None: ...
    def __bytes__(self) -> bytes: ...
    def __getitem__(self, opcode: str, /) -> list[str]: ...
    def __contains__(self, opcode: str, /) -> bool: ...
    __iter__: ClassVar[None]
    def moves(self, opcode: str) -> list[str]: ...
    def uci(self, opcode: str) -> list[str]: ...
    def normalize(self) -> Record: ...
    def fix(self, unsafe_fixes: bool = False) -> Record: ...
    def set(self, opcode: str, operands: str) -> Record: ...
    def remove(self, opcode: str) -> Record: ...
    def check(self) -> None: ...

@final
class Reader(Iterator[Record]):
    """Records of a source, one after another."""

    def __new__(
        cls,
        source: Any,
        format: str | None = None,
        mapping: Sequence[str] | None = None,
        every_evaluation: bool = False,
        records_only: bool = True,
    ) -> Reader: ...
    @property
    def bytes_read(self) -> int: ...
    @property
    def failed(self) -> int: ...
    @property
    def first_failure(self) -> str | None: ...
    def __next__(self) -> Record: ...

@final
class Scan:
    """Files that can be read as columns."""

    def __new__(
        cls,
        paths: Sequence[str | PathLike[str]],
        columns: Sequence[str] | None = None,
        as_written: bool = False,
        tell: Callable[[int | None], object] | None = None,
    ) -> Scan: ...
    @property
    def columns(self) -> list[str]: ...
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...

@final
class Exporter:
    """Writes records in one format: the head, the records in parts, the foot."""

    def __new__(cls, format: str, columns: Sequence[str]) -> Exporter: ...
    def head(self) -> bytes: ...
    def lines(self, lines: Sequence[tuple[int, bytes]]) -> tuple[bytes, int]: ...
    def foot(self) -> bytes: ...

def parse(line: _Line, number: int | None = None) -> Record: ...
def opcodes(lines: Sequence[bytes]) -> list[str]: ...
def run_step(
    line: _Line,
    step: str,
    number: int,
    at: int | None = None,
    tablebases: Sequence[str] | None = None,
    tell: Callable[[int, int], object] | None = None,
) -> tuple[bytes, list[bytes], str]: ...
def grade(lines: Iterable[Sequence[tuple[int, bytes]]], name: str, by: str | None = None) -> str: ...
