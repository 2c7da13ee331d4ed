"""The type hints: they are strict, and agree with the module."""

import pathlib
import sys
import tempfile
import unittest

import regard
from common import python_with, run_python

PROGRAM = """
from pathlib import Path
from threading import Event

import regard
from regard import metrics

translator = regard.Translator(Path("model"), threads=1, others=["other"])
text: str = translator.translate("Hello.", beam_size=3)
texts: list[str] = translator.translate(["Hello."], stop=Event())
memory = regard.TranslationMemory("project.tmx", "en", "fr")
page: str = translator.translate("<p>Hello.</p>", format="html", memory=memory)
for translation in translator.translations(texts, n_best=2, glossary={"cat": "matou"}, attention=True):
    best: regard.Candidate = translation.n_best[0]
    picture: str = regard.heatmap(best.attention, rows=best.words, columns=translation.source_words)
warnings: list[str] = translator.translate_file(Path("film.srt"), "translated", entries="all", beam_size=3)
translator.translate_each(texts, lambda line, one: print(line, one.text))
ids: list[int] = regard.Tokenizer("tokenizer.model").encode(text)
value: float = metrics.bleu(texts, [texts, texts], lowercase=True).value
"""
WRONG = PROGRAM + """
translator.translate(3)
metrics.chrf(texts, texts, word_order="two")
"""


class HintsTest(unittest.TestCase):
    def setUp(self):
        self.python = python_with("mypy")
        if self.python is None:
            self.skipTest("there is no mypy: name a Python that has it as REGARD_PEERS")

    def mypy(self, program):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "program.py")
            file.write_text(program)
            done = run_python(self.python, "-m", "mypy", "--strict", "--cache-dir", f"{folder}/cache", str(file))
            return done.stdout.replace(f"{file}:", "")

    def test_describe_a_program(self):
        self.assertIn("Success", self.mypy(PROGRAM))

    def test_find_wrong_arguments(self):
        self.assertIn("Found 2 errors", self.mypy(WRONG))

    def test_are_strict_themselves(self):
        with tempfile.TemporaryDirectory() as cache:
            folder = str(pathlib.Path(regard.__file__).parent)
            done = run_python(self.python, "-m", "mypy", "--strict", "--cache-dir", cache, folder)
        self.assertIn("Success", done.stdout)

    def test_are_those_of_the_module(self):
        with tempfile.NamedTemporaryFile("w") as known:  # help() shows only one of the function's two signatures
            print("regard(._regard)?.Translator.translate", file=known, flush=True)
            done = run_python(self.python, "-m", "mypy.stubtest", "--allowlist", known.name, "--ignore-unused-allowlist", "regard")
        self.assertIn("Success", done.stdout, done.stderr)


if __name__ == "__main__":
    unittest.main()
