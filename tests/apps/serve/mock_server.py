#!/usr/bin/env python3
"""The page of `regard serve` with the API it uses, but with made-up translations: for the page's tests, and to view it without a model.

  tests/apps/serve/mock_server.py [--port 5000] [--prefix /x] [--delay SECONDS] [--key KEY]
"""
import argparse
import contextlib
import email.parser
import email.policy
import http.server
import json
import pathlib
import select
import socket
import sys
import threading
import time
import urllib.parse

import made_up

PAGE = pathlib.Path(__file__).resolve().parents[3] / "src/apps/serve/page"
POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; "
          "form-action 'none'; frame-ancestors 'none'")
TYPES = {".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
         ".svg": "image/svg+xml"}
MODELS = [
    {"name": "multi30k-en-fr", "source": "en", "target": "fr", "type": "transformer", "loaded": True, "generation": 1, "default": True},
    {"name": "rnn-en-fr", "source": "en", "target": "fr", "type": "rnn_attention", "loaded": False, "generation": 1, "default": False},
    {"name": "multi30k-fr-en", "source": "fr", "target": "en", "type": "transformer", "loaded": True, "generation": 1, "default": True},
]


class Refusal(Exception):
    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


class MockServer(contextlib.ExitStack):
    """`delay(path, body)` is the number of seconds that an answer takes, `failures` are (status, headers) of the next answers to POST requests;
    `states` are the successive states of a document; `matches` are the translation-memory matches of each text; `cancelled` are the paths of
    cancelled documents; `asked` are the received (path, body), `abandoned` those whose client disconnected before the answer."""

    def __init__(self, port=0, prefix=""):
        super().__init__()
        self.prefix = prefix
        self.reset()
        handler = type("Handler", (MockHandler,), {"mock": self})
        self.server = QuietServer(("127.0.0.1", port), handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}{prefix}/"
        self.callback(self.server.server_close)

    def start(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.callback(self.server.shutdown)
        return self

    def reset(self):
        self.delay = lambda path, body: 0
        self.failures, self.asked, self.abandoned = [], [], []
        self.key, self.character_limit = None, -1
        self.models = MODELS
        self.has_attention = True
        self.documents, self.cancelled = {}, []
        self.matches = []
        self.states = [{"status": "queued"}, {"status": "translating", "texts": 4, "texts_done": 1}, {"status": "done", "warnings": ["a warning"]}]


class QuietServer(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], ConnectionError):  # browsers close connections at any time
            super().handle_error(request, client_address)


