#!/usr/bin/env python3
"""Plays real games over all transports, and has python-chess check them.

    scripts/referee-games.py PROGRAM [GAMES] [DIRECT|TCP|SERIAL…]

Stockfish and Phalanx play GAMES games (100) as programs beside the referee, as EPD clients over TCP, and as EPD
clients over two pseudo-terminals (socat). Each game is played through by python-chess; prints how they ended. Fails
if a game is illegal, missing or has another result than its last position, or if a program lost by time or by its
connection.
"""

import collections
import io
import os
import re
import subprocess
import sys
import tempfile
import time

import chess.pgn

CONTROL = ["--each", "tc=3+0.1", "timemargin=500"]
RULES = ["--resign", "movecount=3", "score=700", "--draw", "movenumber=40", "movecount=6", "score=20", "--maxmoves", "120"]
ENGINES = {"Stockfish": ["cmd=stockfish", "proto=uci", "option.Hash=16", "option.Threads=1"],
           "Phalanx": ["cmd=phalanx", "proto=xboard"]}


def environment():
    return {**os.environ, "PATH": os.environ["PATH"] + ":/usr/games"}


def referee(program, folder, games, players, more):
    words = [program, "argus", *players, *CONTROL, *RULES, "--rounds", str(games // 2), "--games", "2", "--pgnout", "games.pgn",
             "--journal", "event.log", *more]
    return subprocess.Popen(words, cwd=folder, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def clients(program, folder, lines):
    return [subprocess.Popen([program, "client", "--engine", f"name={name}", *ENGINES[name], *line], cwd=folder,
                             env=environment(), stderr=subprocess.DEVNULL)
            for name, line in zip(ENGINES, lines)]


GUESTS = ["--engine", "name=Stockfish", "proto=epd", "--engine", "name=Phalanx", "proto=epd"]


def direct(program, folder, games):
    players = sum((["--engine", f"name={name}", *words] for name, words in ENGINES.items()), [])
    return referee(program, folder, games, players, ["--concurrency", "2"]).communicate()


def tcp(program, folder, games):
    running = referee(program, folder, games, GUESTS, ["--listen", "127.0.0.1:0", "--silence", "0"])
    address = running.stdout.readline().split()[-1]
    others = clients(program, folder, [["--connect", address]] * 2)
    out = running.communicate()
    assert all(other.wait() == 0 for other in others)
    return out


def serial(program, folder, games):
    ends = [[os.path.join(folder, f"{name}-{end}") for end in "rc"] for name in ENGINES]
    cables = [subprocess.Popen(["socat", *(f"pty,raw,echo=0,link={end}" for end in pair)]) for pair in ends]
    try:
        while not all(os.path.exists(end) for pair in ends for end in pair):
            time.sleep(0.01)
        others = clients(program, folder, [["--serial", f"{pair[1]},115200"] for pair in ends])
        ports = sum((["--serial", f"{pair[0]},115200"] for pair in ends), [])
        out = referee(program, folder, games, GUESTS, [*ports, "--silence", "0"]).communicate()
        assert all(other.wait() == 0 for other in others)
        return out
    finally:
        for cable in cables:
            cable.kill()
            cable.wait()


def check(text):
    """How the games ended; each of them is played through."""
    ends, count, plies = collections.Counter(), 0, 0
    file = io.StringIO(text)
    while (game := chess.pgn.read_game(file)) is not None:
        assert not game.errors, game.errors
        board = game.end().board()
        count += 1
        plies += len(board.move_stack)
        result, how = game.headers["Result"], game.headers["Termination"]
        if board.is_checkmate() or board.is_stalemate() or board.is_insufficient_material():
            assert board.result() == result, game
        # The reason stands in the last comment.
        reason = re.sub(r".*, ", "", " ".join(game.end().comment.split()))
        reason = re.sub(r"^[-+M./0-9]* |\d+ ms", "", reason)
        ends[f"{how}: {re.sub('White|Black', 'X', reason)}"] += 1
    return count, plies, ends


def main():
    program = os.path.abspath(sys.argv[1])
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    wanted = [word.lower() for word in sys.argv[3:]] or ["direct", "tcp", "serial"]
    failed = False
    for name in wanted:
        with tempfile.TemporaryDirectory() as folder:
            start = time.monotonic()
            out, err = {"direct": direct, "tcp": tcp, "serial": serial}[name](program, folder, games)
            with open(os.path.join(folder, "games.pgn"), encoding="utf-8") as file:
                count, plies, ends = check(file.read())
            bad = sum(number for how, number in ends.items() if how.split(":")[0] not in ("normal", "adjudication"))
            print(f"{name}: {count} games, {plies} plies in {time.monotonic() - start:.0f} s, load {os.getloadavg()[0]:.1f}; "
                  f"{bad} ended badly")
            for how, number in ends.most_common():
                print(f"    {number:3} {how}")
            if bad or count != games:
                failed = True
                print(out[-500:], err[-500:])
    sys.exit(1 if failed else 0)


main()
