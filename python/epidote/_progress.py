"""Bars of progress, by tqdm."""

from __future__ import annotations

import os as _os
import time as _time

from . import _paths


def counted(items, unit, total=None):
    """The items, with a bar that counts them."""
    from tqdm import tqdm

    return tqdm(items, unit=f" {unit}", total=total)


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


class Search:
    """A bar of one search: of its nodes, its depth, its seconds, or the moves in which there is no mate."""

    def __init__(self, limits):
        from tqdm import tqdm

        self._counts, total = next(iter(limits.items()))
        units = {"nodes": " nodes", "depth": " plies", "time_ms": " s", "moves": " moves"}
        total = total / 1000 if self._counts == "time_ms" else total
        self._bar = tqdm(total=total, unit=units[self._counts], unit_scale=self._counts == "nodes")
        self._start = _time.monotonic()

    def __call__(self, depth, nodes):
        now = {"nodes": nodes, "time_ms": round(_time.monotonic() - self._start, 1)}.get(self._counts, depth)
        self._bar.update(max(min(now, self._bar.total) - self._bar.n, 0))

    def end(self, is_done):
        """Fills the bar if the search is done, however early, and leaves it. Of moves only those count that are refuted."""
        if is_done and self._counts != "moves":
            self._bar.update(self._bar.total - self._bar.n)
        self._bar.close()


class Shown:
    """A reader with a bar of the bytes that it has read."""

    def __init__(self, reader, source):
        self._reader = reader
        self._is_over = False
        self._tell = Bytes(_os.path.getsize(source) if _paths.is_path(source) else None)

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

    def close(self):
        self._reader.close()
        self._is_over = True
        self._tell(None)

    def __enter__(self):
        return self

    def __exit__(self, *_exception):
        self.close()

    def __getattr__(self, name):
        # `failed` and `first_failure`, as without a bar.
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._reader, name)
