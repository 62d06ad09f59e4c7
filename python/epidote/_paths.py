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
        matching = [path] if _os.path.exists(path) else sorted(_glob.glob(path, recursive=True))
        found += matching or [path]
    if not found:
        raise EpidoteError("no files")
    return found


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
