"""Tests of columns: whatever takes them, and back to records."""

import contextlib
import gzip
import io
import os
import re
import stat
import tempfile
import threading
import unittest

import duckdb
import epidote
import numpy
import pandas
import polars
import pyarrow

LINES = [
    '4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd2 e4; ce -35; id "a; b";',
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - acd 12; bm Ra8#; dm 1; fmvn 31;",
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - c0 "K\u00f6nig"; pv e4 e5;',
]
#: More than a piece.
MANY = LINES * 1500


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.path = self.file("a.epd", LINES)
        self.many = self.file("many.epd", MANY)
        self.out = os.path.join(self.folder, "out.epd")

    def file(self, name, lines):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write("".join(line + "\n" for line in lines).encode())
        return path

    def content(self, path):
        with open(path, "rb") as file:
            return file.read()


class Frames(Folder):
    def shown(self, act):
        """What is shown while it works."""
        shown = io.StringIO()
        with contextlib.redirect_stderr(shown):
            act()
        return shown.getvalue()

    def frames(self, path):
        """A file in every kind of frame, by name."""
        scan = lambda: epidote.scan(path)
        table = pyarrow.table(scan())
        return {
            "polars": polars.DataFrame(scan()),
            "lazy": polars.DataFrame(scan()).lazy(),
            "pyarrow": table,
            "batch": table.combine_chunks().to_batches()[0],
            "reader": pyarrow.RecordBatchReader.from_stream(scan()),
            "pandas": pandas.DataFrame.from_arrow(scan()),
            "pandas of pyarrow": table.to_pandas(),
            "pandas with nulls": pandas.DataFrame(table.to_pylist()),
            "duckdb": duckdb.from_arrow(scan()),
            "scan": scan(),
            "rows": iter(table.to_pylist()),
            "frames": [polars.DataFrame(scan())],
        }

    def test_all_frames_know_the_same_columns(self):
        suite = pyarrow.table(epidote.scan(self.path))
        rows = suite.to_pylist()
        self.assertEqual(rows[0]["bm"], ["Kd2", "e4"])
        self.assertEqual(polars.DataFrame(epidote.scan(self.path)).to_dicts(), rows)
        self.assertEqual(duckdb.sql("select id from suite where ce < 0").fetchall(), [("a; b",)])
        scanned = epidote.scan(self.path)
        self.assertEqual(duckdb.sql("select id from scanned where ce < 0").fetchall(), [("a; b",)])
        self.assertEqual(pandas.DataFrame.from_arrow(epidote.scan(self.path))["id"].dropna().tolist(), ["a; b"])
        frame = suite.to_pandas()
        self.assertEqual(frame["dm"].dropna().tolist(), [1])
        self.assertEqual(frame["pv"][2].tolist(), ["e4", "e5"])

    def test_every_frame_becomes_the_same_records(self):
        for path, lines in [(self.path, LINES), (self.many, MANY)]:
            for name, frame in self.frames(path).items():
                with self.subTest(frame=name):
                    self.assertEqual(epidote.write(frame, self.out), len(lines))
                    # A difference of so many lines takes minutes to show.
                    self.assertTrue(self.content(self.out) == self.content(path))
        for nothing in [[], iter([]), polars.DataFrame(), pyarrow.table({}), pandas.DataFrame()]:
            self.assertEqual(epidote.write(nothing, self.out), 0)
            self.assertEqual(self.content(self.out), b"")
        for wrong in [5, "a.epd", [5]]:
            with self.assertRaises(epidote.EpidoteError):
                epidote.write(wrong, self.out)

    def test_records_are_written_as_they_are(self):
        loose = self.file("loose.epd", ["# a comment", "4k3/8/8/8/8/8/8/4K3  w - -  id \"x\"  ;  bm Kd2;", ""])
        for path in [self.path, self.many, loose]:
            count = epidote.write(epidote.read(path, records_only=False), self.out)
            self.assertTrue(self.content(self.out) == self.content(path))
            self.assertEqual(count, self.content(path).count(b"\n"))
        (record,) = epidote.read(loose)
        self.assertEqual(epidote.write(record, self.out), 1)
        self.assertEqual(epidote.write([record, {"placement": "8/8/8/8/8/8/8/K1k5", "side": "w", "castling": "-", "en_passant": "-"}], self.out), 2)
        self.assertEqual(self.content(self.out), bytes(record) + b"\n8/8/8/8/8/8/8/K1k5 w - -\n")
        before = self.content(self.out)
        wrong = self.file("wrong.epd", ['4k3/8/8/8/8/8/8/4K3 w - - id "a";', "4k3/8/8/8/8/8/8/4K3 w - - bm Kd9;"])
        for records in [epidote.read(wrong), map(epidote.parse, self.content(wrong).splitlines())]:
            with self.assertRaisesRegex(epidote.EpidoteError, "line 2: ") as caught:
                epidote.write(records, self.out)
            self.assertEqual(caught.exception.line, 2)
            self.assertEqual(self.content(self.out), before)
        # A file that is read while it is written again.
        epidote.write((record.set("id", '"x"') for record in epidote.read(self.path)), self.path)
        self.assertEqual([record["id"] for record in epidote.read(self.path)], [["x"]] * len(LINES))

    def test_what_is_missing_in_a_frame_is_no_operation(self):
        fields = dict(zip(["placement", "side", "castling", "en_passant"], "4k3/8/8/8/8/8/8/4K3 w - -".split()))
        for missing in [None, float("nan"), pandas.NA, pandas.NaT, numpy.float32("nan")]:
            epidote.write([{**fields, "foo": missing, "ce": numpy.int64(5)}], self.out)
            self.assertEqual(self.content(self.out), b"4k3/8/8/8/8/8/8/4K3 w - - ce 5;\n")
            with self.assertRaisesRegex(epidote.EpidoteError, "row 1 has no side"):
                epidote.write(pandas.DataFrame([{**fields, "side": missing}]), self.out)

    def test_links_pipes_and_permissions_stay(self):
        frame = polars.DataFrame(epidote.scan(self.path))
        target, link = self.file("target.epd", []), os.path.join(self.folder, "link.epd")
        os.chmod(target, 0o600)
        os.symlink(target, link)
        epidote.write(frame, link)
        self.assertTrue(os.path.islink(link))
        self.assertEqual((self.content(target), os.stat(target).st_mode & 0o777), (self.content(self.path), 0o600))
        pipe = os.path.join(self.folder, "pipe")
        os.mkfifo(pipe)
        read = []
        thread = threading.Thread(target=lambda: read.append(self.content(pipe)))
        thread.start()
        epidote.write(frame, pipe)
        thread.join()
        self.assertEqual(read, [self.content(self.path)])
        self.assertTrue(stat.S_ISFIFO(os.stat(pipe).st_mode))
        # Two at once: each file is whole.
        threads = [threading.Thread(target=lambda: epidote.write(frame, self.out)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(self.content(self.out), self.content(self.path))
        self.assertEqual([name for name in os.listdir(self.folder) if name.endswith(".tmp")], [])

    def test_a_frame_is_written_as_a_whole_or_not_at_all(self):
        epidote.write(polars.DataFrame(epidote.scan(self.path)), self.out)
        rows = pyarrow.table(epidote.scan(self.many)).to_pylist()
        rows[4400]["bm"] = ["Kd9"]

        def broken():
            yield rows[0]
            raise LookupError("gone")

        for frame, error, words in [
            (rows, epidote.EpidoteError, "line 4401: "),
            (polars.DataFrame(rows), epidote.EpidoteError, "line 4401: "),
            (pandas.DataFrame(rows), epidote.EpidoteError, "line 4401: "),
            ([{"side": "w"}], epidote.EpidoteError, "row 1 has no placement"),
            (broken(), LookupError, "gone"),
        ]:
            with self.assertRaisesRegex(error, words) as caught:
                epidote.write(frame, self.out)
            if error is epidote.EpidoteError:
                self.assertEqual(caught.exception.line, int(re.search(r"\d+", words)[0]))
            self.assertEqual(self.content(self.out), self.content(self.path))
        self.assertEqual(sorted(os.listdir(self.folder)), ["a.epd", "many.epd", "out.epd"])

    def test_long_work_shows_how_far_it_is(self):
        for bars, work in [
            (1, lambda: pyarrow.table(epidote.scan(self.many, ["bm"], progress=True))),
            # The first reading looks for opcodes.
            (2, lambda: pyarrow.table(epidote.scan([self.many, self.path], progress=True))),
            (1, lambda: epidote.write(polars.DataFrame(epidote.scan(self.many)), self.out, progress=True)),
            (1, lambda: epidote.write(duckdb.from_arrow(pyarrow.table(epidote.scan(self.path))), self.out, progress=True)),
            (1, lambda: epidote.grade(MANY, progress=True)),
            (1, lambda: epidote.export(MANY, self.out, "fen", progress=True)),
        ]:
            shown = self.shown(work)
            # A bar that is closed ends its line.
            self.assertEqual(shown.count("\n"), bars)
            self.assertTrue("100%" in shown or "3 records" in shown, shown)
        # Without a length there is no share to tell.
        self.assertIn("4500 records", self.shown(lambda: epidote.grade(iter(MANY), progress=True)))
        scan = epidote.scan(self.many, ["bm"], progress=True)
        twice = self.shown(lambda: (pyarrow.table(scan), pyarrow.table(scan)))
        self.assertEqual(twice.count("\n"), 2)
        self.assertEqual(self.shown(lambda: pyarrow.table(epidote.scan(self.many))), "")

        def stopped():
            reader = pyarrow.RecordBatchReader.from_stream(scan)
            self.assertGreater(reader.read_next_batch().num_rows, 0)

        # A reader that is dropped half-way leaves no bar open, although the files may be read again.
        self.assertEqual(self.shown(stopped).count("\n"), 1)

    def test_a_search_shows_how_far_it_is(self):
        start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
        attack = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"
        for work, shows in [
            (lambda: epidote.analyze(start, seconds=0.5, progress=True), r" 0\.[1-4]/0\.5 "),
            (lambda: epidote.analyze(start, nodes=10**6, progress=True), r"k/1\.00M "),
            (lambda: epidote.analyze(start, depth=16, progress=True), r" [1-9]\d*/16 "),
            (lambda: epidote.mate(attack, 6, nodes=4 * 10**6, progress=True), r" [1-5]/6 "),
        ]:
            shown = self.shown(work)
            self.assertRegex(shown, shows)
            # A mate that is not found leaves the bar at the moves in which there is none.
            self.assertEqual("100%" in shown, "moves" not in shown)
            self.assertEqual(shown.count("\n"), 1)
        self.assertEqual(self.shown(lambda: epidote.analyze(start, nodes=1000)), "")

        def refused():
            with self.assertRaises(FileNotFoundError):
                epidote.analyze(start, nodes=1000, tablebases="/nowhere", progress=True)

        # Its bar is closed, too.
        self.assertEqual(self.shown(refused).count("\n"), 1)

    def test_rows_are_in_order_whichever_thread_filled_them(self):
        record = "4k3/8/8/8/8/8/8/4K3 w - - id \"{}\";"
        lines = [record.format(number) for number in range(90_000)]
        # Whole batches of comments.
        lines[30_000:30_000] = ["# a note"] * 40_000
        self.file("big.epd", lines)
        self.file("empty.epd", [])
        paths = [os.path.join(self.folder, name) for name in ["big.epd", "empty.epd", "a.epd"]]
        table = pyarrow.table(epidote.scan(paths, ["line", "id"]))
        expect = [number for number, line in enumerate(lines, 1) if not line.startswith("#")]
        self.assertEqual(table.num_rows, len(expect) + len(LINES))
        self.assertTrue(table["line"].to_pylist()[: len(expect)] == expect)
        self.assertTrue(table["id"].to_pylist()[: len(expect)] == [str(number) for number in range(90_000)])

    def test_what_comes_before_an_error_is_there(self):
        broken = os.path.join(self.folder, "broken.epd.gz")
        with open(broken, "wb") as file:
            file.write(gzip.compress("".join(f"{line}\n" for line in MANY).encode())[:-20])
        # Of many files, and of one that breaks off after more lines than a batch has.
        for paths, least in [([self.path, broken], len(LINES)), ([self.many] * 8 + [broken], 8 * len(MANY))]:
            reader = pyarrow.RecordBatchReader.from_stream(epidote.scan(paths, ["id"]))
            rows = 0
            with self.assertRaisesRegex(Exception, "broken.epd.gz"):
                for batch in reader:
                    rows += batch.num_rows
            self.assertGreaterEqual(rows, least)

    def test_a_broken_bar_ends_a_scan(self):
        def tell(_):
            raise LookupError("no more")

        with self.assertRaisesRegex(LookupError, "no more"):
            epidote.Scan([self.path], None, False, tell)
        with self.assertRaisesRegex(Exception, "no more"):
            pyarrow.table(epidote.Scan([self.path], ["bm"], False, tell))


class Formats(Folder):
    def exported(self, records, format, **settings):
        out = io.BytesIO()
        count = epidote.export(records, out, format, **settings)
        epidote.export(records, self.out, format, **settings)
        self.assertEqual(self.content(self.out), out.getvalue())
        return count, out.getvalue().decode()

    def test_records_become_other_formats(self):
        self.assertEqual(self.exported(LINES, "epd"), (3, self.content(self.path).decode()))
        count, fens = self.exported(LINES, "fen")
        self.assertEqual((count, fens.splitlines()[1]), (3, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 31"))
        self.assertEqual(self.exported(LINES, "csv", columns=["ce", "dm"])[1].splitlines()[0].split(",")[-2:], ["ce", "dm"])
        titled = self.exported(LINES, "csv", columns={"Best moves": "bm", "Score": "ce"})[1]
        self.assertEqual(titled.splitlines()[0].split(",")[-2:], ["Best moves", "Score"])
        back = epidote.read(io.BytesIO(titled.encode()), "csv", mapping={"placement": "placement", "side": "side", "Score": "ce"})
        self.assertEqual([record["ce"] if "ce" in record else None for record in back], [["-35"], None, None])
        self.assertIn(",acd,", self.exported(LINES, "csv")[1].splitlines()[0])
        # What comes one by one is the same table, in many pieces too, and the next read begins anew.
        for lines in (LINES, MANY):
            epidote.export(iter(lines), self.out, "csv")
            self.assertTrue(self.content(self.out).decode() == self.exported(lines, "csv")[1])
        self.assertEqual(self.exported([], "csv"), (0, "line,placement,side,castling,en_passant\r\n"))
        self.assertEqual(self.exported(LINES, "json")[0], 3)
        self.assertEqual(self.exported([], "json")[0], 0)
        self.assertIn("1. e4 e5", self.exported(LINES, "pgn")[1])
        # Records are taken in pieces, and a game is not cut where a piece ends.
        start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
        after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -"
        supplied = [f"{start} acd 9; ce 12; sm e4;", f"{after} sm e5;"]
        for games in (1, 5000):
            count, text = self.exported(supplied * games, "games")
            self.assertEqual((count, text.count("1. e4 {+0.12/9} 1... e5 *")), (2 * games, games))
        count, normal = self.exported(MANY, "normal")
        self.assertTrue(count == 4500 and normal == self.content(self.many).decode())
        records = epidote.read(self.path)
        self.assertEqual(epidote.export(records, self.out, "epd"), 3)
        for wrong in [
            lambda: epidote.export(LINES, self.out, "fen", columns=["id"]),
            lambda: epidote.export(LINES, self.out, "csv", columns="bm"),
            lambda: epidote.export(LINES, self.out, "csv", columns=["a b"]),
            lambda: epidote.export(LINES, self.out, "csv", columns={"bm": "a b"}),
            lambda: epidote.export(LINES[0], self.out, "fen"),
            lambda: epidote.grade(LINES[0]),
        ]:
            self.assertRaises(epidote.EpidoteError, wrong)
        with self.assertRaisesRegex(epidote.EpidoteError, "no format `xml`, but epd, normal"):
            epidote.export(LINES, self.out, "xml")

    def test_data_sets_come_back(self):
        puzzle = ("PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n"
                  "00001,6k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 1,h7h6 a1a8,900,70,90,100,mateIn1,https://example.org/1#1,\n")
        evaluation = ('{"fen":"4k3/8/8/8/8/8/4P3/4K3 w - -",'
                      '"evals":[{"pvs":[{"cp":310,"line":"e1d2 e8e7"}],"knodes":12,"depth":30}]}\n')
        plain = "fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\nmove e1d2\nscore 5\nply 0\nresult 1\ne\n"
        for format, text in [("puzzles", puzzle), ("evaluations", evaluation), ("plain", plain)]:
            path = os.path.join(self.folder, "a." + format)
            with open(path, "w") as file:
                file.write(text)
            records = list(epidote.read(path, format))
            self.assertEqual(len(records), 1)
            count, written = self.exported(records, format)
            with open(self.out + ".again", "w") as file:
                file.write(written)
            self.assertEqual(count, 1)
            self.assertEqual([r.text for r in epidote.read(self.out + ".again", format)], [r.text for r in records])
            os.remove(self.out + ".again")

    def test_records_of_data_sets_have_the_lines_of_their_rows(self):
        def lines(name, text, format):
            path = os.path.join(self.folder, name)
            with open(path, "w") as file:
                file.write(text)
            return [record.line for record in epidote.read(path, format)]

        king = "4k3/8/8/8/8/8/8/4K3 w - -"
        self.assertEqual(lines("a.csv", f"fen,id\n{king},a\n\n{king},\"b\nc\"\nx,y\n{king},d\n", "csv"), [2, 4, 7])
        entry = f"fen {king} 0 1\nmove e1d2\nscore 5\nply 0\nresult 1\ne\n"
        self.assertEqual(lines("a.plain", entry + "\n" + entry, "plain"), [1, 8])
        games = '\n[Event "a"]\n\n1. e4 *\n\n[Event "b"]\n\n1. d4 d5 *\n'
        self.assertEqual(lines("a.pgn", games, "pgn"), [2, 2, 6, 6, 6])
        self.assertEqual(lines("c.csv", f"\r\n \r\nfen,id\r\n{king},a\r\n", "csv"), [4])
        with open(os.path.join(self.folder, "c.pgn"), "w") as file:
            file.write('[Event "a"]\n\n1. e4 *\n\n' * 30_000 + '[Event "b"]\n\n1. e5 *\n')
        reader = epidote.read(os.path.join(self.folder, "c.pgn"), "pgn")
        self.assertEqual(sum(1 for _ in reader), 60_001)
        self.assertRegex(reader.first_failure, "^game 30001: ")
        # Blocks have 256 KiB.
        many = lines("b.csv", "fen,id\n" + f"{king},a\n" * 30_000, "csv")
        self.assertEqual(many, list(range(2, 30_002)))
        many = lines("b.pgn", '[Event "a"]\n\n1. e4 *\n\n' * 30_000, "pgn")
        self.assertEqual(many, [line for at in range(30_000) for line in [4 * at + 1] * 2])


if __name__ == "__main__":
    unittest.main()
