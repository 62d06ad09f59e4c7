"""What is given to the package wrongly, or in a way that nobody thought of."""

import bz2
import collections.abc
import contextlib
import copy
import decimal
import gzip
import io
import lzma
import os
import pickle
import signal
import threading
import unittest
import weakref

import chess
import pandas
import polars
import pyarrow.dataset

import epidote
import epidote.cluster
from test_epidote import Folder

KINGS = "4k3/8/8/8/8/8/8/4K3 w - -"
ROW = {"placement": "4k3/8/8/8/8/8/8/4K3", "side": "w", "castling": "-", "en_passant": "-"}


class Values(unittest.TestCase):
    def test_numbers_are_checked_before_a_search(self):
        for words, call in [
            ("nodes: a whole number from 1 to [0-9]+ is needed, not -1", lambda: epidote.analyze(KINGS, nodes=-1)),
            ("nodes: a whole number from 1 to [0-9]+ is needed, not 0", lambda: epidote.analyze(KINGS, nodes=0)),
            ("depth: a whole number from 1 to [0-9]+ is needed, not 3.0", lambda: epidote.analyze(KINGS, depth=3.0)),
            ("nodes: a whole number from 1 to [0-9]+ is needed, not True", lambda: epidote.analyze(KINGS, nodes=True)),
            ("seconds: a number from 0.001 to 1e9 is needed, not 0", lambda: epidote.analyze(KINGS, seconds=0)),
            ("seconds: a number from 0.001 to 1e9 is needed, not nan", lambda: epidote.analyze(KINGS, seconds=float("nan"))),
            ("seconds: a number from 0.001 to 1e9 is needed, not '1'", lambda: epidote.analyze(KINGS, seconds="1")),
            ("depth: a whole number from 1 to 127 is needed", lambda: epidote.analyze(KINGS, depth=1 << 40)),
            ("lines: a whole number from 1 to [0-9]+ is needed, not 0", lambda: epidote.analyze(KINGS, nodes=9, lines=0)),
            ("moves: a whole number from 1 to [0-9]+ is needed, not -1", lambda: epidote.mate(KINGS, -1)),
            ("moves: a whole number from 1 to [0-9]+ is needed, not 'x'", lambda: epidote.mate(KINGS, "x")),
        ]:
            with self.subTest(words), self.assertRaisesRegex(epidote.EpidoteError, f"^{words}"):
                call()

    def test_numbers_of_numpy_are_numbers(self):
        import numpy

        self.assertEqual(epidote.analyze(KINGS, nodes=numpy.int64(90)), epidote.analyze(KINGS, nodes=90))
        for seconds in [numpy.float32(0.01), numpy.int64(1), decimal.Decimal("0.01")]:
            with self.subTest(repr(seconds)):
                self.assertTrue(epidote.analyze(KINGS, seconds=seconds, depth=1)["ce"])
        with self.assertRaisesRegex(epidote.EpidoteError, "^seconds: .* not True"):
            epidote.analyze(KINGS, seconds=True)

    def test_the_greatest_numbers_are_those_of_the_program(self):
        for name, most, call in [
            ("depth", 127, lambda number: epidote.analyze("8/8/8/8/8/8/8/8 w - -", depth=number)),
            ("lines", 10, lambda number: epidote.analyze("8/8/8/8/8/8/8/8 w - -", nodes=1, lines=number)),
            ("moves", 120, lambda number: epidote.mate("8/8/8/8/8/8/8/8 w - -", number)),
        ]:
            with self.subTest(name):
                with self.assertRaisesRegex(epidote.EpidoteError, f"^{name}: a whole number from 1 to {most} is needed"):
                    call(most + 1)
                # What is wrong then is the position.
                with self.assertRaisesRegex(epidote.EpidoteError, "the position is illegal"):
                    call(most)

    def test_errors_always_have_a_line_and_a_paragraph(self):
        for call, line, paragraph in [
            (lambda: epidote.parse("a\nb"), None, None),
            (lambda: epidote.parse("a\nb", 7), 7, None),
            (lambda: epidote.scan([]), None, None),
            (lambda: epidote.analyze(KINGS), None, None),
            (lambda: epidote.parse("8/8/8/8/8/8/8/4K3 w - -", 3).fen, 3, "§4"),
            (lambda: epidote.analyze(epidote.parse("8/8/8/8/8/8/8/4K3 w - -", 3), nodes=10), 3, "§4"),
            (lambda: epidote.mate("8/8/8/8/8/8/8/4K3 w - -", 1), None, "§4"),
        ]:
            with self.subTest(line=line, paragraph=paragraph), self.assertRaises(epidote.EpidoteError) as raised:
                call()
            self.assertEqual((raised.exception.line, raised.exception.paragraph), (line, paragraph))

    def test_a_record_of_a_record_keeps_its_line(self):
        record = epidote.parse(KINGS, 7)
        self.assertEqual((epidote.parse(record).line, epidote.parse(record, 9).line), (7, 9))

    def test_a_record_is_no_sequence(self):
        record = epidote.parse(f"{KINGS} bm Kd2;")
        for call in [list, tuple, iter, dict, lambda record: [*record]]:
            with self.subTest(call), self.assertRaisesRegex(TypeError, "not iterable"):
                call(record)
        self.assertNotIsInstance(record, collections.abc.Iterable)
        self.assertIn("bm", record)

    def test_findings_are_values(self):
        record = epidote.parse(f"{KINGS} bm e2e4 Ke2; id x")
        self.assertGreater(len(record.findings), 1)
        for finding in record.findings:
            for same in [copy.copy(finding), copy.deepcopy(finding), pickle.loads(pickle.dumps(finding))]:
                self.assertEqual((same, hash(same), repr(same)), (finding, hash(finding), repr(finding)))
                self.assertEqual(same.fixes, finding.fixes)
        self.assertEqual(len(set(record.findings + record.findings)), len(record.findings))

    def test_text_outside_the_code_page_makes_the_line_utf_8(self):
        record = epidote.parse(f'{KINGS} id "é";'.encode("latin-1"))
        self.assertEqual(bytes(record.set("c0", '"ö"')), f'{KINGS} c0 "ö"; id "é";'.encode("latin-1"))
        self.assertEqual(bytes(record.set("c0", '"Ж"')), f'{KINGS} c0 "Ж"; id "é";'.encode())

    def test_lines_of_an_earlier_analysis_go(self):
        three = epidote.analyze(chess.STARTING_FEN, nodes=2000, lines=3)
        self.assertTrue("c1" in three and "c2" in three)
        one = epidote.analyze(three.set("c3", '"mine"'), nodes=3000)
        self.assertEqual(("c1" in one, "c2" in one, one["c3"]), (False, False, ["mine"]))


    def test_a_line_without_a_position_is_not_searched_in_silence(self):
        for line in ("garbage", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - bm e4;"):
            for search in (lambda: epidote.analyze(line, nodes=10), lambda: epidote.mate(line, 1)):
                with self.assertRaisesRegex(epidote.EpidoteError, r"no position of eight ranks to search \(§4.1\)"):
                    search()
        self.assertEqual(epidote.analyze("# a comment", nodes=10).text, "# a comment")

    def test_a_record_is_shown_as_python_would_write_it(self):
        for text in (KINGS, f'{KINGS} id "e\u0301\x7f\\";', f"{KINGS} c0 \"it's\";"):
            record = epidote.parse(text)
            self.assertEqual(eval(repr(record), {"Record": epidote.Record}), record)

    def test_the_number_of_a_line_has_a_limit(self):
        self.assertEqual(epidote.parse(KINGS, (1 << 32) - 1).line, (1 << 32) - 1)
        with self.assertRaisesRegex(ValueError, "the number of a line is at most 4294967295"):
            epidote.parse(KINGS, 1 << 32)


class Boards(unittest.TestCase):
    def test_what_is_no_operand_is_refused(self):
        board = chess.Board()
        for wrong in (board.legal_moves, {chess.Move.from_uci("e2e4")}, {"a": 1}, b"e4", [["e4"]], object()):
            with self.assertRaisesRegex(TypeError, "bm: operands are texts, numbers, moves"):
                epidote.from_board(board, bm=wrong)

    def test_rights_of_chess960_stay_however_they_are_written(self):
        for fields in ["1rk1r3/8/8/8/8/8/8/1RK1R3 w KQkq -", "1rk1r3/8/8/8/8/8/8/1RK1R3 w EBeb -"]:
            board = epidote.to_board(fields)
            self.assertEqual((board.status(), board.chess960), (chess.STATUS_VALID, True), fields)
            self.assertEqual(epidote.parse(epidote.from_board(board)).fen.split()[2], "EBeb", fields)
        self.assertFalse(epidote.to_board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -").chess960)

    def test_operations_may_be_lists_and_missing(self):
        board = chess.Board()
        made = epidote.from_board(board, bm=["Nf3", "e4"], ce=12, am=None)
        self.assertEqual((made.moves("bm"), made["ce"], "am" in made), (["Nf3", "e4"], ["12"], False))

    def test_moves_of_python_chess_are_written_in_san(self):
        start, chess960 = chess.Board(), chess.Board("4k3/8/8/8/8/8/8/1RK5 w B - 0 1", chess960=True)
        castling = chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
        mate = chess.Board("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
        promotion = chess.Board("4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
        for board, opcode, words, written in [
            (start, "bm", "g1f3", "Nf3"),
            (start, "bm", "g1f3 e2e4", "Nf3 e4"),
            (start, "am", "g1f3 f3g5", None),
            (start, "pm", "e2e4", "e4"),
            (start, "pv", "e2e4 e7e5 g1f3", "e4 e5 Nf3"),
            (start, "sv", "e2e4 e7e5 g1f3", "e4 e5 Nf3"),
            (start, "pv", "e2e4 e2e4", None),
            (start, "bm", "e2e5", None),
            (start, "bm", "0000", None),
            (castling, "bm", "e1g1", "O-O"),
            (chess960, "bm", "c1b1", "O-O-O"),
            (mate, "bm", "a1a8", "Ra8#"),
            (promotion, "bm", "a7a8n", "a8=N"),
            (promotion, "bm", "a7a8", None),
        ]:
            moves = [chess.Move.from_uci(word) for word in words.split()]
            for given in [moves, tuple(moves)] if len(moves) > 1 else [moves, *moves]:
                with self.subTest(opcode=opcode, given=given):
                    if written is None:
                        wrong = f"^{opcode}: `{words.split()[-1]}` cannot be played"
                        with self.assertRaisesRegex(epidote.EpidoteError, wrong) as raised:
                            epidote.from_board(board, **{opcode: given})
                        self.assertEqual(raised.exception.paragraph, "§5.2.2")
                    else:
                        made = epidote.from_board(board, **{opcode: given})
                        self.assertEqual(made[opcode], written.split())
                        self.assertEqual(made.moves(opcode), written.split())
        self.assertEqual(start, chess.Board())
        made = epidote.from_board(start, bm=["Nf3", chess.Move.from_uci("e2e4")], id='"a"')
        self.assertEqual((made["bm"], made["id"]), (["Nf3", "e4"], ["a"]))
        with self.assertRaisesRegex(epidote.EpidoteError, "all chess.Move, or all words"):
            epidote.from_board(start, pv=["e4", chess.Move.from_uci("e7e5")])

    def test_other_games_are_refused(self):
        import chess.variant

        for game in [chess.variant.ThreeCheckBoard, chess.variant.CrazyhouseBoard]:
            with self.assertRaisesRegex(epidote.EpidoteError, "EPD is about chess"):
                epidote.from_board(game())


class Files(Folder):
    def test_a_file_that_is_missing_is_that_for_python(self):
        for call in [epidote.read, lambda path: polars.DataFrame(epidote.scan(path))]:
            with self.assertRaises(FileNotFoundError) as raised:
                call(os.path.join(self.folder, "none.epd"))
            self.assertTrue(raised.exception.filename.endswith("none.epd"))

    def test_what_is_packed_in_another_way_is_told(self):
        line = f"{KINGS}\n".encode()
        for name, bytes_, program in [
            ("a.bz2", bz2.compress(line), "bzip2"),
            ("a.xz", lzma.compress(line), "xz"),
        ]:
            path = self.file(name, bytes_)
            for call in [epidote.read, lambda path: polars.DataFrame(epidote.scan(path))]:
                with self.subTest(name), self.assertRaisesRegex(epidote.EpidoteError, f"packed with {program}: unpack it first"):
                    call(path)
            with self.assertRaisesRegex(epidote.EpidoteError, "unpack it first"):
                epidote.cluster.run(path, os.path.join(self.folder, "out"), "normalize", client=None)
        path = self.file("wide.epd", f"{KINGS}\n".encode("utf-16"))
        with self.assertRaisesRegex(epidote.EpidoteError, "UTF-16 cannot be divided"):
            epidote.cluster.run(path, os.path.join(self.folder, "out"), "normalize", client=None)
        with self.assertRaisesRegex(epidote.EpidoteError, "part_bytes"):
            epidote.cluster.run(path, os.path.join(self.folder, "out"), "normalize", client=None, part_bytes=0)

    def test_objects_may_give_any_bytes(self):
        class Giving(io.BytesIO):
            def __init__(self, content, kind):
                super().__init__(content)
                self.kind = kind

            def read(self, size=-1):
                return self.kind(super().read(size))

        for kind in [bytes, bytearray, memoryview]:
            self.assertEqual(len(list(epidote.read(Giving(f"{KINGS}\n".encode(), kind)))), 1)
        for kind in [len, bytes.decode]:
            with self.assertRaises(epidote.EpidoteError):
                list(epidote.read(Giving(f"{KINGS}\n".encode(), kind)))

    def test_files_without_a_buffer_get_all_or_say_that_they_did_not(self):
        class Taking(io.RawIOBase):
            def __init__(self, most):
                self.most, self.taken = most, b""

            def writable(self):
                return True

            def write(self, text):
                if self.most is None:
                    return None
                self.taken += bytes(text[:self.most])
                return min(self.most, len(text))

        class Silent:
            """Writes all, and returns what nobody should count with."""

            def __init__(self, answer):
                self.answer, self.taken = answer, b""

            def write(self, text):
                self.taken += text
                return self.answer

        whole = f"{KINGS}\n".encode() * 100
        for out in [Taking(1), Taking(1000), Silent(None), Silent(3)]:
            with self.subTest(out=out):
                self.assertEqual((epidote.export([KINGS] * 100, out, "epd"), out.taken), (100, whole))
        self.assertRaises(BlockingIOError, epidote.export, [KINGS], Taking(None), "epd")

    @unittest.skipUnless(hasattr(os, "set_blocking") and os.name == "posix", "pipes of this system always wait")
    def test_a_pipe_that_is_full_is_told(self):
        read, write = os.pipe()
        os.set_blocking(write, False)
        with open(read, "rb"), open(write, "wb", buffering=0) as out, self.assertRaises(BlockingIOError):
            epidote.export([KINGS] * 20_000, out, "epd")

    def test_a_file_that_cannot_be_written_has_the_name_that_was_given(self):
        missing = os.path.join(self.folder, "none", "x.fen")
        for path, kind in [
            (missing, FileNotFoundError),
            (os.fsencode(missing), FileNotFoundError),
            (os.path.relpath(missing), FileNotFoundError),
            (os.path.join(self.folder, "."), OSError),
        ]:
            for call in [lambda: epidote.export([KINGS], path, "fen"), lambda: epidote.write([ROW], path)]:
                with self.subTest(path), self.assertRaises(kind) as raised:
                    call()
                self.assertEqual((raised.exception.filename, raised.exception.filename2), (path, None))
                self.assertNotIn(".tmp", str(raised.exception))

        def records():
            yield from epidote.read(missing)

        path = os.path.join(self.folder, "x.fen")
        with self.assertRaises(FileNotFoundError) as raised:
            epidote.export(records(), path, "fen")
        self.assertEqual((raised.exception.filename, os.listdir(self.folder)), (missing, []))

    def test_a_reader_is_closed_like_a_file(self):
        lines = [f"{KINGS} ce {number};" for number in range(9)]
        path, given = self.file("a.epd", "\n".join(lines)), io.BytesIO("\n".join(lines).encode())
        for source, settings in [
            (path, {}),
            (path, {"progress": True}),
            (given, {}),
            (given, {"progress": True}),
            (lines, {}),
            (lines, {"progress": True}),
        ]:
            given.seek(0)
            with self.subTest(source=source, **settings), contextlib.redirect_stderr(io.StringIO()):
                with epidote.read(source, **settings) as reader:
                    self.assertEqual(next(reader)["ce"], ["0"])
                for close in [lambda: None, reader.close, reader.close]:
                    close()
                    with self.assertRaisesRegex(ValueError, "^the reader is closed$"):
                        next(reader)
                self.assertEqual((reader.failed, reader.first_failure), (0, None))
                with self.assertRaisesRegex(KeyError, "mine"), epidote.read(source, **settings) as reader:
                    raise KeyError("mine")
                self.assertRaises(ValueError, list, reader)
        self.assertFalse(given.closed)

    def test_threads_that_share_a_reader_get_every_record_once(self):
        path = self.file("a.epd", (KINGS + "\n") * 60_000)
        with epidote.read(path) as reader:
            taken = [[] for _ in range(4)]
            threads = [
                threading.Thread(target=lambda part=part: part.extend(record.line for record in reader)) for part in taken
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual(sorted(sum(taken, [])), list(range(1, 60_001)))

    def test_an_object_that_asks_for_its_own_reader_is_answered(self):
        class Asking(io.BytesIO):
            ask = None

            def read(self, count):
                return self.ask() if self.ask is not None else super().read(count)

        file = Asking((KINGS + "\n").encode() * 50_000)
        reader = epidote.read(file)
        file.ask = lambda: next(reader)
        with self.assertRaisesRegex(epidote.EpidoteError, "is being read in this thread"):
            list(reader)

        file = Asking((KINGS + "\n").encode() * 50_000)
        reader = epidote.read(file)
        file.ask = lambda: b"" if (reader.failed, reader.first_failure) == (0, None) else None
        self.assertEqual(len(list(reader)) > 0, True)

        file = Asking((KINGS + "\n").encode() * 50_000)
        reader = epidote.read(file)
        file.ask = lambda: reader.close() or b""
        with self.assertRaisesRegex(ValueError, "the reader is closed"):
            list(reader)
        self.assertFalse(file.closed)

    def test_a_reader_that_waits_in_another_thread_is_asked_and_closed(self):
        reading, writing = os.pipe()
        os.write(writing, f"{KINGS}\n".encode())
        reader = epidote.read(f"/dev/fd/{reading}")
        next(reader)
        ended = []

        def read_on():
            try:
                ended.append(len(list(reader)))
            except ValueError as error:
                ended.append(str(error))

        thread = threading.Thread(target=read_on, daemon=True)
        thread.start()
        self.assertEqual((reader.failed, reader.first_failure), (0, None))
        self.addCleanup(signal.signal, signal.SIGALRM, signal.signal(signal.SIGALRM, self.alarm))
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        # It waits for the thread that has the file, and hears the signal.
        self.assertRaisesRegex(LookupError, "alarm", next, reader)
        reader.close()
        os.write(writing, f"{KINGS}\n".encode())
        os.close(writing)
        thread.join(10)
        # Either had the file; what ended a read ends the reader.
        self.assertIn(ended, (["the reader is closed"], [0]))
        os.close(reading)

    @staticmethod
    def alarm(*_):
        raise LookupError("alarm")

    def test_an_object_may_give_more_than_it_is_asked_for(self):
        class Giving(io.BytesIO):
            def read(self, count):
                return super().read(2 * count)

        lines = "".join(f'{KINGS} id "{n}";\n' for n in range(50_000)).encode()
        for file in (Giving(lines), Giving(gzip.compress(lines))):
            self.assertEqual([record["id"] for record in epidote.read(file)], [[str(n)] for n in range(50_000)])

    def test_what_is_left_of_a_text_that_is_cut_off_is_no_record(self):
        packed = gzip.compress("".join(f'{KINGS} id "{n}";\n' for n in range(50_000)).encode())
        reader = epidote.read(io.BytesIO(packed[:-2000]))
        with self.assertRaises(epidote.EpidoteError):
            for record in reader:
                self.assertEqual(len(record["id"]), 1)
        self.assertEqual(list(reader), [])

    @unittest.skipUnless(hasattr(os, "mkfifo"), "there are no pipes with names")
    def test_a_pipe_is_not_read_twice(self):
        pipe = os.path.join(self.folder, "pipe")
        os.mkfifo(pipe)
        with self.assertRaisesRegex(epidote.EpidoteError, "can be read only once; name the columns"):
            epidote.scan(pipe)
        with self.assertRaises(FileNotFoundError):
            epidote.scan(self.folder + "/missing.epd", ["id"])

    def test_a_stream_in_drops_is_known_by_its_first_bytes(self):
        class Drops(io.BytesIO):
            def read(self, count=-1):
                return super().read(min(count, 1))

        packed = gzip.compress(f'{KINGS} id "a";\n'.encode())
        self.assertEqual([record["id"] for record in epidote.read(Drops(packed))], [["a"]])
        again = io.BytesIO(gzip.compress(b"PK\x03\x04" + bytes(60)))
        with self.assertRaisesRegex(epidote.EpidoteError, "an archive in an archive"):
            list(epidote.read(again))

    def test_the_end_of_an_iterator_in_a_file_is_no_end_of_the_file(self):
        class Ending:
            def __init__(self, *pieces):
                self.pieces = iter(pieces)

            def read(self, _count):
                return next(self.pieces)

        reader = epidote.read(Ending(f'{KINGS} id "a";\n{KINGS} id "last";'.encode()))
        with self.assertRaisesRegex(RuntimeError, "StopIteration"):
            list(reader)

    def test_names_in_bytes_are_paths_of_any_kind(self):
        self.file("a.epd", f"{KINGS}\n")
        with os.scandir(os.fsencode(self.folder)) as entries:
            entry = next(entry for entry in entries if entry.name == b"a.epd")
        self.assertEqual(len(list(epidote.read(entry))), 1)

    def test_a_series_is_a_list_of_lines(self):
        class Lines(list):
            columns = 1

        lines = [f'{KINGS} id "{n}";' for n in range(2)]
        for given in (polars.Series(lines), pandas.Series(lines), Lines(lines)):
            out = io.BytesIO()
            self.assertEqual(epidote.export(given, out, "epd"), 2)
            self.assertEqual(out.getvalue().decode().splitlines(), lines)

    def test_a_frame_is_no_list_of_lines(self):
        frame = pandas.DataFrame([ROW])
        for given in [frame, polars.DataFrame([ROW]), ROW]:
            with self.assertRaisesRegex(epidote.EpidoteError, "`write` makes a file"):
                epidote.export(given, io.BytesIO(), "epd")
            with self.assertRaisesRegex(epidote.EpidoteError, "`write` makes a file"):
                epidote.grade(given)

    def test_texts_of_unknown_opcodes_come_back_whole(self):
        path = self.file("a.epd", f'{KINGS} Opn "Ruy Lopez"; foo 1 2; theme " a";\n')
        out = os.path.join(self.folder, "out.epd")
        epidote.write(epidote.scan(path), out)
        (record,) = epidote.read(out)
        self.assertEqual(record.operations, next(epidote.read(path)).operations)
        epidote.write([{**ROW, "theme": "two words", "id": 5, "foo": 7}], out)
        (record,) = epidote.read(out)
        self.assertEqual(record.text, f'{KINGS} foo 7; id "5"; theme "two words";')

    def test_what_is_no_number_is_no_operand(self):
        for value in [float("nan"), True]:
            with self.assertRaises(TypeError):
                epidote.from_board(chess.Board(), ce=value)

    def test_castlings_of_one_position_are_spelled_alike(self):
        line = "r3k1r1/pppppppp/8/8/8/8/PPPPPPPP/R3K1R1 w GAga - bm O-O O-O-O;"
        self.assertEqual(epidote.parse(line).uci("bm"), ["e1g1", "e1a1"])
        board = chess.Board(chess960=True)
        self.assertTrue(epidote.to_board(epidote.from_board(board)).chess960)
        record = epidote.parse("4k3/8/8/8/8/8/8/R3K2R w HA - bm O-O;")
        board = epidote.to_board(record)
        self.assertEqual(record.uci("bm"), [board.uci(board.parse_san("O-O"))])

    def test_a_closed_reader_keeps_no_file(self):
        class Giving(io.BytesIO):
            pass

        given = Giving(f"{KINGS}\n".encode())
        reader, known = epidote.read(given), weakref.ref(given)
        del given
        self.assertIsNotNone(known())
        reader.close()
        self.assertIsNone(known())
        path = os.path.realpath(self.file("a.epd", f"{KINGS}\n" * 9))

        def is_open():
            return path in [os.path.realpath(f"/proc/self/fd/{name}") for name in os.listdir("/proc/self/fd")]

        if os.path.exists("/proc/self/fd"):
            reader = epidote.read(path)
            next(reader)
            self.assertTrue(is_open())
            reader.close()
            self.assertFalse(is_open())

    def test_lines_of_a_file_are_no_paths(self):
        path = self.file("a.epd", f"{KINGS}\n".encode())
        with open(path, "rb") as binary, open(path) as text:
            for given in [binary, text, io.BytesIO(b""), io.StringIO(path)]:
                with self.subTest(given=given), self.assertRaisesRegex(TypeError, "a path.*, not a file object; `read` takes one"):
                    epidote.scan(given)

    def test_a_pattern_finds_every_file_once(self):
        os.makedirs(os.path.join(self.folder, "a", "b"))
        for name in ["1.epd", "a/2.epd", "a/b/3.epd"]:
            self.file(name, f'{KINGS} id "{name}";\n')
        for pattern, expected in [
            ("**", ["1.epd", "a/2.epd", "a/b/3.epd"]),
            ("**/*.epd", ["1.epd", "a/2.epd", "a/b/3.epd"]),
            ("**/", ["1.epd", "a/2.epd", "a/b/3.epd"]),
            ("*", ["1.epd", "a/2.epd", "a/b/3.epd"]),
            ("a/**", ["a/2.epd", "a/b/3.epd"]),
        ]:
            with self.subTest(pattern):
                found = polars.DataFrame(epidote.scan(os.path.join(self.folder, pattern), ["id"]))
                self.assertEqual(sorted(found["id"]), expected)

    def test_a_scan_is_of_its_files_wherever_python_is(self):
        self.file("a.epd", f'{KINGS} id "a";\n')
        before = os.getcwd()
        os.chdir(self.folder)
        try:
            scan = epidote.scan("a.epd", ["id"])
        finally:
            os.chdir(before)
        self.assertEqual(list(polars.DataFrame(scan)["id"]), ["a"])

    def test_columns_are_a_list_of_names(self):
        path = self.file("a.epd", f'{KINGS} id "a";\n')
        self.assertEqual(polars.DataFrame(epidote.scan(path, iter(["id"]))).columns, ["id"])
        with self.assertRaisesRegex(epidote.EpidoteError, "^columns are a list of names, not 'id'"):
            epidote.scan(path, "id")

    def test_words_that_are_no_moves_are_counted(self):
        for text, failed, first in [
            ("1. e4 foo e5 2. Nf3 *", 1, "game 1: `foo` is not a move"),
            ("1. e4 e5 *\n\n[Event \"b\"]\n\n1. e4 e9 Ke9 *", 2, "game 2: `e9` is not a move"),
            ("1. e4 e5 2. Ke5 *\n\n[Event \"b\"]\n\n1. foo e4 *", 2, "game 1: "),
        ]:
            reader = epidote.read(io.BytesIO(f'[Event "a"]\n\n{text}\n'.encode()), "pgn")
            list(reader)
            self.assertEqual(reader.failed, failed, text)
            self.assertTrue(reader.first_failure.startswith(first), reader.first_failure)


    def test_a_file_that_has_nothing_yet_is_told(self):
        reading, writing = os.pipe()
        os.set_blocking(reading, False)
        with open(reading, "rb", buffering=0) as file, self.assertRaises(BlockingIOError):
            list(epidote.read(file))
        os.close(writing)

    def test_a_folder_of_tables_that_is_missing_is_that_for_python(self):
        missing = os.path.join(self.folder, "no")
        with self.assertRaises(FileNotFoundError) as raised:
            epidote.analyze(KINGS, nodes=9, tablebases=missing)
        self.assertEqual(raised.exception.filename, missing)
        with self.assertRaisesRegex(epidote.EpidoteError, "no Syzygy table"):
            epidote.analyze(KINGS, nodes=9, tablebases=self.folder)
        self.file("KQvK.rtbw", b"damaged")
        with self.assertRaisesRegex(epidote.EpidoteError, "KQvK.rtbw"):
            epidote.analyze(KINGS, nodes=9, tablebases=self.folder)


class Frames(Folder):
    def test_whatever_is_right_goes_through_a_frame_and_back(self):
        for operations in [
            "resign;", "draw_accept;", "draw_reject;", "ptp;", 'ptp Result "1-0";', 'zz a b "c d";',
            'id "a";', 'c0 "";', "bm Kd2 Kf2;", "ce -5; dm 3;", 'id "a; b";', 'c0 "12";',
        ]:
            line = f"{KINGS} {operations}"
            path, back = self.file("in.epd", line + "\n"), os.path.join(self.folder, "out.epd")
            with self.subTest(operations):
                self.assertNotEqual(epidote.parse(line).severity, "error")
                self.assertEqual(epidote.write(epidote.scan(path), back), 1)
                self.assertEqual(self.content(back).decode(), line + "\n")

    def test_what_is_wrong_with_a_row_is_told_as_it_was_given(self):
        path = os.path.join(self.folder, "out.epd")
        for more, words in [
            ({"bm": "Qh5"}, "`Qh5` cannot be played"),
            ({"bm": ["Qh5"]}, "`Qh5` cannot be played"),
            ({"side": 5}, "row 1: side is a text, not 5"),
            ({"placement": "# x"}, "row 1: `# x w - -` is not the four fields of a record"),
            ({"en_passant": "- bm e4;"}, "is not the four fields of a record"),
            ({"id": "x" * 300}, r"^line 1: a string of 300 bytes; at most 255 are allowed \(§5.1\)$"),
            ({"c0": "é" * 130}, "a string of 260 bytes"),
            ({"id": 'a"b'}, r"^line 1: a string cannot hold a quote; .* \(§5.1\)$"),
            ({"c0": 'say "a"'}, "a string cannot hold a quote"),
            ({"id": '"a'}, "the second quote is missing"),
            ({"id": "a\nb"}, "a string cannot hold a control character"),
            ({"tcri": "a"}, "`tcri` takes two strings, not 1 operand"),
            ({"ce": 'a"b'}, "the second quote is missing"),
        ]:
            with self.subTest(more), self.assertRaisesRegex(epidote.EpidoteError, words):
                epidote.write([{**ROW, **more}], path)
        self.assertFalse(os.path.exists(path))
        with self.assertRaises(epidote.EpidoteError) as raised:
            epidote.write([ROW, {**ROW, "id": 'a"b'}], path)
        self.assertEqual((raised.exception.line, raised.exception.paragraph), (2, "§5.1"))

    def test_what_is_no_operand_is_refused(self):
        for wrong in (b"abc", {"ce": 1}, [["a"]], [None, "a"], object()):
            with self.assertRaisesRegex(epidote.EpidoteError, "^row 1: zz takes texts, numbers, and lists of these"):
                epidote.write([{**ROW, "zz": wrong}], self.folder + "/out.epd")
        self.assertEqual(os.listdir(self.folder), [])

    def test_numbers_of_any_kind_are_operands(self):
        import decimal
        import numpy

        numbers = [numpy.int64(5), numpy.float64(5.0), decimal.Decimal(5), 5.0, 5]
        for number in numbers:
            self.assertEqual(epidote.from_board(chess.Board(), ce=number)["ce"], ["5"])
        path = self.folder + "/out.epd"
        for value in (numbers, numpy.array([5, 5]), numpy.int64(5)):
            epidote.write([{**ROW, "zz": value}], path)
            self.assertEqual(set(next(epidote.read(path))["zz"]), {"5"})

    def test_records_of_chess960_are_written(self):
        record = epidote.from_board(chess.Board.from_chess960_pos(0))
        path = self.folder + "/out.epd"
        with self.assertRaisesRegex(epidote.EpidoteError, "Chess960"):
            epidote.write([record], path)
        self.assertEqual(epidote.write([record], path, chess960=True), 1)
        record.check(chess960=True)
        self.assertEqual(epidote.write(polars.DataFrame(epidote.scan(path)), path, chess960=True), 1)
        self.assertEqual([line.text for line in epidote.read(path)], [record.text])

    def test_moves_may_be_a_series(self):
        path = os.path.join(self.folder, "out.epd")
        epidote.write([{**ROW, "bm": polars.Series(["Kd2", "Kf2"])}], path)
        self.assertEqual(self.content(path).decode(), f"{KINGS} bm Kd2 Kf2;\n")

    def test_an_index_with_a_name_is_a_column(self):
        path = os.path.join(self.folder, "out.epd")
        frame = pandas.DataFrame([{**ROW, "id": "a", "acd": 3}])
        for indexed in [frame.set_index("id"), frame.set_index(["id", "acd"]), frame]:
            epidote.write(indexed, path)
            self.assertEqual(self.content(path).decode(), f'{KINGS} acd 3; id "a";\n')

    def test_a_data_set_is_written_and_a_single_column_is_not(self):
        path = os.path.join(self.folder, "out.epd")
        table = pyarrow.table({name: [value] for name, value in ROW.items()})
        dataset = pyarrow.dataset.dataset(table)
        for whole in [dataset, dataset.scanner(), table]:
            self.assertEqual(epidote.write(whole, path), 1)
        frame = pandas.DataFrame([ROW])
        for part in [table["side"], polars.Series(["w"]), frame.iloc[0], frame["side"]]:
            with self.subTest(type(part).__name__), self.assertRaisesRegex(epidote.EpidoteError, "a frame, rows or records are needed"):
                epidote.write(part, path)

    def test_columns_may_come_from_a_generator(self):
        out = io.BytesIO()
        epidote.export([f'{KINGS} id "a";'], out, "csv", columns=(name for name in ["id"]))
        self.assertEqual(out.getvalue().decode().splitlines()[0].split(",")[-1], "id")

    def test_fields_are_no_columns_of_opcodes(self):
        for name in ["line", "placement", "side", "castling", "en_passant", "severity"]:
            with self.subTest(name), self.assertRaisesRegex(epidote.EpidoteError, f"^columns: {name} is no opcode"):
                epidote.export([KINGS], io.BytesIO(), "csv", columns=[name])
