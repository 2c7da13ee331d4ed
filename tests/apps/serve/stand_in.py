#!/usr/bin/env python3
"""A small server with the interface of `regard serve`, to test the programs that test the server: it can be told to misbehave.

  stand_in.py serve --model NAME=DIR --port N [--queue N]    serves; STAND_IN_FAULT names its fault
  stand_in.py translate DIR                                  translates lines as the server does
  stand_in.py tokenizer train ... --output FILE              writes a placeholder

A translation is the words in reverse order, with a word that depends on the model's weights.
"""
import hashlib
import json
import os
import pathlib
import re
import signal
import socket
import sys
import threading
import time
import urllib.parse

FAULT = os.environ.get("STAND_IN_FAULT", "")
LIMITS = {"body": 1 << 20, "text": 100000, "batch": 1000, "headers": 16384}
SUPPORTED = ("en", "fr", "auto")
METHODS = {"/translate": "POST", "/detect": "POST", "/v2/translate": "POST", "/v1/translate": "POST", "/health": "GET", "/ready": "GET",
           "/languages": "GET", "/metrics": "GET", "/v1/models": "GET", "/v2/languages": "GET", "/v2/usage": "GET", "/": "GET",
           "/frontend/settings": "GET", "/spec": "GET", "/v1/openapi.json": "GET"}
KEPT = []  # memory that a leak keeps


class Refused(Exception):
    def __init__(self, status, what):
        super().__init__(what)
        self.status = status

    def answer(self):
        return json_answer({"error": str(self), "message": str(self)}, self.status)


class Model:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.load()
        self.generation = 1

    def load(self):
        self.word = hashlib.sha256((self.folder / "model.safetensors").read_bytes()).hexdigest()[:6]

    def translate(self, line, word=None):
        return " ".join([*line.split()[::-1], word or self.word]) if line.strip() else ""


class Queue:
    """Translates one request after another; a bounded number may wait."""

    def __init__(self):
        self.most, self.waiting = 1000, 0
        self.counter, self.worker = threading.Lock(), threading.Lock()

    def run(self, work):
        with self.counter:
            if self.waiting >= self.most and FAULT != "unbounded":
                raise Refused(503, "too many requests are waiting")
            self.waiting += 1
        try:
            with self.worker:
                return work()
        finally:
            with self.counter:
                self.waiting -= 1


QUEUE = Queue()


class Stop:
    """State set by a signal: no new connections, and the answers still to send."""

    def __init__(self):
        self.asked = False
        self.open = 0
        self.lock = threading.Lock()


STOP = Stop()


def read_head(receive):
    data = bytearray()
    while data.find(b"\r\n\r\n", max(0, len(data) - 70000)) < 0:
        if len(data) > LIMITS["headers"] and FAULT != "endless":
            raise Refused(431, "the headers are too long")
        more = receive()
        if not more:
            return None, data
        data += more
    head, rest = bytes(data).split(b"\r\n\r\n", 1)
    return head, rest


def parse_head(head):
    if b"\n" in head.replace(b"\r\n", b"") or b"\r" in head.replace(b"\r\n", b"") or b"\0" in head:
        raise Refused(400, "a line ends wrongly")
    first, *lines = head.decode("latin-1").split("\r\n")
    parts = first.split(" ")
    if len(parts) != 3 or parts[2] not in ("HTTP/1.1", "HTTP/1.0") or not re.fullmatch(r"[A-Z]+", parts[0]) or not parts[1].startswith("/"):
        raise Refused(400, "no request line")
    if len(parts[1]) > 8192:
        raise Refused(414, "the address is too long")
    headers = {}
    for line in lines:
        match = re.fullmatch(r"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\x00-\x08\x0a-\x1f\x7f]*?)[ \t]*", line)
        if not match or (match[1].lower() in headers and match[1].lower() in ("content-length", "transfer-encoding", "host")):
            raise Refused(400, "a header is wrong")
        headers[match[1].lower()] = match[2]
    if "host" not in headers and parts[2] == "HTTP/1.1":
        raise Refused(400, "Host is missing")
    return parts[0], parts[1], parts[2], headers


def read_body(headers, version, rest, receive):
    """(body, bytes after it)."""
    if "transfer-encoding" in headers:
        if ("content-length" in headers and FAULT != "smuggle") or headers["transfer-encoding"].lower() != "chunked" or version == "HTTP/1.0":
            raise Refused(400, "the length is given in two ways")
        return read_chunks(rest, receive)
    if not re.fullmatch(r"\d{1,12}", headers.get("content-length", "0")):
        raise Refused(400, "Content-Length is not a number")
    length = int(headers.get("content-length", "0"))
    if length > LIMITS["body"]:
        raise Refused(413, "the body is too long")
    while len(rest) < length:
        more = receive()
        if not more:
            raise EOFError
        rest += more
    return rest[:length], rest[length:]


