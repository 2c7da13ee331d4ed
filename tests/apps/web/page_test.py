#!/usr/bin/env python3
"""The page in headless Chromium, clicked through at the width of a phone and of a desktop.

  tests/apps/web/page_test.py [TEXT]   translates 200 lines of TEXT, by default data/*.en, with the model in $REGARD_WEB_MODEL,
                                       and with the one in $REGARD_WEB_SECOND_MODEL next to it. Pictures go to $REGARD_WEB_PICTURES, if that is set.
"""
import os
import pathlib
import sys
import unittest

import common
from browser import Browser, Server

CHROMIUM = common.needed("chromium", "chromium")
CHROMEDRIVER = common.needed("chromedriver", "chromium-driver")
MODEL = common.model_or_skip()
SECOND = pathlib.Path(os.environ.get("REGARD_WEB_SECOND_MODEL") or MODEL)
PICTURES = os.environ.get("REGARD_WEB_PICTURES")
TEXTS = sys.argv[1:] or [common.ROOT / f"data/{name}.en" for name in ("test", "val")]
LINES = [line for text in TEXTS for line in common.lines_of(text, 200)][:200]
TYPED = ["A man is reading a book.", "Two dogs are playing in the snow."]
FIRST, OTHER = ".model:nth-child(1)", ".model:nth-child(2)"


class ThePage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server(common.SITE))
        cls.browser = cls.enterClassContext(Browser(CHROMIUM, CHROMEDRIVER))

    def setUp(self):
        self.browser.resize(1280, 800)
        self.browser.open(self.server.url)
        self.browser.wait("!document.querySelector('#unstarted')")

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])

    def pick(self, card, model):
        files = [str(file) for file in sorted(model.iterdir()) if file.is_file()]
        self.browser.type(f"{card} .files", "\n".join(files))

    def load(self, card, model):
        self.pick(card, model)
        self.browser.wait(f"/read in/.test(document.querySelector('{card} .status').textContent)")

    def write(self, text):
        script = "const it = document.querySelector('#source'); it.value = arguments[0]; it.dispatchEvent(new Event('input'))"
        self.browser.run(script, text)

    def wait_for_sentences(self, card, count, seconds=60):
        said = f"{count} sentence{'s' if count > 1 else ''} in"
        self.browser.wait(f"document.querySelector('{card} .status').textContent.startsWith('{said}')", seconds)

    def picture(self, name):
        if PICTURES:
            pathlib.Path(PICTURES).mkdir(parents=True, exist_ok=True)
            self.browser.screenshot(pathlib.Path(PICTURES) / f"{name}.png")

    def test_translates_with_two_models_on_phone_and_desktop(self):
        for width, height, dark in ((390, 844, False), (1280, 800, False), (390, 844, True), (1280, 800, True)):
            with self.subTest(width=width, dark=dark):
                self.setUp()
                self.browser.resize(width, height, dark)
                self.picture(f"{width}-{'dark' if dark else 'light'}-empty")
                self.load(FIRST, MODEL)
                self.load(OTHER, SECOND)
                self.browser.type("#source", " ".join(TYPED))
                for card, model in ((FIRST, MODEL), (OTHER, SECOND)):
                    self.wait_for_sentences(card, len(TYPED))
                    self.assertEqual(self.browser.text(f"{card} .translation"), " ".join(common.native(model, TYPED, 5)))
                self.browser.click(f"{FIRST} .word:nth-child(2)")
                self.assertTrue(self.browser.run(f"return document.querySelector('{FIRST} .source').checkVisibility()"))
                self.assertEqual(self.browser.text(f"{FIRST} .source").strip(), TYPED[0])
                self.browser.run(f"document.querySelector('{FIRST} .word:nth-child(3)').focus()")
                self.assertEqual(self.browser.run(f"return document.querySelectorAll('{FIRST} .chosen').length"), 1)
                self.assertLessEqual(self.browser.run("return document.scrollingElement.scrollWidth"), width)
                self.picture(f"{width}-{'dark' if dark else 'light'}")

    def test_translates_as_the_program_does(self):
        self.load(FIRST, MODEL)
        for beam in (1, 5):
            with self.subTest(beam=beam):
                self.browser.run("document.querySelector('#beam').value = arguments[0]", beam)
                self.write("")
                text = f"document.querySelector('{FIRST} .translation').textContent"
                self.browser.wait(f"{text} === ''")
                self.write("\n".join(LINES))
                self.browser.wait(f"document.querySelector('#stop').disabled && {text}.split('\\n').length === {len(LINES)}", 300)
                self.assertEqual(self.browser.text(f"{FIRST} .translation").split("\n"), common.native(MODEL, LINES, beam))

    def test_stops_and_goes_on(self):
        self.load(FIRST, MODEL)
        self.write((TYPED[0] + "\n") * 2000)
        self.browser.wait(f"document.querySelectorAll('{FIRST} .word').length > 20")
        self.browser.click("#stop")
        self.write(TYPED[1])
        self.wait_for_sentences(FIRST, 1)
        self.assertEqual(self.browser.text(f"{FIRST} .translation"), common.native(MODEL, [TYPED[1]], 5)[0])

    def test_says_what_is_wrong_with_a_model(self):
        for name, model, says in common.broken_models(MODEL):
            with self.subTest(name):
                self.pick(FIRST, model)
                self.browser.wait(f"!document.querySelector('{FIRST} .error').hidden")
                self.assertIn(says, self.browser.text(f"{FIRST} .error"))
                self.picture(f"error-{name}")
                self.load(FIRST, MODEL)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
