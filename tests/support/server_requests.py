"""Requests of every kind that a translation server receives, each with a check of its answer."""
import dataclasses
import json
import re
import subprocess

from http_client import get, post_form, post_json, request
from serving import ROOT, translations
from small_model import FORBIDDEN

WIDE = ("--beam-size", "4")  # search that differs from the model's config
SEVERAL = 3  # candidates in the wide search
TEXTS = ("data/test.en", "data/val.en", "data/everyday.en")
BODY_LIMIT, TEXT_LIMIT, LIST_LIMIT = 1 << 20, 100000, 1000  # bytes, characters, texts
LIMITS = ("--body-limit", BODY_LIMIT >> 10, "--char-limit", TEXT_LIMIT, "--batch-limit", LIST_LIMIT)


@dataclasses.dataclass(frozen=True)
class Request:
    kind: str
    data: bytes
    complaint: object  # function of a response: its problem, or an empty string
    may_break: bool = False  # the server may close the connection before it has read everything


class Truth:
    """Lines, and the command line's translations of them."""

    def __init__(self, program, model, lines=None):
        self.lines = lines or [line for name in TEXTS for line in (ROOT / name).read_text(encoding="utf-8").splitlines()]
        self.best = translations(program, model, self.lines)
        self.wide = translations(program, model, self.lines, WIDE)
        listed = translations_of_list(program, model, self.lines)
        self.several = [listed[i] for i in range(len(self.lines))]


def translations_of_list(program, model, lines):
    """The candidates of each line, from `NUMBER ||| text ||| scores`."""
    done = subprocess.run([program, "translate", model, *WIDE, "--n-best", str(SEVERAL)], input="\n".join(lines).encode() + b"\n",
                          capture_output=True, check=True)
    found = {}
    for row in done.stdout.decode().splitlines():
        number, text, _ = row.split(" ||| ", 2)
        found.setdefault(int(number), []).append(text)
    return found


def wrong(found, expected):
    return "" if found == expected else f"it gave {str(found)[:100]} instead of {str(expected)[:100]}"


def good(kind, data, expected, found_in):
    """A request whose answer must contain the command line's translations; `found_in` extracts them."""

    def complaint(response):
        if response.status != 200:
            return f"it answered {response.status} {response.body[:200]!r}"
        try:
            return wrong(found_in(response), expected)
        except (ValueError, KeyError, IndexError, TypeError) as error:
            return f"{type(error).__name__} {error} in {response.body[:200]!r}"

    return Request(kind, data, complaint)


def refused(kind, data, statuses, may_break=False):
    """A request that must get an error with one of these statuses, in JSON, without the name of a library."""

    def complaint(response):
        if response.status not in statuses:
            return f"it answered {response.status} {response.body[:200]!r}, not one of {statuses}"
        try:
            value = response.json()
            message = value.get("error") or value.get("message")
        except (ValueError, AttributeError):
            message = None
        if not isinstance(message, str) or not message:
            return f"its error is {response.body[:200]!r}"
        return f"its error is {message[:200]!r}" if FORBIDDEN.search(message.encode()) else ""

    return Request(kind, data, complaint, may_break)


