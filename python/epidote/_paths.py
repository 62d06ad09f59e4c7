"""Paths as users give them."""

from __future__ import annotations

import contextlib as _contextlib
import glob as _glob
import os as _os

from ._epidote import EpidoteError


def is_path(source):
    return isinstance(source, (str, bytes, _os.PathLike))


def files(paths, instead=""):
    """The files that a path, a pattern, or several of these mean. A pattern that nothing matches stays, and is told as a
    file that is missing. `instead` says what takes a file object."""
    if is_path(paths):
        paths = [paths]
    elif hasattr(paths, "read"):
        # Its lines would be taken for paths.
        raise TypeError(f"paths are a path, a pattern or a list of these, not a file object{instead}")
    found = []
    for path in map(_os.fsdecode, map(_os.fspath, paths)):
        matching = [path] if _os.path.exists(path) else _matching(path)
        found += matching or [path]
    if not found:
        raise EpidoteError("no files")
    return found


def _matching(pattern):
    """What a pattern matches. `**` matches folders and what is in them, which a folder stands for already."""
    found = sorted(_glob.glob(pattern, recursive=True))
    if "**" not in pattern:
        return found
    inside = [path for path in found if not _os.path.isdir(path)]
    outermost = []
    for path in found:
        if not any(path.startswith(_os.path.join(folder, "")) for folder in outermost):
            outermost.append(path)
    return inside or outermost


@_contextlib.contextmanager
def hiding(temporary, given):
    """Errors about a temporary file are about the path that was given: nobody has heard of the temporary name."""
    try:
        yield
    except OSError as error:
        # One of another file, such as one that the records come from, stays as it is.
        if error.filename != temporary:
            raise
        raise OSError(error.errno, error.strerror, given) from None
