#!/usr/bin/env python3
"""Unmodified third-party clients against `regard serve`: curl, and the packages libretranslatepy and deepl from PyPI.

  clients_test.py PROGRAM FOLDER

FOLDER keeps an environment with the packages. If they cannot be downloaded, or curl is missing, tests are skipped with a message.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import urllib.error

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "support"))
from random_model import write_random_model
from sample_files import sample_files
from serving import Server, options_of_serve, translations

PACKAGES = ("libretranslatepy==2.1.4", "deepl==1.32.0", "requests==2.34.2")
INSIDE = "--with-packages"
LINES = ["Her husband cooks every evening, and she washes the plates after the meal.", "Give some water to the flowers.", "Don't leave without your key!"]
SKIPPED = 77


class Served(unittest.TestCase):
    """A server with a small model, and the command line's translations."""

    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.scratch.name)
        cls.model = cls.folder / "model"
        write_random_model(PROGRAM, cls.model)
        cls.expected = translations(PROGRAM, cls.model, LINES)
        cls.server = Server(PROGRAM, {"en-fr": cls.model}, cls.server_options(), cls.folder / "log")
        cls.address = f"http://127.0.0.1:{cls.server.port}"

    @classmethod
    def server_options(cls):
        return ()

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()
        cls.scratch.cleanup()


