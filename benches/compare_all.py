"""python-chess beside `epidote lint --format json` on every record of real files: legality, moves, en passant.

    pip install chess==1.11.2
    python3 benches/compare_all.py PROGRAM [FILE ...]

PROGRAM is the optimised `epidote`; without FILE, all files of ../shared/epd. Three questions are asked of both,
about every record with eight ranks that is not of a variant:

- legality: is the position one of chess? Epidote: no error of the rules E2xx. python-chess: `Board.is_valid`.
- moves: can each operand of am, bm, pm, sm (from the position) and of pv, sv (one after the other) be played?
  Epidote: no finding of E301, E302 and E305 at the operand. python-chess: `parse_san`, which reads some other
  spellings as well. Where it reads nothing, any finding of Epidote about moves (E3xx) there is agreement.
- target: has a pawn advanced two squares over the en passant square? Epidote: no E210. python-chess: no
  `STATUS_INVALID_EP_SQUARE`.

Differences are counted by what each of them says, with the first places of each kind. benches/README.md says
for every kind who is right.
"""

import collections
import json
import pathlib
import re
import subprocess
import sys

import chess

SETS = {"am", "bm", "pm", "sm"}
LINES = {"pv", "sv"}
# Words among moves that are no moves for either: signs, numbers, marks.
SIGNS = re.compile(r"\d+\.+|[+#!?]+|or|and|,|/|e\.?p\.?")
# Blanks to Epidote, which tells them (E108).
CONTROLS = re.compile(r"[\x00-\x1f\x7f]")
MOST = 3


def operations(line, start):
    """The operations of a line from a place on: opcode, and the operands with their places."""
    words, out = [], []
    for found in re.finditer(rb'"[^"]*"?|;|[^\s;"]+', line[start:]):
        word = found.group()
        if word == b";":
            if words:
                out.append((words[0][1].decode("latin-1"), words[1:]))
            words = []
        else:
            words.append((start + found.start(), word))
    if words:
        out.append((words[0][1].decode("latin-1"), words[1:]))
    return out


def board_of(fields, chess960):
    """The board of four fields, and why python-chess reads none."""
    try:
        board = chess.Board(None, chess960=chess960)
        board.set_epd(" ".join(fields))
        return board, ""
    except ValueError as error:
        return None, str(error).split(":")[0]


def names_of(status):
    """The names of what makes a position invalid."""
    return " ".join(known.name for known in chess.Status if known.value and status & known.value)


def plays(board, word):
    """Plays a move; returns why it cannot be played."""
    try:
        board.push_san(word)
        return ""
    except chess.AmbiguousMoveError:
        return "ambiguous"
    except chess.IllegalMoveError:
        return "illegal"
    except chess.InvalidMoveError:
        return "no move"


class Differences:
    def __init__(self):
        self.asked = collections.Counter()
        self.kinds = collections.defaultdict(list)

    def add(self, question, ours, theirs, differs, place):
        self.asked[question] += 1
        if differs:
            self.kinds[question, ours, theirs].append(place)

    def print(self):
        for question, count in sorted(self.asked.items()):
            different = sum(len(places) for kind, places in self.kinds.items() if kind[0] == question)
            print(f"{question}: {count:,} asked, {different:,} different")
        print("\n| question | Epidote | python-chess | number | first |\n|---|---|---|--:|---|")
        for (question, ours, theirs), places in sorted(self.kinds.items(), key=lambda kind: (kind[0][0], -len(kind[1]))):
            first = ", ".join(places[:MOST])
            print(f"| {question} | {ours or 'right'} | {theirs or 'right'} | {len(places):,} | {first} |")


def compare(name, line, found, chess960, out):
    place = f"{name}:{found['line']}"
    codes = [finding["code"] for finding in found["diagnostics"]]
    words = [(word.start(), word.group()) for word in re.finditer(rb"\S+", line)]
    if not found["record"] or "E214" in codes or len(words) < 4 or words[0][1].count(b"/") != 7:
        return
    # Some files end the fields with a semicolon.
    fields = [CONTROLS.sub("", word.decode("latin-1")).rstrip(";") or "-" for _, word in words[:4]]
    board, reason = board_of(fields, chess960)
    of_position = sorted({code for code in codes if code.startswith("E2") and code not in ("E208", "E210")})
    valid = board is not None and not board.status() & ~chess.STATUS_INVALID_EP_SQUARE
    status = reason or ("" if valid else names_of(board.status()))
    out.add("legality", " ".join(of_position), status, bool(of_position) == valid, place)
    if board is None or of_position or not valid:
        return
    if fields[3] != "-":
        ours = "E210" if "E210" in codes else ""
        theirs = "INVALID_EP_SQUARE" if board.status() & chess.STATUS_INVALID_EP_SQUARE else ""
        out.add("target", ours, theirs, bool(ours) != bool(theirs), place)
    at_move = [finding for finding in found["diagnostics"] if finding["code"].startswith("E3")]
    for opcode, operands in operations(line, words[3][0] + len(words[3][1])):
        if opcode not in SETS | LINES:
            continue
        here = board.copy(stack=False)
        for start, word in operands:
            text = CONTROLS.sub("", word.decode("latin-1"))
            if not text or SIGNS.fullmatch(text):
                continue
            if any(finding["code"] == "E425" and finding["start"] == start for finding in found["diagnostics"]):
                # A semicolon is missing: what follows is another operation.
                break
            spanned = [finding for finding in at_move if finding["start"] <= start < max(finding["end"], finding["start"] + 1)]
            if opcode in SETS:
                here = board.copy(stack=False)
            theirs = plays(here, text)
            refused = [finding["code"] for finding in spanned if finding["code"] in ("E301", "E302", "E305")]
            ours = "".join(refused[:1]) or " ".join(sorted({finding["code"] for finding in spanned}))
            differs = not spanned if theirs else bool(refused)
            out.add("moves", ours, theirs, differs, f"{place} {text}")
            if (refused or theirs) and opcode in LINES:
                # Nobody reads on after a move that cannot be played.
                break


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    files = [pathlib.Path(name) for name in sys.argv[2:]] or sorted(pathlib.Path("../shared/epd").glob("*.epd"))
    if not files:
        sys.exit("nothing was compared: ../shared/epd has no files; name some")
    out = Differences()
    for path in files:
        # As a user says it of such a file.
        chess960 = "frc" in path.name
        options = ["--chess960"] if chess960 else []
        ran = subprocess.run(
            [sys.argv[1], "lint", "--isolated", "--quiet", "--exit-zero", "--format", "json", *options, str(path)],
            stdout=subprocess.PIPE,
            check=True,
        )
        lines = re.split(rb"\r\n|\n|\r", path.read_bytes().removeprefix(b"\xef\xbb\xbf"))
        for text in ran.stdout.splitlines():
            found = json.loads(text)
            compare(path.name, lines[found["line"] - 1], found, chess960, out)
    out.print()


if __name__ == "__main__":
    main()
