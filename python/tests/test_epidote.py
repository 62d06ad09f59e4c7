"""Tests of the installed package: `make python` runs them."""

import contextlib
import doctest
import gzip
import io
import os
import pathlib
import pickle
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import zipfile

import chess
import pyarrow

import epidote
import epidote.cluster

from interrupting import interrupted

KINGS = "4k3/8/8/8/8/8/8/4K3 w - -"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
SUITE = (
    '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm a1a8; ce 32766; id "back rank";\r\n'
    "# a comment\n\n"
    "4k3/8/8/8/8/8/4P3/4K3 w - -  bm e4; D1 6; fmvn 9; id pawn\n"
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 pv e2e4 e7e5; c0 "K\u00f6nig";'
)


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def file(self, name, content):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return path

    def content(self, path):
        with open(path, "rb") as file:
            return file.read()


class Records(unittest.TestCase):
    def test_examples_in_documentation(self):
        for module, least in [(epidote, 12), (epidote._writing, 5)]:
            done = doctest.testmod(module)
            self.assertEqual(done.failed, 0)
            self.assertGreater(done.attempted, least)

    def test_everything_is_described(self):
        for name in epidote.__all__:
            self.assertTrue(getattr(epidote, name).__doc__, name)
        for name, part in vars(epidote.Record).items():
            if not name.startswith("_"):
                self.assertTrue(part.__doc__, name)
        # Doctests are looked for in what is written in Python.
        found = doctest.DocTestFinder().find(epidote.parse, "parse", globs={"parse": epidote.parse})
        self.assertEqual(doctest.DocTestRunner().run(found[0]), doctest.TestResults(0, 1))

    def test_types_are_those_of_the_package(self):
        with tempfile.TemporaryDirectory() as folder:
            config = os.path.join(folder, "mypy.ini")
            with open(config, "w") as file:
                file.write("[mypy]\nignore_missing_imports = True\n")
            command = [sys.executable, "-m", "mypy.stubtest", "epidote", "--mypy-config-file", config]
            done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            use = os.path.join(folder, "use.py")
            with open(use, "w") as file:
                file.write("import epidote\nrecords = epidote.read('a.epd')\nfailed: int = records.failed\n")
                file.write("numbers: list[int | None] = [record.line for record in records]\n")
            done = subprocess.run([sys.executable, "-m", "mypy", "--strict", use], capture_output=True, text=True, cwd=folder)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_text_is_kept(self):
        for line in ["", " x", "a\tb;;", SUITE.splitlines()[0], b"\xff id \"K\xf6nig\";"]:
            raw = line if isinstance(line, bytes) else line.encode()
            self.assertEqual(bytes(epidote.parse(line)), raw)
        self.assertEqual(epidote.parse(b'8/8 w - - id "K\xf6nig";')["id"], ["K\u00f6nig"])
        self.assertEqual(bytes(epidote.parse(KINGS + "\r\n")), KINGS.encode())

    def test_parts(self):
        record = epidote.parse(f'{KINGS} bm e1d2 Kf2; id "a; b"; resign;', 7)
        self.assertEqual((record.line, record.kind, record.fields[1]), (7, "record", "w"))
        self.assertEqual(record.operations[1:], [("id", ["a; b"]), ("resign", [])])
        self.assertIn("bm", record)
        self.assertNotIn("am", record)
        self.assertEqual(record.uci("bm"), ["e1d2", "e1f2"])
        self.assertEqual(record.fen, KINGS + " 0 1")
        self.assertRaises(KeyError, lambda: record["am"])
        self.assertEqual(pickle.loads(pickle.dumps(record)), record)
        self.assertEqual(hash(record), hash(epidote.parse(record.text)))
        self.assertEqual(record.remove("bm").set("ce", "5").text, f'{KINGS} ce 5; id "a; b"; resign;')

    def test_errors_say_where(self):
        for act, paragraph in [
            (lambda r: r.moves("bm"), "§5.2.2"),
            (lambda r: r.set("1x", "5"), "§5.1"),
            (lambda r: r.set("id", '"'), "§5.1"),
            (lambda r: r.check(), "§5.2.2"),
        ]:
            with self.assertRaises(epidote.EpidoteError) as caught:
                act(epidote.parse(f"{KINGS} bm Kd9;", 12))
            self.assertEqual((caught.exception.line, caught.exception.paragraph), (12, paragraph))
            self.assertIn("line 12: ", str(caught.exception))
        with self.assertRaises(epidote.EpidoteError):
            epidote.parse("8/8/8/8/8/8/8/8 w - -").fen
        self.assertRaises(epidote.EpidoteError, epidote.parse, "a\nb")
        self.assertRaises(TypeError, epidote.parse, 5)

    def test_findings_have_fixes(self):
        finding = epidote.lint(f"{KINGS} bm e1d2;")[0]
        self.assertEqual((finding.code, finding.start, finding.end), ("E303", 29, 33))
        title, fixed, is_safe = finding.fixes[0]
        self.assertTrue(title and is_safe)
        self.assertEqual(fixed, f"{KINGS} bm Kd2;")

    def test_boards_go_there_and_back(self):
        board = chess.Board()
        for move in ["e4", "c5", "Nf3"]:
            board.push_san(move)
            record = epidote.from_board(board, bm=board.san(next(iter(board.legal_moves))))
            self.assertEqual(epidote.to_board(record).fen(en_passant="fen"), board.fen(en_passant="fen"))
            record.check()
        chess960 = epidote.parse("nrkbbrqn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBRQN w FBfb -")
        self.assertTrue(epidote.to_board(chess960).chess960)


