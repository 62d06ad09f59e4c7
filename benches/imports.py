"""The most memory of `epidote import`, over data of 10 MB and of 2 GB: `python3 benches/imports.py PROGRAM DATA_SETS [MB]`.

PROGRAM is the optimised `epidote`, DATA_SETS the example of that name, which makes the data up and writes them into a
pipe, so that nothing is kept on the disk. MB is the size of the large data, 2,000 if it is not given.
"""

import os
import subprocess
import sys
import time

FORMATS = {
    "puzzles": ("puzzles", ["--from", "puzzles"]),
    "evaluations": ("evaluations", ["--from", "evaluations"]),
    "plain text of trainers": ("plain", ["--from", "plain"]),
    "games, every position": ("games", ["--from", "pgn"]),
    "a table (CSV)": ("puzzles", ["--from", "csv", "--map", "PuzzleId=id", "--map", "Rating=c0"]),
    "records, to Parquet": ("records", None),
}

SMALL = 10_000_000


def bytes_of(generator, data, count):
    """How many bytes this many records, or games, have."""
    made = subprocess.Popen([generator, data, str(count)], stdout=subprocess.PIPE)
    size = 0
    while piece := made.stdout.read(1 << 20):
        size += len(piece)
    ended(made)
    return size


def ended(made):
    """Waits for the generator, which must have written everything."""
    if made.wait() != 0:
        raise SystemExit(f"the generator ended with {made.returncode}")


def measured(program, generator, data, arguments, count):
    """Seconds, and the most memory of the program in MiB."""
    made = subprocess.Popen([generator, data, str(count)], stdout=subprocess.PIPE)
    words = ["import", *arguments, "-"] if arguments else ["export", "--to", "parquet", "-"]
    begun = time.monotonic()
    running = subprocess.Popen([program, *words], stdin=made.stdout, stdout=subprocess.DEVNULL)
    made.stdout.close()
    _, status, used = os.wait4(running.pid, 0)
    if status != 0:
        raise SystemExit(f"{' '.join(words)} ended with {status}")
    ended(made)
    return time.monotonic() - begun, used.ru_maxrss / 1024


def main(program, generator, large=2_000):
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"| | 10 MB | {large / 1000:g} GB | |\n|---|---|---|---|")
    for name, (data, arguments) in FORMATS.items():
        each = bytes_of(generator, data, 2_000) / 2_000
        _, few = measured(program, generator, data, arguments, int(SMALL / each))
        seconds, many = measured(program, generator, data, arguments, int(large * 1_000_000 / each))
        print(f"| {name} | {few:.0f} MiB | {many:.0f} MiB | {seconds:.0f} s |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:]))
