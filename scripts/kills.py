#!/usr/bin/env python3
"""Kills a run of the command line program at random moments and continues it, until it is finished.

    scripts/kills.py PROGRAM [KILLS]

Checks that at any time the file is either the original or the result of an undisturbed run, and that in the end
it is the result. Prints how often the program was killed, and in how many runs.
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


def main():
    program = os.path.abspath(sys.argv[1])
    kills = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    random.seed(1)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "suite.epd")
        run = [program, "mate", "6", "--nodes", "4000", "-j", str(WORKERS), "-i", path]

        def fresh():
            with open(path, "w") as file:
                file.write(suite())

        def content():
            with open(path, "rb") as file:
                return file.read()

        fresh()
        before = content()
        start = time.monotonic()
        subprocess.run(run, check=True, capture_output=True)
        whole = time.monotonic() - start
        expected = content()
        assert expected != before and os.listdir(folder) == ["suite.epd"], os.listdir(folder)

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
                if child.returncode == -signal.SIGKILL:
                    killed += 1
                resumed = re.search(r"(\d+) records? (?:was|were) done before", said)
                if resumed:
                    assert int(resumed[1]) >= known, f"{resumed[1]} after {known}"
                    known = int(resumed[1])
                assert content() in (before, expected), "the file is neither the old one nor the new one"
                # It was killed after its last action, so the run is finished and the next one would be a new run.
                is_over = content() == expected and os.listdir(folder) == ["suite.epd"]
                if child.returncode == 0 or is_over:
                    break
                assert child.returncode == -signal.SIGKILL, said
            assert content() == expected, "other bytes than from one run"
            left = [name for name in os.listdir(folder) if name != "suite.epd"]
            assert not left, left
        print(f"{killed} kills in {runs} runs of {whole:.2f} s: the bytes of one run each time, no file left over")


main()
