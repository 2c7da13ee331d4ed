#!/usr/bin/env python3
"""The module in Node.js: the same translations as the program, its size, its memory, and messages about broken models.

  tests/apps/web/node_test.py [TEXT]   200 lines of TEXT, by default data/*.en, with the model in $REGARD_WEB_MODEL
"""
import gzip
import json
import subprocess
import sys
import tempfile
import unittest

import common

NODE = common.needed("node", "nodejs")
MODEL = common.model_or_skip()
TEXTS = sys.argv[1:] or [common.ROOT / f"data/{name}.en" for name in ("test", "val")]
LINES = [line for text in TEXTS for line in common.lines_of(text, 200)][:200]
MEGABYTE = 1 << 20


def translated(model, lines, beam):
    command = [NODE, common.ROOT / "tests/apps/web/translate.mjs", common.SITE, model, str(beam)]
    text = "".join(line + "\n" for line in lines)
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


class TheModuleInNode(unittest.TestCase):
    def test_translates_as_the_program_does(self):
        for beam in (1, 5):
            with self.subTest(beam=beam):
                found = translated(MODEL, LINES, beam)
                self.assertEqual(found["lines"], common.native(MODEL, LINES, beam))

    def test_reads_a_packed_model(self):
        with tempfile.TemporaryDirectory() as folder:
            packed = f"{folder}/model.regard"
            subprocess.run([common.PROGRAM, "pack", MODEL, "-o", packed], check=True, capture_output=True)
            self.assertEqual(translated(packed, LINES[:5], 5)["lines"], common.native(MODEL, LINES[:5], 5))

    def test_gives_attention_and_candidates(self):
        best, second = translated(MODEL, ["A man is reading."], 5)["attended"]["nBest"]
        self.assertGreaterEqual(best["score"], second["score"])
        self.assertEqual(len(best["attention"]), len(best["words"]))
        for row in best["attention"]:
            self.assertEqual(len(row), 4)  # words of the line
            self.assertAlmostEqual(sum(row), 1, places=4)

    def test_tells_how_likely_words_are_right(self):
        found = translated(MODEL, ["A man is reading."], 1)["attended"]
        best = found["nBest"][0]
        self.assertEqual(len(best["wordConfidences"]), len(best["text"].split()))
        self.assertTrue(all(0 <= one <= 1 for one in [best["confidence"], *best["wordConfidences"]]))
        self.assertIsInstance(found["flags"], list)

    def test_is_small(self):
        wasm = (common.SITE / "regard_runtime.wasm").read_bytes()
        self.assertLessEqual(len(gzip.compress(wasm, 9)), 3 * MEGABYTE)
        weights = (MODEL / "model.safetensors").stat().st_size
        self.assertLessEqual(translated(MODEL, LINES[:20], 5)["memory"], 20 * MEGABYTE + 5 * weights)

    def test_says_what_is_wrong_with_a_model(self):
        for name, model, says in common.broken_models(MODEL):
            with self.subTest(name):
                error = translated(model, LINES[:1], 1)["error"]
                self.assertIn(says, f"{error['where']}: {error['what']}")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
