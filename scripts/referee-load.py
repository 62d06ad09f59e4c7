#!/usr/bin/env python3
"""Measures how many games at once the referee carries, with an engine whose moves depend on the position alone.

    scripts/referee-load.py PROGRAM ENGINE [GAMES]

PROGRAM is the command line program, ENGINE the engine of examples/mock_engine, both built with --release.

For 2, 50, 100 and 250 games at once, in which a player has 0.2 s and 0.002 s more for each move, it prints how many
games were lost on time, the seconds, the plies a second, and the referee's own time for a move. It does the same
with a limit of nodes, there with a single game at a time too, and says whether the games are the same on any number
of boards.
"""

import hashlib
import os
import re
import subprocess
import sys
import tempfile
import time


def main():
    program, engine = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    games = int(sys.argv[3]) if len(sys.argv) > 3 else 1000
    print(f"{games} games, load {os.getloadavg()[0]:.1f} before, {os.cpu_count()} cores")
    print("| limit | games at once | lost on time | seconds | plies a second | own time: median | 99 % | longest |")
    print("|---|---|---|---|---|---|---|---|")
    digests = {}
    for limit in ("tc=0.2+0.002", "nodes=1"):
        for boards in (1, 2, 50, 100, 250):
            if boards == 1 and limit != "nodes=1":
                continue
            with tempfile.TemporaryDirectory() as folder:
                words = [program, "argus", "--engine", "name=A", f"cmd={engine}", "arg=a", "--engine", "name=B",
                         f"cmd={engine}", "arg=b", "--each", limit, "--rounds", str(games // 2), "--games", "2",
                         "--concurrency", str(boards), "--pgnout", "games.pgn", "--journal", "event.log", "--latency",
                         "--openings", "file=book.epd"]
                with open(os.path.join(folder, "book.epd"), "w") as book:
                    book.write(openings())
                start = time.monotonic()
                done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
                seconds = time.monotonic() - start
                assert done.returncode == 0, done.stderr
                with open(os.path.join(folder, "games.pgn")) as file:
                    pgn = file.read()
            lost = pgn.count('[Termination "time forfeit"]')
            others = pgn.count('[Termination "') - lost - pgn.count('[Termination "normal"]')
            assert others == 0, f"{others} games ended in other ways"
            plies = sum(int(count) for count in re.findall(r'\[PlyCount "(\d+)"\]', pgn))
            own = re.search(r"median (.+), 99 % within (.+), longest (.+)", done.stdout).groups()
            print(f"| {limit} | {boards} | {lost} | {seconds:.1f} | {plies / seconds:,.0f} | {' | '.join(own)} |", flush=True)
            if limit == "nodes=1":
                moves = re.sub(r"\{[^}]*\}", "", pgn)
                digests[boards] = hashlib.sha256(" ".join(moves.split()).encode()).hexdigest()
    same = len(set(digests.values())) == 1
    print(f"Under a limit of nodes all games are {'the same' if same else 'NOT THE SAME'} on", *digests, "boards.")
    sys.exit(0 if same else 1)


def openings():
    """Each first move of White: the games differ."""
    rank, pawns = "RNBQKBNR", "PPPPPPPP"
    lines = []
    for file in range(8):
        for step, target in ((1, ""), (2, f"{'abcdefgh'[file]}3")):
            row = (str(file) if file else "") + "P" + (str(7 - file) if file < 7 else "")
            second = pawns[:file] + "1" + pawns[file + 1:]
            board = ["rnbqkbnr", "pppppppp", "8", "8", row if step == 2 else "8", row if step == 1 else "8", second, rank]
            lines.append(f"{'/'.join(board)} b KQkq {target or '-'}\n")
    return "".join(lines)


main()