class Requests:
    """Makes requests at random; a generator with the same seed gives the same requests."""

    def __init__(self, truth, random):
        self.truth, self.random = truth, random
        self.good_kinds = [self.one, self.several_texts, self.form, self.chunked, self.lines_of_text, self.deepl, self.deepl_form, self.own,
                           self.wide, self.candidates, self.stream, self.json_lines, self.page]
        self.bad = bad_requests()
        self.huge = huge_requests()

    def any(self):
        """Mostly valid requests, a few invalid ones, and very few huge ones."""
        chance = self.random.random()
        if chance < 0.001:
            return self.random.choice(self.huge)
        return self.random.choice(self.bad) if chance < 0.1 else self.random.choice(self.good_kinds)()

    def pick(self, most):
        at = self.random.sample(range(len(self.truth.lines)), self.random.randint(1, most))
        return [self.truth.lines[i] for i in at], [self.truth.best[i] for i in at], at

    def one(self):
        (line,), (expected,), _ = self.pick(1)
        return good("LibreTranslate, a text", post_json("/translate", {"q": line, "source": "en", "target": "fr"}), expected,
                    lambda response: response.json()["translatedText"])

    def several_texts(self):
        lines, expected, _ = self.pick(6)
        return good("LibreTranslate, a list", post_json("/translate", {"q": lines, "source": "en", "target": "fr"}), expected,
                    lambda response: response.json()["translatedText"])

    def form(self):
        (line,), (expected,), _ = self.pick(1)
        return good("LibreTranslate, a form", post_form("/translate", [("q", line), ("source", "en"), ("target", "fr")]), expected,
                    lambda response: response.json()["translatedText"])

    def chunked(self):
        (line,), (expected,), _ = self.pick(1)
        body = json.dumps({"q": line, "source": "en", "target": "fr"}).encode()
        cut = self.random.randint(1, len(body) - 1)
        chunks = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (body[:cut], body[cut:], b""))
        data = (b"POST /translate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks)
        return good("LibreTranslate, in chunks", data, expected, lambda response: response.json()["translatedText"])

    def lines_of_text(self):
        lines, expected, _ = self.pick(4)
        return good("LibreTranslate, lines", post_json("/translate", {"q": "\n".join(lines), "source": "en", "target": "fr"}),
                    "\n".join(expected), lambda response: response.json()["translatedText"])

    def deepl(self):
        lines, expected, _ = self.pick(4)
        return good("DeepL, JSON", post_json("/v2/translate", {"text": lines, "source_lang": "EN", "target_lang": "FR"}), expected,
                    lambda response: [each["text"] for each in response.json()["translations"]])

    def deepl_form(self):
        lines, expected, _ = self.pick(4)
        pairs = [("text", line) for line in lines] + [("source_lang", "EN"), ("target_lang", "FR")]
        return good("DeepL, a form", post_form("/v2/translate", pairs), expected,
                    lambda response: [each["text"] for each in response.json()["translations"]])

    def own(self):
        lines, expected, _ = self.pick(4)
        return good("/v1/translate", post_json("/v1/translate", {"text": lines}), expected, texts_of_own)

    def wide(self):
        lines, _, at = self.pick(4)
        return good("/v1/translate, wide", post_json("/v1/translate", {"text": lines, "beam_size": int(WIDE[1])}),
                    [self.truth.wide[i] for i in at], texts_of_own)

    def candidates(self):
        lines, _, at = self.pick(2)
        request_options = {"text": lines, "beam_size": int(WIDE[1]), "n_best": SEVERAL}
        return good("/v1/translate, candidates", post_json("/v1/translate", request_options), [self.truth.several[i] for i in at],
                    lambda response: [[each["text"] for each in one["candidates"]] for one in response.json()["translations"]])

    def stream(self):
        lines, expected, _ = self.pick(4)
        return good("/v1/translate, events", post_json("/v1/translate", {"text": lines, "stream": True}), expected, texts_of_events)

    def json_lines(self):
        lines, expected, _ = self.pick(6)
        body = b"".join(json.dumps({"text": line}).encode() + b"\n" for line in lines)
        return good("/v1/translate, JSON Lines", request("POST", "/v1/translate", body, "application/jsonl"), expected,
                    lambda response: [json.loads(line)["text"] for line in response.body.decode().splitlines()])

    def page(self):
        path = self.random.choice(("/", "/health", "/ready", "/languages", "/frontend/settings", "/metrics", "/v1/models", "/v2/languages",
                                   "/v2/usage", "/v1/openapi.json"))
        return good(f"GET {path}", get(path), 200, lambda response: response.status)


def texts_of_own(response):
    return [each["text"] for each in response.json()["translations"]]


def texts_of_events(response):
    """The translations of a stream, whose last event must be `done`."""
    events = re.findall(r"event: ?(\w+)\ndata: ?(.*)\n\n", response.body.decode())
    if not events or events[-1][0] != "done":
        raise ValueError("the stream does not end with `done`")
    values = [json.loads(data) for name, data in events if name == "translation"]
    if [value["index"] for value in values] != list(range(len(values))):
        raise ValueError("the events are not in order")
    return [value["text"] for value in values]


def bad_requests():
    translate, own, deepl = "/translate", "/v1/translate", "/v2/translate"
    english = {"source": "en", "target": "fr"}
    in_json = "application/json"
    return [
        refused("no JSON", request("POST", translate, b"{not json", in_json), (400,)),
        refused("JSON of another type", request("POST", translate, b"[1, 2]", in_json), (400,)),
        refused("an empty body", request("POST", translate, b"", in_json), (400, 411)),
        refused("no UTF-8", request("POST", translate, b'{"q": "\xff\xfe", "source": "en", "target": "fr"}', in_json), (400,)),
        refused("an escape without its digits", request("POST", translate, b'{"q": "\\ud8", "source": "en", "target": "fr"}', in_json), (400,)),
        refused("no text", post_json(translate, english), (400,)),
        refused("a number in place of text", post_json(translate, {"q": 7, **english}), (400,)),
        refused("a number in a list of texts", post_json(translate, {"q": ["one", 2], **english}), (400,)),
        refused("no source", post_json(translate, {"q": "one", "target": "fr"}), (400,)),
        refused("an unknown language", post_json(translate, {"q": "one", "source": "en", "target": "xx"}), (400,)),
        refused("a number for a language", post_json(translate, {"q": "one", "source": 3, "target": "fr"}), (400,)),
        refused("no text for /v1", post_json(own, {"beam_size": 2}), (400,)),
        refused("an object for text", post_json(own, {"text": {"a": 1}}), (400,)),
        refused("nested JSON", request("POST", own, b"[" * 2000 + b"]" * 2000, in_json), (400,)),
        refused("a type that is neither JSON nor a form", request("POST", own, b"<a/>", "application/xml"), (400, 415)),
        refused("no target for DeepL", post_json(deepl, {"text": ["one"]}), (400,)),
        refused("an unknown path", get("/no/such/page"), (404,)),
        refused("a wrong method", get(own), (405,)),
        refused("a method that nothing has", request("DELETE", translate), (405,)),
        refused("an unknown form", post_form(translate, [("p", "one")]), (400,)),
    ]


def huge_requests():
    english = {"source": "en", "target": "fr"}
    return [
        refused("a text above the limit", post_json("/translate", {"q": "word " * (TEXT_LIMIT // 4), **english}), (400, 413)),
        refused("a list above the limit", post_json("/translate", {"q": ["a"] * (LIST_LIMIT + 1), **english}), (400, 413)),
        refused("a body above the limit", post_json("/v1/translate", {"text": "word " * (BODY_LIMIT // 4)}), (413,), may_break=True),
    ]