def read_chunks(rest, receive):
    body = b""
    while True:
        while b"\r\n" not in rest:
            if len(rest) > 1024:
                raise Refused(400, "no size of a chunk")
            more = receive()
            if not more:
                raise EOFError
            rest += more
        size, rest = rest.split(b"\r\n", 1)
        if not re.fullmatch(rb"[0-9A-Fa-f]{1,8}(;[ -~]*)?", size):
            raise Refused(400, "no size of a chunk")
        size = int(size.split(b";")[0], 16)
        if len(body) + size > LIMITS["body"]:
            raise Refused(413, "the body is too long")
        while len(rest) < size + 2:
            more = receive()
            if not more:
                raise EOFError
            rest += more
        if rest[size:size + 2] != b"\r\n":
            raise Refused(400, "a chunk does not end after its size")
        body, rest = body + rest[:size], rest[size + 2:]
        if size == 0:
            return body, rest


def values_of(headers, body):
    """The fields of a request, from JSON or from a form, whose repeated fields become lists."""
    kind = headers.get("content-type", "").split(";")[0]
    try:
        if kind == "application/x-www-form-urlencoded":
            pairs = urllib.parse.parse_qs(body.decode(), keep_blank_values=True)
            return {name: values if len(values) > 1 or name == "text" else values[0] for name, values in pairs.items()}
        if kind != "application/json":
            raise Refused(415, "the body is neither JSON nor a form")
        value = json.loads(body.decode())
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise Refused(400, "Invalid JSON format") from None
    if not isinstance(value, dict):
        raise Refused(400, "Invalid JSON format")
    return value


def texts_of(values, name):
    if name not in values:
        raise Refused(400, f"Invalid request: missing {name} parameter")
    texts = values[name] if isinstance(values[name], list) else [values[name]]
    if not all(isinstance(text, str) for text in texts):
        raise Refused(400, f"{name} is not a text")
    if len(texts) > LIMITS["batch"] or sum(map(len, texts)) > LIMITS["text"]:
        raise Refused(413 if name == "text" else 400, f"{name} exceeds the limit")
    return texts


def translate_all(model, texts):
    return QUEUE.run(lambda: translate_in_turn(model, texts))


def translate_in_turn(model, texts):
    word = model.word
    result = []
    for number, text in enumerate(texts):
        if FAULT == "mixed" and number == len(texts) // 2:
            time.sleep(0.01)
            word = model.word
        result.append("\n".join(model.translate(line, word) for line in text.split("\n")))
    time.sleep(0.0001 * sum(map(len, texts)) / 40)
    if FAULT == "wrong" and int(time.time() * 1000) % 50 == 0:
        result[0] += "!"
    if FAULT == "leak":
        KEPT.append(bytearray(20000))
    return result


def json_answer(value, status=200):
    return status, "application/json", json.dumps(value, ensure_ascii=False).encode()


def checked_languages(values, source, target):
    for name in (source, target):
        code = values.get(name, "en" if name == source else "fr")
        if not isinstance(code, str) or code.lower() not in SUPPORTED:
            raise Refused(400, f"{code} is not supported")


def libretranslate(model, values):
    texts = texts_of(values, "q")
    for name in ("source", "target"):
        if name not in values:
            raise Refused(400, f"Invalid request: missing {name} parameter")
    checked_languages(values, "source", "target")
    found = translate_all(model, texts)
    return json_answer({"translatedText": found if isinstance(values["q"], list) else found[0]})


def deepl(model, values):
    texts = texts_of(values, "text")
    if "target_lang" not in values:
        raise Refused(400, "target_lang is missing")
    checked_languages(values, "source_lang", "target_lang")
    return json_answer({"translations": [{"detected_source_language": "EN", "text": text} for text in translate_all(model, texts)]})


def own(model, headers, body):
    if headers.get("content-type", "").startswith(("application/jsonl", "application/x-ndjson")):
        try:
            texts = [json.loads(line)["text"] for line in body.decode().splitlines()]
        except (ValueError, KeyError, TypeError):
            raise Refused(400, "a line is not JSON with a text") from None
        rows = [json.dumps({"text": text}, ensure_ascii=False) + "\n" for text in translate_all(model, texts)]
        return 200, "application/jsonl", "".join(rows).encode()
    values = values_of(headers, body)
    found = [{"text": text, "candidates": [{"text": text}] * values.get("n_best", 1)} for text in translate_all(model, texts_of(values, "text"))]
    if values.get("stream") is True:
        events = [f"event: translation\ndata: {json.dumps({'index': i, **each}, ensure_ascii=False)}\n\n" for i, each in enumerate(found)]
        return 200, "text/event-stream", "".join([*events, "event: done\ndata: {}\n\n"]).encode()
    return json_answer({"model": "m", "milliseconds": 1.0, "translations": found})


