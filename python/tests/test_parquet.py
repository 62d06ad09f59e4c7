"""Files of Parquet between the command line and data frames."""

import contextlib
import os
import pathlib
import subprocess
import tempfile
import unittest

import duckdb
import epidote
import pyarrow
import pyarrow.parquet

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "target" / "debug" / "epidote"

LINES = [
    '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; ce 32766; id "a.1"; pv Ra8#;',
    '4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 Kd2; ce -12; id "a.2"; pv Kf2 Kd7;',
    '4k3/8/8/8/8/8/8/4K3 b - - id "b.1";',
]


def run(folder, *arguments):
    done = subprocess.run([PROGRAM, *arguments], cwd=folder, capture_output=True, check=True)
    return done.stdout.decode()


@unittest.skipUnless(PROGRAM.exists(), f"NOT RUN: {PROGRAM} was not built")
class Parquet(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        (self.folder / "suites").mkdir()
        text = "\n".join(LINES) + "\n"
        (self.folder / "suites" / "a.epd").write_text(text)
        run(self.folder, "export", "-q", "--to", "parquet", "suites", "-o", "a.parquet")

    def test_columns_are_those_of_scan(self):
        read = pyarrow.parquet.read_table(self.folder / "a.parquet")
        scanned = pyarrow.table(epidote.scan(self.folder / "suites" / "a.epd"))
        self.assertEqual(read.schema, scanned.schema)
        self.assertEqual(read.to_pylist(), scanned.to_pylist())
        query = f"select id, ce, bm from '{self.folder}/a.parquet' where len(bm) > 1"
        self.assertEqual(duckdb.sql(query).fetchall(), [("a.2", -12, ["e4", "Kd2"])])

    def test_what_data_frames_write_is_read(self):
        table = pyarrow.table(epidote.scan(self.folder / "suites" / "a.epd"))
        back = run(self.folder, "import", "-q", "a.parquet")
        for compression in ["none", "snappy", "gzip", "lz4", "zstd"]:
            with self.subTest(compression):
                path = self.folder / "b.parquet"
                pyarrow.parquet.write_table(table, path, compression=compression, version="1.0")
                self.assertEqual(run(self.folder, "import", "-q", "b.parquet"), back)
        # Numbers as pandas has them, texts as categories, another order, and columns that mean nothing.
        changed = table.set_column(table.schema.get_field_index("ce"), "ce", table["ce"].cast("double"))
        changed = changed.set_column(table.schema.get_field_index("id"), "id", table["id"].dictionary_encode())
        changed = changed.append_column("when", pyarrow.array([1, 2, 3], pyarrow.timestamp("s")))
        changed = changed.select(sorted(changed.column_names))
        pyarrow.parquet.write_table(changed, self.folder / "b.parquet")
        self.assertEqual(run(self.folder, "import", "-q", "b.parquet"), back)

    def test_the_recipe_of_the_document_runs(self):
        blocks = (ROOT / "docs" / "cluster.md").read_text().split("```python\n")
        (recipe,) = [block.split("```")[0] for block in blocks if "import duckdb" in block]
        before = os.environ["PATH"]
        os.environ["PATH"] = f"{PROGRAM.parent}{os.pathsep}{before}"
        self.addCleanup(os.environ.__setitem__, "PATH", before)
        here = os.getcwd()
        os.chdir(self.folder)
        self.addCleanup(os.chdir, here)
        names = {}
        with contextlib.redirect_stdout(None):
            exec(compile(recipe, "cluster.md", "exec"), names)
        self.assertEqual(names["groups"].fetchall(), [("a", 2, 0.5)])
        missed = (self.folder / "missed.epd").read_text()
        self.assertEqual(missed, '4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd2 e4; ce -12; id "a.2"; pv Kf2 Kd7;\n')


if __name__ == "__main__":
    unittest.main()
