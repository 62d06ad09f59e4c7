"""Epidote beside python-chess, line for line, native and in wasm, in one run.

    pip install chess==1.11.2
    python3 benches/compare.py [FILE ...]

FILE is EPD; without one, two samples are drawn from ../shared: lines with moves that python-chess
accepts, and records of the million. Each round measures all three one after the other, on a
part of the file for python-chess and on the whole file for the others; what is printed are the
medians of the rounds, and the median of the ratios of each round, with the least and the
greatest. Machines are noisy: believe the ratios, not the times.
"""

import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile

import chess

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared" / "epd"
ROUNDS = 9
# Seconds that python-chess gets for each of its three passes of a round.
SLICE = 0.2


def build():
    """Builds the program and the wasm module; gives their paths."""
    crate = ["cargo", "build", "--quiet", "--release", "-p", "epidote-compare"]
    subprocess.run(crate, cwd=ROOT, check=True)
    subprocess.run([*crate, "--lib", "--target", "wasm32-unknown-unknown"], cwd=ROOT, check=True)
    described = subprocess.run(
        ["cargo", "metadata", "--format-version", "1", "--no-deps"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    target = pathlib.Path(described.split('"target_directory":"')[1].split('"')[0])
    wasm = target / "wasm32-unknown-unknown" / "release" / "epidote_compare.wasm"
    return target / "release" / "epidote-compare", wasm


def accepted(line):
    try:
        chess.Board.from_epd(line)
    except (ValueError, IndexError):
        return False
    return True


def samples():
    """Two files of real records, the same ones each time."""
    draw = random.Random(1995)
    lines = []
    for path in sorted(SHARED.glob("*.epd")):
        lines += path.read_text(encoding="latin-1").splitlines()
    draw.shuffle(lines)
    opcodes = (" bm ", " am ", " pv ", " pm ", " sm ")
    with_moves = [line for line in lines if any(opcode in line for opcode in opcodes)]
    yield "lines with moves", [line for line in with_moves[:16000] if accepted(line)][:8000]

    lines = []
    for book in ("DFRC_openings", "noob_3moves"):
        with zipfile.ZipFile(SHARED / "big" / f"{book}.epd.zip") as archive:
            for name in archive.namelist():
                lines += archive.read(name).decode("latin-1").splitlines()
    # python-chess takes no counters in EPD: it gets the four fields.
    yield "the million", [" ".join(line.split()[:4]) for line in draw.sample(lines, 20000)]


class Runner:
    """A program that makes passes over its file when it is told to, and says how long they took."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def seconds(self, verb):
        def once():
            self.process.stdin.write(verb + "\n")
            self.process.stdin.flush()
            return float(self.process.stdout.readline().split()[0])

        return min(once() for _ in range(3))

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def python_seconds(lines, start):
    """Seconds a line, over as many lines from `start` on as the time allows."""
    done = 0
    begin = time.perf_counter()
    while (taken := time.perf_counter() - begin) < SLICE:
        accepted(lines[(start + done) % len(lines)])
        done += 1

    # As for the others, what counts is the best of three passes: another program may have run.
    def again():
        begin = time.perf_counter()
        for at in range(start, start + done):
            accepted(lines[at % len(lines)])
        return time.perf_counter() - begin

    return min(taken, again(), again()) / done, start + done


def compare(name, lines, native, wasm):
    with tempfile.NamedTemporaryFile("w", suffix=".epd", encoding="latin-1") as file:
        file.write("\n".join(lines))
        file.flush()
        runners = {"native": Runner([native, file.name])}
        if shutil.which("node"):
            runners["wasm"] = Runner(["node", ROOT / "benches" / "compare" / "wasm.mjs", wasm, file.name])
        rounds = []
        start = 0
        for runner in runners.values():
            runner.seconds("check")
        for _ in range(ROUNDS):
            times = {}
            times["python-chess"], start = python_seconds(lines, start)
            for who, runner in runners.items():
                for verb in ("parse", "check", "normalize"):
                    times[f"{who} {verb}"] = runner.seconds(verb) / len(lines)
            rounds.append(times)
        for runner in runners.values():
            runner.end()

    size = sum(len(line.encode("latin-1")) + 1 for line in lines) / len(lines)
    print(f"\n{name}: {len(lines)} lines of {size:.0f} bytes")
    for key in rounds[0]:
        seconds = statistics.median(times[key] for times in rounds)
        ratios = [times["python-chess"] / times[key] for times in rounds]
        print(
            f"  {key:17} {seconds * 1e6:8.2f} us  {1 / seconds:10,.0f} records/s  {size / seconds / 1e6:6.0f} MB/s"
            f"  {statistics.median(ratios):6.0f} times python-chess ({min(ratios):.0f} to {max(ratios):.0f})"
        )
    if "wasm check" in rounds[0]:
        share = statistics.median(times["native check"] / times["wasm check"] for times in rounds)
        print(f"  the check in wasm runs at {share:.2f} of native")


def main():
    files = sys.argv[1:]
    if not files and not SHARED.is_dir():
        sys.exit("NOT MEASURED: there is no ../shared/epd, and no file was named")
    named = ((path, pathlib.Path(path).read_text(encoding="latin-1").splitlines()) for path in files)
    native, wasm = build()
    print(f"python-chess {chess.__version__}, Python {sys.version.split()[0]}, {ROUNDS} rounds")
    for name, lines in named if files else samples():
        compare(name, lines, native, wasm)


main()
