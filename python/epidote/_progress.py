"""Bars of progress, by tqdm."""

from __future__ import annotations

import os as _os


def counted(items, unit, total=None):
    """The items, with a bar that counts them."""
    from tqdm import tqdm

    return tqdm(items, unit=f" {unit}", total=total)


def is_path(source):
    return isinstance(source, (str, bytes, _os.PathLike))


class Bytes:
    """A bar of bytes read so far; closed when called with None, and begun anew after that."""

    def __init__(self, total):
        # Whoever has no tqdm is told before anything is read.
        from tqdm import tqdm

        self._begin = lambda: tqdm(total=total, unit="B", unit_scale=True)
        self._bar = None

    def __call__(self, read):
        if read is None:
            if self._bar is not None:
                self._bar.close()
            self._bar = None
            return
        if self._bar is None:
            self._bar = self._begin()
        if read > self._bar.n:
            self._bar.update(read - self._bar.n)


class Shown:
    """A reader with a bar of the bytes that it has read."""

    def __init__(self, reader, source):
        self._reader = reader
        self._is_over = False
        self._tell = Bytes(_os.path.getsize(source) if is_path(source) else None)

    def __iter__(self):
        return self

    def __next__(self):
        try:
            record = next(self._reader)
        except BaseException:
            if not self._is_over:
                self._tell(self._reader.bytes_read)
                self._tell(None)
            self._is_over = True
            raise
        self._tell(self._reader.bytes_read)
        return record

    def __getattr__(self, name):
        # `failed` and `first_failure`, as without a bar.
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._reader, name)
