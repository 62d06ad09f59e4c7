#!/usr/bin/env python3
"""Kills the referee, or its engines, at random moments and goes on with the event, until it is finished.

    scripts/referee-kills.py PROGRAM ENGINE [KILLS [TAKEOVERS]]

PROGRAM is the command line program, ENGINE the engine of examples/mock_engine. First KILLS (200) times the referee:
in the end the file of games must have the bytes of an undisturbed event. Then KILLS times one of its engines: each
event must end, and journal and games must say the same. Then TAKEOVERS times (50) a referee of EPD clients over TCP,
while another one stands by: it takes over, the clients come back, and each game has one result. No program may be left
over.
"""

import io
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time

import chess.pgn

BOOK = """rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3
rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6
rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6
"""


def engines(mark):
    """Processes of engines whose command line has a mark."""
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/cmdline", "rb") as file:
                    words = file.read().split(b"\0")
            except OSError:
                continue
            if mark.encode() in words and b"argus" not in words:
                found.append(int(name))
    return found


def event(program, engine, folder, games, sync):
    players = sum((["--engine", f"name={name}", f"cmd={engine}", f"arg={name}", f"arg={folder}"] for name in "abc"), [])
    with open(os.path.join(folder, "book.epd"), "w") as book:
        book.write(BOOK)
    return [program, "argus", *players, "--each", "nodes=1", "--rounds", str(games), "--games", "2", "--concurrency", "2",
            "--openings", "file=book.epd", "--maxmoves", "60", "--pgnout", "games.pgn", "min", "--journal", "event.log",
            "--sync", sync, "--quiet"]


def results(folder):
    """The results of the journal and those of the games, by the names of games."""
    told, written = {}, {}
    with open(os.path.join(folder, "event.log"), "rb") as file:
        for line in file:
            words = line.decode("utf-8", "replace").rstrip("\n").split(" ", 2)
            if len(words) == 3 and words[1] == "end":
                game, result = words[2].split("|")[:2]
                assert told.get(game, result) == result, f"two results of {game}"
                told[game] = result
    with open(os.path.join(folder, "games.pgn")) as file:
        text = io.StringIO(file.read())
    while (game := chess.pgn.read_game(text)) is not None:
        assert not game.errors, game.errors
        assert game.headers["Round"] not in written, game.headers
        written[game.headers["Round"]] = game.headers["Result"]
    return told, written


def nothing_is_left(folder):
    until = time.monotonic() + 5
    while (left := engines(folder)) and time.monotonic() < until:
        time.sleep(0.01)
    assert not left, left


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def take_over(program, engine, wanted):
    """Kills referees while others stand by; tells how often, in how many events, and how long it took."""
    killed = events = games = 0
    gaps = []
    while killed < wanted:
        with tempfile.TemporaryDirectory() as folder:
            events += 1
            address = f"127.0.0.1:{free_port()}"
            guests = sum((["--engine", f"name={name}", "proto=epd"] for name in "AB"), [])
            journal = os.path.join(folder, "event.log")
            here = ["--listen", address, "--silence", "0", "--grace", "20000", "--quiet"]

            def start(words):
                return subprocess.Popen([program, *words], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                        text=True)

            def takeovers():
                with open(journal, "rb") as file:
                    return file.read().count(b" note resumed on ")

            referee = start(["argus", *guests, "--each", "tc=10+0.1", "--rounds", "50", "--games", "2", "--maxmoves", "60",
                             "--pgnout", "games.pgn", "min", "--journal", "event.log", *here])
            while not os.path.exists(journal):
                time.sleep(0.01)
            standby = ["argus", "standby", "event.log", *here]
            heir = start(standby)
            clients = [start(["client", "--engine", f"name={name}", f"cmd={engine}", f"arg={name}", f"arg={folder}", "--connect",
                              address, "--reconnect", "60"]) for name in "AB"]
            while True:
                time.sleep(random.uniform(0.02, 0.4))
                if referee.poll() is not None:
                    break
                before = takeovers()
                referee.kill()
                referee.wait()
                start_of_gap = time.monotonic()
                # An heir of an event that is over has nothing to do.
                while takeovers() == before and heir.poll() is None:
                    time.sleep(0.001)
                if takeovers() > before:
                    killed += 1
                    gaps.append(time.monotonic() - start_of_gap)
                referee, heir = heir, start(standby)
            for process in (referee, heir, *clients):
                said = process.communicate(timeout=60)[1]
                assert process.returncode == 0, said
            nothing_is_left(folder)
            told, written = results(folder)
            assert told == written and len(written) == 100, "journal and games do not agree"
            games += len(written)
            with open(journal, "rb") as file:
                assert not any(b" end " in line and b"|normal|" not in line and b"|adjudication|" not in line for line in file), \
                    "a game was lost by a takeover"
    gaps.sort()
    print(f"{killed} takeovers in {events} events of EPD clients: {games} games, each with one result, none lost by it; "
          f"{gaps[len(gaps) // 2] * 1000:.0f} ms in the median until the next referee went on, {gaps[-1] * 1000:.0f} ms at most")


