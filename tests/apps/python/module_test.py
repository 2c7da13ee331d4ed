"""The Python module compared with the program, on a tiny model."""

import _thread
import ast
import importlib.metadata
import inspect
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import unittest.mock

import regard
from common import DATA, ENDLESS, LINES, MODEL, PROGRAM
from sample_files import sample_files
from regard import metrics


def run_program(*arguments, text=""):
    done = subprocess.run([PROGRAM, *arguments], input=text, capture_output=True, text=True, check=True)
    return done.stdout


class ModuleTest(unittest.TestCase):
    def test_works_without_libtorch(self):
        if "torch" in sys.modules:
            self.skipTest("torch is imported")
        regard.Translator(MODEL)
        loaded = pathlib.Path("/proc/self/maps").read_text()
        self.assertNotRegex(loaded, r"libtorch|libc10")

    def test_shows_one_name_to_the_linker(self):
        shown = subprocess.run(["readelf", "--wide", "--dyn-syms", regard._regard.__file__], capture_output=True, text=True, check=True)
        own = [line.split()[-1] for line in shown.stdout.splitlines()[4:] if " UND " not in line]
        self.assertEqual(own, ["PyInit__regard"])


class TranslatorTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.translator = regard.Translator(pathlib.Path(MODEL), device="cpu", threads=1)

    def test_translates_as_the_program_does(self):
        printed = run_program("translate", "--model", MODEL, "--beam-size", "3", text="\n".join(LINES) + "\n")
        texts = self.translator.translate(LINES, beam_size=3)
        self.assertEqual(texts, printed.splitlines())
        self.assertEqual(self.translator.translate(LINES[0], beam_size=3), texts[0])

    def test_takes_the_model_that_comes_with_regard(self):
        with tempfile.TemporaryDirectory() as folder, unittest.mock.patch.dict(os.environ, {"REGARD_MODELS": folder}):
            with self.assertRaisesRegex(regard.Error, "no model is bundled"):
                regard.Translator()
            run_program("pack", MODEL, "-o", f"{folder}/en-fr.regard")
            for arguments in ({}, {"model": None}, {"from_language": "en"}, {"to_language": "fr"}):
                self.assertEqual(regard.Translator(**arguments).translate(LINES), self.translator.translate(LINES))
            with self.assertRaisesRegex(regard.Error, "no bundled model translates from fr"):
                regard.Translator(from_language="fr")
            with self.assertRaisesRegex(TypeError, "only without a model"):
                regard.Translator(MODEL, from_language="en")

    def test_gives_the_n_best_with_their_scores(self):
        texts = self.translator.translate(LINES, beam_size=4)
        for text, found in zip(texts, self.translator.translations(LINES, 4, beam_size=4)):
            self.assertEqual(found.text, text)
            self.assertEqual(found.n_best[0].text if found.n_best else "", text)
            scores = [one.score for one in found.n_best]
            self.assertEqual(scores, sorted(scores, reverse=True))

    def test_gives_a_blank_line_for_a_blank_line(self):
        found = self.translator.translations(LINES)[1]
        self.assertEqual((found.text, found.n_best), ("", []))

    def test_begins_with_what_is_wished_for(self):
        prefixes = ["le chat" for _ in LINES]
        found = self.translator.translations(LINES, prefixes=prefixes)
        self.assertTrue(found[0].text.startswith("le chat"), found[0].text)

    def test_keeps_to_a_glossary_or_says_what_is_missing(self):
        found = self.translator.translations(["the cat"], glossary={"cat": "chien"}, beam_size=4)[0]
        self.assertTrue("chien" in found.text or found.unmet == [("cat", "chien")], found.text)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "terms.csv")
            path.write_text("cat,chien\n")
            for name in (path, str(path)):
                self.assertEqual(self.translator.translations(["the cat"], glossary=name, beam_size=4)[0].text, found.text)
            with self.assertRaisesRegex(regard.Error, "no such file"):
                self.translator.translate("the cat", glossary=path.with_name("none.tsv"))

    def test_hands_over_each_translation_in_order(self):
        received = []
        self.translator.translate_each(LINES, lambda *one: received.append(one), batch_size=2)
        self.assertEqual([line for line, _ in received], list(range(len(LINES))))
        self.assertEqual([one.text for _, one in received], self.translator.translate(LINES))

    def test_ends_with_what_the_receiver_raises(self):
        received = []

        def receive(line, _):
            received.append(line)
            raise StopIteration("enough")

        with self.assertRaises(StopIteration):
            self.translator.translate_each(LINES, receive)
        self.assertEqual(received, [0])

    def test_keeps_the_paragraphs_of_running_text(self):
        text = self.translator.translate_text("I see\nthe cat.\n\nIt is cold.\n")
        self.assertRegex(text, r"\A[^\n]*\n\n[^\n]*\n\Z")

    def test_translates_pages_as_the_program_does(self):
        pages = {"html": f"<p title='{LINES[0]}'>{LINES[0]} <b>{LINES[4]}</b></p>\n", "xml": f"<a><b>{LINES[0]}</b></a>\n", "markdown": f"# {LINES[0]}\n\n- {LINES[4]}\n"}
        for kind, page in pages.items():
            printed = run_program("translate", "--model", MODEL, "--format", kind, "--input", "-", text=page)
            self.assertEqual(self.translator.translate(page, format=kind), printed)
            self.assertEqual(self.translator.translate([page, page], format=kind), [printed, printed])
        self.assertEqual(self.translator.translate(LINES[0], format="text"), self.translator.translate(LINES[0]))
        with self.assertRaisesRegex(regard.Error, "format is rtf, but must be text, html, xml, markdown"):
            self.translator.translate("a", format="rtf")
        with self.assertRaisesRegex(regard.Error, "well-formed"):
            self.translator.translate("<a>", format="xml")

    def test_uses_a_translation_memory(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "memory.tsv")
            path.write_text(f"{LINES[0]}\tVoici le chat.\n")
            memory = regard.TranslationMemory(path)
            with self.assertRaisesRegex(regard.Error, "no such file"):
                regard.TranslationMemory(path.with_name("none.tmx"))
        self.assertEqual(len(memory), 1)
        similar = "I see the cats."
        self.assertEqual(memory.similar(similar), [(80, LINES[0], "Voici le chat.")])
        self.assertEqual(memory.similar(similar, least=90), [])
        found, other = self.translator.translations([LINES[0], similar], memory=memory)
        self.assertEqual((found.text, found.from_memory), ("Voici le chat.", True))
        self.assertEqual((other.matches, other.from_memory), (memory.similar(similar), False))
        self.assertEqual(self.translator.translate(LINES[0], memory=memory), "Voici le chat.")
        self.assertEqual(self.translator.translate_text(LINES[0], memory=memory), "Voici le chat.")
        self.assertEqual(self.translator.translate(f"<p>{LINES[0]}</p>", format="html", memory=memory), "<p>Voici le chat.</p>")
        with self.assertRaisesRegex(TypeError, "memory must be a TranslationMemory"):
            self.translator.translate(LINES[0], memory={LINES[0]: "x"})

    def test_translates_files_as_the_program_does(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for file, content in sample_files(LINES[0]).items():
                (folder / file).write_bytes(content)
                run_program("translate", "--model", MODEL, folder / file, "-o", folder / "program")
                warnings = self.translator.translate_file(folder / file, folder / "module" / file)
                self.assertEqual(warnings, [])
                self.assertEqual((folder / "module" / file).read_bytes(), (folder / "program" / file).read_bytes(), file)
            film = folder / "fast.srt"
            film.write_text("1\n00:00:01,000 --> 00:00:01,100\nI\n")
            warnings = self.translator.translate_file(film, folder / "b.srt", reading_speed=11, subtitle_letters=8, min_length=9)
            self.assertIn("more than 11 letters per second", warnings[0])
            self.translator.translate_file(path=str(film), output=folder / "program", glossary={"cat": "matou"})
            with self.assertRaisesRegex(regard.Error, "the output would be"):
                self.translator.translate_file(film, folder / "a.html")
            (folder / "a.png").write_bytes(b"x")
            with self.assertRaisesRegex(regard.Error, "one of the formats .txt"):
                self.translator.translate_file(folder / "a.png", folder / "b.png")
            with self.assertRaisesRegex(regard.Error, "entries"):
                self.translator.translate_file(film, folder / "b.srt", entries="some")
            with self.assertRaises(TypeError):
                self.translator.translate_file(film)
            stop = threading.Event()
            stop.set()
            with self.assertRaises(regard.Cancelled):
                self.translator.translate_file(film, folder / "c.srt", stop=stop)
            self.assertFalse((folder / "c.srt").exists())

    def test_reads_a_shortlist_as_the_program_does(self):
        with self.assertRaisesRegex(regard.Error, "shortlist"):
            regard.Translator(MODEL, device="cpu", shortlist=True)
        run_program("shortlist", MODEL, "--best", "3", "--frequent", "5", "--source", DATA / "val.en", "--reference", DATA / "val.fr")
        try:
            printed = run_program("translate", "--model", MODEL, "--shortlist", text="\n".join(LINES) + "\n")
            listed = regard.Translator(MODEL, device="cpu", shortlist=True, threads=1)
            self.assertEqual(listed.translate(LINES), printed.splitlines())
        finally:
            (pathlib.Path(MODEL) / "shortlist.bin").unlink()

    def test_tells_what_each_word_attends_to(self):
        for line, found in zip(LINES, self.translator.translations(LINES, 2, beam_size=2, attention=True)):
            self.assertEqual(" ".join(found.source_words), line)
            for candidate in found.n_best:
                self.assertEqual(len(candidate.attention), len(candidate.words))
                self.assertEqual(len(candidate.pieces), len(candidate.ids))
                for row in candidate.attention:
                    self.assertEqual(len(row), len(found.source_words))
                    self.assertAlmostEqual(sum(row), 1.0, places=5)
        unasked = self.translator.translations(LINES)[0]
        self.assertEqual((unasked.source_words, unasked.n_best[0].words, unasked.n_best[0].attention), ([], [], []))

    def test_tells_how_sure_it_is_of_each_word(self):
        for found in self.translator.translations([line for line in LINES if line], confidence=True):
            best = found.n_best[0]
            self.assertTrue(0.0 <= best.confidence <= 1.0)
            self.assertEqual(len(best.word_confidences), len(found.text.split()))
            self.assertFalse(found.calibrated)
            self.assertLessEqual(set(found.flags), {"unknown_words", "repeats", "lost_number", "lost_name", "too_short", "too_long", "untranslated"})
        best = self.translator.translations(["the cat"], glossary={"cat": "chat"}, confidence=True)[0].n_best[0]
        self.assertEqual([one is None for one in best.word_confidences], [word == "chat" for word in best.text.split()])
        unasked = self.translator.translations(LINES)[0]
        self.assertEqual((unasked.n_best[0].confidence, unasked.n_best[0].word_confidences, unasked.flags), (None, [], []))

    def test_ends_at_ctrl_c(self):
        threading.Timer(0.05, _thread.interrupt_main).start()
        with self.assertRaises(KeyboardInterrupt):
            self.translator.translate("the cat", **ENDLESS)

    def test_lets_other_threads_run_and_ends_when_one_of_them_says_so(self):
        stop, began, counted = threading.Event(), threading.Event(), []

        def count():
            began.set()
            for number in range(20):
                time.sleep(0.001)
                counted.append(number)
            stop.set()

        other = threading.Thread(target=count)
        other.start()
        began.wait()
        with self.assertRaises(regard.Cancelled):
            self.translator.translate("the cat", stop=stop, **ENDLESS)
        other.join()
        self.assertEqual(len(counted), 20)

    def test_serves_several_threads(self):
        expected, found = self.translator.translate(LINES), {}

        def translate(number):
            found[number] = self.translator.translate(LINES)

        threads = [threading.Thread(target=translate, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, {number: expected for number in range(4)})

    def test_has_the_options_of_the_model(self):
        self.assertEqual(self.translator.search_options["length_penalty_form"], "power")
        self.assertEqual(self.translator.search_options["beam_size"], 1)  # as set by tiny_model.py

    def test_takes_every_search_option_of_the_reference(self):
        section = run_program("config", "reference").split("\n## search\n")[1].split("\n## ")[0]
        options = self.translator.search_options
        self.assertEqual(list(options), re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE))
        self.assertEqual(self.translator.translate(LINES, **options), self.translator.translate(LINES))

    def test_says_what_is_wrong(self):
        with self.assertRaisesRegex(regard.Error, "unknown option beem_size\ndid you mean 'beam_size'"):
            self.translator.translate("the cat", beem_size=3)
        with self.assertRaisesRegex(regard.Error, "beam_size is 0, but must be at least 1"):
            self.translator.translate("the cat", beam_size=0)
        with self.assertRaisesRegex(TypeError, "beam_size"):
            self.translator.translate("the cat", beam_size=[3])
        with self.assertRaisesRegex(TypeError, "glossary"):
            self.translator.translations(["the cat"], glossary=3)
        with self.assertRaisesRegex(regard.Error, "unknown option prefixes"):
            self.translator.translate("the cat", prefixes=["le"])
        with self.assertRaisesRegex(regard.Error, "compute is fp8, but must be one of auto, float32, bf16, int8"):
            regard.Translator(MODEL, compute="fp8")
        with self.assertRaises(TypeError):
            self.translator.translate(3)
        with self.assertRaises(regard.Error) as raised:
            regard.Translator("no/such/model")
        self.assertEqual(raised.exception.where, "no/such/model")
        self.assertIn(raised.exception.what, str(raised.exception))


class TokenizerTest(unittest.TestCase):
    def setUp(self):
        self.tokenizer = regard.Tokenizer(pathlib.Path(MODEL) / "tokenizer.model")

    def test_gives_back_what_it_has_encoded(self):
        ids = self.tokenizer.encode("I see the cat.")
        self.assertEqual(self.tokenizer.decode(ids), "I see the cat.")
        self.assertEqual([self.tokenizer.piece(id) for id in ids], self.tokenizer.encode_as_pieces("I see the cat."))
        self.assertEqual([self.tokenizer.id(self.tokenizer.piece(id)) for id in ids], ids)

    def test_has_a_size_and_a_type(self):
        self.assertEqual(len(self.tokenizer), 150)  # as set by tiny_model.py
        self.assertEqual(self.tokenizer.type, "bpe")

    def test_says_what_is_wrong(self):
        with self.assertRaises(regard.Error):
            self.tokenizer.decode([150])
        with self.assertRaises(regard.Error):
            regard.Tokenizer("no/such/file")


class MetricsTest(unittest.TestCase):
    hypotheses = ["the cat sat on the mat", "it is cold to day", "A dog!"]
    references = ["the cat is on the mat", "it is cold today", "a dog ."]

    def test_are_those_of_the_program(self):
        folder = pathlib.Path(MODEL)
        for name, lines in (("hypotheses", self.hypotheses), ("references", self.references)):
            (folder / name).write_text("\n".join(lines) + "\n")
        printed = run_program(
            *("score", folder / "references", "-i", folder / "hypotheses", "-m", "bleu", "chrf", "ter"),
            *("--width", "12", "--json"),
        )
        expected = {one["name"]: one for one in json.loads(printed)}
        scores = [metric(self.hypotheses, self.references) for metric in (metrics.bleu, metrics.chrf, metrics.ter)]
        self.assertEqual({score.name for score in scores}, set(expected))
        for score in scores:
            self.assertAlmostEqual(float(score), expected[score.name]["score"], places=9)
            self.assertEqual(score.signature, expected[score.name]["signature"])

    def test_take_several_references(self):
        one = metrics.bleu(self.hypotheses, self.references, tokenizer="none", lowercase=True)
        two = metrics.bleu(self.hypotheses, [self.references, self.hypotheses], tokenizer="none", lowercase=True)
        self.assertLess(one.value, two.value)
        self.assertAlmostEqual(two.value, 100.0)
        self.assertTrue(two.signature.startswith("nrefs:2|case:lc"))

    def test_say_what_is_wrong(self):
        with self.assertRaises(regard.Error):
            metrics.chrf(self.hypotheses, self.references[:2])
        with self.assertRaises(regard.Error):
            metrics.bleu(self.hypotheses, self.references, tokenizer="no such tokenizer")


class ModuleTest(unittest.TestCase):
    def test_has_the_version_of_its_package(self):
        self.assertEqual(regard.__version__, importlib.metadata.version("regard"))

    def test_is_what_its_type_hints_say(self):
        """The hints list exactly the names of the module, with the same argument names."""
        for stub, module in (("_regard.pyi", regard._regard), ("metrics.pyi", regard._regard.metrics)):
            with self.subTest(stub):
                self.check_hints(pathlib.Path(regard.__file__).with_name(stub), module)

    def check_hints(self, stub, module):
        hinted = {}
        for node in ast.parse(stub.read_text()).body:
            if isinstance(node, ast.ClassDef):
                hinted[node.name] = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
            elif isinstance(node, ast.FunctionDef):
                hinted[node.name] = [arg.arg for arg in node.args.args + node.args.kwonlyargs]
        there = {name for name, thing in vars(module).items() if not name.startswith("_") and not inspect.ismodule(thing)}
        self.assertEqual(set(hinted), there)
        for name, names in hinted.items():
            thing = getattr(module, name)
            if not inspect.isclass(thing):
                self.assertEqual(names, list(inspect.signature(thing).parameters))
            elif not issubclass(thing, Exception):
                there = {name for name in vars(thing) if not name.startswith("_")}
                self.assertEqual({name for name in names if not name.startswith("_")}, there)


if __name__ == "__main__":
    unittest.main()
