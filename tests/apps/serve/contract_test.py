#!/usr/bin/env python3
"""Requests as clients of LibreTranslate, DeepL, DeepLX and OpenAI send them, against `regard serve`.

  contract_test.py PROGRAM

The tests check the parts of an answer that clients read; the quality of translations does not matter, so the models have random weights.
"""
import concurrent.futures
import contextlib
import html
import http.client
import io
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.parse
import urllib.request
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "support"))
from random_model import write_random_model
from sample_files import archive, sample_files, word_document
from serving import ROOT, Server, translations

ENGLISH = "She gives some water to the flowers."
FRENCH = "Elle donne de l'eau aux fleurs."
GERMAN = "Guten Morgen zusammen, wie geht es euch heute?"
FORM = "application/x-www-form-urlencoded"
JSON = "application/json"
PROGRAM = ""


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        return json.loads(self.body)


def multipart(fields, file=None, boundary="seven7dashes"):
    """The body that a browser or curl sends, and its type. `file` is a name and its content."""
    lines = []
    for name, value in fields:
        lines += [f"--{boundary}", f'Content-Disposition: form-data; name="{name}"', "", value]
    if file:
        lines += [f"--{boundary}", f'Content-Disposition: form-data; name="file"; filename="{file[0]}"', "Content-Type: text/plain", "", file[1]]
    body = b"\r\n".join(line if isinstance(line, bytes) else line.encode() for line in [*lines, f"--{boundary}--", ""])
    return body, f"multipart/form-data; boundary={boundary}"