def main():
    program, engine = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    kills = int(sys.argv[3]) if len(sys.argv) > 3 else 200
    wanted = int(sys.argv[4]) if len(sys.argv) > 4 else 50
    random.seed(1)
    take_over(program, engine, wanted)
    with tempfile.TemporaryDirectory() as folder:
        start = time.monotonic()
        subprocess.run(event(program, engine, folder, 4, "game"), cwd=folder, check=True, capture_output=True)
        whole = time.monotonic() - start
        with open(os.path.join(folder, "games.pgn"), "rb") as file:
            expected = file.read()
    killed = events = 0
    while killed < kills:
        with tempfile.TemporaryDirectory() as folder:
            events += 1
            words = event(program, engine, folder, 4, random.choice(["game", "move"]))
            while True:
                child = subprocess.Popen(words, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
                try:
                    said = child.communicate(timeout=random.uniform(0.05, 0.1 + whole / 4))[1]
                except subprocess.TimeoutExpired:
                    child.send_signal(signal.SIGKILL)
                    said = child.communicate()[1]
                    killed += 1
                nothing_is_left(folder)
                if child.returncode == 0:
                    break
                assert child.returncode == -signal.SIGKILL, said
                begun = os.path.exists(os.path.join(folder, "event.log"))
                if begun and os.path.getsize(os.path.join(folder, "event.log")) > 3000:
                    words = [program, "argus", "resume", "event.log", "--quiet"]
                elif begun:
                    # Killed before its settings were written: nothing was played.
                    os.remove(os.path.join(folder, "event.log"))
            with open(os.path.join(folder, "games.pgn"), "rb") as file:
                assert file.read() == expected, "other games than those of an undisturbed event"
            told, written = results(folder)
            assert told == written, "journal and games do not agree"
    print(f"{killed} kills of the referee in {events} events of {whole:.1f} s: the games of an undisturbed event each time")
    killed = events = lost = 0
    while killed < kills:
        with tempfile.TemporaryDirectory() as folder:
            events += 1
            child = subprocess.Popen(event(program, engine, folder, 4, "game"), cwd=folder, stdout=subprocess.DEVNULL,
                                     stderr=subprocess.PIPE, text=True)
            while child.poll() is None:
                time.sleep(random.uniform(0.01, 0.1))
                if there := engines(folder):
                    try:
                        os.kill(random.choice(there), signal.SIGKILL)
                        killed += 1
                    except ProcessLookupError:
                        pass
            assert child.returncode == 0, child.communicate()[1]
            nothing_is_left(folder)
            told, written = results(folder)
            assert told == written and len(written) == 24, "journal and games do not agree"
            with open(os.path.join(folder, "event.log"), "rb") as file:
                lost += sum(b"|abandoned|" in line for line in file)
    print(f"{killed} kills of engines in {events} events: all games ended, {lost} of them by a lost program")


main()
