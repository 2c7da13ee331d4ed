"""Objects and memory: nothing leaks, and nothing is used after it is freed."""

import copy
import gc
import pathlib
import pickle
import sys
import threading
import unittest
import weakref

import regard
from common import ENDLESS, LINES, MODEL, run_python
from regard import metrics

CALLS = 10_000
ROUNDS = 5


def resident_kilobytes():
    status = pathlib.Path("/proc/self/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:"))


class MemoryTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.translator = regard.Translator(MODEL, threads=1)
        cls.tokenizer = regard.Tokenizer(pathlib.Path(MODEL, "tokenizer.model"))

    def check_does_not_grow(self, call, calls=CALLS):
        for _ in range(calls // 10):
            call()
        # A leak shows in every round; a heap that is still settling grows only in some.
        blocks, kilobytes = (min(growth) for growth in zip(*(self.growth_by(call, calls // ROUNDS) for _ in range(ROUNDS))))
        # This detects one Python block lost per call, or 100 bytes of other memory in 10,000 calls.
        self.assertLess(blocks, calls // ROUNDS // 10)
        self.assertLess(kilobytes, 1000 // ROUNDS)

    def growth_by(self, call, calls):
        gc.collect()
        blocks, kilobytes = sys.getallocatedblocks(), resident_kilobytes()
        for _ in range(calls):
            call()
        gc.collect()
        return sys.getallocatedblocks() - blocks, resident_kilobytes() - kilobytes

    def test_does_not_grow_with_translations(self):
        self.check_does_not_grow(lambda: self.translator.translate("I see.", max_length=2))

    def test_does_not_grow_with_full_results(self):
        def call():
            found = self.translator.translations(["I see."], 2, beam_size=2, max_length=2, attention=True)[0]
            return found.text, found.source_words, found.unmet, [(one.ids, one.attention) for one in found.n_best], repr(found)

        self.check_does_not_grow(call)

    def test_does_not_grow_with_receivers(self):
        self.check_does_not_grow(lambda: self.translator.translate_each(["I see."], lambda *one: one, max_length=2))

    def test_does_not_grow_with_errors(self):
        def call():
            for wrong in ({"beem_size": 3}, {"beam_size": [3]}, {"stop": 3}):
                try:
                    self.translator.translate("I see.", max_length=2, **wrong)
                except (regard.Error, TypeError, AttributeError):
                    continue
                self.fail(wrong)

        self.check_does_not_grow(call)

    def test_does_not_grow_with_tokens_and_scores(self):
        def call():
            self.tokenizer.decode(self.tokenizer.encode("I see."))
            return repr(metrics.chrf(["a b"], [["a b"], ["b a"]], word_order=2))

        self.check_does_not_grow(call)

    def test_does_not_grow_with_tokenizers_and_pictures(self):
        def call():
            regard.Tokenizer(pathlib.Path(MODEL, "tokenizer.model"))
            regard.heatmap([[0.5, 1]], columns=["a", "b"])
            self.assertRaises(regard.Error, regard.Translator, "no/such/model")

        self.check_does_not_grow(call, calls=500)  # each call takes milliseconds

    def test_keeps_no_reference_to_what_it_was_given(self):
        given = [object(), {"line": 1}, "I see the cat.".upper()]
        given += [regard.Candidate, regard.Translation, regard.Tokenizer, metrics.Score]  # each object refers to its class
        counts = [sys.getrefcount(one) for one in given]
        for _ in range(100):
            self.translator.translations([given[2]], max_length=2)
            regard.Tokenizer(pathlib.Path(MODEL, "tokenizer.model"))
            metrics.bleu(["a"], ["a"])
            self.translator.translate([given[2]], max_length=2)
            self.assertRaises(TypeError, self.translator.translate, given[0])
            self.assertRaises(TypeError, self.translator.translate_each, [given[2]], given[1])
        self.assertEqual([sys.getrefcount(one) for one in given], counts)


class ObjectTest(unittest.TestCase):
    def test_may_be_referred_to_weakly(self):
        tokenizer = regard.Tokenizer(pathlib.Path(MODEL, "tokenizer.model"))
        reference = weakref.ref(tokenizer)
        self.assertIs(reference(), tokenizer)
        del tokenizer
        self.assertIsNone(reference())

    def test_may_be_subclassed(self):
        class Mine(regard.Translator):
            def __init__(self):
                super().__init__(MODEL, threads=1)
                self.calls = 0

            def translate(self, *arguments, **options):
                self.calls += 1
                return super().translate(*arguments, **options)

        mine = Mine()
        self.assertEqual(mine.translate(LINES), regard.Translator(MODEL, threads=1).translate(LINES))
        self.assertEqual(mine.calls, 1)

    def test_says_that_a_subclass_does_not_call_init(self):
        class Mine(regard.Tokenizer):
            def __init__(self):
                pass

        with self.assertRaisesRegex(TypeError, "Mine.*__init__"):
            Mine().encode("a")
        with self.assertRaisesRegex(TypeError, "__init__"):
            len(Mine())

    def test_may_be_initialized_again_while_it_is_used(self):
        translator, stop = regard.Translator(MODEL, threads=1), threading.Event()
        ended = []

        def work():
            try:
                translator.translate("I see the cat.", stop=stop, **ENDLESS)
            except regard.Cancelled:
                ended.append("cancelled")

        other = threading.Thread(target=work)
        other.start()
        for _ in range(20):
            translator.__init__(MODEL, threads=1)
        stop.set()
        other.join()
        self.assertEqual(ended, ["cancelled"])

    def test_is_neither_made_by_hand_nor_copied(self):
        for kind in (regard.Candidate, regard.Translation, metrics.Score):
            self.assertRaises(TypeError, kind)
        translator = regard.Translator(MODEL, threads=1)
        for one in (translator, translator.translations(["I see."])[0], metrics.bleu(["a"], ["a"])):
            self.assertRaises(TypeError, copy.copy, one)
            self.assertRaises(TypeError, pickle.dumps, one)

    def test_results_outlive_their_translator(self):
        found = regard.Translator(MODEL, threads=1).translations(LINES, attention=True)
        gc.collect()
        self.assertEqual(len(found[0].n_best[0].attention), len(found[0].n_best[0].words))

    def test_a_program_may_end_while_a_thread_translates(self):
        code = (
            f"import regard, threading, time; translator = regard.Translator({MODEL!r}, threads=1)\n"
            f"work = lambda: translator.translate('the cat', **{ENDLESS!r})\n"
            "threading.Thread(target=work, daemon=True).start(); time.sleep(0.1); print('ends')"
        )
        done = run_python(sys.executable, "-c", code)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "ends\n", ""))


if __name__ == "__main__":
    unittest.main()