class MockHandler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    mock: MockServer

    def log_message(self, *_):
        pass

    def do_GET(self):
        path = self.path_below_prefix()
        fixed = {"v1/models": {"models": self.mock.models}, "frontend/settings": {
            "charLimit": self.mock.character_limit, "keyRequired": self.mock.key is not None, "apiKeys": self.mock.key is not None,
            "filesTranslation": True, "supportedFilesFormat": [".txt", ".docx"]}}
        if path in fixed:
            self.answer_json(200, fixed[path])
        else:
            self.answer_asset(path)

    def answer_asset(self, path):
        file = PAGE / ("index.html" if path == "" else (path or "").removeprefix("page/"))
        if path is None or file.parent != PAGE or not file.is_file():
            self.answer_json(404, {"error": f"There is nothing at {self.path}."})
            return
        body = file.read_bytes().replace(b"<!-- head.html -->\n", (PAGE / "head.html").read_bytes())
        self.answer(200, body, TYPES[file.suffix], {"Content-Security-Policy": POLICY, "Cache-Control": "no-cache"})

    def do_POST(self):
        path = self.path_below_prefix()
        body = self.body()
        self.mock.asked.append((path, body))
        if not self.wait(self.mock.delay(path, body)):
            self.mock.abandoned.append((path, body))
            self.close_connection = True
            return
        if self.mock.failures:
            status, headers = self.mock.failures.pop(0)
            self.answer_json(status, {"error": f"The mock was told to answer {status}."}, headers)
            return
        try:
            if self.mock.key is not None and self.headers.get("Authorization") != f"Bearer {self.mock.key}":
                raise Refusal(403, "This server needs an API key: put yours into the field above.")
            if path.startswith("v2/document/"):
                self.answer_about_document(path.split("/")[2:], body)
                return
            self.answer_json(200, {"v1/translate": self.translate, "detect": self.detect, "v2/document": self.keep_document}[path](body))
        except Refusal as refusal:
            self.answer_json(refusal.status, {"error": str(refusal)})

    def do_DELETE(self):
        self.mock.cancelled.append(self.path_below_prefix())
        self.answer(204, b"", "application/json", {})

    def wait(self, seconds):
        """Waits; returns False if the client disconnects meanwhile."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            readable, _, _ = select.select([self.connection], [], [], min(left, 0.02))
            if readable and self.connection.recv(1, socket.MSG_PEEK) == b"":
                return False
        return True

    def translate(self, body):
        known = {model["name"]: model for model in self.mock.models}
        if body["model"] not in known:
            raise Refusal(400, f"There is no model {body['model']}.")
        if body.get("n_best", 1) > body.get("beam_size", 5):
            raise Refusal(400, "n_best must be at most beam_size.")
        model = known[body["model"]]
        begin = time.monotonic()
        texts = body["text"] if isinstance(body["text"], list) else [body["text"]]
        make = made_up.Translator(model["source"], "rnn" in model["type"])
        translations = [make.translation(text, body) for text in texts]
        for candidate in (candidate for translation in translations for candidate in translation["candidates"]):
            candidate["attention"] = candidate["attention"] if self.mock.has_attention else []
        for translation in translations if self.mock.matches else []:
            translation["matches"] = self.mock.matches
        return {"model": model["name"], "milliseconds": 1000 * (time.monotonic() - begin) + 12.3, "translations": translations}

    def detect(self, body):
        return [{"confidence": 97.0, "language": made_up.language_of(body["q"])}]

    def keep_document(self, form):
        if not form["name"].endswith(".txt"):
            raise Refusal(400, f"{form['name']}: is not in a format that regard translates")
        make = made_up.Translator(form.get("source_lang", "en"), False)
        lines = form["file"].decode().split("\n")
        name = str(len(self.mock.documents))
        self.mock.documents[name] = {"file": "\n".join(make.translation(line, {})["text"] for line in lines).encode(), "states": list(self.mock.states)}
        return {"document_id": name, "document_key": f"key of {name}"}

    def answer_about_document(self, words, body):
        name, *result = words
        if body["document_key"] != f"key of {name}":
            raise Refusal(404, "Document not found.")
        document = self.mock.documents[name]
        if result:
            self.answer(200, document["file"], "text/plain", {"Content-Disposition": "attachment"})
            return
        states = document["states"]
        self.answer_json(200, states.pop(0) if len(states) > 1 else states[0])

    def body(self):
        data = self.rfile.read(int(self.headers["Content-Length"]))
        kind = self.headers["Content-Type"]
        if kind == "application/json":
            return json.loads(data)
        message = email.parser.BytesParser(policy=email.policy.HTTP).parsebytes(f"Content-Type: {kind}\r\n\r\n".encode() + data)
        form = {}
        for part in message.iter_parts():
            field = part.get_param("name", header="content-disposition")
            form[field] = part.get_payload(decode=True) if part.get_filename() else part.get_payload()
            form["name"] = part.get_filename() or form.get("name")
        return form

    def path_below_prefix(self):
        path = urllib.parse.urlsplit(self.path).path
        below = self.mock.prefix + "/"
        return path[len(below):] if path.startswith(below) else None

    def answer_json(self, status, content, headers=None):
        self.answer(status, json.dumps(content).encode(), "application/json", headers or {})

    def answer(self, status, data, kind, headers):
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(data)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        with contextlib.suppress(ConnectionError):
            self.wfile.write(data)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=5000)
    parser.add_argument("--prefix", default="")
    parser.add_argument("--delay", type=float, default=0.0)
    parser.add_argument("--key")
    arguments = parser.parse_args()
    with MockServer(arguments.port, arguments.prefix) as mock:
        mock.delay = lambda path, body: arguments.delay
        mock.key = arguments.key
        print(f"the page is at {mock.url}", flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            mock.server.serve_forever()


if __name__ == "__main__":
    main()
