#!/usr/bin/env python3
"""Kills a run of the command line program at random moments and continues it, until it is finished.

    scripts/kills.py PROGRAM [KILLS]

A run writes two files. Half of the kills are of proofs of mates, half of analyses that insert a record for each
further line. Checks that at any time each file is either the original or the result of an undisturbed run, and
that in the end both are the results. Prints how often the program was killed, and in how many runs.
"""

import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

RECORDS = 720
WORKERS = 2


def suite():
    """Mates that are found after some moves on the board, and some that are given up."""
    lines = []
    for at in range(RECORDS):
        file, piece, king = (0, 2, 3, 4, 5, 6)[at % 6], "QRP"[at // 6 % 3], ("5K2/8", "8/5K2", "8/4K3")[at // 18 % 3]
        rank = "".join((str(file) if file else "", piece, str(7 - file)))
        lines.append(f'7k/8/{king}/8/8/{rank}/8 w - - id "{at}";')
    return "\n".join(lines) + "\n"


VERBS = (
    ["mate", "6", "--nodes", "4000"],
    ["analyze", "--nodes", "1500", "--lines", "2", "--as-records"],
)
NAMES = ("one.epd", "two.epd")


def kill(program, verb, kills):
    """Kills runs of a verb this often; returns the line that tells so."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in NAMES]
        run = [program, *verb, "-j", str(WORKERS), "-i", *paths]

        def fresh():
            lines = suite().splitlines(keepends=True)
            for path, part in zip(paths, (lines[::2], lines[1::2])):
                with open(path, "w") as file:
                    file.writelines(part)

        def content():
            out = []
            for path in paths:
                with open(path, "rb") as file:
                    out.append(file.read())
            return out

        def left():
            return sorted(set(os.listdir(folder)) - set(NAMES))

        fresh()
        before = content()
        start = time.monotonic()
        subprocess.run(run, check=True, capture_output=True)
        whole = time.monotonic() - start
        expected = content()
        assert all(new != old for new, old in zip(expected, before)) and not left(), left()

        killed = runs = 0
        while killed < kills:
            fresh()
            runs += 1
            known = 0
            while True:
                child = subprocess.Popen([*run, "--resume"], stderr=subprocess.PIPE, text=True)
                try:
                    said = child.communicate(timeout=random.uniform(0.02, 0.02 + whole / 4))[1]
                except subprocess.TimeoutExpired:
                    child.send_signal(signal.SIGKILL)
                    said = child.communicate()[1]
                killed += child.returncode == -signal.SIGKILL
                resumed = re.search(r"(\d+) records? (?:was|were) done before", said)
                if resumed:
                    assert int(resumed[1]) >= known, f"{resumed[1]} after {known}"
                    known = int(resumed[1])
                for now, old, new in zip(content(), before, expected):
                    assert now in (old, new), "a file is neither the old one nor the new one"
                # It was killed after its last action, so the run is finished and the next one would be a new run.
                is_over = content() == expected and not left()
                if child.returncode == 0 or is_over:
                    break
                assert child.returncode == -signal.SIGKILL, said
            assert content() == expected, "other bytes than from one run"
            assert not left(), left()
        return f"{verb[0]}: {killed} kills in {runs} runs of {whole:.2f} s: the bytes of one run each time, no file left over"


def main():
    program = os.path.abspath(sys.argv[1])
    kills = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    random.seed(1)
    for verb in VERBS:
        print(kill(program, verb, kills // len(VERBS)), flush=True)


main()
