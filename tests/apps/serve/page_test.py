#!/usr/bin/env python3
"""The page of `regard serve` in headless Chromium, at the width of a phone and of a desktop.

  tests/apps/serve/page_test.py [URL]   tests the page at URL, a server with an English-French model, or the mock server's page. Delays
                                   and failures, which only the mock server produces, are skipped for a URL.

$REGARD_PAGE_PICTURES names a folder for pictures of the page. $REGARD_PAGE_WORK is where axe-core is kept, by default build/axe.
"""
import functools
import json
import os
import pathlib
import shutil
import sys
import tempfile
import time
import unittest
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "tests/apps/web"), str(ROOT / "tests/apps/serve")]

from axe import Unavailable, axe_core  # noqa: E402
from browser import Browser  # noqa: E402
from mock_server import MockServer  # noqa: E402

SKIPPED = 77  # tells ctest that the test could not run
URL = sys.argv[1] if len(sys.argv) > 1 else None
PICTURES = os.environ.get("REGARD_PAGE_PICTURES")
WORK = pathlib.Path(os.environ.get("REGARD_PAGE_WORK", ROOT / "build/axe"))
WIDTHS = {"phone": (390, 844), "desktop": (1280, 900)}
SENTENCE = "A man is reading a book."
TEXT = f"{SENTENCE} Two dogs are playing in the snow.\nA cat is sleeping on the green sofa."
PARAGRAPHS = f"{SENTENCE}\n\nTwo dogs are playing in the snow."
RIGHT, DOWN, ESCAPE, ENTER, TAB = "\ue014", "\ue015", "\ue00c", "\ue007", "\ue004"
FIRST = "document.querySelector('#first .translation')"


def at_both_widths(test):
    @functools.wraps(test)
    def run(self):
        for name, (width, height) in WIDTHS.items():
            with self.subTest(name):
                self.open(width, height)
                test(self)
                self.assertLessEqual(self.browser.run("return document.scrollingElement.scrollWidth"), width)

    return run


def with_mock(test):
    return unittest.skipIf(URL, "needs the mock server")(test)