def answer(model, method, path, headers, body):
    path = path.split("?")[0]
    if path not in METHODS:
        raise Refused(404, "no such page")
    if method not in (METHODS[path], "HEAD" if METHODS[path] == "GET" else METHODS[path]):
        raise Refused(405, f"{path} takes {METHODS[path]}")
    if path == "/v1/translate":
        return own(model, headers, body)
    if path == "/translate":
        return libretranslate(model, values_of(headers, body))
    if path == "/v2/translate":
        return deepl(model, values_of(headers, body))
    if path == "/detect":
        texts_of(values_of(headers, body), "q")
        return json_answer([{"confidence": 90.0, "language": "en"}])
    if path == "/metrics":
        return 200, "text/plain", b"regard_queue_sentences 0\nregard_batch_slots_filled 0\n"
    if path == "/v1/models":
        return json_answer({"models": [{"name": "m", "source": "en", "target": "fr", "generation": model.generation}]})
    return json_answer({"status": "ok"})


def send_answer(connection, answered, closing, to_head):
    status, kind, body = answered
    head = f"HTTP/1.1 {status} X\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\nX-Request-Id: 1\r\n" + ("Retry-After: 1\r\n" if status == 503 else "") + ("Connection: close\r\n" if closing else "")
    connection.sendall(head.encode() + b"\r\n" + (b"" if to_head else body))


def serve_connection(connection, model):
    connection.settimeout(10)
    rest = b""
    try:
        while True:
            pending = [rest]
            receive = lambda: pending.pop() if pending and pending[-1] else connection.recv(65536)
            try:
                head, rest = read_head(receive)
                if head is None:
                    return
                method, path, version, headers = parse_head(head)
                body, rest = read_body(headers, version, rest, lambda: connection.recv(65536))
            except Refused as refused:  # the end of the request is unknown
                send_answer(connection, refused.answer(), True, False)
                return
            try:
                answered = answer(model, method, path, headers, body)
            except Refused as refused:
                answered = refused.answer()
            closing = STOP.asked or version == "HTTP/1.0" or "close" in headers.get("connection", "").lower()
            send_answer(connection, answered, closing, method == "HEAD")
            if closing:
                return
    except (OSError, EOFError, ValueError):
        pass
    finally:
        if FAULT == "kept":
            KEPT.append(connection)
        else:
            connection.close()
        with STOP.lock:
            STOP.open -= 1


def serve(arguments):
    options = dict(zip(arguments[::2], arguments[1::2]))
    QUEUE.most = int(options.get("--queue", QUEUE.most))
    model = Model(options["--model"].split("=", 1)[1])
    listener = socket.create_server((options.get("--host", "127.0.0.1"), int(options["--port"])), backlog=4096)
    listener.settimeout(0.05)

    def stop(*_):
        STOP.asked = True
        if FAULT == "lost":
            os._exit(0)

    def swap(*_):
        model.load()
        model.generation += 1

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGHUP, swap)
    threading.stack_size(256 << 10)
    while not STOP.asked:
        try:
            connection, _ = listener.accept()
        except TimeoutError:
            continue
        with STOP.lock:
            STOP.open += 1
        threading.Thread(target=serve_connection, args=(connection, model), daemon=True).start()
    listener.close()
    end = time.monotonic() + 2
    while STOP.open and time.monotonic() < end:
        time.sleep(0.01)
    os._exit(0)


def main():
    command, *arguments = sys.argv[1:]
    if command == "serve" and arguments == ["--help"]:
        print("--model --host --port --queue")
    elif command == "serve":
        serve(arguments)
    elif command == "translate":
        model = Model(arguments[0])
        several = int(arguments[arguments.index("--n-best") + 1]) if "--n-best" in arguments else 0
        for number, line in enumerate(sys.stdin):
            text = model.translate(line.rstrip("\n"))
            print(*([f"{number} ||| {text} ||| F0= 0 ||| 0"] * several if several else [text]), sep="\n")
    elif command == "tokenizer":
        pathlib.Path(arguments[arguments.index("--output") + 1]).write_text("none", encoding="utf-8")


if __name__ == "__main__":
    main()