class AnyLine(unittest.TestCase):
    PIECES = [
        b"4k3/8/8/8/8/8/4P3/4K3", b" ", b"w", b"-", b"KQkq", b"8", b"/", b"bm", b"pv", b"e4", b"e2e4", b"O-O", b"dm", b"ce",
        b"99999999999999999999", b"-1", b";", b'"', b"\\", b"#", b"\t", b"\0", b"\xff", b"\xe9", "Ф".encode(), b"id", b"c0", b"noop",
        b"4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"x\";",
    ]

    def test_what_cannot_be_done_is_an_error_of_the_package(self):
        acts = [
            lambda record: record.findings, lambda record: record.fix(), lambda record: record.fix(True), lambda record: record.normalize(),
            lambda record: record.fen, lambda record: record.fields, lambda record: record.operations, lambda record: record["bm"],
            lambda record: record.moves("bm"), lambda record: record.uci("pv"), lambda record: record.set("c0", '"x"'),
            lambda record: record.set("bm", "e4"), lambda record: record.remove("bm"), lambda record: record.check(),
            lambda record: epidote.analyze(record, nodes=1), lambda record: epidote.mate(record, 1), lambda record: epidote.grade([record]),
        ]
        chance = random.Random(7)
        for _ in range(3000):
            line = b"".join(chance.choices(self.PIECES, k=chance.randrange(14)))
            record = epidote.parse(line)
            self.assertEqual(bytes(record), line)
            for act in acts:
                with contextlib.suppress(epidote.EpidoteError, KeyError):
                    act(record)


