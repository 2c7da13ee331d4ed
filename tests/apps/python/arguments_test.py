"""The arguments of each function, and the errors for invalid ones."""

import pathlib
import unittest

import regard
from common import LINES, MODEL
from regard import metrics


class ArgumentsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.translator = regard.Translator(model=MODEL, threads=1)
        cls.tokenizer = regard.Tokenizer(path=pathlib.Path(MODEL, "tokenizer.model"))

    def check(self, kind, message, function, *arguments, **named):
        with self.assertRaisesRegex(kind, message):
            function(*arguments, **named)

    def test_have_names(self):
        expected = self.translator.translate(LINES)
        self.assertEqual(self.translator.translate(lines=LINES), expected)
        self.assertEqual(self.translator.translate(text=LINES[0], stop=None, beam_size=None), expected[0])
        self.assertEqual(self.translator.translations(lines=LINES, n_best=1, alternatives=0)[0].text, expected[0])
        received = []
        self.translator.translate_each(receive=lambda *one: received.append(one), lines=LINES, n_best=1, attention=False)
        self.assertEqual([one.text for _, one in received], expected)
        self.assertIsInstance(self.translator.translate_text(text="I see."), str)
        ids = self.tokenizer.encode(text="I see.")
        self.assertEqual(self.tokenizer.decode(ids=ids), "I see.")
        self.assertEqual(self.tokenizer.id(piece=self.tokenizer.piece(id=ids[0])), ids[0])
        self.assertAlmostEqual(metrics.bleu(references=["a b c d"], hypotheses=["a b c d"]).value, 100.0)

    def test_may_be_any_sequence_or_iterator(self):
        expected = self.translator.translate(LINES)
        for lines in (tuple(LINES), iter(LINES), (line for line in LINES), dict.fromkeys(LINES).keys()):
            self.assertEqual(self.translator.translate(lines), expected)
        self.assertEqual(self.translator.translate([]), [])
        self.assertEqual(self.translator.translate(("",)), [""])
        regard.Translator(MODEL.encode(), threads=1, others=(pathlib.Path(MODEL),))

    def test_may_be_text_of_any_characters(self):
        self.assertEqual(self.tokenizer.decode(self.tokenizer.encode("")), "")
        for text in ("é à 😀", "\0", "a\0b", "x" * 10_000):
            self.assertIsInstance(self.translator.translate(text, max_length=2), str)
        self.check(UnicodeEncodeError, "surrogates", self.translator.translate, "\ud800")

    def test_of_other_types_are_named(self):
        translator, tokenizer = self.translator, self.tokenizer
        self.check(TypeError, "lines must be a sequence, not int", translator.translate, 3)
        self.check(TypeError, "lines must be a sequence, not bytes", translator.translate, b"the cat")
        self.check(TypeError, "lines must be a sequence, not dict", translator.translate, {"the": "cat"})
        self.check(TypeError, "lines must be a str, not int", translator.translate, ["the cat", 3])
        self.check(TypeError, "lines must be a sequence, not str", translator.translations, "the cat")
        self.check(TypeError, "n_best must be an int, not float", translator.translations, LINES, 1.0)
        self.check(OverflowError, "too (large|big)", translator.translations, LINES, 2**70)
        self.check(TypeError, "prefixes must be a sequence, not str", translator.translations, LINES, prefixes="le")
        self.check(TypeError, "glossary must be a mapping", translator.translations, LINES, glossary=[("cat", "chat")])
        self.check(TypeError, "glossary must be a str", translator.translations, LINES, glossary={"cat": 3})
        self.check(TypeError, "receive must be callable", translator.translate_each, LINES, "print")
        self.check(TypeError, "text must be a str, not list", translator.translate_text, LINES)
        self.check(TypeError, "beam_size must be a number", translator.translate, "the cat", beam_size=[3])
        self.check(AttributeError, "is_set", translator.translate, "the cat", stop=3)
        self.check(TypeError, "model must be a path, not int", regard.Translator, 3)
        self.check(TypeError, "others must be a sequence, not str", regard.Translator, MODEL, others=MODEL)
        self.check(TypeError, "path must be a path", regard.Tokenizer, None)
        self.check(TypeError, "text must be a str", tokenizer.encode, ["the cat"])
        self.check(TypeError, "ids must be an int, not str", tokenizer.decode, ["3"])
        self.check(TypeError, "ids must be a sequence", tokenizer.decode, 3)
        self.check(TypeError, "lowercase must be a bool", metrics.bleu, ["a"], ["a"], lowercase="yes")
        self.check(TypeError, "char_order must be an int", metrics.chrf, ["a"], ["a"], char_order=6.0)
        self.check(TypeError, "values must be a number", regard.heatmap, [["a"]])

    def test_that_lack_or_are_too_many_are_named(self):
        translator = self.translator
        self.check(TypeError, "lacks the argument 'lines'", translator.translate)
        self.check(TypeError, "lacks the argument 'receive'", translator.translate_each, LINES)
        self.check(TypeError, "at most 2 positional arguments, but got 3", translator.translations, LINES, 1, 2)
        self.check(TypeError, "multiple values for argument 'n_best'", translator.translations, LINES, 1, n_best=1)
        self.check(TypeError, "multiple values", translator.translate, "the cat", lines=LINES)
        self.check(TypeError, "at most 1 positional", regard.Translator, MODEL, "cpu")
        self.check(TypeError, "unexpected keyword argument 'txt'", self.tokenizer.encode, "a", txt="a")
        self.check(TypeError, "unexpected keyword argument 'lower'", metrics.bleu, ["a"], ["a"], lower=True)
        self.check(regard.Error, "unknown option beem_size", translator.translate, "the cat", beem_size=[3])
        self.check(regard.Error, "unknown option alternatives", translator.translate_each, LINES, print, alternatives=2)

    def test_errors_of_iterators_and_receivers_pass(self):
        def lines():
            yield "I see."
            raise KeyError("lost")

        self.check(KeyError, "lost", self.translator.translate, lines())
        self.check(ZeroDivisionError, "division", self.translator.translate_each, LINES, lambda *_: 1 // 0)
        self.check(ValueError, "labels", regard.heatmap, [[1, 2]], columns=["a"])
        self.check(ValueError, "values: is empty", regard.heatmap, [])
        self.assertIn("<svg", regard.heatmap([[0, float("nan")]], rows=["é"], columns=["<a>", "b"], title="a & b"))

    def test_are_told_by_help(self):
        self.assertRegex(regard.Translator.translations.__doc__, "Full results")
        self.assertTrue(regard.Translator.translations.__text_signature__.startswith("($self, lines, n_best=1, *, prefixes=()"))
        self.assertRegex(metrics.ter.__doc__, "TER")
        for kind in (regard.Translator, regard.Tokenizer, regard.Candidate, regard.Translation, metrics.Score):
            for name, member in vars(kind).items():
                if not name.startswith("_"):
                    self.assertTrue(member.__doc__, f"{kind.__name__}.{name}")


if __name__ == "__main__":
    unittest.main()
