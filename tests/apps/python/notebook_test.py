"""Runs the notebooks' cells in order, with the models of the tests, and checks what they print, display, and keep.

REGARD_RUN (an RNN with attention) and REGARD_TRANSFORMER may name trained models, as a reader would; by default, the tests' models are used."""

import json
import math
import os
import pathlib
import re
import subprocess
import sys
import unittest
from typing import NamedTuple

from common import MODEL, PROGRAM, RECURRENT_MODEL, python_with

ROOT = pathlib.Path(__file__).resolve().parents[3]
FOLDER = ROOT / "docs/notebooks"
RUNNER = ROOT / "scripts/support/run_notebook.py"
NUMBER = re.compile(r"-?\d+\.\d*(?:e[-+]?\d+)?")
WRITE = "if the new output is right: scripts/notebooks"
LINE = "The cat that she found is black."


class Notebook(NamedTuple):
    models: dict  # for each environment variable that may name a trained model, the test's own model
    cells: int  # minimum number of code cells
    pictures: int  # minimum number of pictures
    sentences: list  # printed after an equality has been asserted


NOTEBOOKS = {
    "attention": Notebook(
        models={"REGARD_RUN": MODEL, "REGARD_TRANSFORMER": MODEL},
        cells=17,
        pictures=2 + 1 + 3 + 1 + 2,  # two kernels, a mask, three sentences, positions, and at least two heads
        sentences=["shuffled tokens give the shuffled results", "a shift is a rotation",
                   "a feed-forward network is a memory of keys and values", "a decoder step does not depend on later tokens"],
    ),
    "modern-rnn": Notebook(
        models={"REGARD_RUN": RECURRENT_MODEL},
        cells=12,
        pictures=1 + 1 + 1 + 1,  # a GRU's memory, lengths, attention, a mask
        sentences=[
            "a GRU whose update gates are 1 keeps its state",
            "in one direction, only later states see a token; in both, all states do",
            "greedy search by hand finds the same tokens as the translator",
            "teacher forcing by hand gives the same log-probabilities as the translator",
            "the book's BLEU of « il est riche . » for « il est mouillé . »: 0.658",
            "BLEU by hand is the module's: BLEU|",
            "beam of 1: A B C . has probability 0.048",
            "beam of 2: A C B . has probability 0.054",
            "a beam that drops nothing finds the same as exhaustive search",
            "beam search by hand finds the same tokens as the translator",
        ],
    ),
    "rnn": Notebook(
        models={"REGARD_RUN": MODEL},
        cells=14,
        pictures=1 + 1 + 1 + 1,  # a sine, n-grams, gradients, a training run
        sentences=[
            "a sine is a linear function of its last two values",
            "merging by hand gives the same pieces as the tokenizer",
            "each segment continues where the previous one ended",
            "backpropagation through time agrees with finite differences",
            "the truncated gradient is that of a loss with a constant earlier state",
            "the mean of randomly truncated gradients is the full one",
        ],
    ),
}


def text_in(outputs):
    return "".join("".join(output["text"]) for output in outputs if output["output_type"] == "stream")


def pictures_in(outputs):
    return sum(output["output_type"] == "display_data" for output in outputs)


def alike(one, other):
    """Whether two texts differ only in the last digits of numbers, which depend on the processor's order of summation."""
    numbers, other_numbers = (list(map(float, NUMBER.findall(text))) for text in (one, other))
    return NUMBER.sub("0", one).split() == NUMBER.sub("0", other).split() and all(
        math.isclose(number, other_number, rel_tol=0.02, abs_tol=0.02) for number, other_number in zip(numbers, other_numbers))


def layers_in(node):
    """(name, layers) for each kind of attention in the data of an attention page."""
    if isinstance(node, dict) and "layers" in node:
        yield node["name"], node["layers"]
    for child in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from layers_in(child)


class NotebookTest(unittest.TestCase):
    def run_notebook(self, name, expression="None"):
        """The outputs of the code cells, and the value of an expression after the last one."""
        python = python_with("numpy")
        if python is None:
            self.skipTest("there is no numpy: name a Python that has it as REGARD_PEERS")
        command = [python, "-W", "error", RUNNER, str(FOLDER / f"{name}.ipynb"), expression]
        environment = NOTEBOOKS[name].models | os.environ | {"PYTHONIOENCODING": "utf-8"}
        done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return json.loads(done.stdout)

    def test_are_all_run(self):
        self.assertEqual({path.stem for path in FOLDER.glob("*.ipynb")}, set(NOTEBOOKS))

    def test_run_and_draw_and_find_what_they_say(self):
        for name, notebook in NOTEBOOKS.items():
            with self.subTest(notebook=name):
                outputs = self.run_notebook(name)["outputs"]
                self.assertGreaterEqual(len(outputs), notebook.cells)
                self.assertGreaterEqual(sum(map(pictures_in, outputs)), notebook.pictures)
                printed = "".join(map(text_in, outputs))
                for sentence in notebook.sentences:
                    self.assertIn(sentence, printed)

    def test_keep_what_they_print_and_display(self):
        """Output that depends on a trained model, or on draws from one, may differ between machines; such cells have the tag "trained"."""
        for name in NOTEBOOKS:
            code = [cell for cell in json.loads((FOLDER / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
            for number, (cell, outputs) in enumerate(zip(code, self.run_notebook(name)["outputs"], strict=True), start=1):
                with self.subTest(notebook=name, cell=number):
                    kept = cell["outputs"]
                    self.assertEqual(cell["execution_count"], number)
                    if "trained" in cell["metadata"].get("tags", ()):
                        self.assertTrue(kept)
                    else:
                        self.assertEqual(pictures_in(kept), pictures_in(outputs), WRITE)
                        self.assertTrue(alike(text_in(kept), text_in(outputs)), f"{text_in(kept)}\n{text_in(outputs)}\n{WRITE}")

    def test_computes_the_attention_of_the_modules(self):
        command = [PROGRAM, "attention", os.environ.get("REGARD_TRANSFORMER", MODEL), LINE, "-o", "-"]
        page = subprocess.run(command, capture_output=True, text=True, check=False)
        if "LibTorch" in page.stderr:
            self.skipTest("the program is built without LibTorch, so it does not show every head")
        data = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page.stdout, re.DOTALL)[1])
        expected = dict(layers_in(data))["encoder self-attention"][0]
        heads = self.run_notebook("attention", f"first_self_attention(transformer, {LINE!r})[1].tolist()")["value"]
        self.assertEqual(len(heads), len(expected))
        for head, expected_head in zip(heads, expected):
            for row, expected_row in zip(head, expected_head, strict=True):
                for weight, expected_weight in zip(row, expected_row, strict=True):
                    self.assertAlmostEqual(weight, expected_weight, delta=0.001)  # the page rounds to three digits


if __name__ == "__main__":
    unittest.main()
