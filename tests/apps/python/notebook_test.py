"""Runs the notebooks' cells in order, with the models of the tests, and checks what they print and display.

REGARD_RUN (an RNN with attention) and REGARD_TRANSFORMER may name trained models, as for a reader; by default, the tests' models are used."""

import json
import os
import pathlib
import re
import subprocess
import sys
import unittest
from typing import NamedTuple

from common import MODEL, PROGRAM, RECURRENT_MODEL, python_with

FOLDER = pathlib.Path(__file__).resolve().parents[3] / "docs/notebooks"
# The part of IPython's display that the notebooks use: prints a line for each picture that is well-formed
# XML.
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
for number, cell in enumerate(json.load(open(sys.argv[1], encoding="utf-8"))["cells"]):
    if cell["cell_type"] == "code":
        print("cell", number)
        exec(compile("".join(cell["source"]), f"cell {number}", "exec"), names)
"""
HEADS = """
_, heads = names["first_self_attention"](names["transformer"], sys.argv[2])
print("heads", json.dumps(heads.tolist()))
"""
LINE = "The cat that she found is black."


class Notebook(NamedTuple):
    models: dict  # by the variable in which a reader names one
    cells: int  # minimum number of code cells
    pictures: int  # likewise, of pictures
    sentences: list  # printed after an equality has been asserted


NOTEBOOKS = {
    "attention": Notebook(
        models={"REGARD_RUN": MODEL, "REGARD_TRANSFORMER": MODEL},
        cells=17,
        pictures=2 + 1 + 3 + 1 + 2,  # two kernels, a mask, three sentences, positions, and at least two heads
        sentences=["the results of shuffled tokens are the shuffled results", "a shift is a rotation",
                   "a feed-forward network is a memory of keys and values", "a step of the decoder does not depend on what follows"],
    ),
    "modern-rnn": Notebook(
        models={"REGARD_RUN": RECURRENT_MODEL},
        cells=12,
        pictures=1 + 1 + 1 + 1,  # a GRU's memory, lengths, attention, a mask
        sentences=[
            "a GRU whose update gates are 1 keeps its state",
            "in one direction a token is seen after it; in both, everywhere",
            "greedy search by hand finds the translator's tokens",
            "teacher forcing by hand gives the translator's log-probabilities",
            "the book's BLEU of « il est riche . » for « il est mouillé . »: 0.658",
            "BLEU by hand is the module's: BLEU|",
            "beam of 1: A B C . has probability 0.048",
            "beam of 2: A C B . has probability 0.054",
            "a beam that drops nothing finds what exhaustive search finds",
            "beam search by hand finds the translator's tokens",
        ],
    ),
    "rnn": Notebook(
        models={"REGARD_RUN": MODEL},
        cells=14,
        pictures=1 + 1 + 1 + 1,  # a sine, n-grams, gradients, a training run
        sentences=[
            "a sine is a linear function of its last two values",
            "merging by hand gives the tokenizer's pieces",
            "each segment goes on where the one before it ended",
            "backpropagation through time is what finite differences find",
            "the truncated gradient is that of a loss whose earlier state is held",
            "the mean of randomly truncated gradients is the full one",
        ],
    ),
}


def layers_in(node):
    """Of the data of a page of attention: (name, layers) of each kind."""
    if isinstance(node, dict) and "layers" in node:
        yield node["name"], node["layers"]
    for child in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from layers_in(child)


class NotebookTest(unittest.TestCase):
    def run_notebook(self, name, then=""):
        """The output of the notebook, and of code that runs after it."""
        python = python_with("numpy")
        if python is None:
            self.skipTest("there is no numpy: name a Python that has it as REGARD_PEERS")
        command = [python, "-W", "error", "-c", RUNNER + then, str(FOLDER / f"{name}.ipynb"), LINE]
        environment = NOTEBOOKS[name].models | os.environ | {"PYTHONIOENCODING": "utf-8"}
        done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_are_all_run(self):
        self.assertEqual({path.stem for path in FOLDER.glob("*.ipynb")}, set(NOTEBOOKS))

    def test_keep_no_outputs(self):
        for name in NOTEBOOKS:
            for cell in json.loads((FOLDER / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]:
                self.assertFalse(cell.get("outputs"), name)
                self.assertIsNone(cell.get("execution_count"), name)

    def test_run_and_draw_and_find_what_they_say(self):
        for name, notebook in NOTEBOOKS.items():
            with self.subTest(notebook=name):
                printed = self.run_notebook(name)
                self.assertGreaterEqual(len(re.findall("^cell ", printed, re.MULTILINE)), notebook.cells)
                self.assertGreaterEqual(printed.count("picture of"), notebook.pictures)
                for sentence in notebook.sentences:
                    self.assertIn(sentence, printed)

    def test_computes_the_attention_of_the_modules(self):
        command = [PROGRAM, "attention", os.environ.get("REGARD_TRANSFORMER", MODEL), LINE, "-o", "-"]
        page = subprocess.run(command, capture_output=True, text=True, check=False)
        if "LibTorch" in page.stderr:
            self.skipTest("the program is built without LibTorch, so it does not show every head")
        data = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page.stdout, re.DOTALL)[1])
        expected = dict(layers_in(data))["encoder self-attention"][0]
        heads = json.loads(self.run_notebook("attention", then=HEADS).split("heads ")[-1])
        self.assertEqual(len(heads), len(expected))
        for head, expected_head in zip(heads, expected):
            for row, expected_row in zip(head, expected_head, strict=True):
                for weight, expected_weight in zip(row, expected_row, strict=True):
                    self.assertAlmostEqual(weight, expected_weight, delta=0.001)  # the page rounds to three digits


if __name__ == "__main__":
    unittest.main()
