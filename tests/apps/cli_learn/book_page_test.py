#!/usr/bin/env python3
"""The pages of `regard book --serve` in headless Chromium: a walk through the live page, and axe-core on the pages of the site.

  tests/apps/cli_learn/book_page_test.py PROGRAM [MODEL...]   with up to two models, by default those that scripts/quickstart has
                                                      trained, or else the bundled one twice.

$REGARD_PAGE_PICTURES names a folder for pictures. $REGARD_PAGE_WORK is where axe-core is kept, by default build/axe. Prints the time
of each change, measured in the page until the changed picture appears.
"""
import contextlib
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "tests/apps/web"), str(ROOT / "tests/apps/serve")]

from axe import Unavailable, axe_core  # noqa: E402
from browser import Browser  # noqa: E402

SKIPPED = 77  # tells ctest that the test could not run
PROGRAM = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "build/regard")
PICTURES = os.environ.get("REGARD_PAGE_PICTURES")
WORK = pathlib.Path(os.environ.get("REGARD_PAGE_WORK", ROOT / "build/axe"))
RUNS = [str(ROOT / f"runs/quick-{name}") for name in ("transformer", "bahdanau") if (ROOT / f"runs/quick-{name}/model.safetensors").exists()]
BUNDLED = ROOT / "data/models/en-fr.regard"
MODELS = sys.argv[2:] or RUNS or [str(BUNDLED), f"{BUNDLED.parent}/../models/{BUNDLED.name}"]  # one model under two names
COMPARISON = ["comparison.html"] if len(MODELS) > 1 else []
VIEWS = [(width, height, dark) for width, height in ((390, 844), (1280, 900)) for dark in (False, True)]
SENTENCE = "Where is the red book?"
TRANSLATION = "document.querySelector('.model .translation').textContent"
SHOWN = "document.querySelector('#status').textContent !== '' && panels.every(panel => panel.answer && !panel.isAsking)"
SECTIONS = {"en": ["e18.html", "e9.html"], "zh": ["e18.html"]}  # pages that take only seconds to draw


class BookServer(contextlib.ExitStack):
    """`regard book --serve` on a free port."""

    def __init__(self, language):
        super().__init__()
        command = [PROGRAM, "book", "--serve", "--port", "0", "--lang", language, *(f"--model={model}" for model in MODELS)]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        self.callback(self.process.wait)
        self.callback(self.process.terminate)
        self.lines = []
        for line in self.process.stderr:
            self.lines.append(line)
            if found := re.search(r"http://127\.0\.0\.1:\d+/", line):
                self.url = found.group()
                return
        raise AssertionError("".join(self.lines))