class Files(Folder):
    def test_packed_files_are_read_as_they_are(self):
        plain = self.file("a.epd", SUITE)
        packed = self.file("a.epd.gz", gzip.compress(SUITE.encode()))
        archive = os.path.join(self.folder, "a.zip")
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as zipped:
            zipped.writestr("a.epd", SUITE.encode())
        expect = [record.text for record in epidote.read(plain)]
        self.assertEqual(len(expect), 3)
        self.assertEqual([record.line for record in epidote.read(plain)], [1, 4, 5])
        frames = [pyarrow.compress(part.encode(), codec="zstd", asbytes=True) for part in (SUITE[:9], SUITE[9:])]
        zstd = self.file("a.epd.zst", b"".join(frames))
        for path in [packed, archive, zstd, os.fsencode(plain)]:
            self.assertEqual([record.text for record in epidote.read(path)], expect, path)
        for given in [io.BytesIO(SUITE.encode()), io.BytesIO(self.content(packed)), io.BytesIO(self.content(zstd)), SUITE.encode().splitlines()]:
            self.assertEqual([record.text for record in epidote.read(given)], expect)
        self.assertEqual(len(list(epidote.read(plain, records_only=False))), 5)
        self.assertEqual(list(epidote.read(self.file("none.epd", ""))), [])
        shown = io.StringIO()
        with contextlib.redirect_stderr(shown):
            self.assertEqual([record.text for record in epidote.read(plain, progress=True)], expect)
            reader = epidote.read(plain, progress=True)
            self.assertEqual((reader.failed, reader.first_failure), (0, None))
            of_lines = epidote.read(expect, progress=True)
            self.assertEqual([record.text for record in of_lines], expect)
            self.assertEqual((of_lines.failed, of_lines.first_failure), (0, None))
        self.assertIn("100%", shown.getvalue())
        with self.assertRaisesRegex(FileNotFoundError, "missing.epd"):
            epidote.read(os.path.join(self.folder, "missing.epd"))
        with self.assertRaisesRegex(epidote.EpidoteError, "a.epd.cut"):
            list(epidote.read(self.file("a.epd.cut", gzip.compress(os.urandom(99999))[:5000])))
        with self.assertRaisesRegex(epidote.EpidoteError, "b.epd.cut"):
            list(epidote.read(self.file("b.epd.cut", frames[1][:-5])))

    def test_data_sets_are_read(self):
        plain = self.file("a.plain", f"fen {KINGS} 0 1\nmove e1d2\nscore 5\nply 0\nresult 1\ne\n" * 3 + "fen x\ne\n")
        reader = epidote.read(plain, "plain")
        self.assertEqual([record["pm"] for record in reader], [["Kd2"]] * 3)
        self.assertEqual((reader.failed, reader.first_failure), (1, "line 19: illegal position: x"))
        table = self.file("a.csv", f"Position,Best\n{KINGS},e1d2\n")
        records = epidote.read(table, "csv", mapping={"Position": "fen", "Best": "bm"})
        self.assertEqual([record.text for record in records], [f"{KINGS} bm Kd2;"])
        # What only a table has says that it is one.
        records = epidote.read(table, mapping={"Position": "fen", "Best": "bm"})
        self.assertEqual([record.text for record in records], [f"{KINGS} bm Kd2;"])
        self.assertRaises(epidote.EpidoteError, epidote.read, table, mapping={"Position": "fen"}, every_evaluation=True)
        self.assertRaises(epidote.EpidoteError, epidote.read, [KINGS], mapping={})
        self.assertRaises(epidote.EpidoteError, epidote.read, [KINGS], "pgn")
        for format, more in [("pgn", {"mapping": {"a": "fen"}}), ("csv", {"every_evaluation": True})]:
            with self.assertRaisesRegex(epidote.EpidoteError, f"not for `{format}`"):
                epidote.read(table, format, **more)
        games = list(epidote.read(self.file("a.pgn", "1. e4 {+0.35/12 1s} e5 *\n"), "pgn"))
        self.assertEqual((len(games), games[0]["ce"]), (3, ["35"]))
        self.assertRaises(epidote.EpidoteError, epidote.read, plain, "xml")

    def test_columns_are_arrow(self):
        path = self.file("a.epd", SUITE)
        scan = epidote.scan(os.path.join(self.folder, "*.epd"))
        table = pyarrow.table(scan)
        self.assertEqual(table.num_rows, 3)
        self.assertEqual(scan.columns, table.column_names)
        rows = table.to_pylist()
        self.assertEqual(rows[0]["bm"], ["Ra8#"])
        self.assertEqual((rows[0]["ce"], rows[1]["D1"], rows[1]["fmvn"], rows[2]["fmvn"]), (32766, 6, 9, 1))
        self.assertEqual((rows[2]["pv"], rows[2]["c0"]), (["e4", "e5"], "K\u00f6nig"))
        self.assertEqual([row["line"] for row in rows], [1, 4, 5])
        self.assertEqual([row["severity"] for row in rows], ["error", "error", "error"])
        self.assertIsNone(rows[0]["D1"])
        some = pyarrow.table(epidote.scan([path], columns=["id", "ce"]))
        self.assertEqual(some.column_names, ["id", "ce"])
        # As written, also where it is no SAN; repaired files give the same.
        written = pyarrow.table(epidote.scan(path, as_written=True)).to_pylist()
        numbered = self.file("numbered.txt", f"{START} pv 1. e2e4 e7e5 2. Nf3 +;\n")
        moves = pyarrow.table(epidote.scan(numbered, ["pv"], as_written=True)).to_pylist()
        self.assertEqual(moves, [{"pv": ["e2e4", "e7e5", "Nf3"]}])
        self.assertEqual([row["bm"] for row in written if row["bm"]], [["a1a8"], ["e4"]])
        self.assertEqual(written[2]["pv"], ["e2e4", "e7e5"])
        fixed = self.file("fixed.txt", "".join(epidote.fix(line) + "\n" for line in SUITE.splitlines()))
        self.assertEqual(
            pyarrow.table(epidote.scan(fixed, ["bm", "pv"], as_written=True)),
            pyarrow.table(epidote.scan(fixed, ["bm", "pv"])),
        )
        # Twice from one scan.
        self.assertEqual(pyarrow.table(scan), table)
        self.assertRaises(OSError, epidote.scan, os.path.join(self.folder, "missing*.epd"))
        self.assertRaises(epidote.EpidoteError, epidote.scan, path, ["not an opcode"])

    def test_frames_become_records(self):
        text = "".join(epidote.normalize(epidote.fix(line)) + "\n" for line in SUITE.splitlines() if line[:1].isalnum())
        table = pyarrow.table(epidote.scan(self.file("a.epd", text)))
        out = os.path.join(self.folder, "out.epd")
        self.assertEqual(epidote.write(table, out), 3)
        self.assertEqual(self.content(out).decode(), text)
        wrong = pyarrow.table({"placement": ["8/8"], "side": ["w"], "castling": ["-"], "en_passant": ["-"]})
        with self.assertRaises(epidote.EpidoteError) as caught:
            epidote.write(wrong, out)
        self.assertEqual(caught.exception.line, 1)
        self.assertEqual(self.content(out).decode(), text)


