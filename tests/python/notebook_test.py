"""The notebook of attention: its cells, in order, with the models of the tests and what they display looked at.

REGARD_RUN and REGARD_TRANSFORMER may name trained models, as for a reader; by default they are the tests' model."""

import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

from common import MODEL, PEERS, PROGRAM, has_module

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
_, heads = names["first_self_attention"](names["transformer"], sys.argv[2])
print("heads", json.dumps(heads.tolist()))
"""
LINE = "The cat that she found is black."


def layers_in(node):
    """Of the data of a page of attention: (name, layers) of each kind."""
    if isinstance(node, dict) and "layers" in node:
        yield node["name"], node["layers"]
    for child in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from layers_in(child)


class NotebookTest(unittest.TestCase):
    def run_notebook(self):
        """What it prints."""
        python = next((python for python in (sys.executable, PEERS) if has_module(python, "numpy")), None)
        if python is None:
            self.skipTest("there is no numpy: name a Python that has it as REGARD_PEERS")
        runs = {"REGARD_RUN": MODEL, "REGARD_TRANSFORMER": MODEL}
        command = [python, "-W", "error", "-c", RUNNER, str(NOTEBOOK), LINE]
        done = subprocess.run(command, env=runs | os.environ, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_keeps_no_outputs(self):
        for cell in json.loads(NOTEBOOK.read_text())["cells"]:
            self.assertFalse(cell.get("outputs"))
            self.assertIsNone(cell.get("execution_count"))

    def test_runs_and_draws(self):
        printed = self.run_notebook()
        self.assertGreater(printed.count("cell "), 12)
        # Two kernels, a mask, three sentences, positions, and at least two heads.
        self.assertGreaterEqual(printed.count("picture of"), 2 + 1 + 3 + 1 + 2)
        for sentence in ("the results of shuffled tokens are the shuffled results", "a shift is a rotation"):
            self.assertIn(sentence, printed)

    def test_computes_the_attention_of_the_modules(self):
        command = [PROGRAM, "attention", os.environ.get("REGARD_TRANSFORMER", MODEL), LINE, "-o", "-"]
        page = subprocess.run(command, capture_output=True, text=True, check=False)
        if "LibTorch" in page.stderr:
            self.skipTest("the program is built without LibTorch, so it does not show every head")
        data = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page.stdout, re.DOTALL)[1])
        expected = dict(layers_in(data))["encoder self-attention"][0]
        heads = json.loads(self.run_notebook().split("heads ")[-1])
        self.assertEqual(len(heads), len(expected))
        for head, expected_head in zip(heads, expected):
            for row, expected_row in zip(head, expected_head, strict=True):
                for weight, expected_weight in zip(row, expected_row, strict=True):
                    self.assertAlmostEqual(weight, expected_weight, delta=0.001)  # the page has three digits


if __name__ == "__main__":
    unittest.main()