class ThePage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.mock = None if URL else cls.enterClassContext(MockServer(prefix="/below").start())
        cls.url = URL or cls.mock.url
        cls.browser = cls.enterClassContext(Browser(shutil.which("chromium"), shutil.which("chromedriver")))

    def open(self, width=1280, height=900, dark=False, keep=False):
        if self.mock and not keep:
            self.mock.reset()
        self.browser.resize(width, height, dark)
        self.browser.open(self.url)
        if not keep:
            self.browser.run("localStorage.clear(); sessionStorage.clear()")
            self.browser.open(self.url)
        self.browser.wait("document.querySelector('#from').value !== ''", 20)

    def tearDown(self):
        self.assertEqual(self.complaints(), [])

    def complaints(self, expected=None):
        """The messages in the console, except the browser's about a request that was meant to fail."""
        return [line for line in self.browser.complaints() if expected is None or expected not in line]

    def ask(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(self.url + path, data, {"Content-Type": "application/json"})) as answer:
            return json.load(answer)

    def models(self):
        """The models of the page's initial direction."""
        models = self.ask("v1/models")["models"]
        own = [model for model in models if model["source"] == models[0]["source"] and model["target"] == models[0]["target"]]
        return sorted(own, key=lambda model: not model.get("default", False))

    def translations(self, text, model=None, **options):
        """The server's own translation of each line."""
        body = {"text": text.split("\n"), "model": model or self.models()[0]["name"], "beam_size": 5, "attention": True, **options}
        return self.ask("v1/translate", body)["translations"]

    def expect(self, text, pane="first", model=None):
        wanted = [translation["text"] for translation in self.translations(text, model)]
        try:
            self.browser.wait(f"{self.lines(pane)}.join('\\n') === {json.dumps(chr(10).join(wanted))}", 20)
        except TimeoutError:
            self.assertEqual(self.browser.run(f"return {self.lines(pane)}"), wanted)

    @staticmethod
    def lines(pane):
        return f"[...document.querySelectorAll('#{pane} .line')].map(({{ textContent }}) => textContent)"

    def write(self, text):
        self.browser.run("const it = document.querySelector('#source'); it.value = arguments[0]; it.dispatchEvent(new Event('input'))", text)

    def press(self, *keys):
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.browser.call("/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def point_at(self, x, y):
        move = {"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y)}
        self.browser.call("/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": [move]}]})

    def point_at_element(self, script):
        box = self.browser.run(f"const it = {script}; it.scrollIntoView({{ block: 'center' }}); const box = it.getBoundingClientRect();"
                               "return [box.x + box.width / 2, box.y + box.height / 2]")
        self.point_at(*box)

    def word(self, index, pane="first"):
        return f"document.querySelectorAll('#{pane} .word')[{index}]"

    def darkest_source_word(self):
        """The word with the strongest shade, and its number in its line."""
        return self.browser.run("""
            const alpha = (word) => Number(/[\\d.]+(?=\\)$)/.exec(word.style.backgroundColor)?.[0] ?? 0);
            const words = [...document.querySelectorAll('#source-copy span')].filter(alpha);
            const [darkest] = words.sort((one, other) => alpha(other) - alpha(one));
            return darkest && [darkest.textContent, Number(darkest.dataset.word)]""")

    def picture(self, name):
        if PICTURES:
            self.browser.screenshot(pathlib.Path(PICTURES) / f"{name}.png")

    @at_both_widths
    def test_translates_what_is_typed(self):
        self.browser.type("#source", TEXT)
        self.expect(TEXT)
        self.assertRegex(self.browser.text("#first .figures"), r"\d ms · mean score −\d")
        self.browser.click("#clear")
        self.browser.wait(f"{FIRST}.textContent === '' && document.activeElement.id === 'source'", 20)

    @at_both_widths
    def test_keeps_empty_lines(self):
        self.browser.type("#source", f"{SENTENCE}\n\n{SENTENCE}")
        self.expect(f"{SENTENCE}\n\n{SENTENCE}")
        self.assertEqual(self.browser.run(f"return {self.lines('first')}[1]"), "")

    def test_makes_one_request_of_quick_typing_and_asks_only_for_lines_that_changed(self):
        self.open()
        if self.mock is None:
            self.skipTest("counts the mock server's requests")
        for end in range(2, len(SENTENCE) + 1):
            self.write(SENTENCE[:end])
        self.expect(SENTENCE)
        texts = [body["text"] for path, body in self.mock.asked if path == "v1/translate" and body.get("n_best")]
        self.assertEqual(texts, [[SENTENCE]])
        self.write(f"{SENTENCE}\nTwo dogs.")
        self.expect(f"{SENTENCE}\nTwo dogs.")
        texts = [body["text"] for path, body in self.mock.asked if path == "v1/translate" and body.get("n_best")]
        self.assertEqual(texts, [[SENTENCE], ["Two dogs."]])

    @with_mock
    def test_never_shows_a_stale_answer_after_a_newer_one(self):
        self.open()
        self.mock.delay = lambda path, body: 2.0 if "slow" in str(body.get("text")) else 0.0
        self.write("A slow man")
        while not self.mock.asked:
            time.sleep(0.01)
        self.write("A cat")
        self.browser.wait(f"{FIRST}.textContent === 'Un chat'", 20)
        time.sleep(2)
        self.assertEqual(self.browser.run(f"return {FIRST}.textContent"), "Un chat")
        self.assertEqual([body["text"] for _, body in self.mock.abandoned], [["A slow man"]])

    @with_mock
    def test_shows_a_long_text_as_it_is_translated(self):
        self.open()
        self.mock.delay = lambda path, body: 0.3 if path == "v1/translate" else 0
        self.write("\n".join(f"A man and {number} dogs" for number in range(40)))
        self.browser.wait("document.querySelectorAll('#first .coming').length > 0", 20)
        self.browser.wait(f"document.querySelectorAll('#first .coming').length === 0 && {self.lines('first')}.length === 40", 20)
        self.assertEqual(self.browser.run(f"return {self.lines('first')}[39]"), "Un homme et 39 chiens")

    @at_both_widths
    def test_shows_the_attention_of_a_word_under_the_pointer_or_with_the_focus(self):
        self.browser.type("#source", SENTENCE)
        self.expect(SENTENCE)
        [translation] = self.translations(SENTENCE)
        rows = translation["candidates"][0]["attention"]
        for index, weights in enumerate(rows):
            most = max(range(len(weights)), key=weights.__getitem__)
            self.point_at_element(self.word(index))
            self.assertEqual(self.darkest_source_word(), [translation["source_words"][most], most])
            self.assertIn(f"{translation['source_words'][most]} {100 * weights[most]:.0f} %", self.browser.text("#first .caption"))
        self.point_at(2, 2)
        self.assertIsNone(self.darkest_source_word())
        self.browser.run(f"{self.word(0)}.focus()")
        self.press(RIGHT)
        self.assertTrue(self.browser.run(f"return document.activeElement === {self.word(1)}"))
        most = max(range(len(rows[1])), key=rows[1].__getitem__)
        self.assertEqual(self.darkest_source_word(), [translation["source_words"][most], most])
        self.picture(f"attention-{self.browser.run('return innerWidth')}")

    @at_both_widths
    def test_shows_which_words_attend_to_a_word_of_the_source(self):
        self.browser.type("#source", SENTENCE)
        self.expect(SENTENCE)
        [translation] = self.translations(SENTENCE)
        rows = translation["candidates"][0]["attention"]
        strongest = """[...document.querySelectorAll('#first .word')].map((word) => Number(/[\\d.]+(?=\\)$)/.exec(word.style.backgroundColor)?.[0] ?? 0))"""
        column = [row[1] for row in rows]
        wanted = max(range(len(rows)), key=column.__getitem__)
        self.point_at_element("document.querySelectorAll('#source-copy span')[1]")
        shades = self.browser.run(f"return {strongest}")
        self.assertEqual(max(range(len(rows)), key=shades.__getitem__), wanted)
        said = f"{translation['source_words'][1]} → {translation['candidates'][0]['words'][wanted]} {100 * column[wanted]:.0f} %"
        self.assertTrue(self.browser.text("#first .caption").startswith(said))
        self.point_at(2, 2)
        self.assertEqual(max(self.browser.run(f"return {strongest}")), 0)
        self.browser.run("const it = document.querySelector('#source'); it.focus(); it.setSelectionRange(3, 3)")
        self.browser.wait(f"Math.max(...{strongest}) > 0", 20)
        self.assertEqual(self.browser.run(f"return {strongest}"), shades)

    @at_both_widths
    def test_the_shades_lie_behind_the_words_that_are_written(self):
        self.browser.type("#source", TEXT)
        self.expect(TEXT)
        self.browser.wait("document.querySelectorAll('#source-copy span').length > 10", 20)
        same = "const [one, other] = ['#source', '#source-copy'].map((name) => getComputedStyle(document.querySelector(name)));" \
               "return ['font', 'width', 'height', 'padding', 'lineHeight', 'letterSpacing', 'whiteSpace'].filter((name) => one[name] !== other[name])"
        self.assertEqual(self.browser.run(same), [])
        self.assertLessEqual(*self.browser.run("const it = document.querySelector('#source'); return [it.scrollHeight, it.clientHeight]"))

    @at_both_widths
    def test_offers_alternatives_by_keyboard(self):
        self.browser.type("#source", SENTENCE)
        self.expect(SENTENCE)
        [best] = self.translations(SENTENCE)
        words = best["candidates"][0]["words"]
        prefix = " ".join(words[:2])
        [other] = self.translations(SENTENCE, prefix=prefix, alternatives=8)
        other["candidates"].sort(key=lambda candidate: -candidate["score"])
        self.browser.run(f"{self.word(0)}.focus()")
        self.press(RIGHT, RIGHT, ENTER)
        self.browser.wait("document.querySelectorAll('#first [role=option]').length === 8", 20)
        options = self.browser.run("return [...document.querySelectorAll('#first [role=option]')].map((it) => it.textContent)")
        for option, candidate in zip(options, other["candidates"], strict=True):
            self.assertIn(candidate["text"][len(prefix):].strip(), option)
        self.press(DOWN, DOWN)
        active = "document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))"
        self.assertEqual(self.browser.run(f"return [{active}.textContent, {active}.getAttribute('aria-selected')]"), [options[2], "true"])
        self.picture(f"alternatives-{self.browser.run('return innerWidth')}")
        self.press(ENTER)
        self.assertEqual(self.browser.run(f"return {FIRST}.textContent"), other["candidates"][2]["text"])
        self.assertTrue(self.browser.run(f"return document.activeElement === {self.word(2)}"))
        self.press(ENTER)
        self.browser.wait("document.querySelector('#first [role=option]')", 20)
        self.press(ESCAPE)
        self.assertTrue(self.browser.run(f"return document.activeElement === {self.word(2)} && document.querySelector('#first .alternatives').hidden"))

    @at_both_widths
    def test_rewrites_only_the_sentence_of_the_word(self):
        self.browser.type("#source", TEXT)
        self.expect(TEXT)
        [first, *_] = self.translations(TEXT)
        sentence = "Two dogs are playing in the snow."
        begin = len(self.translations(SENTENCE)[0]["candidates"][0]["words"])
        words = first["candidates"][0]["words"]
        [other] = self.translations(sentence, prefix=words[begin], alternatives=8)
        other["candidates"].sort(key=lambda candidate: -candidate["score"])
        self.browser.click(f"#first .line:first-child .word:nth-of-type({begin + 2})")
        self.browser.wait("document.querySelectorAll('#first [role=option]').length === 8", 20)
        if self.mock:
            asked = self.mock.asked[-1][1]
            self.assertEqual((asked["text"], asked["prefix"]), (sentence, words[begin]))
        self.press(DOWN, ENTER)
        line = self.browser.run(f"return {self.lines('first')}[0]")
        self.assertEqual(line, " ".join([*words[:begin], other["candidates"][1]["text"]]))
        self.browser.run(f"{self.word(begin)}.focus()")
        self.assertGreaterEqual(self.darkest_source_word()[1], len(SENTENCE.split()))

    @at_both_widths
    def test_lists_candidates_with_scores_and_shows_the_one_chosen(self):
        self.browser.type("#source", SENTENCE)
        self.expect(SENTENCE)
        candidates = self.translations(SENTENCE, n_best=4)[0]["candidates"]
        self.browser.click("#first summary")
        shown = self.browser.run("return [...document.querySelectorAll('#first .candidate')].map((it) => [...it.children].map((part) => part.textContent))")
        self.assertEqual(shown, [[candidate["text"], f"{candidate['score']:.3f}".replace("-", "−")] for candidate in candidates])
        self.browser.click("#first li:nth-child(2) .candidate")
        self.assertEqual(self.browser.run(f"return {FIRST}.textContent"), candidates[1]["text"])
        pressed = "return [...document.querySelectorAll('#first .candidate')].map((it) => it.getAttribute('aria-pressed'))"
        self.assertEqual(self.browser.run(pressed), ["false", "true", "false", "false"])
        self.picture(f"candidates-{self.browser.run('return innerWidth')}")

    @at_both_widths
    def test_puts_two_models_side_by_side(self):
        models = self.models()
        if len(models) < 2:
            self.skipTest("the server has one model")
        self.browser.type("#source", TEXT)
        self.browser.click("#compare")
        for pane, model in zip(("first", "second"), models):
            self.expect(TEXT, pane, model["name"])
            self.assertRegex(self.browser.text(f"#{pane} .figures"), r"\d ms · mean score −\d")
        one, other = self.browser.run("return ['first', 'second'].map((id) => document.getElementById(id).getBoundingClientRect().toJSON())")
        width = self.browser.run("return innerWidth")
        self.assertTrue(one["right"] < other["left"] if width > 1000 else one["bottom"] < other["top"])
        self.picture(f"two-models-{width}")

    @at_both_widths
    def test_copies_the_translation(self):
        self.browser.devtools("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        self.browser.type("#source", TEXT)
        self.expect(TEXT)
        self.browser.click("#first .copy")
        self.browser.wait("document.querySelector('#first .copy').textContent === 'Copied'", 20)
        copied = self.browser.call("/execute/async", {"script": "navigator.clipboard.readText().then(arguments[0])", "args": []})
        self.assertEqual(copied, "\n".join(translation["text"] for translation in self.translations(TEXT)))

    @at_both_widths
    def test_translates_files(self):
        with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
            file.write(PARAGRAPHS)
            file.flush()
            self.browser.type("#files input", file.name)
            self.browser.wait("document.querySelector('#files a')", 20)
            link = "document.querySelector('#files a')"
            name = self.browser.run(f"return {link}.download")
            self.assertEqual(name, pathlib.Path(file.name).stem + ".fr.txt")
        text = self.download(link, name)
        self.assertEqual(text.rstrip("\n"), "\n".join(translation["text"] for translation in self.translations(PARAGRAPHS)))

    @at_both_widths
    def test_translates_a_file_that_is_dropped(self):
        self.browser.run("""
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([arguments[0]], 'dropped.txt', { type: 'text/plain' }));
            document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))""", TEXT)
        self.browser.wait("document.querySelector('#files a')?.download === 'dropped.fr.txt'", 20)

    @with_mock
    def test_shows_how_far_the_translation_of_a_file_is(self):
        self.open()
        self.mock.states = [{"status": "queued"}, {"status": "translating", "texts": 4, "texts_done": 3}]
        self.pick("slow.txt")
        self.browser.wait("/waiting/.test(document.querySelector('#files .state').textContent)", 20)
        self.browser.wait("document.querySelector('#files progress').checkVisibility() && document.querySelector('#files progress').value === 3", 20)

    @with_mock
    def test_shows_what_the_server_says_of_a_file(self):
        self.open()
        self.pick("fine.txt")
        self.browser.wait("document.querySelector('#files .warnings').textContent === 'a warning'", 20)
        self.pick("picture.png")
        self.browser.wait("/picture.png: is not in a format/.test(document.querySelector('#files .error')?.textContent)", 20)
        self.mock.states = [{"status": "error", "error_message": "It was not done in time."}]
        self.pick("late.txt")
        self.browser.wait("document.querySelector('#files .error').textContent === 'It was not done in time.'", 20)
        self.assertEqual(self.complaints("400 (Bad Request)"), [])

    @with_mock
    def test_cancels_a_file(self):
        self.open()
        self.mock.states = [{"status": "translating", "texts": 4, "texts_done": 3}]
        self.pick("slow.txt")
        self.browser.wait("document.querySelector('#files progress').value === 3", 20)
        self.browser.run("document.querySelector('#files .cancel').click()")
        self.browser.wait("document.querySelector('#files .state').textContent === 'cancelled'", 20)
        self.assertFalse(self.browser.run("return document.querySelector('#files .cancel').checkVisibility()"))
        self.wait_until(lambda: self.mock.cancelled == ["v2/document/0"])

    @with_mock
    def test_says_which_entries_of_a_file_to_translate(self):
        self.open()
        self.browser.run("document.querySelector('#entries').value = 'untranslated'")
        self.pick("some.txt")
        self.wait_until(lambda: any(path == "v2/document" and body["entries"] == "untranslated" for path, body in self.mock.asked))

    @with_mock
    def test_offers_what_a_translation_memory_has(self):
        self.open()
        self.mock.matches = [{"score": 87, "source": "A man reads a book.", "target": "Un homme lit un livre."}]
        self.write(SENTENCE)
        self.browser.wait("document.querySelector('#first .matches').checkVisibility()", 20)
        shown = self.browser.run("return [...document.querySelectorAll('#first .matches .candidate > *')].map((it) => it.textContent)")
        self.assertEqual(shown, ["Un homme lit un livre.", "87 %"])
        self.browser.run("document.querySelector('#first .matches .candidate').click()")
        self.browser.wait(f"{self.lines('first')}.join() === 'Un homme lit un livre.'", 20)

    def wait_until(self, holds):
        end = time.monotonic() + 20
        while not holds():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.05)

    def download(self, link, name):
        """The text of the file that the browser saves from a link."""
        with tempfile.TemporaryDirectory() as folder:
            self.browser.call("/goog/cdp/execute", {"cmd": "Browser.setDownloadBehavior", "params": {"behavior": "allow", "downloadPath": folder}})
            self.browser.run(f"{link}.click()")
            saved, end = pathlib.Path(folder, name), time.monotonic() + 20
            while not saved.exists() and time.monotonic() < end:
                time.sleep(0.05)
            return saved.read_text(encoding="utf-8")

    def pick(self, name):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, name)
            path.write_text(SENTENCE, encoding="utf-8")
            self.browser.type("#files input", str(path))
            self.browser.wait(f"[...document.querySelectorAll('#files .name')].some((it) => it.textContent === '{name}')", 20)

    def test_names_the_formats_of_files(self):
        self.open()
        self.assertIn(".docx", self.browser.run("return document.querySelector('#formats').textContent"))

    @at_both_widths
    def test_detects_the_language_and_swaps_the_two(self):
        if not any(model["source"] == "fr" for model in self.ask("v1/models")["models"]):
            self.skipTest("the server has one direction")
        self.browser.run("const it = document.querySelector('#from'); it.value = 'auto'; it.dispatchEvent(new Event('change'))")
        self.browser.type("#source", "Un homme lit un livre.")
        self.browser.wait("document.querySelector('#to').value === 'en' && document.querySelectorAll('#first .word').length > 3", 20)
        self.assertIn("French", self.browser.run("return document.querySelector('#from').selectedOptions[0].textContent"))
        english = self.browser.run(f"return {FIRST}.textContent")
        self.browser.click("#swap")
        self.assertEqual(self.browser.run("return ['from', 'to'].map((id) => document.getElementById(id).value)"), ["en", "fr"])
        self.assertEqual(self.browser.run("return document.querySelector('#source').value"), english)
        self.expect(english)

    @at_both_widths
    def test_keeps_a_history_until_it_is_cleared_or_switched_off(self):
        entries = "[...document.querySelectorAll('#history .entry-text')].map((it) => it.textContent)"
        for text in (SENTENCE, "Two dogs are playing."):
            self.write(text)
            self.browser.wait(f"{entries}.includes({json.dumps(text)})", 20)
        self.open(*self.browser.run("return [innerWidth, innerHeight]"), keep=True)
        self.assertEqual(self.browser.run(f"return {entries}"), ["Two dogs are playing.", SENTENCE])
        self.browser.click("#history li:nth-child(2) .entry")
        self.assertEqual(self.browser.run("return document.querySelector('#source').value"), SENTENCE)
        self.expect(SENTENCE)
        self.browser.click("#history .clear")
        self.assertEqual(self.browser.run(f"return [{entries}, localStorage.getItem('regard.history')]"), [[], None])
        self.browser.click("#history [name=keep]")
        self.write("A cat.")
        self.expect("A cat.")
        time.sleep(2)
        self.assertEqual(self.browser.run(f"return [{entries}, localStorage.getItem('regard.history')]"), [[], None])

    def test_is_dark_or_light_as_the_system_says_unless_one_is_chosen(self):
        paper = "return getComputedStyle(document.body).backgroundColor"
        for width, height in WIDTHS.values():
            self.open(width, height)
            light = self.browser.run(paper)
            self.open(width, height, dark=True)
            dark = self.browser.run(paper)
            self.assertLess(sum(map(int, dark[4:-1].split(","))), 150)
            self.assertGreater(sum(map(int, light[4:-1].split(","))), 600)
            choose = "const it = document.querySelector('#theme'); it.value = arguments[0]; it.dispatchEvent(new Event('change'));"
            self.assertEqual(self.browser.run(choose + paper, "light"), light)
            self.open(width, height, dark=True, keep=True)
            self.assertEqual(self.browser.run(paper), light)
            self.browser.resize(width, height)
            self.assertEqual(self.browser.run(choose + paper, "dark"), dark)

    @with_mock
    def test_offers_alternatives_where_a_model_has_no_attention(self):
        self.open()
        self.mock.has_attention = False
        self.write(SENTENCE)
        self.browser.wait("document.querySelector('#first .word')", 20)
        self.point_at_element(self.word(1))
        self.assertIsNone(self.darkest_source_word())
        self.browser.click("#first .word:nth-of-type(2)")
        self.browser.wait("document.querySelectorAll('#first [role=option]').length === 8", 20)
        self.press(DOWN, ENTER)
        [other] = self.translations(SENTENCE, prefix="Un", alternatives=8)
        other["candidates"].sort(key=lambda candidate: -candidate["score"])
        self.assertEqual(self.browser.run(f"return {FIRST}.textContent"), other["candidates"][1]["text"])

    def test_reads_the_translation_out_once_typing_has_paused(self):
        self.open()
        self.browser.run("""
            window.said = [];
            new MutationObserver(() => said.push(document.querySelector('#announcement').textContent))
                .observe(document.querySelector('#announcement'), { childList: true })""")
        for text in ("A man", "A man is", SENTENCE):
            self.write(text)
            self.expect(text)
        self.browser.wait("said.length > 0", 20)
        time.sleep(1)
        self.assertEqual(self.browser.run("return said"), [self.translations(SENTENCE)[0]["text"]])

    @with_mock
    def test_tries_again_when_the_server_is_busy(self):
        self.open()
        self.mock.failures = [(503, {"Retry-After": "2"})]
        self.write(SENTENCE)
        self.browser.wait("/busy.*2 seconds\\./.test(document.querySelector('#status').textContent)", 20)
        self.expect(SENTENCE)
        self.assertEqual(self.browser.text("#status"), "")
        self.assertEqual(self.complaints("503"), [])

    @with_mock
    def test_waits_for_the_network_to_come_back(self):
        self.open()
        offline = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        self.browser.devtools("Network.enable")
        self.browser.devtools("Network.emulateNetworkConditions", offline=True, **offline)
        self.write(SENTENCE)
        self.browser.wait("/offline/.test(document.querySelector('#status').textContent)", 20)
        self.browser.devtools("Network.emulateNetworkConditions", offline=False, **offline)
        self.expect(SENTENCE)
        self.assertEqual(self.complaints("ERR_INTERNET_DISCONNECTED"), [])

    @with_mock
    def test_says_in_plain_words_what_the_server_refuses(self):
        self.open()
        self.mock.failures = [(400, {})]
        self.write(SENTENCE)
        self.browser.wait("document.querySelector('#status').textContent === 'The mock was told to answer 400.'", 20)
        self.mock.character_limit = 10
        self.open(keep=True)
        self.write(SENTENCE)
        self.browser.wait("/24 characters.*accepts 10/.test(document.querySelector('#status').textContent)", 20)
        self.assertEqual(self.complaints("400"), [])

    @with_mock
    def test_asks_for_the_key_that_a_server_requires(self):
        self.open()
        self.mock.key = "secret"
        self.open(keep=True)
        self.assertTrue(self.browser.run("return document.querySelector('#key').checkVisibility()"))
        self.write(SENTENCE)
        self.browser.wait("/API key/.test(document.querySelector('#status').textContent)", 20)
        self.browser.type("#key", "secret" + ENTER)
        self.browser.wait(f"{FIRST}.textContent === 'Un homme lit un livre.'", 20)
        self.assertEqual(self.complaints("403"), [])

    @with_mock
    def test_explains_a_language_that_no_model_reads(self):
        self.open()
        self.browser.run("const it = document.querySelector('#from'); it.value = 'auto'; it.dispatchEvent(new Event('change'))")
        self.write("Das ist nicht der Hund und die Katze")
        self.browser.wait("/looks like German/.test(document.querySelector('#status').textContent)", 20)

    @at_both_widths
    def test_reaches_everything_by_keyboard(self):
        self.browser.type("#source", SENTENCE)
        self.expect(SENTENCE)
        self.browser.run("document.activeElement.blur(); getSelection().removeAllRanges()")
        reached = set()
        for _ in range(40):
            self.press(TAB)
            reached.add(self.browser.run("const it = document.activeElement; return it.id || it.name || it.type || it.classList[0] || it.localName"))
        self.assertLessEqual({"theme", "from", "to", "compare", "source", "copy", "word", "summary", "file", "keep", "beam", "candidates"},
                             {"copy" if name == "button" else name for name in reached})

    def test_has_nothing_that_axe_finds(self):
        try:
            script = axe_core(WORK)
        except Unavailable as why:
            self.skipTest(f"no axe-core: {why}")
        for name, (width, height) in WIDTHS.items():
            for dark in (False, True):
                self.open(width, height, dark)
                self.check_with_axe(script, f"{name}, dark {dark}, empty")
                self.browser.type("#source", TEXT)
                self.expect(TEXT)
                if len(self.models()) > 1:
                    self.browser.click("#compare")
                    self.browser.wait("document.querySelector('#second .word')", 20)
                self.browser.click("#first summary")
                self.browser.wait("document.querySelector('#history .entry')", 20)
                self.check_with_axe(script, f"{name}, dark {dark}, translated")
                self.browser.click("#first .word:nth-of-type(2)")
                self.browser.wait("document.querySelector('#first [role=option]')", 20)
                self.check_with_axe(script, f"{name}, dark {dark}, alternatives")

    def check_with_axe(self, script, state):
        self.browser.run(script + "; window.axe = axe")
        found = self.browser.call("/execute/async", {"args": [], "script": """
            const done = arguments[0];
            axe.run(document).then(({ violations }) => done(violations.flatMap(({ id, help, nodes }) =>
                nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target} ${failureSummary}`))), (error) => done([String(error)]))"""})
        self.assertEqual(found, [], state)


if __name__ == "__main__":
    for command, package in (("chromium", "chromium"), ("chromedriver", "chromium-driver")):
        if shutil.which(command) is None:
            print(f"skipped: no {command} here (apt-get install {package})")
            sys.exit(SKIPPED)
    unittest.main(argv=sys.argv[:1], verbosity=2)