class ThePages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.servers = {language: cls.enterClassContext(BookServer(language)) for language in ("en", "zh")}
        cls.browser = cls.enterClassContext(Browser(shutil.which("chromium"), shutil.which("chromedriver")))

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])

    def open(self, page="live.html", language="en", width=1280, height=900, dark=False):
        self.browser.resize(width, height, dark)
        self.browser.open(self.servers[language].url + page)
        if page == "live.html":
            self.browser.wait(SHOWN)

    def change(self, script, *arguments):
        """Runs a reader's action and waits until every affected model has answered."""
        before = self.browser.run("return times.length")
        self.browser.run(script, *arguments)
        self.browser.wait(f"times.length >= {before + 1} && panels.every(panel => !panel.isAsking)")

    def write(self, text):
        self.change("const it = document.querySelector('#text'); it.value = arguments[0]; it.dispatchEvent(new Event('input', {bubbles: true}))", text)

    def slide(self, name, value):
        self.change("const it = document.getElementById(arguments[0]); it.value = arguments[1]; it.dispatchEvent(new Event('input', {bubbles: true}))", name, value)

    def translation(self):
        return self.browser.run(f"return {TRANSLATION}")

    def heads(self):
        return self.browser.run("return [...document.querySelectorAll('.model:first-child .head input')].map(({ id }) => id)")

    def switch(self, identity):
        self.change("document.getElementById(arguments[0]).click()", identity)

    def picture(self, name):
        if PICTURES:
            pathlib.Path(PICTURES).mkdir(parents=True, exist_ok=True)
            height = self.browser.run("return document.documentElement.scrollHeight")
            width = self.browser.run("return innerWidth")
            dark = self.browser.run("return matchMedia('(prefers-color-scheme:dark)').matches")
            self.browser.resize(width, min(height, 8000), dark)
            self.browser.screenshot(pathlib.Path(PICTURES) / f"{name}.png")

    def switch_off_until_it_changes(self):
        """Switches off single heads, then more and more heads, until the translation differs. Returns the number of heads that are then off."""
        first = self.translation()
        for identity in self.heads():
            self.switch(identity)
            if self.translation() != first:
                return 1
            self.switch(identity)
        for count, identity in enumerate(self.heads(), 1):
            self.switch(identity)
            if self.translation() != first:
                return count
        self.fail(f"{len(self.heads())} heads are switched off, and the translation is still {first}")

    def test_switches_a_head_off_and_sees_the_translation_change(self):
        self.open()
        self.write(SENTENCE)
        first = self.translation()
        self.assertNotEqual(first, "")
        self.assertEqual(self.browser.text(".model [data-part=compared]").strip(), "")
        count = self.switch_off_until_it_changes()
        print(f"\n{first!r} becomes {self.translation()!r}; heads off: {count}", file=sys.stderr)
        self.browser.wait(f"document.querySelector('.model [data-part=compared]').textContent.includes({json.dumps(first)})")
        self.picture("head-off")
        self.change("document.querySelector('#reset').click()")
        self.assertEqual(self.translation(), first)

    def test_forces_a_word_and_goes_on_from_there(self):
        self.open()
        self.write(SENTENCE)
        other = self.browser.run("return document.querySelector('.next button[aria-pressed=false] span:nth-child(2)').textContent")
        self.change("document.querySelector('.next button[aria-pressed=false]').click()")
        forced = self.browser.run("return document.querySelector('.tokens .forced').firstChild.textContent")
        self.assertEqual(forced, other)
        self.change("document.querySelector('[data-key=release]').click()")
        self.assertEqual(self.browser.run("return document.querySelectorAll('.forced').length"), 0)

    def test_forces_words_that_are_not_listed(self):
        self.open()
        self.write(SENTENCE)
        self.change("const form = document.querySelector('.word'); form.querySelector('input').value = arguments[0]; form.requestSubmit()", "Non, merci")
        self.assertTrue(self.translation().startswith("Non, merci"), self.translation())

    def test_keeps_the_changes_in_the_address(self):
        self.open()
        self.write(SENTENCE)
        self.slide("beam", "2")
        self.switch(self.heads()[0])
        self.change("document.querySelector('.next button[aria-pressed=false]').click()")
        seen = "return [document.querySelector('#text').value, document.querySelector('#beam').value, panels[0].answer.ids, [...panels[0].off]]"
        before, address = self.browser.run(seen), self.browser.run("return location.href")
        self.browser.open("about:blank")
        self.browser.open(address)
        self.browser.wait(SHOWN)
        self.assertEqual(self.browser.run(seen), before)

    def test_begins_with_the_search_options_of_each_model(self):
        self.open()
        same = "return panels.map((panel, i) => panel.answer.nBest.length === data.models[i].beam_size)"
        self.assertEqual(self.browser.run(same), [True] * self.browser.run("return panels.length"))
        presets = self.browser.run("return [...new Set(data.models.map(model => model.length_penalty))].join(' \u00b7 ')")
        self.assertEqual(self.browser.text("#penalty-value"), presets)
        self.assertNotIn("penalty", self.browser.run("return location.hash"))
        self.browser.open("about:blank")
        self.browser.open(self.servers["en"].url + "live.html#text=Hello.&beam=abc&penalty=99&temperature=")
        self.browser.wait(SHOWN)
        self.assertEqual(self.browser.run(same), [True] * self.browser.run("return panels.length"))
        self.assertEqual(self.browser.run("return document.querySelector('#text').value"), "Hello.")

    def test_tells_the_reading_without_the_mask_from_the_search(self):
        self.open()
        if "mask" not in self.browser.run("return panels[0].answer.switches"):
            self.skipTest("the model has no mask")
        said = "return document.querySelector('.model').textContent.includes('later words too')"
        self.assertFalse(self.browser.run(said))
        self.switch("switch-mask")
        self.assertTrue(self.browser.run("return document.querySelector('[data-part=unmasked]') !== null"))
        self.assertFalse(self.browser.run("return document.querySelector('.model').textContent.includes(words.decoderMeaning)"))
        self.switch("switch-mask")
        self.assertFalse(self.browser.run(said))

    def test_shows_the_colours_of_every_number(self):
        self.open()
        self.assertIsNotNone(self.browser.run("return panels[0].mapOfNumbers.querySelector('.colours')"))

    def test_follows_every_control(self):
        self.open()
        self.write(SENTENCE)
        self.slide("beam", "1")
        self.assertEqual(self.browser.run("return panels[0].answer.nBest.length"), 1)
        self.slide("penalty", "0")
        score, log_p = self.browser.run("return panels[0].answer.nBest[0].slice(1, 3)")
        self.assertEqual(score, log_p)
        cool = self.browser.run("return panels[0].answer.logP[0]")
        self.slide("temperature", "3")
        self.assertLess(self.browser.run("return panels[0].answer.logP[0]"), cool)
        for name in self.browser.run("return panels[0].answer.switches"):
            before = self.browser.run("return JSON.stringify(panels[0].answer.output)")
            self.switch(f"switch-{name}")
            self.assertNotEqual(self.browser.run("return JSON.stringify(panels[0].answer.output)"), before, name)

    def test_keeps_the_focus_and_says_what_is_wrong(self):
        self.open()
        self.write(SENTENCE)
        self.browser.run("document.querySelector('[data-key=step1]').focus()")
        self.slide("beam", "2")
        self.assertEqual(self.browser.run("return document.activeElement.dataset.key"), "step1")
        self.browser.run("const it = document.querySelector('#text'); it.value = 'a '.repeat(100); it.dispatchEvent(new Event('input', {bubbles: true}))")
        self.browser.wait("!document.querySelector('.model .error').hidden")
        self.assertIn("tokens", self.browser.text(".model .error"))
        self.browser.complaints()  # the browser logs the refusal
        self.browser.resize(1100, 900, False)
        self.browser.wait("innerWidth < 1200 && panels[0].width !== undefined")
        self.assertFalse(self.browser.run("return document.querySelector('.model .error').hidden"))
        self.assertTrue(self.browser.run("return document.querySelector('.model').classList.contains('stale')"))
        self.write(SENTENCE)
        self.assertTrue(self.browser.run("return document.querySelector('.model .error').hidden"))
        self.assertFalse(self.browser.run("return document.querySelector('.model').classList.contains('stale')"))

    def test_is_quick(self):
        self.open()
        for text in (SENTENCE, "My brother works in a small shop.", "I am a student."):
            self.write(text)
            self.browser.run("times.length = 0") if text == SENTENCE else None
            for identity in self.heads():
                self.switch(identity)
                self.switch(identity)
            for beam in (1, 8, 5):
                self.slide("beam", str(beam))
        times = sorted(self.browser.run("return times"))
        print(f"\n{len(times)} changes: p50 {statistics.median(times):.0f} ms, p95 {times[int(0.95 * len(times))]:.0f} ms, most {times[-1]:.0f} ms", file=sys.stderr)

    def test_leads_from_each_page_of_a_model_to_the_others(self):
        pages = ["model.html", "attention.html", "explain.html", *COMPARISON]
        for page in pages[:3]:
            self.open(page)
            links = self.browser.run("return [...document.querySelectorAll('.ways a')].map(link => link.getAttribute('href'))")
            links = [link.split("?")[0] for link in links if not link.startswith("film")]
            self.assertEqual(links, ["index.html", "live.html", *(other for other in pages if other != page)])

    def test_shows_the_sentence_that_the_reader_types(self):
        self.open()
        self.write(SENTENCE)
        links = self.browser.run("return [...document.querySelectorAll('.model nav a, #links a')].map(link => link.href)")
        self.assertEqual([link for link in links if "?text=" not in link], [])
        links = [link for link in links if re.search(r"/(attention|explain|comparison)", link)]
        self.assertEqual(len(links), 2 * len(MODELS) + len(COMPARISON))
        for link in links:
            self.browser.open(link)
            self.assertIn(SENTENCE, self.browser.text("main"))
        self.browser.run("document.querySelector('form.text input').value = 'The cat sleeps.'; document.querySelector('form.text button').click()")
        self.browser.wait("document.querySelector('main')?.textContent.includes('The cat sleeps.')")

    def test_fits_and_has_nothing_that_axe_finds(self):
        try:
            axe = axe_core(WORK)
        except Unavailable as why:
            self.skipTest(f"axe-core: {why}")
        for language, sections in SECTIONS.items():
            for page in ("live.html", "index.html", "model.html", "attention.html", "explain.html", *COMPARISON, *sections):
                for width, height, dark in VIEWS:
                    view = f"{page.split('.')[0]}-{language}-{width}-{'dark' if dark else 'light'}"
                    with self.subTest(view):
                        self.open(page, language, width, height, dark)
                        self.assertLessEqual(self.browser.run("return document.scrollingElement.scrollWidth"), width)
                        self.browser.run(axe + "; window.axe = axe")
                        found = self.browser.call("/execute/async", {"args": [], "script": "axe.run(document).then(arguments[0])"})
                        violations = [(one["id"], [node["html"][:200] for node in one["nodes"][:3]]) for one in found["violations"]]
                        self.picture(view)
                        self.assertEqual(violations, [])


if __name__ == "__main__":
    for command, package in (("chromium", "chromium"), ("chromedriver", "chromium-driver")):
        if shutil.which(command) is None:
            print(f"skipped: no {command} here (apt-get install {package})")
            sys.exit(SKIPPED)
    if str(BUNDLED) in MODELS and not BUNDLED.exists():
        print(f"skipped: neither the models of scripts/quickstart nor {BUNDLED.relative_to(ROOT)} exist")
        sys.exit(SKIPPED)
    unittest.main(argv=sys.argv[:1], verbosity=2)
