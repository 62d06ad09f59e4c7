"""How long Ctrl+C takes to end each call that may take long: `python benches/interrupts.py`.

Needs the wheel and pyarrow. Each call is interrupted three times, after 0.3, 0.7 and 1.1 seconds; the longest of the
three is printed. A call that ends by itself before is an error of this program.
"""

import os
import pathlib
import signal
import sys
import tempfile

import epidote
import pyarrow

sys.path.append(str(pathlib.Path(__file__).parents[1] / "python" / "tests"))
from interrupting import interrupted  # noqa: E402

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
LINE = f'{START} bm e4 d4; ce 31; id "x";\n'.encode()
GAME = b'[Event "x"]\n\n' + b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 1/2-1/2\n\n"


class Endless:
    """A file that repeats a text."""

    def __init__(self, text):
        self.text = text

    def read(self, size):
        return self.text * max(1, size // len(self.text))


def records():
    record = epidote.parse(LINE.decode())
    while True:
        yield record


def seconds(work, after):
    """Seconds from the interrupt to its exception."""
    took, error = interrupted(work, after)
    if error is None:
        raise SystemExit("the call ended by itself")
    return took


def exhaust(iterator):
    for _ in iterator:
        pass


def main():
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with tempfile.TemporaryDirectory() as folder:
        suite, out = os.path.join(folder, "suite.epd"), os.path.join(folder, "out")
        with open(suite, "wb") as file:
            file.write(LINE * 1_000_000)
        suites = [suite] * 1_000
        works = {
            "analyze, by time": lambda: epidote.analyze(START, seconds=600),
            "analyze, by nodes, lines": lambda: epidote.analyze(START, nodes=10**12, lines=5),
            "mate": lambda: epidote.mate(START, 60),
            "read, EPD": lambda: exhaust(epidote.read(Endless(LINE))),
            "read, PGN": lambda: exhaust(epidote.read(Endless(GAME), "pgn")),
            "read, a line without an end": lambda: exhaust(epidote.read(Endless(b"x"))),
            "grade": lambda: epidote.grade(records()),
            "export": lambda: epidote.export(records(), out, "csv"),
            "write": lambda: epidote.write(records(), out),
            "scan, looking for opcodes": lambda: epidote.scan(suites),
            "scan, filling columns": lambda: pyarrow.table(epidote.scan(suites, ["bm"])),
            "scan, as written": lambda: pyarrow.table(epidote.scan(suites, ["bm"], as_written=True)),
            "lint of all": lambda: exhaust(map(epidote.lint, records())),
        }
        print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        print("| call | longest of three, s |\n|---|--:|")
        for name, work in works.items():
            print(f"| {name} | {max(seconds(work, after) for after in (0.3, 0.7, 1.1)):.2f} |", flush=True)


if __name__ == "__main__":
    main()