class Curl(Served):
    def curl(self, *arguments):
        """The output of curl, which must succeed."""
        done = subprocess.run(["curl", "--silent", "--show-error", "--max-time", "20", *arguments], capture_output=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_translates_json(self):
        body = json.dumps({"q": LINES, "source": "en", "target": "fr"})
        found = json.loads(self.curl("-H", "Content-Type: application/json", "-d", body, f"{self.address}/translate"))
        self.assertEqual(found, {"translatedText": self.expected})

    def test_translates_a_form(self):
        found = json.loads(self.curl("--data-urlencode", f"q={LINES[2]}", "-d", "source=en", "-d", "target=fr", f"{self.address}/translate"))
        self.assertEqual(found, {"translatedText": self.expected[2]})

    def test_translates_what_comes_from_a_pipe_of_unknown_length(self):
        body = json.dumps({"q": LINES[0], "source": "en", "target": "fr"})
        found = self.curl("-H", "Content-Type: application/json", "-H", "Transfer-Encoding: chunked", "-d", body, f"{self.address}/translate")
        self.assertEqual(json.loads(found)["translatedText"], self.expected[0])

    def test_waits_for_leave_to_send_much(self):
        path = self.folder / "much.json"
        path.write_text(json.dumps({"text": LINES * 300, "beam_size": 1}), encoding="utf-8")
        found = json.loads(self.curl("-H", "Content-Type: application/json", "-H", "Expect: 100-continue", "-d", f"@{path}", f"{self.address}/v1/translate"))
        self.assertEqual([each["text"] for each in found["translations"]], self.expected * 300)

    def test_translates_a_file(self):
        path = self.folder / "text.txt"
        path.write_text(LINES[1] + "\n", encoding="utf-8")
        found = json.loads(self.curl("-F", f"file=@{path}", "-F", "source=en", "-F", "target=fr", f"{self.address}/translate_file"))
        self.assertEqual(self.curl(found["translatedFileUrl"]).decode().strip(), self.expected[1])

    def test_reads_a_stream_of_events(self):
        body = json.dumps({"text": LINES, "stream": True})
        lines = self.curl("--no-buffer", "-H", "Content-Type: application/json", "-d", body, f"{self.address}/v1/translate").decode().split("\n")
        texts = [json.loads(line.split(":", 1)[1]).get("text") for line in lines if line.startswith("data:")]
        self.assertEqual(texts, [*self.expected, None])

    def test_translates_json_lines(self):
        path = self.folder / "lines.jsonl"
        path.write_text("".join(json.dumps({"text": line}) + "\n" for line in LINES), encoding="utf-8")
        found = self.curl("-H", "Content-Type: application/jsonl", "--data-binary", f"@{path}", f"{self.address}/v1/translate").decode().splitlines()
        self.assertEqual([json.loads(line)["text"] for line in found], self.expected)

    def test_uses_a_connection_again(self):
        shown = self.curl("-w", "%{num_connects}\n", "-o", "/dev/null", f"{self.address}/health", "-o", "/dev/null", f"{self.address}/ready").decode()
        self.assertEqual(shown.split(), ["1", "0"])

    def test_asks_for_the_head_alone(self):
        self.assertTrue(self.curl("--head", f"{self.address}/health").startswith(b"HTTP/1.1 200"))

    def test_speaks_http_1_0(self):
        self.assertEqual(json.loads(self.curl("--http1.0", f"{self.address}/health")), {"status": "ok"})

    def test_may_ask_from_a_page_of_another_origin(self):
        head = self.curl("--include", "-X", "OPTIONS", "-H", "Origin: https://example.org", "-H", "Access-Control-Request-Method: POST", f"{self.address}/translate")
        self.assertIn(b"access-control-allow-origin: *", head.lower())


class LibreTranslatePy(Served):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        import libretranslatepy
        cls.client = libretranslatepy.LibreTranslateAPI(cls.address)

    def test_translates(self):
        self.assertEqual([self.client.translate(line, "en", "fr") for line in LINES], self.expected)

    def test_detects_a_language(self):
        found = self.client.detect(LINES[0])
        self.assertEqual(found[0]["language"], "en")
        self.assertGreater(found[0]["confidence"], 50)

    def test_translates_without_being_told_the_language(self):
        self.assertEqual(self.client.translate(LINES[0], "auto", "fr"), self.expected[0])

    def test_lists_languages(self):
        self.assertIn("en", [each["code"] for each in self.client.languages()])

    def test_hears_of_a_language_that_is_not_served(self):
        with self.assertRaises(urllib.error.HTTPError) as raised:
            self.client.translate("Hello.", "en", "xx")
        self.assertEqual(raised.exception.code, 400)
        self.assertEqual(json.loads(raised.exception.read())["error"], "xx is not supported")
        raised.exception.close()


class DeepL(Served):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.client = cls.new_client("key")

    @classmethod
    def new_client(cls, key):
        import deepl
        deepl.http_client.max_network_retries = 0
        return deepl.DeepLClient(key, server_url=cls.address, send_platform_info=False)

    def test_translates_a_text(self):
        found = self.client.translate_text(LINES[0], source_lang="EN", target_lang="FR")
        self.assertEqual(found.text, self.expected[0])
        self.assertEqual(found.detected_source_lang, "EN")

    def test_translates_a_list(self):
        self.assertEqual([each.text for each in self.client.translate_text(LINES, source_lang="EN", target_lang="FR")], self.expected)

    def test_detects_the_source(self):
        found = self.client.translate_text(LINES[0], target_lang="FR")
        self.assertEqual((found.text, found.detected_source_lang), (self.expected[0], "EN"))

    def test_counts_characters(self):
        self.assertEqual(self.client.translate_text(LINES[1], source_lang="EN", target_lang="FR").billed_characters, len(LINES[1]))

    def test_keeps_markup_well_formed(self):
        found = self.client.translate_text(f"<p>{LINES[1]}</p>", source_lang="EN", target_lang="FR", tag_handling="html")
        self.assertEqual(found.text, f"<p>{self.expected[1]}</p>")

    def test_lists_languages(self):
        self.assertIn("EN", [each.code for each in self.client.get_source_languages()])
        self.assertIn("FR", [each.code for each in self.client.get_target_languages()])

    def test_reads_the_usage(self):
        usage = self.client.get_usage()
        self.assertTrue(usage.character.valid)
        self.assertFalse(usage.any_limit_reached)

    def test_keeps_a_glossary(self):
        made = self.client.create_glossary("plants", "EN", "FR", {"flowers": "roses", "water": "thé"})
        self.assertEqual((made.name, made.entry_count, made.ready), ("plants", 2, True))
        self.assertIn(made.glossary_id, [each.glossary_id for each in self.client.list_glossaries()])
        self.assertEqual(self.client.get_glossary(made.glossary_id).source_lang.upper(), "EN")
        self.assertEqual(self.client.get_glossary_entries(made), {"flowers": "roses", "water": "thé"})
        terms = self.folder / "terms.tsv"
        terms.write_text("flowers\troses\nwater\tthé\n", encoding="utf-8")
        expected = translations(PROGRAM, self.model, [LINES[1]], ["--glossary", terms])
        self.assertEqual([self.client.translate_text(LINES[1], source_lang="EN", target_lang="FR", glossary=made).text], expected)
        self.client.delete_glossary(made)
        self.assertEqual(self.client.list_glossaries(), [])

    def test_keeps_a_glossary_of_several_directions(self):
        from deepl.api_data import MultilingualGlossaryDictionaryEntries as Entries
        made = self.client.create_multilingual_glossary("plants", [Entries("EN", "FR", {"flowers": "roses"})])
        self.assertIn(made.glossary_id, [each.glossary_id for each in self.client.list_multilingual_glossaries()])
        self.client.update_multilingual_glossary_dictionary(made, Entries("EN", "FR", {"water": "thé"}))
        entries = self.client.get_multilingual_glossary_entries(made, "EN", "FR").dictionaries[0].entries
        self.assertEqual(set(entries.split("\n")), {"flowers\troses", "water\tthé"})
        self.client.replace_multilingual_glossary_dictionary(made, Entries("EN", "FR", {"water": "thé"}))
        self.assertEqual(self.client.update_multilingual_glossary_name(made, "tea").name, "tea")
        self.assertEqual(self.client.get_multilingual_glossary(made.glossary_id).dictionaries[0].entry_count, 1)
        self.assertTrue(self.client.translate_text(LINES[1], source_lang="EN", target_lang="FR", glossary=made).text)
        self.client.delete_multilingual_glossary(made)

    def test_translates_a_document(self):
        source, target = self.folder / "document.txt", self.folder / "document_fr.txt"
        source.write_text(LINES[1], encoding="utf-8")
        status = self.client.translate_document_from_filepath(source, target, target_lang="FR")
        self.assertTrue(status.done)
        self.assertEqual(target.read_text(encoding="utf-8"), self.expected[1])
        target.unlink()

    def test_translates_documents_in_their_formats(self):
        for name, content in sample_files(LINES[1]).items():
            source, written = self.folder / name, self.folder / f"written_{name}"
            source.write_bytes(content)
            target = self.folder / f"fr_{name}"
            with open(source, "rb") as sent, open(target, "wb") as received:
                status = self.client.translate_document(sent, received, source_lang="EN", target_lang="FR")
            self.assertTrue(status.done)
            self.assertGreaterEqual(status.billed_characters, len(LINES[1]))
            command = [PROGRAM, "translate", self.model, "--compute", "float32", source, "-o", written]
            subprocess.run(command, check=True, capture_output=True)
            self.assertEqual(target.read_bytes(), written.read_bytes(), name)

    def test_hears_what_is_wrong_with_a_document(self):
        import deepl
        for name, content, part in (("a.docx", b"x", "is not a zip archive"), ("a.png", b"x", "one of the formats ")):
            source = self.folder / name
            source.write_bytes(content)
            with self.assertRaises(deepl.DeepLException) as raised:
                self.client.translate_document_from_filepath(source, self.folder / f"fr_{name}", target_lang="FR")
            self.assertIn(part, str(raised.exception))

    def test_translates_documents_from_the_command_line(self):
        source, target = self.folder / "page.html", self.folder / "translated"
        source.write_text(f"<p>{LINES[1]}</p>", encoding="utf-8")
        command = [sys.executable, "-m", "deepl", "--auth-key", "key", "--server-url", self.address, "document", "--to", "FR", "--from", "EN", source, target]
        subprocess.run(command, check=True, capture_output=True)
        self.assertEqual((target / "page.html").read_text(encoding="utf-8"), f"<p>{self.expected[1]}</p>")

    def test_gets_a_text_in_the_language_of_the_target_back(self):
        found = self.client.translate_text(["Elle donne de l'eau aux fleurs.", LINES[1]], target_lang="FR")
        self.assertEqual([each.text for each in found], ["Elle donne de l'eau aux fleurs.", self.expected[1]])

    def test_hears_of_an_option_that_is_not_there(self):
        import deepl
        for options in ({"formality": "more"}, {"custom_instructions": ["be kind"]}, {"ignore_tags": ["x"]}):
            with self.assertRaises(deepl.DeepLException) as raised:
                self.client.translate_text(LINES[0], source_lang="EN", target_lang="FR", **options)
            self.assertIn(next(iter(options)), str(raised.exception))

    def test_hears_of_a_language_that_is_not_served(self):
        import deepl
        with self.assertRaises(deepl.DeepLException):
            self.client.translate_text("Hello.", source_lang="EN", target_lang="JA")

    def test_hears_that_there_is_no_such_glossary(self):
        import deepl
        with self.assertRaises(deepl.GlossaryNotFoundException):
            self.client.get_glossary("00000000-0000-0000-0000-000000000000")


class Keys(DeepL):
    """The tests of DeepL's client with a server that requires a key."""

    @classmethod
    def server_options(cls):
        import hashlib
        path = cls.folder / "keys"
        path.write_text(f"{hashlib.sha256(b'key').hexdigest()} tests\n", encoding="utf-8")
        return ("--keys", path, "--require-key")

    def test_refuses_a_wrong_key(self):
        import deepl
        with self.assertRaises(deepl.AuthorizationException):
            self.new_client("another").translate_text(LINES[0], source_lang="EN", target_lang="FR")

    def test_takes_the_key_of_libretranslate(self):
        import libretranslatepy
        self.assertEqual(libretranslatepy.LibreTranslateAPI(self.address, "key").translate(LINES[0], "en", "fr"), self.expected[0])
        with self.assertRaises(urllib.error.HTTPError) as raised:
            libretranslatepy.LibreTranslateAPI(self.address, "another").translate(LINES[0], "en", "fr")
        self.assertEqual(raised.exception.code, 403)
        raised.exception.close()


def environment(folder):
    """The Python of an environment that has the packages, or None if they cannot be downloaded."""
    python = folder / "bin/python"
    kept = folder / "packages"
    if kept.exists() and kept.read_text(encoding="utf-8").split() == list(PACKAGES):
        return python
    for command in ([sys.executable, "-m", "venv", folder], [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES]):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            print(f"skipped: {' '.join(map(str, command))}: {done.stderr.strip()[-300:]}")
            return None
    kept.write_text("\n".join(PACKAGES), encoding="utf-8")
    return python


def main():
    global PROGRAM
    inside = INSIDE in sys.argv
    arguments = [word for word in sys.argv[1:] if word != INSIDE]
    if len(arguments) != 2:
        print(__doc__.strip())
        return 2
    PROGRAM = str(pathlib.Path(arguments[0]).resolve())
    if not options_of_serve(PROGRAM):
        print(f"skipped: {PROGRAM} has no command `serve`")
        return SKIPPED
    if not inside:
        python = environment(pathlib.Path(arguments[1]).resolve())
        if python is None:
            return SKIPPED
        os.execv(python, [str(python), __file__, *arguments, INSIDE])
    return 0 if unittest.main(argv=[sys.argv[0]], exit=False).result.wasSuccessful() else 1


PROGRAM = ""

if __name__ == "__main__":
    sys.exit(main())
