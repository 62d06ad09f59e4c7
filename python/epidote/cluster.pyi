"""Types of `epidote.cluster`."""

from os import PathLike
from typing import Any, Final, Mapping, Sequence, TypedDict, Union

from distributed import Client

__all__ = ["analyze", "mate", "run"]

_Path = Union[str, bytes, PathLike[str], PathLike[bytes]]
_Paths = Union[_Path, Sequence[_Path]]

class _Done(TypedDict):
    """What became of a file."""

    path: str
    records: int
    failed: int
    parts: int
    done_before: int

PART_BYTES: Final[int]

def analyze(
    paths: _Paths,
    out: _Path,
    *,
    client: Client,
    nodes: int | None = None,
    depth: int | None = None,
    seconds: float | None = None,
    lines: int = 1,
    without_acs: bool = False,
    part_bytes: int = ...,
) -> list[_Done]: ...
def mate(
    paths: _Paths, out: _Path, moves: int, *, client: Client, nodes: int | None = None, part_bytes: int = ...
) -> list[_Done]: ...
def run(
    paths: _Paths, out: _Path, step: Union[str, Mapping[str, Any]], *, client: Client, part_bytes: int = ...
) -> list[_Done]: ...