class Served(unittest.TestCase):
    MODELS = ("en-fr", "fr-en")
    OPTIONS = ()
    READY = "/ready"

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        models = {name: cls.write_model(name) for name in cls.MODELS}
        cls.server = cls.enterClassContext(Server(PROGRAM, models, cls.OPTIONS, cls.folder / "log", ready=cls.READY))
        cls.expected = translations(PROGRAM, models["en-fr"], [ENGLISH])[0]

    @classmethod
    def write_model(cls, name):
        folder = cls.folder / name
        write_random_model(PROGRAM, folder)
        source, target = name.split("-")
        config = folder / "config.yaml"
        config.write_text(config.read_text().replace("source_language: en, target_language: fr", f"source_language: {source}, target_language: {target}"))
        return folder

    def ask(self, path, data=None, kind=None, headers=None, method=None, is_text=True):
        more = {"Content-Type": kind} if kind else {}
        request = urllib.request.Request(f"http://127.0.0.1:{self.server.port}{path}", data, {**more, **(headers or {})}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                body = answer.read()
                return Answer(answer.status, answer.headers, body.decode() if is_text else body)
        except urllib.error.HTTPError as error:
            with error:
                return Answer(error.code, error.headers, error.read().decode())

    def ask_without_redirect(self, path, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        with contextlib.closing(connection):
            connection.request("GET", path, headers=headers or {})
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read().decode())

    def post(self, path, value, kind=JSON, **more):
        return self.ask(path, (value if isinstance(value, str) else json.dumps(value)).encode(), kind, **more)

    def done(self, answer, status=200):
        self.assertEqual(answer.status, status, answer.body)
        return answer.json if answer.body else None

    def translated(self, value, path="/translate"):
        return self.done(self.post(path, value))


def asked(**more):
    return {"q": ENGLISH, "source": "en", "target": "fr", **more}


PAGE = f'<p>Hi <img alt="{ENGLISH}" src="a.png"></p><input placeholder="{ENGLISH}"><p title="{ENGLISH}">{ENGLISH}</p>'


class Pages(Served):
    """HTML is translated as on the command line, attributes included."""

    MODELS = ("en-fr",)

    def by_program(self, kind, page):
        command = [PROGRAM, "translate", self.folder / "en-fr", "--compute", "float32", "--format", kind, "--input", "-"]
        return subprocess.run(command, input=page, check=True, capture_output=True, text=True).stdout

    def test_have_their_attributes_translated_by_every_interface(self):
        page = self.by_program("html", PAGE)
        self.assertEqual(page.count(self.expected), 4, page)
        self.assertEqual(self.translated(asked(q=PAGE, format="html"))["translatedText"], page)
        found = self.translated({"text": [PAGE], "source_lang": "EN", "target_lang": "FR", "tag_handling": "html"}, "/v2/translate")
        self.assertEqual(found["translations"][0]["text"], page)
        found = self.translated({"text": [PAGE, ENGLISH], "source": "en", "target": "fr", "format": "html"}, "/v1/translate")
        self.assertEqual([row["text"] for row in found["translations"]], [page, self.expected])

    def test_stay_where_an_element_is_ignored(self):
        page = f'<code title="{ENGLISH}">a</code><x><img alt="{ENGLISH}"></x>'
        fields = {"text": [page], "source_lang": "EN", "target_lang": "FR", "tag_handling": "html", "ignore_tags": ["x"]}
        self.assertEqual(self.translated(fields, "/v2/translate")["translations"][0]["text"], page)

    def test_may_be_xml_or_markdown(self):
        for kind, page in (("xml", f"<a><b>{ENGLISH}</b></a>\n"), ("markdown", f"# {ENGLISH}\n\n- {ENGLISH}\n")):
            found = self.translated({"text": page, "format": kind}, "/v1/translate")["translations"][0]
            self.assertEqual((found["text"], found["candidates"]), (self.by_program(kind, page), []))
        self.assertIn("well-formed", self.done(self.post("/v1/translate", {"text": "<a>", "format": "xml"}), 400)["error"])


class LibreTranslate(Served):
    def test_gives_a_text_in_the_language_of_the_target_back(self):
        for source in ("fr", "auto", "FR", "fr-CA"):
            self.assertEqual(self.translated(asked(q=FRENCH, source=source))["translatedText"], FRENCH)
        found = self.translated(asked(q=[ENGLISH, FRENCH], source="auto"))
        self.assertEqual(found["translatedText"], [self.expected, FRENCH])
        self.assertEqual([each["language"] for each in found["detectedLanguage"]], ["en", "fr"])
        marked = f"<p class=x>{FRENCH}&nbsp;<br></p>"
        self.assertEqual(self.translated(asked(q=marked, source="auto", format="html"))["translatedText"], marked)

    def test_translates_a_list_with_odd_texts(self):
        odd = ["Paris", "OK", "\U0001F642", "", "12:30", GERMAN, "https://example.org/a", "%s", "   ", "@alice"]
        found = self.translated(asked(q=[ENGLISH, *odd], source="auto"))
        self.assertEqual(len(found["translatedText"]), 1 + len(odd))
        self.assertEqual(found["translatedText"][0], self.expected)
        self.assertEqual(found["detectedLanguage"][0]["language"], "en")
        self.assertEqual(found["detectedLanguage"][1 + odd.index(GERMAN)], {"confidence": 0, "language": "en"})

    def test_translates_a_text_of_no_served_language_from_the_likeliest(self):
        found = self.translated(asked(q=GERMAN, source="auto"))
        self.assertEqual(found["detectedLanguage"], {"confidence": 0, "language": "en"})
        self.assertTrue(found["translatedText"])
        self.assertEqual(self.done(self.post("/detect", {"q": GERMAN})), [{"confidence": 0, "language": "en"}])

    def test_translates_the_strings_of_json_and_detects_their_language(self):
        found = self.done(self.post("/translate", {"q": json.dumps({"the title": [FRENCH], "n": 1.5}, ensure_ascii=False), "source": "auto", "target": "en"}))
        self.assertEqual(found["detectedLanguage"]["language"], "fr")
        alone = self.done(self.post("/translate", {"q": FRENCH, "source": "fr", "target": "en"}))["translatedText"]
        self.assertEqual(json.loads(found["translatedText"]), {"the title": [alone], "n": 1.5})

    def test_detects_a_word_as_it_is_translated(self):
        for word in ("Image", "Page", "Attention"):
            found = self.done(self.post("/translate", {"q": word, "source": "auto", "target": "fr"}))
            self.assertEqual(self.done(self.post("/detect", {"q": word}))[0], found["detectedLanguage"], word)

    def test_detects_posts_as_they_are_without_markup(self):
        lines = (ROOT / "data/test.fr").read_text(encoding="utf-8").splitlines()[:25]
        mention = '<p><span class="h-card"><a href="https://example.org/@the" class="mention">@<span>the</span></a></span> %s</p>'
        for line in lines:
            found = self.done(self.post("/detect", {"q": mention % html.escape(line)}))
            self.assertEqual(found[0]["language"], "fr", line)
            self.assertTrue(0 < found[0]["confidence"] <= 100)

    def test_knows_codes_in_any_case_and_with_a_region(self):
        for source, target in (("EN", "FR"), ("en-US", "fr-FR"), ("en_GB", "fr_CA"), ("En-us", "fr-Latn-FR")):
            self.assertEqual(self.translated(asked(source=source, target=target))["translatedText"], self.expected, source)

    def test_takes_fields_that_are_empty(self):
        for more in ({"format": ""}, {"api_key": None}, {"api_key": 123}, {"api_key": False}, {"alternatives": False}, {"alternatives": -1}, {"alternatives": None}, {"format": None, "api_key": ""}, {"format": "TEXT"}):
            self.assertEqual(self.translated(asked(**more)), {"translatedText": self.expected}, more)

    def test_reads_forms_of_both_kinds_and_the_query(self):
        fields = urllib.parse.urlencode(asked())
        body, kind = multipart(asked(format="text", api_key="").items())
        for answer in (self.ask("/translate", fields.encode(), FORM.upper()), self.ask("/translate?" + fields, b"", FORM), self.ask("/translate", body, kind),
                       self.ask("/translate?" + fields, b""), self.post("/translate", asked(), "Application/JSON;charset=UTF-8")):
            self.assertEqual(self.done(answer)["translatedText"], self.expected)
        body, kind = multipart([("q", FRENCH)])
        self.assertEqual(self.done(self.ask("/detect", body, kind))[0]["language"], "fr")

    def test_answers_sixteen_requests_at_once(self):
        fields = urllib.parse.urlencode(asked(format="text")).encode()
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            found = list(pool.map(lambda _: self.done(self.ask("/translate", fields, FORM)), range(48)))
        self.assertEqual(found, [{"translatedText": self.expected}] * 48)

    def test_takes_a_percent_sign_for_itself(self):
        found = self.done(self.ask("/translate", b"q=I am 100% happy.&source=en&target=fr", FORM))
        self.assertEqual(found, self.translated(asked(q="I am 100% happy.")))

    def test_reads_half_an_emoji(self):
        self.assertEqual(self.done(self.post("/translate", '{"q": "Hi \\ud83d", "source": "fr", "target": "fr"}'))["translatedText"], "Hi \ufffd")

    def test_refuses_what_follows_the_json(self):
        for behind in ("\0", "\0{}", "x", "{}"):
            self.assertEqual(self.post("/translate", json.dumps(asked()) + behind).status, 400)

    def test_reads_paths_with_too_many_slashes(self):
        for path in ("/translate/", "//translate", "///translate//"):
            self.assertEqual(self.translated(asked(), path)["translatedText"], self.expected)

    def test_lists_each_language_with_itself(self):
        found = {row["code"]: row["targets"] for row in self.ask("/languages").json}
        self.assertEqual({code: set(targets) for code, targets in found.items()}, {"en": {"en", "fr"}, "fr": {"en", "fr"}})

    def test_has_the_document_that_dialect_looks_for(self):
        self.assertEqual(self.ask("/spec").json["info"]["title"], "LibreTranslate")
        document = self.ask("/v1/openapi.json")
        self.assertEqual(document.json["info"]["title"], "regard")
        self.assertEqual(self.ask("/page/openapi.json").body, document.body)
        self.assertEqual(self.ask("/v1/openapi.json", headers={"If-None-Match": document.headers["ETag"]}).status, 304)
        self.assertIn("<title>", self.ask("/docs").body)
        found = self.ask_without_redirect("/docs/")
        self.assertEqual((found.status, found.headers["Location"]), (308, "/docs"))
        found = self.ask_without_redirect("/docs/", {"X-Forwarded-Prefix": "/sub"})
        self.assertEqual((found.status, found.headers["Location"]), (308, "/sub/docs"))

    def test_names_the_place_where_its_document_is(self):
        for path in ("/v1/openapi.json", "/page/openapi.json", "/spec"):
            server = self.ask(path).json["servers"][0]["url"]
            self.assertEqual(urllib.parse.urljoin(f"http://x{path}", f"{server}/translate"), "http://x/translate", path)

    def test_lets_pages_of_a_public_network_ask(self):
        name = "Access-Control-Allow-Private-Network"
        answer = self.ask("/translate", headers={"Access-Control-Request-Private-Network": "true"}, method="OPTIONS")
        self.assertEqual((answer.status, answer.headers[name]), (204, "true"))
        answer = self.ask("/translate", method="OPTIONS")
        self.assertIsNone(answer.headers[name])
        self.assertIn("Content-Disposition", answer.headers["Access-Control-Expose-Headers"])

    def test_says_which_methods_a_path_has(self):
        answer = self.ask("/translate")
        self.assertEqual((answer.status, answer.headers["Allow"]), (405, "POST, OPTIONS"))
        self.assertIn("error", answer.json)

    def test_shortens_what_it_repeats(self):
        answer = self.post("/translate", asked(source="x" * 100000))
        self.assertEqual(answer.status, 400)
        self.assertLess(len(answer.body), 200)


class Files(Served):
    MODELS = ("en-fr",)
    OPTIONS = ("--path-prefix", "/mt")
    READY = "/mt/ready"

    def send(self, name, headers=None, content=ENGLISH, **fields):
        return self.send_whole(name, content, headers, **fields)["translatedFileUrl"]

    def send_whole(self, name, content, headers=None, **fields):
        body, kind = multipart({"source": "en", "target": "fr", **fields}.items(), (name, content))
        return self.done(self.ask("/mt/translate_file", body, kind, headers))

    def test_can_be_fetched_whatever_their_names(self):
        for name in ("my notes.txt", "caf\u00e9.txt", "what?.txt", "a#b.txt", "a&b=c.txt", "50%.txt", "A.TXT", "\u65e5\u672c.Txt"):
            url = self.send(name)
            self.assertTrue(url.startswith(f"http://127.0.0.1:{self.server.port}/mt/download_file/"), url)
            self.assertNotIn(" ", url)
            found = self.ask(urllib.parse.urlsplit(url).path)
            self.assertEqual(found.status, 200, name)
            self.assertTrue(found.headers["Content-Disposition"].startswith('attachment; filename="'))
        self.assertEqual(self.ask("/mt//download_file/" + url.rsplit("/", 1)[1]).status, 200)

    def test_have_the_address_that_the_proxy_has(self):
        for headers, begin in (({"X-Forwarded-Proto": "https", "Host": "tr.example.org"}, "https://tr.example.org/mt/"),
                               ({"Forwarded": "proto=https;host=tr.example.org"}, "https://tr.example.org/mt/"),
                               ({"X-Forwarded-Host": "tr.example.org", "X-Forwarded-Prefix": "/a"}, "http://tr.example.org/a/mt/"),
                               ({"X-Forwarded-Proto": "javascript:", "Host": "tr.example.org"}, "http://tr.example.org/mt/")):
            self.assertTrue(self.send("a.txt", headers).startswith(begin + "download_file/"), headers)

    def test_in_the_language_of_the_target_stay_as_they_are(self):
        url = self.send("a.txt", source="fr")
        self.assertEqual(self.ask(urllib.parse.urlsplit(url).path).body, ENGLISH)

    def test_are_those_that_the_command_line_writes(self):
        sent = self.folder / "sent"
        sent.mkdir()
        for name, content in sample_files(ENGLISH).items():
            (sent / name).write_bytes(content)
        written = self.folder / "written"
        subprocess.run([PROGRAM, "translate", self.folder / "en-fr", *sorted(sent.iterdir()), "-o", written], check=True, capture_output=True)
        for name, content in sample_files(ENGLISH).items():
            url = self.send(name, content=content)
            found = self.ask(urllib.parse.urlsplit(url).path, is_text=False)
            self.assertEqual(found.body, (written / name).read_bytes(), name)
            self.assertNotEqual(found.body, content, name)
            stem, dot, suffix = name.rpartition(".")
            self.assertIn(f'filename="{stem}_fr.{suffix}"', found.headers["Content-Disposition"])

    def test_have_suffixes_that_the_settings_list(self):
        known = self.ask("/mt/frontend/settings").json["supportedFilesFormat"]
        self.assertGreater(len(known), 25)
        for name in sample_files(ENGLISH):
            self.assertIn("." + name.rpartition(".")[2], known)

    def test_take_the_options_of_documents(self):
        catalogue = sample_files(ENGLISH)["a.po"]
        for fields, changed in (({}, False), ({"entries": "untranslated"}, False), ({"entries": "all"}, True)):
            url = self.send("a.po", content=catalogue, **fields)
            self.assertEqual('msgstr "Chat"' not in self.ask(urllib.parse.urlsplit(url).path).body, changed, fields)
        table = b"id,text,note\nx-1,The cat sleeps.,The dog barks.\n"
        url = self.send("a.csv", content=table, columns="text")
        self.assertIn(",The dog barks.", self.ask(urllib.parse.urlsplit(url).path).body)
        film = b"1\n00:00:01,000 --> 00:00:01,100\nGo.\n"
        self.assertIsNone(self.send_whole("a.srt", film, reading_speed="1000").get("warnings"))
        self.assertIn("35 letters per second", self.send_whole("a.srt", film, reading_speed="35")["warnings"][0])
        film = film.replace(b"Go.", ENGLISH.encode())
        wide, narrow = (self.ask(urllib.parse.urlsplit(self.send("a.srt", content=film, subtitle_letters=letters)).path).body for letters in ("1000", "8"))
        self.assertGreater(narrow.count("\n"), wide.count("\n"))
        page = self.ask(urllib.parse.urlsplit(self.send("a.html", content=f"<p>{ENGLISH}</p>", confidence="true")).path).body
        self.assertIn("its-mt-confidence", page)
        for fields in ({"entries": "some"}, {"subtitle_letters": "0"}, {"reading_speed": "fast"}):
            body, kind = multipart({"source": "en", "target": "fr", **fields}.items(), ("a.txt", ENGLISH))
            answer = self.ask("/mt/translate_file", body, kind)
            self.assertEqual(answer.status, 400)
            self.assertIn(next(iter(fields)), answer.json["error"])

    def test_that_cannot_be_read_are_refused_as_the_command_line_does(self):
        bomb = archive({"word/document.xml": b"<w:document>" + b" " * 50_000_000 + b"</w:document>"})
        large = archive({"a.xhtml": b"".join(b"%032x%1000d" % (number * 7**40 % 2**127, number) for number in range(36_000))})
        for name, content, part in (("a.png", b"x", "one of the formats .txt, "), ("a.docx", ENGLISH.encode(), "is not a zip archive"), ("a.docx", bomb, "unpacks to"), ("a.epub", large, "more than"),
                                    ("a.docx", archive({"a": b"b"}), "has no text"), ("a.txt", b"\n" * 2_000_000, "too much memory"), ("a.txt", ENGLISH.encode() * 30_000, "may have at most 1000000"), ("a.srt", b"no cue", "a.srt"), ("a.xlf", b"<xliff>", "a.xlf"), ("a.json", b"{", "a.json"),
                                    ("a.txt", b"\0\1\2", "a.txt"), ("noname", b"x", "one of the formats ")):
            body, kind = multipart({"source": "en", "target": "fr"}.items(), (name, content))
            answer = self.ask("/mt/translate_file", body, kind)
            self.assertEqual(answer.status, 400, name)
            self.assertIn(part, answer.json["error"])
        body, kind = multipart({"source": "en", "target": "fr"}.items())
        self.assertEqual(self.ask("/mt/translate_file", body, kind).json, {"error": "Invalid request: missing file parameter"})

    def test_may_be_larger_than_texts(self):
        picture = random.Random(1).randbytes(3_000_000)
        document = archive({"word/document.xml": word_document(ENGLISH), "word/media/a.png": picture})
        found = self.ask(urllib.parse.urlsplit(self.send("a.docx", content=document)).path, is_text=False).body
        with zipfile.ZipFile(io.BytesIO(found)) as written:
            self.assertEqual(written.read("word/media/a.png"), picture)
        body, kind = multipart({"source": "en", "target": "fr"}.items(), ("a.docx", document * 4))
        for path, limit in (("/mt/translate_file", 10 << 20), ("/mt/translate", 2 << 20)):
            answer = self.ask(path, body, kind)
            self.assertEqual(answer.status, 413)
            self.assertIn(f"at most {limit} bytes", answer.body)

    def test_are_below_the_prefix_however_it_is_written(self):
        self.assertEqual([self.ask(path).status for path in ("/mt/health", "//mt/health", "/mt/", "/health")], [200, 200, 200, 404])


class Echo(Served):
    MODELS = ("en-fr",)
    OPTIONS = ("--echo", "de,pt-BR")

    def test_lets_weblate_save_the_server(self):
        self.assertEqual(self.translated({"api_key": "", "q": ["test"], "source": "en", "target": "de"})["translatedText"], ["test"])
        found = self.translated({"text": ["test"], "source_lang": "en", "target_lang": "de", "tag_handling": "xml", "ignore_tags": ["x"]}, "/v2/translate")
        self.assertEqual(found["translations"][0]["text"], "test")

    def test_does_not_touch_other_languages(self):
        self.assertEqual(self.translated(asked())["translatedText"], self.expected)
        self.assertEqual(self.post("/translate", asked(target="es")).json, {"error": "es is not supported"})
        self.assertIn("de", {row["code"] for row in self.ask("/languages").json})

    def test_refuses_a_text_in_a_language_without_a_model(self):
        text = "Wo ist der Bahnhof? Ich habe meine Tasche vergessen."
        problem = "French (fr) is not available as a target language from German (de)"
        self.assertEqual(self.post("/translate", asked(q=text, source="auto")).json, {"error": problem})
        self.assertEqual(self.post("/v2/translate", {"text": [text], "target_lang": "FR"}).json, {"message": problem})
        self.assertEqual(self.translated(asked(source="auto"))["detectedLanguage"]["language"], "en")

    def test_translates_from_the_language_that_a_file_declares(self):
        content = ('<xliff version="1.2"><file source-language="%s" original="a" datatype="plaintext"><body>'
                   f'<trans-unit id="1"><source>{ENGLISH}</source></trans-unit></body></file></xliff>')
        for language, problem in (("de", "from German"), ("ru", "ru is not supported"), ("en-US", "")):
            body, kind = multipart([("target_lang", "FR")], ("a.xlf", content % language))
            answer = self.ask("/v2/document", body, kind)
            self.assertEqual(answer.status, 400 if problem else 200, answer.body)
            self.assertIn(problem, answer.body)

    def test_lists_both_languages_of_one_direction(self):
        found = {row["code"]: row["targets"] for row in self.ask("/languages").json}
        self.assertIn("fr", found["en"])
        self.assertIn("fr", found)

    def test_refuses_a_direction_without_a_model(self):
        self.assertEqual(self.post("/translate", asked(source="fr", target="en")).json,
                         {"error": "English (en) is not available as a target language from French (fr)"})
        found = self.post("/v2/translate", {"text": [FRENCH], "source_lang": "FR", "target_lang": "EN-US"})
        self.assertEqual(found.json, {"message": "English (en) is not available as a target language from French (fr)"})


class DeepLX(Served):
    def test_gets_one_text(self):
        body, kind = multipart([("text", ENGLISH), ("source_lang", "EN"), ("target_lang", "FR")])
        for answer in (self.post("/translate", {"text": ENGLISH, "source_lang": "EN", "target_lang": "FR"}), self.ask("/translate", body, kind),
                       self.post("/translate", {"text": ENGLISH, "source_lang": "auto", "target_lang": "FR"}),
                       self.ask("/translate", urllib.parse.urlencode({"text": ENGLISH, "target_lang": "fr-FR"}).encode(), FORM)):
            found = self.done(answer)
            self.assertEqual((found["code"], found["data"], found["source_lang"], found["target_lang"]), (200, self.expected, "EN", "FR"))
            self.assertIsInstance(found["alternatives"], list)
            self.assertIsInstance(found["id"], int)

    def test_may_use_its_own_path(self):
        found = self.translated({"text": ENGLISH, "source_lang": "EN", "target_lang": "FR"}, "/v1/translate")
        self.assertEqual((found["code"], found["data"]), (200, self.expected))

    def test_hears_what_is_wrong_with_a_code(self):
        answer = self.post("/translate", {"text": ENGLISH, "target_lang": "XX"})
        self.assertEqual((answer.status, answer.json), (400, {"code": 400, "message": "XX is not supported"}))

    def test_is_not_kiss_translator(self):
        self.assertEqual(self.translated({"text": ENGLISH, "from": "en", "to": "fr"})["text"], self.expected)
        found = self.translated({"texts": [ENGLISH, FRENCH], "from": "auto", "to": "fr"})
        self.assertEqual([(row["text"], row["src"]) for row in found["translations"]], [(self.expected, "en"), (FRENCH, "fr")])


class OfDeepL(Served):
    def message(self, answer, status=400):
        self.assertEqual(answer.status, status, answer.body)
        return answer.json["message"]

    def send(self, name, content, **fields):
        body, kind = multipart({"target_lang": "FR", "source_lang": "EN", **fields}.items(), (name, content))
        return self.ask("/v2/document", body, kind)

    def state(self, handle):
        return self.done(self.post(f"/v2/document/{handle['document_id']}", {"document_key": handle["document_key"]}))


class DeepL(OfDeepL):
    def v2(self, **fields):
        return self.post("/v2/translate", {"text": [ENGLISH], "target_lang": "FR", **fields})

    def texts(self, **fields):
        return [row["text"] for row in self.done(self.v2(**fields))["translations"]]

    def test_reads_an_unnamed_file_by_the_name_in_a_field(self):
        document = archive({"word/document.xml": word_document(ENGLISH)})
        body = b"".join(b'--xy\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' % part
                        for part in ((b"target_lang", b"FR"), (b"filename", b"a.docx"), (b"file", document))) + b"--xy--\r\n"
        handle = self.done(self.ask("/v2/document", body, "multipart/form-data; boundary=xy"))
        self.assertEqual(self.state(handle)["status"], "done")

    def test_reads_options_as_clients_write_them(self):
        for fields in ({"split_sentences": True}, {"split_sentences": False}, {"tag_handling": "off"}, {"tag_handling": ""},
                       {"tag_handling": "html", "outline_detection": False}):
            self.assertEqual(self.texts(source_lang="EN", **fields), [self.expected], fields)

    def test_ignores_a_body_of_a_request_that_needs_none(self):
        for body in (b"[]", b"null", b" "):
            self.assertEqual(self.ask("/v2/languages", body, JSON, method="GET").status, 200)

    def test_detects_by_an_empty_source(self):
        for source in ("", None, "auto", "en-GB"):
            self.assertEqual(self.texts(source_lang=source), [self.expected])
        self.assertEqual(self.texts(text=[ENGLISH, FRENCH, "OK", GERMAN])[:2], [self.expected, FRENCH])

    def test_gives_a_text_in_the_language_of_the_target_back(self):
        self.assertEqual(self.texts(text=[FRENCH], source_lang="FR"), [FRENCH])
        self.assertEqual(self.texts(target_lang="en-US"), [ENGLISH])

    def test_refuses_options_by_name(self):
        for name, value in (("formality", "more"), ("formality", "polite"), ("model_type", "quality_optimized"), ("split_sentences", "2"),
                            ("tag_handling", "rtf"), ("ignore_tags", ["x"]), ("splitting_tags", "p"), ("non_splitting_tags", "b"), ("style_id", "s"),
                            ("custom_instructions", ["be kind"]), ("writing_style", "business"), ("tone", "friendly")):
            self.assertIn(f"'{name}'", self.message(self.v2(**{name: value})), (name, value))
        self.assertIn("'outline_detection'", self.message(self.v2(outline_detection=False)))

    def test_takes_options_that_change_nothing(self):
        for more in ({"formality": "default"}, {"formality": "prefer_less"}, {"split_sentences": 1}, {"split_sentences": "1"}, {"preserve_formatting": False},
                     {"outline_detection": True}, {"tag_handling": None}, {"context": ""}, {"ignore_tags": []}, {"model_type": "latency_optimized"}, {"writing_style": "prefer_business"}, {"tone": "prefer_friendly"}):
            self.assertEqual(self.texts(**more), [self.expected], more)
        self.assertEqual(self.done(self.v2(context="A garden."))["ignored"], ["context"])

    def test_refuses_options_of_markup_where_none_is_handled(self):
        for name, value in (("outline_detection", False), ("outline_detection", "0"), ("tag_handling_version", "v2"), ("ignore_tags", ["x"])):
            self.assertIn(name, self.message(self.v2(**{name: value})), name)
        self.done(self.v2(tag_handling="html", outline_detection=False))
        self.assertIn("tag_handling_version", self.message(self.v2(tag_handling="xml", tag_handling_version="v9")))
        self.assertIn("model_type", self.message(self.v2(model_type="fastest")))
        self.done(self.v2(tag_handling="html", tag_handling_version="v2"))

    def test_reads_over_a_byte_order_mark(self):
        mark = "\ufeff"
        self.assertEqual(self.texts(text=[f'{mark}<?xml version="1.0"?><p>{ENGLISH}</p>'], tag_handling="xml"),
                         [f'{mark}<?xml version="1.0"?><p>{self.expected}</p>'])
        for kind, entries in (("csv", "cat,chat"), ("tsv", "cat\tchat")):
            made = self.done(self.post("/v2/glossaries", {"name": "n", "source_lang": "en", "target_lang": "fr", "entries": mark + entries, "entries_format": kind}), 201)
            self.assertEqual(self.ask(f"/v2/glossaries/{made['glossary_id']}/entries").body, "cat\tchat")
            self.assertEqual(self.ask(f"/v2/glossaries/{made['glossary_id']}", method="DELETE").status, 204)

    def test_says_message_where_nothing_is(self):
        for answer in (self.ask("/v2/nothing"), self.ask("/v3/nothing"), self.ask("/v2/translate")):
            self.assertIn("message", answer.json)
        self.assertEqual(self.ask("/v2/translate").status, 405)

    def test_rephrases_by_translating_there_and_back(self):
        found = self.done(self.post("/v2/write/rephrase", {"text": [ENGLISH], "target_lang": "en-US"}))["improvements"]
        self.assertEqual((len(found), found[0]["target_language"]), (1, "en"))

    def test_translates_a_document(self):
        body, kind = multipart([("target_lang", "FR"), ("source_lang", "EN")], ("a.txt", ENGLISH))
        handle = self.done(self.ask("/v2/document", body, kind))
        key = {"document_key": handle["document_key"]}
        status = self.done(self.post(f"/v2/document/{handle['document_id']}", key))
        self.assertEqual((status["status"], status["document_id"]), ("done", handle["document_id"]))
        self.assertEqual(self.post(f"/v2/document/{handle['document_id']}/result", key).body, self.expected)
        for answer in (self.post(f"/v2/document/{handle['document_id']}", {"document_key": "x"}), self.post("/v2/document/x/result", key)):
            self.assertEqual(self.message(answer, 404), "Document not found.")

    def test_drops_a_document_that_is_cancelled(self):
        handle = self.done(self.send("a.txt", ENGLISH))
        place = f"/v2/document/{handle['document_id']}"
        self.message(self.ask(f"{place}?document_key=x", method="DELETE"), 404)
        key = f"document_key={handle['document_key']}"
        self.assertEqual(self.ask(f"{place}?{key}", method="DELETE").status, 204)
        for method in ("DELETE", "GET"):
            self.assertEqual(self.message(self.ask(f"{place}?{key}", method=method), 404), "Document not found.")

    def test_translates_documents_of_every_kind(self):
        for name, content in sample_files(ENGLISH).items():
            handle = self.done(self.send(name, content))
            status = self.state(handle)
            self.assertEqual(status["status"], "done", status)
            self.assertGreaterEqual(status["billed_characters"], len(ENGLISH))
            found = self.ask(f"/v2/document/{handle['document_id']}/result?document_key={handle['document_key']}", is_text=False)
            self.assertEqual(found.status, 200)
            self.assertNotEqual(found.body, content)

    def test_refuses_documents_by_what_is_wrong(self):
        for name, content, fields, part in (("a.docx", ENGLISH, {}, "is not a zip archive"), ("a.png", "x", {}, "one of the formats "), ("a.srt", "no cue", {}, "a.srt"),
                                            ("a.txt", ENGLISH, {"output_format": "pdf"}, "output_format"), ("a.txt", ENGLISH, {"target_lang": "XX"}, "target_lang"),
                                            ("a.txt", ENGLISH, {"entries": "some"}, "entries"), ("a.txt", ENGLISH, {"formality": "more"}, "formality")):
            self.assertIn(part, self.message(self.send(name, content, **fields)), name)
        self.done(self.send("a.txt", ENGLISH, output_format="txt", filename="b.TXT"))

    def test_keeps_a_glossary_in_csv(self):
        entries = '"station, big","gare, grande"\r\nmother,maman\r\n"a ""quoted"" word",mot\r\n'
        made = self.done(self.post("/v2/glossaries", {"name": "n", "source_lang": "en", "target_lang": "fr", "entries": entries, "entries_format": "csv"}), 201)
        self.assertEqual(self.ask(f"/v2/glossaries/{made['glossary_id']}/entries").body, 'station, big\tgare, grande\nmother\tmaman\na "quoted" word\tmot')
        self.assertEqual(self.ask(f"/v2/glossaries/{made['glossary_id']}", method="DELETE").status, 204)

    def test_keeps_a_term_once(self):
        for kind, entries in (("csv", "cat,chat\ncat ,chat"), ("tsv", "cat\tchat\ncat\tchat")):
            fields = {"source_lang": "en", "target_lang": "fr", "entries": entries, "entries_format": kind}
            made = self.done(self.post("/v2/glossaries", {"name": "n", **fields}), 201)
            self.assertEqual(made["entry_count"], 1)
            self.assertEqual(self.ask(f"/v2/glossaries/{made['glossary_id']}/entries").body, "cat\tchat")
            made = self.done(self.post("/v3/glossaries", {"name": "n", "dictionaries": [fields]}), 201)
            self.assertEqual(made["dictionaries"][0]["entry_count"], 1)

    def test_lets_a_glossary_lose_its_only_dictionary(self):
        fields = {"source_lang": "en", "target_lang": "fr", "entries": "dog\tchien", "entries_format": "tsv"}
        made = self.done(self.post("/v3/glossaries", {"name": "n", "dictionaries": [fields]}), 201)
        place = f"/v3/glossaries/{made['glossary_id']}"
        self.assertEqual(self.ask(place + "/dictionaries?source_lang=en&target_lang=fr", method="DELETE").status, 204)
        self.assertEqual(self.ask(place).json["dictionaries"], [])
        self.message(self.ask(place.replace("v3", "v2")), 404)
        self.assertIsInstance(self.ask("/v2/glossaries").json["glossaries"], list)

    def test_keeps_glossaries_of_several_directions(self):
        entries = {"source_lang": "en", "target_lang": "fr", "entries": "dog\tchien", "entries_format": "tsv"}
        back = {"source_lang": "fr", "target_lang": "en", "entries": "chat,cat", "entries_format": "csv"}
        made = self.done(self.post("/v3/glossaries", {"name": "n", "dictionaries": [entries]}), 201)
        place = f"/v3/glossaries/{made['glossary_id']}"
        self.assertEqual(made["dictionaries"], [{"source_lang": "en", "target_lang": "fr", "entry_count": 1}])
        self.assertIn(made["glossary_id"], [row["glossary_id"] for row in self.ask("/v3/glossaries").json["glossaries"]])
        self.done(self.post(place, {"name": "m", "dictionaries": [{**entries, "entries": "cat\tchat"}]}, method="PATCH"))
        self.done(self.post(place + "/dictionaries", back, method="PUT"))
        found = self.ask(place).json
        self.assertEqual((found["name"], [row["entry_count"] for row in found["dictionaries"]]), ("m", [2, 1]))
        listed = self.ask(place + "/entries?source_lang=en&target_lang=fr").json["dictionaries"][0]["entries"]
        self.assertEqual(set(listed.split("\n")), {"dog\tchien", "cat\tchat"})
        self.done(self.v2(source_lang="EN", glossary_id=made["glossary_id"]))
        self.done(self.v2(source_lang="EN", glossary_ids=[made["glossary_id"]]))
        self.message(self.v2(source_lang="EN", glossary_ids=made["glossary_id"] + ",x"), 404)
        of_libretranslate = {"q": "a dog", "source": "en", "target": "fr", "glossary_id": made["glossary_id"]}
        self.done(self.post("/translate", of_libretranslate))
        self.assertEqual(self.post("/translate", {**of_libretranslate, "source": "auto"}).status, 400)
        self.assertEqual(self.ask(place + "/dictionaries?source_lang=fr&target_lang=en", method="DELETE").status, 204)
        self.message(self.post(place + "/dictionaries", {**back, "target_lang": "fr"}, method="PUT"))
        self.assertEqual(self.ask(place, method="DELETE").status, 204)
        self.message(self.ask(place), 404)

    def test_reads_dictionaries_of_a_form(self):
        form = urllib.parse.urlencode({"name": "n", "dictionaries[0].source_lang": "en", "dictionaries[0].target_lang": "fr",
                                       "dictionaries[0].entries": "dog\ttoutou", "dictionaries[0].entries_format": "tsv"})
        made = self.done(self.post("/v3/glossaries", form, FORM), 201)
        place = f"/v3/glossaries/{made['glossary_id']}"
        changed = self.done(self.post(place, form.replace("dog", "cat"), FORM, method="PATCH"))
        self.assertEqual(changed["dictionaries"], [{"source_lang": "en", "target_lang": "fr", "entry_count": 2}])
        self.assertEqual(self.ask(place, method="DELETE").status, 204)

    def test_lists_targets_that_its_clients_accept(self):
        def codes(kind):
            return [row["language"] for row in self.ask(f"/v2/languages?type={kind}").json]
        self.assertEqual((codes("source"), codes("target")), (["EN", "FR"], ["EN-GB", "EN-US", "FR"]))
        for code in codes("target"):
            self.done(self.v2(target_lang=code))

    def test_reads_lists_of_a_form(self):
        for names in ("text[]=%s&text[]=%s", "text%%5B0%%5D=%s&text%%5B1%%5D=%s", "text=%s&text=%s"):
            form = names % (urllib.parse.quote(ENGLISH), "a%3Cx%3Eb%3C/x%3E") + "&target_lang=FR&source_lang=EN&tag_handling=xml&ignore_tags[0]=x"
            found = self.done(self.post("/v2/translate", form, FORM))["translations"]
            self.assertEqual((len(found), found[0]["text"]), (2, self.expected))
            self.assertIn("<x>b</x>", found[1]["text"])
        self.assertIn("'text'", self.message(self.post("/v2/translate", "text[a]=b&target_lang=FR", FORM)))

    def test_counts_the_texts_of_a_form_as_those_of_json(self):
        form = "&".join(["text=a"] * 1000 + ["target_lang=FR", "source_lang=EN"])
        self.assertEqual(len(self.done(self.post("/v2/translate", form, FORM))["translations"]), 1000)
        self.assertIn("exceeds text limit (1000)", self.message(self.post("/v2/translate", form + "&text=b", FORM)))
        body, kind = multipart([("text", "a")] * 120 + [("target_lang", "FR"), ("source_lang", "EN")])
        self.assertEqual(len(self.done(self.ask("/v2/translate", body, kind))["translations"]), 120)


class Documents(OfDeepL):
    """One document is translated at a time, and each has a short time limit."""
    OPTIONS = ("--files-at-once", "1", "--file-timeout-ms", "4000", "--file-char-limit", "3000000", "--threads", "1")

    def test_wait_for_one_another_and_end_in_time(self):
        long = "".join(f"She gives {number} flowers to the {number + 7}th of the {number * 3} children.\n\n" for number in range(40_000))
        first, second = (self.done(self.send("a.txt", text)) for text in (long, ENGLISH))
        self.assertEqual(self.state(second)["status"], "queued")
        status = self.state(first)
        self.assertEqual(status["status"], "translating")
        self.assertGreaterEqual(status["seconds_remaining"], 1)
        answer = self.post(f"/v2/document/{first['document_id']}/result", {"document_key": first["document_key"]})
        self.assertEqual(answer.status, 503)
        self.assertGreaterEqual(int(answer.headers["Retry-After"]), 1)
        end = time.monotonic() + 30
        while self.state(second)["status"] != "done" and time.monotonic() < end:
            time.sleep(0.05)
        status = self.state(first)
        self.assertEqual(status["status"], "error")
        self.assertIn("not finish in time", status["error_message"])
        self.assertEqual(self.post(f"/v2/document/{first['document_id']}/result", {"document_key": first["document_key"]}).status, 400)


class Edges(Served):
    def test_a_null_character_is_refused_in_every_text(self):
        text = "The cat\0sleeps."
        glossary = {"name": "n", "source_lang": "EN", "target_lang": "FR", "entries": "cat\tch\0at", "entries_format": "tsv"}
        for path, fields in (("/translate", asked(q=text)), ("/translate", asked(q=[text], format="html")), ("/translate", {"text": text, "target_lang": "FR"}),
                             ("/detect", {"q": text}), ("/v2/translate", {"text": [text], "target_lang": "FR"}), ("/v2/glossaries", glossary),
                             ("/v2/translate", {"text": [text], "target_lang": "FR", "tag_handling": "html"}),
                             ("/v2/translate", {"text": [text], "target_lang": "FR", "tag_handling": "xml"}),
                             ("/v1/translate", {"text": text}), ("/v1/chat/completions", {"messages": [{"role": "user", "content": text}]})):
            answer = self.post(path, fields)
            self.assertEqual(answer.status, 400, path)
            self.assertIn("null character", answer.body, path)

    def test_a_compressed_body_is_not_read(self):
        for path, fields in (("/translate", asked()), ("/v2/translate", {"text": ["a"], "target_lang": "FR"}), ("/v1/translate", {"text": "a"})):
            answer = self.post(path, fields, headers={"Content-Encoding": "gzip"})
            self.assertEqual((answer.status, answer.headers["Accept-Encoding"]), (415, "identity"), path)

    def test_refusals_of_http_have_the_shape_of_their_interface(self):
        large = json.dumps({"q": "a" * 3_000_000})
        for path, read in (("/translate", lambda found: found["error"]), ("/v1/translate", lambda found: found["error"]), ("/v2/translate", lambda found: found["message"]),
                           ("/v3/glossaries", lambda found: found["message"]), ("/v1/chat/completions", lambda found: found["error"]["message"])):
            for status, answer in ((413, self.post(path, large)), (405, self.ask(path, b"{}", JSON, method="DELETE"))):
                self.assertEqual((answer.status, answer.headers["Access-Control-Allow-Origin"]), (status, "*"), path)
                self.assertIsInstance(read(answer.json), str, path)
        self.assertIn('"route":"/v2/translate","status":413', (self.folder / "log").read_text())
        for path in ("/translate", "/v2/translate", "/v1/chat/completions"):
            self.assertIn(f'regard_http_requests_total{{route="{path}",status="413"}}', self.ask("/metrics").body)

    def test_metrics_tell_how_many_batch_slots_are_filled(self):
        slots = dict(re.findall(r"^(regard_batch_slots\w*) (\d+)$", self.ask("/metrics").body, re.M))
        self.assertEqual(set(slots), {"regard_batch_slots", "regard_batch_slots_filled"})
        self.assertLessEqual(int(slots["regard_batch_slots_filled"]), int(slots["regard_batch_slots"]))

    def test_messages_name_nothing_of_another_interface(self):
        many, null, nothing = ["a"] * 1001, "a\0b", "0" * 36
        files = [("a.csv", b"id,text\n1,the cat\n", {"columns": "9"}), ("a.csv", b"id,text\n1,the cat\n", {"columns": "x"}), ("a.exe", b"a", {}), ("a.json", b"{", {}),
                 ("a.po", b"msgid", {}), ("a.txt", b"a", {"entries": "some"}), ("a.txt", b"a", {"subtitle_letters": "0"}), ("a.txt", b"a", {"tag": "none"}),
                 ("a.txt", b"a", {"glossary_id": nothing}), ("a.pdf", b"%PDF-1.4", {}), ("a.docx", b"PK", {}), ("a.xml", b"<a>", {})]
        libre = [{}, {"q": 3}, {"q": "a"}, {"q": "a", "source": "en"}, asked(q=many), asked(q=null), asked(alternatives=99), asked(alternatives="x"), asked(format="pdf"),
                 asked(tag="none"), asked(glossary_id=nothing), asked(glossary_id=nothing, source="auto"), asked(source="xx"), asked(glossary_ids=[nothing] * 9), asked(api_key=3)]
        of_deepl = {"text": ["a"], "source_lang": "EN", "target_lang": "FR"}
        deepl = [{}, {"text": 3}, {"text": ["a"]}, *({**of_deepl, **more} for more in (
            {"text": many}, {"text": null}, {"target_lang": "XX"}, {"formality": "more"}, {"tag_handling": "rtf"}, {"ignore_tags": "a"}, {"glossary_id": nothing}, {"tag": "none"},
            {"glossary_id": nothing, "source_lang": ""}, {"glossary_ids": [nothing] * 9}, {"tag_handling": "xml", "text": ["<a>"]}, {"split_sentences": "9"}, {"text": "a", "preserve_formatting": "x"}))]
        native = [{}, {"text": 3}, *({"text": "a", **more} for more in (
            {"text": many}, {"text": null}, {"n_best": 99}, {"beam_size": 0}, {"model": "none"}, {"format": "pdf"}, {"format": "xml", "text": "<a>"}, {"tag": "none"},
            {"keep": null}, {"source": "xx"}, {"length_penalty": "x"}, {"timeout_ms": 0}, {"glossary": 3}, {"glossary": {"": "a"}}, {"beam": 3}, {"alternatives": 999}))]
        openai = [{}, {"messages": []}, {"messages": [{"role": "user", "content": null}]}, {"messages": [{"role": "user", "content": "a"}], "n": 2}, {"model": "none", "messages": 3},
                  {"messages": [{"role": "system", "content": "Translate into Klingon."}, {"role": "user", "content": "a"}]}, {"messages": [{"role": "user", "content": "a " * 999_999}]}]
        help_texts = [subprocess.run([PROGRAM, command, "--help"], check=True, capture_output=True, text=True).stdout for command in ("translate", "serve")]
        options = set(re.findall(r"--([a-z][a-z-]+)", "".join(help_texts)))
        self.assertGreater(len(options), 30)
        deepl_names, cli, config = r"_lang\b|Parameter '", rf"--({'|'.join(options)})\b", r"\bsearch\."
        for paths, bodies, fields, foreign in (
                (("/translate", "/detect"), libre, {"source": "en", "target": "fr"}, rf"{cli}|{config}|{deepl_names}|timeout_ms"),
                (("/v2/translate", "/v2/write/rephrase"), deepl, {"source_lang": "EN", "target_lang": "FR"}, rf"{cli}|{config}|Invalid request|timeout_ms"),
                (("/v1/translate",), native, None, rf"{cli}|{config}|{deepl_names}|Invalid request"),
                (("/v1/chat/completions",), openai, None, rf"{cli}|{config}|{deepl_names}|Invalid request|timeout_ms")):
            answers = [self.post(path, body) for path in paths for body in bodies] + [self.post(paths[0], "{"), self.post(paths[0], "[]")]
            if fields:
                place = "/translate_file" if paths[0] == "/translate" else "/v2/document"
                answers += [self.ask(place, *multipart({**fields, **more}.items(), (name, content))) for name, content, more in files]
                answers += [self.ask(place, *multipart(fields.items())), self.post(place, {})]
            wrong = [answer.body for answer in answers if answer.status >= 400]
            self.assertGreater(len(wrong), len(bodies) - 4, paths)
            for body in wrong:
                self.assertNotRegex(body, foreign, paths)

    def test_the_log_has_no_text(self):
        text = "SECRETWORD the cat " * 900  # longer than a sentence may be, so that it is cut
        self.done(self.post("/translate", asked(q=text)))
        body, kind = multipart([("source", "en"), ("target", "fr")], ("SECRETWORD.txt", text))
        self.done(self.ask("/translate_file", body, kind))
        self.post("/v1/translate", {"text": "a", "SECRETWORD": text})
        self.assertNotIn("SECRETWORD", (self.folder / "log").read_text())

    def test_errors_repeat_no_long_value(self):
        long = "x" * 1_000_000
        for path, fields in (("/translate", asked(source=long)), ("/translate", asked(format=long)), ("/v1/translate", {"text": "a", "model": long}),
                             ("/v1/translate", {"text": "a", long: 1}), ("/v1/translate", {"text": "a", "n_best": long}), ("/v2/translate", {"text": ["a"], "target_lang": long})):
            answer = self.post(path, fields, headers={"Origin": "http://a.example"})
            self.assertIn(answer.status, (400, 404), path)
            self.assertLess(len(answer.body), 1_000, path)
            self.assertNotIn("Access-Control-Allow-Credentials", answer.headers)

    def test_is_not_ready_with_a_model_that_cannot_be_read(self):
        for name, damage in (("cut", lambda folder: (folder / "model.safetensors").write_bytes((folder / "model.safetensors").read_bytes()[:-10])),
                             ("bare", lambda folder: (folder / "tokenizer.model").unlink())):
            folder = self.folder / name
            shutil.copytree(self.folder / "en-fr", folder)
            damage(folder)
            with subprocess.Popen([PROGRAM, "serve", folder, "--port", "0", "--quiet"], stderr=subprocess.PIPE, text=True) as process:
                port = process.stderr.readline().rsplit(":", 1)[1]
                try:
                    with self.assertRaises(urllib.error.HTTPError) as caught, urllib.request.urlopen(f"http://127.0.0.1:{int(port)}/ready", timeout=60):
                        pass
                    with caught.exception as error:
                        self.assertEqual(error.code, 503, name)
                finally:
                    process.terminate()

    def test_a_time_is_a_whole_number_on_every_path(self):
        for path, fields in (("/translate", asked()), ("/detect", {"q": "a"}), ("/v2/translate", {"text": ["a"], "target_lang": "FR"}), ("/v1/translate", {"text": "a"})):
            for time in ("0", "+5", "-1", "soon", "1.5", "9" * 30):
                self.assertEqual(self.post(path, fields, headers={"X-Timeout-Ms": time}).status, 400, (path, time))
            self.assertEqual(self.post(path, fields, headers={"X-Timeout-Ms": "60000"}).status, 200, path)


class Native(Served):
    def rows(self, **fields):
        return self.done(self.post("/v1/translate", {"text": [ENGLISH, FRENCH], **fields}))

    def test_gives_a_text_in_the_language_of_the_target_back(self):
        found = self.rows(source="auto", target="FR")
        self.assertEqual([row["text"] for row in found["translations"]], [self.expected, FRENCH])
        self.assertEqual([row["detected"]["language"] for row in found["translations"]], ["en", "fr"])
        self.assertEqual(self.rows(source="fr-CA", target="fr")["translations"][0]["text"], ENGLISH)

    def test_tells_how_likely_each_word_is_right(self):
        found = self.done(self.post("/v1/translate", {"text": ENGLISH, "source": "en", "target": "fr", "confidence": True}))["translations"][0]
        best = found["candidates"][0]
        self.assertEqual(len(best["word_confidences"]), len(found["text"].split()))
        self.assertTrue(all(0 <= one <= 1 for one in [found["confidence"], best["confidence"], *best["word_confidences"]]))
        self.assertIsInstance(found["flags"], list)
        self.assertFalse(found["calibrated"])

    def test_has_no_confidence_of_words_of_the_glossary(self):
        asked = {"text": ENGLISH, "source": "en", "target": "fr", "confidence": True, "glossary": {ENGLISH.split()[-1].strip("."): "abricot"}}
        found = self.done(self.post("/v1/translate", asked))["translations"][0]
        self.assertNotIn("unmet_terms", found)
        words = zip(found["text"].split(), found["candidates"][0]["word_confidences"], strict=True)
        self.assertTrue(all((one is None) == ("abricot" in word.lower()) for word, one in words))

    def test_sends_unchanged_texts_among_the_others_as_they_are_done(self):
        body = self.post("/v1/translate", {"text": [FRENCH, ENGLISH], "source": "auto", "target": "fr", "stream": True}).body
        rows = [json.loads(line[6:]) for line in body.splitlines() if line.startswith("data: ")]
        self.assertEqual([row.get("text") for row in rows[:2]], [FRENCH, self.expected])

    def test_keeps_words_and_phrases(self):
        for keep in (["Zorblax Quux"], "Zorblax Quux"):
            found = self.done(self.post("/v1/translate", {"text": "The cat of Zorblax Quux sleeps.", "keep": keep}))
            self.assertEqual(found["translations"][0]["text"].count("Zorblax Quux"), 1, found)
        lines = self.ask("/v1/translate?keep=42&keep=Zorblax+Quux", b'"The cat of Zorblax Quux sleeps."\n', "application/jsonl").body
        self.assertEqual(json.loads(lines)["text"].count("Zorblax Quux"), 1, lines)

    def test_tells_of_a_text_in_another_language(self):
        found = self.rows(source="en", target="fr")["translations"]
        self.assertEqual([row.get("looks_like") for row in found], [None, "fr"])

    def test_reads_forms_and_the_query(self):
        form = urllib.parse.urlencode({"text": ENGLISH, "n_best": 2, "alignment": "true", "source": "en"})
        whole, kind = multipart([("text", ENGLISH), ("n_best", "2"), ("alignment", "true")])
        asked_for = json.dumps({"text": ENGLISH, "n_best": 2, "alignment": True})
        expected = self.done(self.post("/v1/translate", asked_for))["translations"]
        for answer in (self.post("/v1/translate", form, FORM), self.ask("/v1/translate", whole, kind), self.ask(f"/v1/translate?{form}", b"", method="POST"),
                       self.post("/v1/translate?n_best=2&alignment=1", {"text": ENGLISH, "alignment": True})):
            self.assertEqual(self.done(answer)["translations"], expected)
        self.assertEqual(len(self.done(self.post("/v1/translate", "text=a&text=b&n_best=1", FORM))["translations"]), 2)
        self.assertEqual(self.post("/v1/translate?wrong=1", {"text": "a"}).status, 400)

    def test_takes_the_search_options_that_the_document_describes(self):
        properties = self.ask("/v1/openapi.json").json["components"]["schemas"]["Question"]["properties"]
        options = {name: facts for name, facts in properties.items() if " Default: " in facts.get("description", "")}
        self.assertGreaterEqual(len(options), 8)
        for name, facts in options.items():
            words = facts.get("enum") or ([""] if facts.get("type") == "string" else ["true", "false"])
            values = [facts["minimum"], facts["maximum"]] if "minimum" in facts else words
            for value in values:
                form = urllib.parse.urlencode({"text": ENGLISH, name: value})
                self.assertTrue(self.done(self.post("/v1/translate", form, FORM))["translations"], form)
            if "maximum" in facts:
                self.assertEqual(self.post("/v1/translate", {"text": ENGLISH, name: facts["maximum"] + 1}).status, 400, name)

    def test_refuses_a_language_that_the_model_lacks(self):
        for fields in ({"source": "fr"}, {"target": "en"}, {"source": "fr", "target": "en"}):
            answer = self.post("/v1/translate", {"text": ENGLISH, "model": "en-fr", **fields})
            self.assertEqual(answer.status, 400, fields)
            self.assertIn("en-fr", answer.json["error"])
        for fields in ({"source": "en"}, {"target": "FR"}, {"source": "auto"}, {}):
            self.done(self.post("/v1/translate", {"text": ENGLISH, "model": "en-fr", **fields}))
        self.done(self.post("/v1/translate", {"text": FRENCH, "model": "fr-en", "target": "en"}))

    def test_names_the_line_that_is_not_json(self):
        for bad in ('{"text": "a"', "{'text': 1}", "\xff", "[1]", '{"q": "a"}'):
            answer = self.ask("/v1/translate", f'"a"\n\n{bad}\n"b"\n'.encode("latin-1"), "application/jsonl")
            self.assertEqual(answer.status, 400, bad)
            self.assertIn("line 3", answer.json["error"], bad)

    def test_names_the_key_that_is_meant(self):
        self.assertIn("write text instead of txt", self.post("/v1/translate", {"txt": "a"}).body)


class Chat(Served):
    def content(self, answer):
        return self.done(answer)["choices"][0]["message"]["content"]

    def chat(self, text, model="regard", system=None, **more):
        messages = [{"role": "system", "content": system}] if system else []
        return self.post("/v1/chat/completions", {"model": model, "messages": [*messages, {"role": "user", "content": text}], **more})

    def test_translates_by_the_name_of_the_model(self):
        found = self.done(self.chat(ENGLISH, "en-fr", temperature=0.2))
        self.assertEqual(found["object"], "chat.completion")
        self.assertEqual(found["choices"][0]["message"], {"role": "assistant", "content": self.expected})
        self.assertEqual(found["usage"]["total_tokens"], found["usage"]["prompt_tokens"] + found["usage"]["completion_tokens"])
        self.assertEqual(self.content(self.chat([{"type": "text", "text": ENGLISH}], "openai/en_fr")), self.expected)

    def test_translates_by_what_the_system_says(self):
        for system in ("You translate from English to French.", "Translate the following to language 'fr'.", "Reply in one line. Translate into French (France)."):
            self.assertEqual(self.content(self.chat(ENGLISH, system=system)), self.expected, system)
            self.assertEqual(self.content(self.chat(FRENCH, system=system.replace("English", "French"))), FRENCH, system)
        for text in (f'translate from en to fr:\n\n"{ENGLISH}" =>', f"Please translate to French: {ENGLISH}",
                     f"Translate the source text to French, output the translation.\nSource Text: {ENGLISH}\n\nTranslated Text:"):
            self.assertEqual(self.content(self.chat(text)), self.expected, text)
        self.assertNotEqual(self.content(self.chat("Translate this: " + ENGLISH)), self.expected)

    def test_refuses_a_language_that_no_model_has(self):
        for answer in (self.chat(ENGLISH, system="Translate to German."), self.chat(ENGLISH, "en-fr", "Translate from English to Spanish."),
                       self.chat(f"Translate to German: {ENGLISH}"), self.chat(ENGLISH, "en-de"), self.chat(ENGLISH, system="Translate from German to French")):
            self.assertEqual((answer.status, answer.json["error"]["type"]), (400, "invalid_request_error"), answer.body)
            self.assertIn("the languages of this server are English, French", answer.json["error"]["message"])

    def test_names_the_language_that_it_refuses(self):
        for text in ("translate to Basque: Hello", "Translate the following text into eu\n\nHello", "Traduis en basque : Bonjour", 'Translate "Hello" to Basque.',
                     "You are a professional translator.\nTranslate the following text from English to Basque:\n\nHello", "Please translate to euskara:\nHello"):
            answer = self.chat(text)
            self.assertEqual(answer.status, 400, text)
            self.assertIn("Basque (eu) is not supported", answer.json["error"]["message"], text)
            self.assertEqual(self.chat(text, system="You translate from English to French.").status, 400, text)
        told = [{"role": "user", "content": "Translate to Basque."}, {"role": "assistant", "content": "OK"}, {"role": "user", "content": "Hello"}]
        self.assertEqual(self.post("/v1/chat/completions", {"messages": told}).status, 400)

    def test_a_text_that_contains_names_of_languages_is_translated(self):
        for text in ("Polish the table to a shine.", "He translates from Latin to Greek.", "I went from Latin to German class.", "You are a student of Latin."):
            for system in ("Translate from English to French.", "You are a translation engine."):
                self.done(self.chat(text, "en-fr", system))
        for text in (f'Translate "{ENGLISH}" to French.', f"You are a translator. Keep the style.\n\nTranslate into French:\n{ENGLISH}", f"Translate to French:{ENGLISH}",
                     f"{ENGLISH}\n\nTranslate the text above into French."):
            self.assertEqual(self.content(self.chat(text)), self.expected, text)

    def test_keeps_what_parts_several_texts(self):
        mark = "\n==WEBLATE_PART==\n"
        self.assertEqual(self.content(self.chat(mark.join([ENGLISH] * 3), "en-fr")), mark.join([self.expected] * 3))
        self.assertEqual(json.loads(self.content(self.chat(json.dumps({"a": [ENGLISH], "n": 1}), "en-fr"))), {"a": [self.expected], "n": 1})

    def test_translates_json_within_a_fence(self):
        begin, end = '```json\n{"a": ', "}\n```"
        for text in (begin + json.dumps(ENGLISH) + end, "Translate this JSON to French:\n" + begin + json.dumps(ENGLISH) + end):
            self.assertEqual(self.content(self.chat(text, "en-fr")), begin + json.dumps(self.expected, ensure_ascii=False) + end)

    def test_translates_what_is_within_a_fence(self):
        for begin, end in (("```\n", "\n```"), ("```text\n", "\n```\n")):
            for text in (begin + ENGLISH + end, "Translate this to French:\n\n" + begin + ENGLISH + end):
                self.assertEqual(self.content(self.chat(text, "en-fr")).rstrip(), (begin + self.expected + end).rstrip())

    def test_copies_all_of_json_but_its_strings(self):
        begin, end = '{ "z":1.50, "a" : 12345678901234567890123,"b":1e400, "t":', ',  "z":null, "e":"\\u0031\\/2" }'
        self.assertEqual(self.content(self.chat(begin + json.dumps(ENGLISH) + end, "en-fr")), begin + json.dumps(self.expected, ensure_ascii=False) + end)

    def test_streams(self):
        answer = self.chat(ENGLISH, "en-fr", stream=True)
        lines = [line[6:] for line in answer.body.splitlines() if line.startswith("data: ")]
        self.assertEqual(lines[-1], "[DONE]")
        deltas = [json.loads(line)["choices"][0]["delta"] for line in lines[:-1]]
        self.assertEqual("".join(delta.get("content", "") for delta in deltas), self.expected)
        self.assertEqual(json.loads(lines[-2])["choices"][0]["finish_reason"], "stop")
        answer = self.chat(ENGLISH, "en-fr", stream=True, stream_options={"include_usage": True})
        last = json.loads(answer.body.split("data: ")[-2])
        self.assertEqual((last["choices"], last["usage"]["completion_tokens"]), ([], len(self.expected.split())))

    def test_hears_errors_in_its_own_shape(self):
        for value in ({"model": "m"}, {"model": "m", "messages": []}, {"model": "m", "messages": "x"}, {"messages": [{"role": "user", "content": "a"}], "n": 2}):
            answer = self.post("/v1/chat/completions", value)
            self.assertEqual((answer.status, answer.json["error"]["type"]), (400, "invalid_request_error"), value)

    def test_lists_models_for_both_kinds_of_clients(self):
        found = self.ask("/v1/models").json
        self.assertEqual([row["id"] for row in found["data"]], [row["name"] for row in found["models"]])
        self.assertEqual({row["object"] for row in found["data"]}, {"model"})
        self.assertEqual({row["compute"] for row in found["models"] if row["loaded"]}, {"float32"})  # as requested when the tests start the server
        self.assertEqual(self.ask("/v1/models/en-fr").json, found["data"][0])
        self.assertIn("message", self.ask("/v1/models/other").json["error"])


class ComputeAuto(Served):
    """The server's trials for a model whose weights leave the number type open; which type is fastest depends on the machine."""
    MODELS = ("en-fr",)
    OPTIONS = ("--compute", "auto", "--preload")

    def test_shows_the_trials_of_each_number_type_and_takes_one_of_them(self):
        model = self.ask("/v1/models").json["models"][0]
        types = [trial["compute"] for trial in model["trials"]]
        self.assertEqual(types[:2], ["float32", "int8"])
        self.assertIn(model["compute"], types)
        self.assertEqual((model["trials"][0]["same"], model["trials"][0]["difference"]), (1, 0))
        self.assertIn(f"en-fr: computes in {model['compute']}; measured: float32 ", (self.folder / "log").read_text(encoding="utf-8"))

    def test_translates_in_the_type_that_it_took(self):
        compute = self.ask("/v1/models").json["models"][0]["compute"]
        expected = translations(PROGRAM, self.folder / "en-fr", [ENGLISH], ("--compute", compute))[0]
        answer = self.done(self.post("/translate", {"q": ENGLISH, "source": "en", "target": "fr"}))
        self.assertEqual(answer["translatedText"], expected)


class Keys(Served):
    MODELS = ("en-fr",)

    @classmethod
    def setUpClass(cls):
        import hashlib
        file = cls.enterClassContext(contextlib.closing(tempfile.NamedTemporaryFile("w", suffix=".keys")))
        file.write(hashlib.sha256(b"open sesame").hexdigest() + " ali\n")
        file.flush()
        cls.OPTIONS = ("--keys", file.name, "--require-key")
        super().setUpClass()

    def test_come_under_a_scheme_in_any_case(self):
        for scheme in ("Bearer", "bearer", "BEARER", "DeepL-Auth-Key", "deepl-auth-key"):
            self.assertEqual(self.post("/translate", asked(), headers={"Authorization": f"{scheme} open sesame"}).status, 200, scheme)
        self.assertEqual(self.post("/translate", asked(), headers={"Authorization": "Bearer sesame"}).status, 403)
        self.assertEqual(self.post("/v1/translate", {"text": "a"}, headers={"Authorization": "Basic open sesame"}).status, 403)

    def test_are_not_there_if_the_header_has_only_a_scheme(self):
        for scheme in ("Bearer", "Bearer ", "DeepL-Auth-Key "):
            headers = {"Authorization": scheme}
            answer = self.post("/translate", asked(), headers=headers)
            self.assertEqual((answer.status, answer.json["error"]), (400, "Please contact the server operator to get an API key"))
            self.assertEqual(self.post("/translate", {**asked(), "api_key": "open sesame"}, headers=headers).status, 200)

    def test_are_asked_for_as_libretranslate_does(self):
        for path in ("/translate", "/detect"):
            answer = self.post(path, asked(), headers={"Authorization": "Basic open sesame"})
            self.assertEqual((answer.status, answer.json["error"]), (400, "Please contact the server operator to get an API key"))
        self.assertEqual(self.post("/translate", {**asked(), "api_key": 123}).status, 403)

    def test_are_asked_for_as_deeplx_does(self):
        wanted = {"text": ENGLISH, "source_lang": "EN", "target_lang": "FR"}
        for token, status in (("", 403), ("wrong", 403), ("open sesame", 200)):
            answer = self.post(f"/translate?token={urllib.parse.quote(token)}", wanted)
            self.assertEqual((answer.status, answer.json["code"], "message" in answer.json), (status, status, status != 200))
        self.assertEqual(self.ask("/translate?api_key=open+sesame", json.dumps(asked()).encode(), JSON).status, 200)

    def test_are_checked_on_every_path_of_deepl(self):
        glossary = {"name": "n", "source_lang": "en", "target_lang": "fr", "entries": "a\tb"}
        for key, status in (("open sesame", 200), ("wrong", 403), ("", 403)):
            form = urllib.parse.urlencode({"auth_key": key})
            for path in ("/v2/usage", "/v2/languages", "/v2/glossary-language-pairs", "/v2/glossaries", "/v3/glossaries"):
                self.assertEqual(self.ask(f"{path}?{form}").status, status, (path, key))
                self.assertEqual(self.ask(path, headers={"Authorization": f"DeepL-Auth-Key {key}"}).status, status, (path, key))
            for path in ("/v2/usage", "/v2/languages"):
                self.assertEqual(self.post(path, form, FORM).status, status, (path, key))
            self.assertEqual(self.post(f"/v2/usage?{form}", "").status, status, key)
            made = self.post("/v2/glossaries", urllib.parse.urlencode({**glossary, "auth_key": key}), FORM)
            self.assertEqual(made.status, 201 if status == 200 else 403)
            if status == 200:
                self.assertEqual(self.ask(f"/v2/glossaries/{made.json['glossary_id']}?{form}", method="DELETE").status, 204)


class TermsOfTheServer(Served):
    """--glossary, --glossaries and --translation-memory, for the direction of the first model."""

    @classmethod
    def write_model(cls, name):
        memory, terms = cls.folder / "memory.tsv", cls.folder / "terms.csv"
        memory.write_text(f"{ENGLISH}\tElle arrose les fleurs.\n", encoding="utf-8")
        terms.write_text("flower*,rose*\n", encoding="utf-8")
        cls.kept = cls.folder / "glossaries.json"
        cls.OPTIONS = ("--translation-memory", memory, "--glossary", terms, "--glossaries", cls.kept)
        return super().write_model(name)

    def test_gives_what_the_memory_has_to_every_client(self):
        expected = "Elle arrose les fleurs."
        self.assertEqual(self.translated({"q": ENGLISH, "source": "en", "target": "fr"})["translatedText"], expected)
        self.assertEqual(self.done(self.post("/v2/translate", {"text": [ENGLISH], "source_lang": "EN", "target_lang": "FR"}))["translations"][0]["text"], expected)
        own = self.done(self.post("/v1/translate", {"text": ENGLISH, "source": "en", "target": "fr"}))["translations"][0]
        self.assertEqual((own["text"], own["matches"][0]["score"]), (expected, 100))
        self.assertEqual(own["unmet_terms"], [{"source": "flowers", "target": "roses"}])
        other = self.done(self.post("/v1/translate", {"text": "Give water to the trees.", "source": "en", "target": "fr"}))["translations"][0]
        self.assertNotIn("unmet_terms", other)

    def test_keeps_glossaries_in_a_file(self):
        made = self.done(self.post("/v2/glossaries", {"name": "n", "source_lang": "en", "target_lang": "fr", "entries": "dog\tchien", "entries_format": "tsv"}), 201)
        self.assertIn(made["glossary_id"], self.kept.read_text(encoding="utf-8"))
        self.assertEqual(self.ask(f"/v2/glossaries/{made['glossary_id']}", method="DELETE").status, 204)
        self.assertNotIn(made["glossary_id"], self.kept.read_text(encoding="utf-8"))


def main():
    global PROGRAM
    if len(sys.argv) != 2 or not shutil.which(sys.argv[1]):
        print(__doc__.strip())
        return 2
    PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
    return 0 if unittest.main(argv=[sys.argv[0]], exit=False).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