class Searching(unittest.TestCase):
    START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"

    def test_nodes_give_the_same_result_everywhere(self):
        one = epidote.analyze(self.START, nodes=3000)
        self.assertIn("pv", one)
        results = []
        threads = [threading.Thread(target=lambda: results.append(epidote.analyze(self.START, nodes=3000))) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        without_time = {record.remove("acs").text for record in [one, *results]}
        self.assertEqual(len(without_time), 1)

    def test_endgames_are_looked_up_in_the_folders_that_are_named(self):
        folder = os.path.join(os.path.dirname(chess.__file__), "..", "syzygy")
        if not os.path.exists(os.path.join(folder, "KPvK.rtbz")):
            self.assertNotIn("EPIDOTE_REQUIRE_ENGINES", os.environ, "tables are required")
            self.skipTest("NOT RUN: there are no Syzygy tables; scripts/setup fetches them")
        drawn, won = "8/8/8/4k3/8/4K3/4P3/8 w - -", "4k3/8/4K3/4P3/8/8/8/8 w - -"
        before = epidote.analyze(won, nodes=200)
        # A folder, one as a path or as bytes, a list, and the same again.
        for tables in (folder, pathlib.Path(folder), os.fsencode(folder), [folder], (folder,)):
            self.assertEqual(epidote.analyze(won, nodes=200, tablebases=tables)["ce"], ["20000"])
            self.assertEqual(epidote.analyze(drawn, nodes=200, tablebases=tables)["ce"], ["0"])
        # Without tables the search is as it was.
        after = epidote.analyze(won, nodes=200)
        self.assertEqual((after["ce"], after["pv"]), (before["ce"], before["pv"]))
        results = []
        search = lambda: results.append(epidote.analyze(won, nodes=200, tablebases=folder)["ce"])
        threads = [threading.Thread(target=search) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(results, [["20000"]] * 3)
        for missing in ("no such folder", [folder, "no such folder"]):
            with self.assertRaises(FileNotFoundError) as caught:
                epidote.analyze(won, nodes=200, tablebases=missing)
            self.assertEqual(caught.exception.filename, "no such folder")
        with self.assertRaisesRegex(epidote.EpidoteError, "no Syzygy table"):
            epidote.analyze(won, nodes=200, tablebases=os.path.dirname(__file__))
        self.assertEqual(epidote.analyze(won, nodes=200, tablebases=folder)["ce"], ["20000"])

    def test_a_mate_that_may_not_be_the_shortest_is_written_if_wanted(self):
        position = "R7/1P6/8/1k5r/4p3/8/6K1/7R w - -"
        self.assertNotIn("dm", epidote.mate(position, 12, nodes=60_000))
        bound = epidote.mate(position, 12, nodes=60_000, bounds=True)
        shortest = epidote.mate(position, 12)
        self.assertEqual(shortest["dm"], ["5"])
        self.assertGreater(int(bound["dm"][0]), 5)

    def test_a_search_needs_a_limit(self):
        self.assertRaises(epidote.EpidoteError, epidote.analyze, self.START)
        self.assertRaises(epidote.EpidoteError, epidote.mate, self.START, 0)

    def test_an_interrupt_ends_a_search(self):
        # A job in the background of a shell ignores interrupts, and so would Python.
        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, signal.default_int_handler))
        timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
        timer.start()
        begun = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            epidote.analyze(self.START, seconds=600)
        # Far more than it takes (`benches/interrupts.py`), and far less than the limit.
        self.assertLess(time.monotonic() - begun, 60)
        self.assertIn("pv", epidote.analyze(self.START, nodes=100))

    def test_an_interrupt_ends_reading_and_columns(self):
        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, signal.default_int_handler))
        line = self.START.encode() + b"\n"

        class Endless:
            def read(self, size):
                return line * max(1, size // len(line))

        took, error = interrupted(lambda: sum(1 for _ in epidote.read(Endless())))
        self.assertIsInstance(error, KeyboardInterrupt)
        self.assertLess(took, 20)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "long.epd")
            with open(path, "wb") as file:
                for _ in range(200):
                    file.write(line * 10_000)
            # The first reading looks for opcodes, the second fills columns.
            for work in (lambda: epidote.scan([path] * 1_000),
                         lambda: pyarrow.table(epidote.scan([path] * 1_000, ["bm"])),
                         lambda: pyarrow.table(epidote.scan([path] * 1_000, ["bm"], progress=True)),
                         # A line without an end.
                         lambda: list(epidote.read("/dev/zero"))):
                took, error = interrupted(work)
                self.assertIsInstance(error, KeyboardInterrupt)
                self.assertLess(took, 20)

    def test_a_file_that_waits_hears_signals(self):
        for raises in [False, True]:
            heard = []

            def handler(*_):
                heard.append(raises)
                if raises:
                    raise LookupError("heard")
                os.write(writing, self.START.encode())
                os.close(writing)

            self.addCleanup(signal.signal, signal.SIGALRM, signal.signal(signal.SIGALRM, handler))
            reading, writing = os.pipe()
            signal.setitimer(signal.ITIMER_REAL, 0.3)
            if raises:
                self.assertRaisesRegex(LookupError, "heard", lambda: list(epidote.read(f"/dev/fd/{reading}")))
                os.close(writing)
            else:
                self.assertEqual(len(list(epidote.read(f"/dev/fd/{reading}"))), 1)
            os.close(reading)
            self.assertEqual(heard, [raises])

    def test_what_an_object_raises_goes_on_as_it_is(self):
        class Broken:
            def __init__(self, good):
                self.good = good

            def read(self, size):
                self.good -= 1
                if self.good < 0:
                    raise LookupError("gone")
                return b"4k3/8/8/8/8/8/8/4K3 w - -\n"

        for good in (0, 1, 5):
            with self.assertRaisesRegex(LookupError, "gone"):
                list(epidote.read(Broken(good)))

    def test_a_handler_that_searches_is_told(self):
        told = []

        def search(*_):
            try:
                epidote.analyze(self.START, nodes=100)
            except epidote.EpidoteError as error:
                told.append(str(error))
            raise KeyboardInterrupt

        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, search))
        threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        with self.assertRaises(KeyboardInterrupt):
            epidote.analyze(self.START, seconds=600)
        self.assertEqual(told, ["a search is in progress in this thread"])
        self.assertIn("pv", epidote.analyze(self.START, nodes=100))

    def test_other_threads_run_meanwhile(self):
        start = f"{self.START} bm e4;"
        long = epidote.parse(f"{self.START} pv {'e2e4 e7e5 ' * 2_000};")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = os.path.join(folder.name, "a.epd")
        with open(path, "w") as file:
            file.write(f"{start}\n" * 100_000)
        works = {
            "analyze": lambda: epidote.analyze(self.START, nodes=200_000),
            "mate": lambda: epidote.mate(self.START, 3, nodes=200_000),
            "grade": lambda: epidote.grade([start] * 50_000),
            "findings": lambda: long.findings,
            "fix": long.fix,
            "scan": lambda: epidote.scan(path),
            "columns": lambda: pyarrow.table(epidote.scan(path, ["bm"])),
        }
        # No thread is asked to let others run: they do only while the work lets them.
        self.addCleanup(sys.setswitchinterval, sys.getswitchinterval())
        sys.setswitchinterval(1000)
        for name, work in works.items():
            with self.subTest(name):
                # On a busy machine short work may be over before this thread gets a processor.
                self.assertTrue(any(self.lets_others_run(work) for _ in range(100)))

    def lets_others_run(self, work):
        """Whether this thread ran at some time while another one was at work."""
        at_work = False

        def works():
            nonlocal at_work
            at_work = True
            work()
            at_work = False

        thread, seen = threading.Thread(target=works), False
        thread.start()
        while thread.is_alive():
            seen = seen or at_work
            time.sleep(0)
        return seen


if __name__ == "__main__":
    unittest.main()
