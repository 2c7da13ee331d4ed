"""regard in one process with modules that bring their own C++ libraries, SentencePiece or threads."""

import unittest

from common import LINES, MODEL, PEERS, has_module, run_python

OTHERS = ("torch", "numpy", "ctranslate2", "sentencepiece")
TRANSLATE = f"print(regard.Translator({MODEL!r}, threads=1).translate({LINES!r}))"
# Each module does some work, so that the code that it loads lazily is loaded too.
USE = {
    "torch": "torch.nn.Linear(64, 64)(torch.ones(8, 64)).sum().backward()",
    "numpy": "numpy.linalg.inv(numpy.eye(64))",
    "ctranslate2": "ctranslate2.get_cuda_device_count()",
    "sentencepiece": "sentencepiece.SentencePieceProcessor()",
}


class BesideTest(unittest.TestCase):
    def setUp(self):
        self.alone = self.printed_by(f"import regard; {TRANSLATE}")

    def printed_by(self, code):
        done = run_python(PEERS, "-c", code)
        self.assertEqual(done.returncode, 0, f"{code}\n{done.stderr}")
        return done.stdout

    def test_translates_beside_modules_imported_before_and_after(self):
        for other in OTHERS:
            with self.subTest(other):
                if not has_module(PEERS, other):
                    self.skipTest(f"{PEERS} has no {other}: name a Python that has it as REGARD_PEERS")
                use = f"import {other}; {USE[other]}"
                self.assertEqual(self.printed_by(f"{use}; import regard; {TRANSLATE}"), self.alone)
                self.assertEqual(self.printed_by(f"import regard; {use}; {TRANSLATE}"), self.alone)
                self.assertEqual(self.printed_by(f"import regard; {TRANSLATE}; {use}; {TRANSLATE}"), self.alone * 2)

    def test_takes_the_numbers_of_numpy(self):
        if not has_module(PEERS, "numpy"):
            self.skipTest(f"{PEERS} has no numpy: name a Python that has it as REGARD_PEERS")
        code = (
            f"import numpy, regard; t = regard.Translator({MODEL!r}, threads=numpy.int32(1)); "
            "t.translate('Hello.', beam_size=numpy.int64(2), length_penalty=numpy.float64(0.5), split=True); "
            "print(regard.heatmap(numpy.eye(3, dtype=numpy.float32))[:4], "
            "regard.metrics.chrf(['a'], ['a'], whitespace=numpy.bool_(True)).value)"
        )
        self.assertEqual(self.printed_by(code), "<svg 100.0\n")


if __name__ == "__main__":
    unittest.main()
