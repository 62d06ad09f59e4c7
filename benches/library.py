"""The package for Python beside python-chess, pandas and Polars: `python benches/library.py FILE.epd…`.

Needs the optimised wheel (`scripts/python --release`), chess, pandas and polars. Only records that python-chess
accepts and that are legal are compared. Rates are records a second of processor time, the best of five runs; those
by the clock are of all cores, over a file long enough for them.
"""

import itertools
import os
import sys
import tempfile
import time

import chess
import epidote
import pandas
import polars

COLUMNS = ["placement", "side", "castling", "en_passant", "bm", "ce", "id"]
SLOW = 8000
LONG = 500_000


def accepted(paths):
    for record in itertools.chain.from_iterable(map(epidote.read, paths)):
        try:
            chess.Board.from_epd(record.text)
        except (ValueError, IndexError, AssertionError):
            continue
        if record.is_legal:
            yield bytes(record)


def rate(count, act, rounds=5, now=time.process_time):
    best = 0
    for _ in range(rounds):
        begun = now()
        act()
        best = max(best, count / (now() - begun))
    return best


def moves_of(record):
    try:
        return record.moves("bm") if "bm" in record else record.is_legal
    except epidote.EpidoteError:
        return None


def frame_of_python_chess(lines):
    rows = []
    for line in lines:
        board, operations = chess.Board.from_epd(line)
        moves = operations.get("bm")
        sans = [board.san(move) for move in moves] if isinstance(moves, list) else None
        rows.append((*board.epd().split()[:4], sans, operations.get("ce"), operations.get("id")))
    return pandas.DataFrame(rows, columns=COLUMNS)


def main(paths):
    lines = list(accepted(paths))
    # A sample of all of them: records of one suite are alike.
    texts = [line.decode("utf-8", "replace") for line in lines[:: max(1, len(lines) // SLOW)]]
    with tempfile.TemporaryDirectory() as folder:
        epd, csv = os.path.join(folder, "a.epd"), os.path.join(folder, "a.csv")
        with open(epd, "wb") as file:
            file.write(b"\n".join(lines) + b"\n")
        scan = lambda: polars.DataFrame(epidote.scan(epd, columns=COLUMNS))
        written = lambda: polars.DataFrame(epidote.scan(epd, columns=COLUMNS, as_written=True))
        scan().with_columns(polars.col("bm").list.join(" ")).write_csv(csv)
        read = lambda act: lambda: [act(record) for record in epidote.read(epd)] and None
        board = rate(len(texts), lambda: [chess.Board.from_epd(text) for text in texts], 1)
        frame = rate(len(texts), lambda: frame_of_python_chess(texts), 1)
        print(f"{len(lines)} records; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        for name, beside, other, count, act in [
            ("read, legality", "from_epd", board, len(lines), read(lambda record: record.is_legal)),
            ("read, legality, moves of bm in SAN", "from_epd", board, len(lines), read(lambda record: moves_of(record))),
            ("read, legality, normal form", "from_epd", board, len(lines), read(lambda record: (record.is_legal, record.normalize()))),
            ("scan to Polars", "python-chess + pandas", frame, len(lines), scan),
            ("scan to Polars, moves as written", "python-chess + pandas", frame, len(lines), written),
            ("polars.scan_csv of the same", "python-chess + pandas", frame, len(lines), lambda: polars.scan_csv(csv).collect()),
            ("parse", "from_epd", board, len(lines), lambda: [epidote.parse(line) for line in lines] and None),
        ]:
            own = rate(count, act)
            print(f"{name:36} {own:12,.0f}/s {own / other:6.0f} x {beside} ({other:,.0f}/s)")
        times = LONG // len(lines) + 1
        with open(epd, "wb") as file:
            file.writelines([b"\n".join(lines) + b"\n"] * times)
        scan().with_columns(polars.col("bm").list.join(" ")).write_csv(csv)
        count = times * len(lines)
        bound = rate(count, lambda: polars.scan_csv(csv).collect(), 3, time.perf_counter)
        for name, act in [("scan", scan), ("scan, moves as written", written)]:
            own = rate(count, act, 3, time.perf_counter)
            print(f"{count} records by the clock: {name} {own:,.0f}/s, polars.scan_csv {bound:,.0f}/s, {bound / own:.1f} x")


if __name__ == "__main__":
    main(sys.argv[1:])
