"""Files analysed on many machines by Dask.

A file is divided by bytes at line ends. Each part is written where it belongs, beside the output, with a sum and a
marker once it is done; what is done and whole is not done again by a second run, whatever happened to the first.
The parts in order are the output, byte for byte what one process writes.

The workers must see the same files at the same paths (a shared folder, or one machine) and have this package.
"""

from __future__ import annotations

import contextlib as _contextlib
import hashlib as _hashlib
import json as _json
import os as _os
import re as _re
import uuid as _uuid

from . import _MOST_LINES, _MOST_MOVES, EpidoteError, _count, _epidote, _limits, _paths, parse

__all__ = ["analyze", "mate", "run"]

#: Records searched take long: parts are small, so that a lost one costs little and all workers end together.
PART_BYTES = 16 * 1024

#: How packed files begin: gzip, zip, zstd, bzip2, xz, 7-Zip, RAR, LZ4.
_PACKED = (b"\x1f\x8b", b"PK", b"\x28\xb5\x2f\xfd", b"BZh", b"\xfd7zX", b"7z\xbc\xaf", b"Rar!", b"\x04\x22\x4d\x18")

#: The version of the markers.
_VERSION = 1


def analyze(
    paths, out, *, client, nodes=None, depth=None, seconds=None, lines=1, without_acs=False, part_bytes=PART_BYTES
):
    """Analyses all records of files with the workers of `client` (a `dask.distributed.Client`) and writes files
    with the same names into the folder `out`. With a limit on nodes the result is the same with any workers,
    but for the seconds in `acs`; `without_acs` leaves those out.

    Returns a dictionary for each file: `path`, `records`, `failed` (records that could not be searched, which
    stay as they are), `parts`, and `done_before` (parts that an earlier run had finished).
    """
    settings = {"limits": _limits(nodes, depth, seconds), "lines": _count("lines", lines, _MOST_LINES)}
    step = {"analyze": {**settings, "without_acs": bool(without_acs)}}
    return run(paths, out, step, client=client, part_bytes=part_bytes)


def mate(paths, out, moves, *, client, nodes=None, part_bytes=PART_BYTES):
    """Proves mates like `analyze`."""
    settings = {"moves": _count("moves", moves, _MOST_MOVES)}
    if nodes is not None:
        settings["nodes"] = _count("nodes", nodes)
    return run(paths, out, {"mate": settings}, client=client, part_bytes=part_bytes)


def run(paths, out, step, *, client, part_bytes=PART_BYTES):
    """Does a step of a recipe (`docs/recipes.md`), as a dictionary or a word, with all records of files."""
    from distributed import as_completed

    if part_bytes < 1:
        raise EpidoteError("part_bytes: at least 1 is needed")
    step = _json.dumps(step)
    # A wrong setting is told before anything is sent.
    _epidote.run_step(b"", step, 1)
    files = _files(paths, out)
    jobs, results, futures = [], [], {}
    for path, target in files:
        ranges = enumerate(_ranges(path, part_bytes, "{n" in step))
        parts = [(path, *where, step, f"{target}.parts/{number:06}") for number, where in ranges]
        _os.makedirs(f"{target}.parts", exist_ok=True)
        missing = [part for part in parts if _finished(*part) is None]
        results.append({"path": target, "parts": len(parts), "done_before": len(parts) - len(missing)})
        # A key of its own: the scheduler may still have the answer for a part that was done before, and is broken now.
        futures.update((client.submit(_do, *part, pure=False, key=f"epidote-{_uuid.uuid4().hex}"), part) for part in missing)
        jobs.append((target, parts))
    failures = []
    try:
        for future in as_completed(futures):
            error = future.exception()
            if error is not None:
                failures.append("{}, bytes {} to {}: {}".format(*futures[future][:3], error))
    except BaseException:
        client.cancel(list(futures))
        raise
    if failures:
        raise EpidoteError(f"{len(failures)} of {len(futures)} parts failed; {failures[0]}")
    for (target, parts), result in zip(jobs, results):
        result.update(_merge(target, parts))
    return results


