"""The notebook in `docs` does what it says."""

import json
import os
import pathlib
import unittest

NOTEBOOK = pathlib.Path(__file__).resolve().parents[2] / "docs" / "suite.ipynb"


class Notebook(unittest.TestCase):
    def test_cells_run_in_order(self):
        os.environ["MPLBACKEND"] = "Agg"
        cells = json.loads(NOTEBOOK.read_text())["cells"]
        code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
        self.assertGreater(len(code), 5)
        # What a cell shows is not kept: it would have to be renewed with every version.
        self.assertTrue(all(not cell.get("outputs") for cell in cells))
        names = {}
        for cell in code:
            exec(compile(cell, NOTEBOOK.name, "exec"), names)
        self.assertEqual(len(names["analysed"]), 5)
        missed = [name for name, is_solved in names["solved"].items() if not is_solved]
        # With the present net; another one may miss some.
        self.assertEqual(missed, [])
        self.assertEqual(len(names["solved"]), 5)
        self.assertEqual(names["table"].num_rows, 5)
        self.assertGreater((names["folder"] / "suite.png").stat().st_size, 1000)


if __name__ == "__main__":
    unittest.main()
