"""A file analysed by two workers of Dask beside one process: `python benches/cluster.py FILE.epd [RECORDS [NODES]]`.

Needs the optimised wheel (`scripts/python --release`) and distributed. The bytes must be the same; the seconds of the
searches are left out.
"""

import itertools
import os
import sys
import tempfile
import time

import epidote
from distributed import Client, LocalCluster
from epidote import cluster


def content(path):
    with open(path, "rb") as file:
        return file.read()


def main(path, records=20_000, nodes=20_000):
    with tempfile.TemporaryDirectory() as folder:
        suite, alone = os.path.join(folder, "suite.epd"), os.path.join(folder, "alone.epd")
        lines = [bytes(record) for record in epidote.read(path) if record.is_legal]
        with open(suite, "wb") as file:
            for line in itertools.islice(itertools.cycle(lines), records):
                file.write(line + b"\n")
        begun = time.monotonic()
        with open(alone, "wb") as file:
            for record in epidote.read(suite):
                file.write(bytes(epidote.analyze(record, nodes=nodes, without_acs=True)) + b"\n")
        one = time.monotonic() - begun
        print(f"one process: {one:.1f} s, {records / one:.0f} records/s", flush=True)
        workers = {"n_workers": 2, "threads_per_worker": 1, "host": "127.0.0.1", "dashboard_address": "127.0.0.1:0"}
        with LocalCluster(**workers) as here, Client(here) as client:
            begun = time.monotonic()
            cluster.analyze(suite, os.path.join(folder, "out"), client=client, nodes=nodes, without_acs=True)
            two = time.monotonic() - begun
        is_same = content(alone) == content(os.path.join(folder, "out", "suite.epd"))
        print(f"two workers: {two:.1f} s, {one / two:.2f} times as fast, the {'same' if is_same else 'WRONG'} bytes")
        print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
