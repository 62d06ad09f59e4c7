#!/usr/bin/env python3
"""Measures how many games at once the referee carries, with an engine whose moves depend on the position alone.

    scripts/referee-load.py PROGRAM ENGINE [GAMES] [--fastchess PATH] [--c-chess-cli PATH]

PROGRAM is the command line program, ENGINE the engine of examples/mock_engine, both built with --release. The other
match runners are measured beside it with the same engine, openings and clock, if their programs are named.

For 2, 50, 100 and 250 games at once, in which a player has 0.2 s and 0.002 s more for each move, it prints how many
games were lost on time, the seconds, the plies a second, and the referee's own time for a move. It does the same
with a limit of nodes, there with a single game at a time too, and says whether the games are the same on any number
of boards.
"""

import argparse
import hashlib
import os
import re
import subprocess
import sys
import tempfile
import time


CLOCK, NODES = "tc=0.2+0.002", "nodes=1"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("engine", type=os.path.abspath)
    parser.add_argument("games", type=int, nargs="?", default=1000)
    parser.add_argument("--fastchess", type=os.path.abspath)
    parser.add_argument("--c-chess-cli", type=os.path.abspath)
    asked = parser.parse_args()
    runners = {name: path for name, path in (("epidote", asked.program), ("fastchess", asked.fastchess),
                                             ("c-chess-cli", asked.c_chess_cli)) if path}
    print(f"{asked.games} games, load {os.getloadavg()[0]:.1f} before, {os.cpu_count()} cores")
    print("| program | limit | games at once | lost on time | seconds | plies a second | own time: median | 99 % | longest |")
    print("|---|---|---|---|---|---|---|---|---|")
    for boards in (2, 50, 100, 250):
        for name, path in runners.items():
            measure(name, path, asked, CLOCK, boards)
    digests = {boards: measure("epidote", asked.program, asked, NODES, boards) for boards in (1, 2, 50, 100, 250)}
    same = len(set(digests.values())) == 1
    print(f"Under a limit of nodes all games are {'the same' if same else 'NOT THE SAME'} on", *digests, "boards.")
    sys.exit(0 if same else 1)


def measure(name, path, asked, limit, boards):
    """Plays the games, prints a row of the table, and returns a digest of all moves."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "book.epd"), "w") as book:
            book.write(openings())
        start = time.monotonic()
        words = [path, *words_for(name, asked, limit, boards)]
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
        seconds = time.monotonic() - start
        assert done.returncode == 0, done.stderr
        with open(os.path.join(folder, "games.pgn")) as file:
            pgn = file.read()
    games = pgn.count("[White ")
    assert games == asked.games, f"{name} played {games} games"
    lost = pgn.count('[Termination "time forfeit"]')
    if name == "epidote":
        others = pgn.count('[Termination "') - lost - pgn.count('[Termination "normal"]')
        assert others == 0, f"{others} games ended in other ways"
    moves = re.sub(r"\{[^}]*\}", "", pgn)
    plies = sum(int(count) for count in re.findall(r'\[PlyCount "(\d+)"\]', pgn))
    own = re.search(r"median (.+), 99 % within (.+), longest (.+)", done.stdout)
    own = " | ".join(own.groups()) if own else "| |"
    print(f"| {name} | {limit} | {boards} | {lost} | {seconds:.1f} | {plies / seconds:,.0f} | {own} |", flush=True)
    return hashlib.sha256(" ".join(moves.split()).encode()).hexdigest()


def words_for(name, asked, limit, boards):
    """The words of the command line with which a program plays the games."""
    each = ["-each", limit] if name != "epidote" else ["--each", limit]
    book = "file=book.epd"
    if name == "epidote":
        players = [word for player in "ab" for word in
                   ("--engine", f"name={player.upper()}", f"cmd={asked.engine}", f"arg={player}")]
        return ["argus", *players, *each, "--rounds", str(asked.games // 2), "--games", "2", "--concurrency",
                str(boards), "--pgnout", "games.pgn", "--journal", "event.log", "--latency", "--openings", book]
    if name == "fastchess":
        players = [word for player in "ab" for word in
                   ("-engine", f"name={player.upper()}", f"cmd={asked.engine}", f"args={player}")]
        return [*players, *each, "-rounds", str(asked.games // 2), "-games", "2", "-concurrency", str(boards),
                "-force-concurrency", "-openings", book, "format=epd", "order=sequential", "-pgnout", "file=games.pgn",
                "-config", "outname=state.json"]
    players = [word for player in "ab" for word in
               ("-engine", f"name={player.upper()}", f"cmd={asked.engine} {player}")]
    return [*players, *each, "-games", str(asked.games), "-concurrency", str(boards), "-openings", book, "-repeat",
            "-pgn", "games.pgn", "3"]


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
