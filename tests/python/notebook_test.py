"""The notebook of attention: its cells, in order, with the models of the tests and what they display looked at.

REGARD_RUN and REGARD_TRANSFORMER may name trained models, as for a reader; by default they are the tests' model."""

import json
import os
import pathlib
import subprocess
import sys
import unittest

from common import MODEL, PEERS, has_module

NOTEBOOK = pathlib.Path(__file__).resolve().parent.parent.parent / "docs/notebooks/attention.ipynb"
# IPython's display in so far as the notebook uses it: prints a line for each picture that is well-formed XML.
RUNNER = """
import json, sys, types, xml.etree.ElementTree
class SVG:
    def __init__(self, data):
        self.root = xml.etree.ElementTree.fromstring(data)
shown = types.ModuleType("IPython.display")
shown.SVG = SVG
shown.display = lambda picture: print("picture of", len(list(picture.root.iter())), "parts")
sys.modules["IPython"] = types.ModuleType("IPython")
sys.modules["IPython.display"] = shown
names = {"__name__": "__main__"}
for number, cell in enumerate(json.load(open(sys.argv[1]))["cells"]):
    if cell["cell_type"] == "code":
        print("cell", number)
        exec(compile("".join(cell["source"]), f"cell {number}", "exec"), names)
"""


class NotebookTest(unittest.TestCase):
    def test_keeps_no_outputs(self):
        for cell in json.loads(NOTEBOOK.read_text())["cells"]:
            self.assertFalse(cell.get("outputs"))
            self.assertIsNone(cell.get("execution_count"))

    def test_runs_and_draws(self):
        python = next((python for python in (sys.executable, PEERS) if has_module(python, "numpy")), None)
        if python is None:
            self.skipTest("there is no numpy: name a Python that has it as REGARD_PEERS")
        runs = {"REGARD_RUN": MODEL, "REGARD_TRANSFORMER": MODEL}
        command = [python, "-W", "error", "-c", RUNNER, str(NOTEBOOK)]
        done = subprocess.run(command, env=runs | os.environ, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        cells = done.stdout.split("cell ")[1:]
        self.assertGreater(len(cells), 12)
        # Two kernels, a mask, three sentences, positions, and at least two heads.
        self.assertGreaterEqual(done.stdout.count("picture of"), 2 + 1 + 3 + 1 + 2)
        for sentence in ("the results of shuffled tokens are the shuffled results", "a shift is a rotation"):
            self.assertIn(sentence, done.stdout)


if __name__ == "__main__":
    unittest.main()
