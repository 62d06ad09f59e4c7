"""Real records, read from `../shared/epd` (or EPIDOTE_CORPUS) when present: boards and moves are those of python-chess.

EPIDOTE_EVERY=1 compares every record, not only each tenth.
"""

import os
import pathlib
import re
import unittest

import chess
import epidote

ROOT = pathlib.Path(__file__).resolve().parents[2]
CORPUS = pathlib.Path(os.environ.get("EPIDOTE_CORPUS", ROOT.parent / "shared" / "epd"))

MOVES = ("bm", "am", "pm", "sm", "pv")

#: What may be an opcode (§5.1).
OPCODE = re.compile("[A-Za-z][A-Za-z0-9_]{0,14}")


def theirs(line):
    """The board and the operations of python-chess; None if it refuses the record."""
    try:
        board, operations = chess.Board.from_epd(line)
    except (ValueError, IndexError, AssertionError, RecursionError):
        return None
    return (board, operations) if board.is_valid() else None


def as_moves(value):
    """Moves of an operation of python-chess, in coordinates; None if it holds something else."""
    if isinstance(value, chess.Move):
        value = [value]
    if not isinstance(value, list) or not all(isinstance(move, chess.Move) for move in value):
        return None
    return [move.uci() for move in value]


def is_same(operands, value):
    """Whether the operands are the text, the number or the nothing that python-chess has; None if it has moves."""
    if value is None:
        return operands == []
    if isinstance(value, str):
        return operands == [value]
    if isinstance(value, (int, float)):
        return len(operands) == 1 and float(operands[0]) == value
    return None


def differences(record, line):
    known = theirs(line)
    if known is None or not record.is_legal:
        return None
    board, operations = known
    found = []
    ours = epidote.to_board(record)
    if board.epd(en_passant="legal") != ours.epd(en_passant="legal"):
        found.append(f"board: {ours.epd(en_passant='legal')} and not {board.epd(en_passant='legal')}")
    names = [opcode for opcode, _ in record.operations]
    # Where they differ: python-chess takes control characters and quotes into opcodes, which §5.1 does not allow,
    # and reads `\\"` as a quote inside a string, which the text does not know (§5.1).
    is_comparable = all(map(OPCODE.fullmatch, operations)) and '\\"' not in line
    if is_comparable and len(set(names)) == len(names) and set(names) != set(operations):
        found.append(f"opcodes: {sorted(names)} and not {sorted(operations)}")
    for opcode, value in operations.items():
        if opcode not in record or names.count(opcode) > 1 or not is_comparable:
            continue
        same = is_same(record[opcode], value)
        if same is False:
            found.append(f"{opcode}: {record[opcode]} and not {value!r}")
    for opcode in MOVES:
        moves = as_moves(operations.get(opcode))
        if moves is None or opcode not in record or names.count(opcode) > 1:
            continue
        try:
            own = record.uci(opcode)
        except epidote.EpidoteError as error:
            found.append(str(error))
            continue
        if own != moves and (opcode == "pv" or sorted(own) != sorted(moves)):
            found.append(f"{opcode}: {own} and not {moves}")
    return found


class PythonChess(unittest.TestCase):
    def test_boards_and_moves_are_the_same(self):
        files = sorted(CORPUS.glob("*.epd"))
        if not files:
            print(f"NOT RUN: {CORPUS} is absent; set EPIDOTE_CORPUS to a folder of EPD files")
            return
        step = 1 if os.environ.get("EPIDOTE_EVERY") else 10
        compared, different = 0, []
        for path in files:
            for number, record in enumerate(epidote.read(path)):
                if number % step:
                    continue
                found = differences(record, record.text)
                compared += found is not None
                different += [f"{path.name}:{record.line}: {text}" for text in found or ()]
        self.assertGreater(compared, 1000)
        self.assertEqual(different, [], f"of {compared} records")


if __name__ == "__main__":
    unittest.main()
