#!/usr/bin/env python3
"""Plays games against other engines and prints the difference in Elo, with its error.

    scripts/match.py ENGINE OPPONENTS GAMES SECONDS [WORKERS]

ENGINE is the command of this engine ("target/release/epidote uci"); OPPONENTS is a comma-separated list of
the names below, or "all" for those that are installed. Each opening, eight random plies from a seed, is
played twice with colours reversed. Both sides have SECONDS for each move; against engines that speak xboard,
where that is a whole number, they have a hundred times as much for the game. A game ends by the rules, when
both sides see the same side ahead by nine pawns for six plies, or when both see a difference of at most a
tenth of a pawn for twelve plies after move forty.

Needs the Python package "chess".
"""

import asyncio
import math
import random
import shutil
import sys
import time

import chess
import chess.engine

# Engines of Debian: their protocols and options. Fairy-Max cannot set up a position.
OPPONENTS = {
    "phalanx": ("xboard", ["phalanx"], {}),
    "sjeng": ("xboard", ["sjeng"], {}),
    "hoichess": ("xboard", ["hoichess"], {}),
    "glaurung": ("uci", ["glaurung"], {"Threads": 1}),
    "toga2": ("uci", ["toga2"], {}),
    "stockfish-2200": ("uci", ["stockfish"], {"UCI_LimitStrength": True, "UCI_Elo": 2200}),
    "stockfish-2600": ("uci", ["stockfish"], {"UCI_LimitStrength": True, "UCI_Elo": 2600}),
}
LONGEST = 300
DECIDED, DECIDED_PLIES = 900, 6
EVEN, EVEN_PLIES, EVEN_FROM = 10, 12, 80


def opening(seed):
    chance = random.Random(seed)
    while True:
        board = chess.Board()
        for _ in range(8):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(chance.choice(moves))
        if not board.is_game_over() and not board.is_check():
            return board


async def start(kind, command, options):
    path = shutil.which(command[0], path="/usr/games:/usr/local/bin:/usr/bin:/bin") or command[0]
    opened = chess.engine.popen_uci if kind == "uci" else chess.engine.popen_xboard
    _, engine = await opened([path, *command[1:]])
    await engine.configure({name: value for name, value in options.items() if name in engine.options})
    return engine


async def play(white, black, board, seconds, has_clock):
    """The points for White."""
    left = {chess.WHITE: 100 * seconds, chess.BLACK: 100 * seconds}
    decided = even = 0
    game = object()
    while True:
        if board.is_game_over(claim_draw=True):
            return {"1-0": 1.0, "0-1": 0.0}.get(board.result(claim_draw=True), 0.5)
        if board.ply() > LONGEST:
            return 0.5
        engine = white if board.turn else black
        limit = chess.engine.Limit(time=seconds)
        if has_clock:
            limit = chess.engine.Limit(white_clock=left[chess.WHITE], black_clock=left[chess.BLACK])
        before = time.monotonic()
        found = await engine.play(board, limit, game=game, info=chess.engine.INFO_SCORE)
        if has_clock:
            # A side that is out of time continues with quick moves, since the test is about chess.
            left[board.turn] = max(0.05, left[board.turn] - (time.monotonic() - before))
        if found.move is None or found.resigned:
            return 0.0 if board.turn else 1.0
        score = found.info.get("score")
        value = score.white().score(mate_score=20_000) if score else None
        if value is not None:
            decided = decided + 1 if abs(value) >= DECIDED else 0
            even = even + 1 if abs(value) <= EVEN and board.ply() > EVEN_FROM else 0
            if decided >= DECIDED_PLIES:
                return 1.0 if value > 0 else 0.0
            if even >= EVEN_PLIES:
                return 0.5
        board.push(found.move)


async def worker(ours, theirs, seeds, seconds, points):
    engine = await start("uci", ours.split(), {"Hash": 16})
    other = await start(*theirs)
    while seeds:
        board = opening(seeds.pop())
        for is_white in (True, False):
            try:
                pair = (engine, other) if is_white else (other, engine)
                white = await asyncio.wait_for(play(*pair, board.copy(), seconds, theirs[0] == "xboard"), 600)
                points.append(white if is_white else 1 - white)
            except (chess.engine.EngineError, chess.engine.EngineTerminatedError, asyncio.TimeoutError) as error:
                print(f"a game was given up: {error}", file=sys.stderr)
                for one in (engine, other):
                    try:
                        await asyncio.wait_for(one.quit(), 2)
                    except Exception:
                        pass
                engine = await start("uci", ours.split(), {"Hash": 16})
                other = await start(*theirs)
    await engine.quit()
    await other.quit()


def elo(share):
    share = min(max(share, 1e-4), 1 - 1e-4)
    return -400 * math.log10(1 / share - 1)


async def main():
    ours, names, games, seconds = sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4])
    workers = int(sys.argv[5]) if len(sys.argv) > 5 else 1
    names = list(OPPONENTS) if names == "all" else names.split(",")
    print("| opponent | games | won | drawn | lost | points | Elo [95 %] |\n|---|---|---|---|---|---|---|", flush=True)
    for name in names:
        theirs = OPPONENTS[name]
        points, seeds = [], list(range(1, games // 2 + 1))
        await asyncio.gather(*(worker(ours, theirs, seeds, seconds, points) for _ in range(workers)))
        n = len(points)
        if n == 0:
            print(f"{name}: not one game could be played", file=sys.stderr)
            continue
        mean = sum(points) / n
        error = math.sqrt(sum((point - mean) ** 2 for point in points) / n / n)
        low, high = elo(mean - 1.96 * error), elo(mean + 1.96 * error)
        counts = [sum(point == value for point in points) for value in (1, 0.5, 0)]
        print(f"| {name} | {n} | {counts[0]} | {counts[1]} | {counts[2]} | {100 * mean:.1f} % | {elo(mean):+.0f} [{low:+.0f}, {high:+.0f}] |", flush=True)


asyncio.run(main())