def _files(paths, out):
    """Each file with its target; a pattern stands for the files that match."""
    found = _paths.files(paths)
    out = _os.path.abspath(_os.fsdecode(_os.fspath(out)))
    files = [(_os.path.abspath(path), _os.path.join(out, _os.path.basename(path))) for path in found]
    targets = {target for _, target in files}
    if len(targets) < len(files):
        raise EpidoteError("two files have the same name, so one would overwrite the other")
    for path, target in files:
        if _os.path.realpath(path) == _os.path.realpath(target):
            raise EpidoteError(f"{path}: the output would replace the file")
        with open(path, "rb") as file:
            head = file.read(4)
        if any(head.startswith(magic) for magic in _PACKED):
            raise EpidoteError(f"{path}: packed files cannot be divided; unpack it first")
        if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
            raise EpidoteError(f"{path}: UTF-16 cannot be divided; write it as UTF-8 first")
    return files


def _ranges(path, size, is_numbered):
    """Parts of a file, each of whole lines: where each begins and ends, and the number of its first line. Lines
    are counted only for a step that writes their numbers; else each part begins with 1."""
    end = _os.path.getsize(path)
    with open(path, "rb") as file:
        start, first = 0, 1
        while start < end:
            file.seek(min(start + size, end) - 1)
            file.readline()
            stop = file.tell()
            yield start, stop, first
            if is_numbered:
                file.seek(start)
                first += len(_lines(file.read(stop - start)))
            start = stop


#: A line with its end: LF with any number of CRs before it, or a lone CR.
_LINE = _re.compile(rb"[^\r\n]*(?:\r*\n|\r(?!\r*\n))|[^\r\n]+\Z")


def _lines(text):
    return _LINE.findall(text)


def _do(path, start, end, first, step, target):
    """Works on a part; called on a worker."""
    # The result of a part is lost with the worker that did it, and Dask asks again; its files are still there.
    finished = _finished(path, start, end, first, step, target)
    if finished is not None:
        return finished[0]["records"]
    with open(path, "rb") as file:
        file.seek(start)
        source = file.read(end - start)
    records = failed = 0
    # The mark of UTF-8 belongs to no line.
    mark = source[:3] if start == 0 and source.startswith(b"\xef\xbb\xbf") else b""
    done = bytearray(mark)
    for number, line in enumerate(_lines(source[len(mark):]), first):
        content = line.rstrip(b"\r\n")
        if parse(content).kind == "record":
            records += 1
            try:
                text, more, _ended = _epidote.run_step(content, step, number)
            except EpidoteError:
                text, more = content, []
                failed += 1
            line_end = line[len(content):]
            line = (line_end or b"\n").join([bytes(text), *map(bytes, more)]) + line_end
        done += line
    marker = {
        "version": _VERSION,
        "step": step,
        "first": first,
        "source": _hashlib.sha256(source).hexdigest(),
        "sum": _hashlib.sha256(done).hexdigest(),
        "records": records,
        "failed": failed,
    }
    # The marker comes last: a part without it is not finished.
    _write(f"{target}.epd", bytes(done))
    _write(f"{target}.json", _json.dumps(marker).encode())
    return records


def _write(path, content):
    with _whole(path) as file:
        file.write(content)


@_contextlib.contextmanager
def _whole(path):
    """Writes a file as a whole or not at all, also if two write it, on any machines."""
    temporary = f"{path}.{_uuid.uuid4().hex}.tmp"
    with _paths.hiding(temporary, path):
        try:
            with open(temporary, "wb") as file:
                yield file
                file.flush()
                _os.fsync(file.fileno())
            _os.replace(temporary, path)
        except BaseException:
            with _contextlib.suppress(OSError):
                _os.remove(temporary)
            raise


def _finished(path, start, end, first, step, target):
    """The marker and the bytes of a part, if it is done, whole, and of this source and step."""
    try:
        with open(f"{target}.json", "rb") as file:
            marker = _json.load(file)
        with open(f"{target}.epd", "rb") as file:
            done = file.read()
        with open(path, "rb") as file:
            file.seek(start)
            source = file.read(end - start)
    except (OSError, ValueError):
        return None
    sums = (_hashlib.sha256(source).hexdigest(), _hashlib.sha256(done).hexdigest())
    expected = (_VERSION, step, first, *sums)
    if not isinstance(marker, dict) or tuple(map(marker.get, ("version", "step", "first", "source", "sum"))) != expected:
        return None
    return marker, done


def _merge(target, parts):
    """Puts the parts together; tells which is missing or broken."""
    sums = {"records": 0, "failed": 0}
    with _whole(target) as file:
        for number, part in enumerate(parts):
            finished = _finished(*part)
            if finished is None:
                raise EpidoteError(f"{target}: part {number} is missing or broken; run it again")
            marker, done = finished
            file.write(done)
            for name in sums:
                sums[name] += marker[name]
    return sums
