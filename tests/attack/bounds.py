"""Attack on the server, fourth part: requests whose fields multiply the work, on every route, with every deadline.

Cases are generated: kinds of text x routes x sizes x deadlines, and pairs of fields whose product could grow. Each must be answered or
refused in time, use no more CPU time than its deadline allows, and release its memory.
"""
import dataclasses
import json
import os
import random
import socket
import time

from http_client import BadResponse, Connection, ask, get, post_form, post_json, request

JSON, JSONL = "application/json", "application/jsonl"
THREADS = os.cpu_count() or 1  # threads of the server; a translation may use all of them until its deadline
SLACK = 0.25  # seconds of CPU time in addition to the deadline: for reading, and for the other client
MEBIBYTES = 300  # memory that a request may take, and must release
EXPECTED = {200, 201, 400, 404, 413, 429, 431, 456, 503, 504}
UNREAD = 128  # streams: as many as a server answers at once by default


@dataclasses.dataclass(frozen=True)
class Case:
    name: str
    data: bytes
    seconds: float  # the deadline


# --- texts: a name, and a text of about `size` characters ---

TEXTS = {
    "blank lines": lambda size: "\n" * size,
    "lines of a letter": lambda size: "a\n" * (size // 2),
    "words": lambda size: "cat " * (size // 4),
    "one word": lambda size: "a" * size,
    "sentences": lambda size: "The cat sat. " * (size // 13),
    "sentences without spaces": lambda size: "Cat.Dog!" * (size // 8),
    "marks": lambda size: ".?!;:," * (size // 6),
    "digits": lambda size: "123,456.7 " * (size // 10),
    "capitals": lambda size: "CAT DOG " * (size // 8),
    "Chinese": lambda size: "猫坐在垫子上。" * (size // 7),
    "Arabic": lambda size: "جلست القطة " * (size // 11),
    "emoji": lambda size: "🐈‍⬛🙂" * (size // 4),
    "combining marks": lambda size: "e" + "\u0301" * size,
    "zero width": lambda size: "a\u200b\u00ad" * (size // 3),
    "direction marks": lambda size: "\u2066a\u2069\u202eb\u202c" * (size // 6),
    "spaces": lambda size: " " * size,
    "Unicode's spaces": lambda size: "a\u2003\u2028\u0085" * (size // 4),
    "placeholders": lambda size: "%s {name} ${x} " * (size // 15),
    "addresses": lambda size: "https://a.b/c?d=e a@b.c #tag @you " * (size // 34),
    "quotes": lambda size: "\"'«»“”" * (size // 6),
    "tags": lambda size: "<b>" * (size // 3),
    "tags that close": lambda size: "<b>a</b>" * (size // 8),
    "tags that only close": lambda size: "</i>" * (size // 4),
    "tags in one another": lambda size: "<i>" * (size // 14) + "a cat" + "</i>" * (size // 14),
    "blocks": lambda size: "<p>a cat</p>" * (size // 12),
    "a tag without end": lambda size: "<a " + "b=c " * (size // 4),
    "a comment without end": lambda size: "<!--" + "-" * size,
    "entities": lambda size: "&amp;&#x41;&notit;" * (size // 18),
    "ampersands": lambda size: "&" * size,
    "brackets": lambda size: "([{" * (size // 3),
}
SIZES = (200, 5_000, 99_000)
DEADLINES = (1, 100, 1000)  # milliseconds


def multipart(text, name="a.txt"):
    parts = {"source": "en", "target": "fr"}
    body = b"".join(f"--b\r\nContent-Disposition: form-data; name=\"{key}\"\r\n\r\n{value}\r\n".encode() for key, value in parts.items())
    return body + f"--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n{text}\r\n--b--\r\n".encode()


def in_time(milliseconds):
    return [("X-Timeout-Ms", str(milliseconds))]


# --- routes: requests to translate a text, or many ---

def own(text, ms, **more):
    return post_json("/v1/translate", {"text": text, "timeout_ms": ms, **more})


ROUTES = {
    "/translate": lambda text, ms: post_json("/translate", {"q": text, "source": "en", "target": "fr"}, in_time(ms)),
    "/translate html": lambda text, ms: post_json("/translate", {"q": text, "source": "en", "target": "fr", "format": "html"}, in_time(ms)),
    "/translate auto": lambda text, ms: post_json("/translate", {"q": [text], "source": "auto", "target": "fr"}, in_time(ms)),
    "/translate alternatives": lambda text, ms: post_json("/translate", {"q": text, "source": "en", "target": "fr", "alternatives": 31}, in_time(ms)),
    "/translate form": lambda text, ms: post_form("/translate", {"q": text, "source": "en", "target": "fr"}, in_time(ms)),
    "/v2/translate": lambda text, ms: post_json("/v2/translate", {"text": [text], "target_lang": "FR", "source_lang": "EN"}, in_time(ms)),
    "/v2/translate xml": lambda text, ms: post_json("/v2/translate", {"text": [text], "target_lang": "FR", "source_lang": "EN", "tag_handling": "xml"}, in_time(ms)),
    "/v1/translate": own,
    "/v1/translate n-best": lambda text, ms: own(text, ms, n_best=32, beam_size=32),
    "/v1/translate attention": lambda text, ms: own(text, ms, attention=True, alignment=True, token_scores=True),
    "/v1/translate alternatives": lambda text, ms: own(text, ms, alternatives=8, prefix="Le"),
    "/v1/translate stream": lambda text, ms: own(text, ms, stream=True),
    "/v1/translate lines": lambda text, ms: request("POST", f"/v1/translate?timeout_ms={ms}", json.dumps(text).encode(), JSONL),
    "/translate_file": lambda text, ms: request("POST", "/translate_file", multipart(text), "multipart/form-data; boundary=b", in_time(ms)),
    "/translate_file html": lambda text, ms: request("POST", "/translate_file", multipart(text, "a.html"), "multipart/form-data; boundary=b", in_time(ms)),
    "/translate_file csv": lambda text, ms: request("POST", "/translate_file", multipart(text, "a.csv"), "multipart/form-data; boundary=b", in_time(ms)),
    "/translate_file yaml": lambda text, ms: request("POST", "/translate_file", multipart(text, "a.yaml"), "multipart/form-data; boundary=b", in_time(ms)),
    "/detect": lambda text, ms: post_json("/detect", {"q": text}, in_time(ms)),
}


def texts_on_routes():
    for kind, text_of in TEXTS.items():
        for size in SIZES:
            text = text_of(size)
            for route, ask_for in ROUTES.items():
                for ms in DEADLINES:
                    yield Case(f"{kind} of {size} at {route} in {ms} ms", ask_for(text, ms), ms / 1000)


def terms(count, length=8):
    return {f"{'t' * length}{number}": "mot" for number in range(count)}


def products():
    """Two fields that grow at the same time."""
    sentences = "The cat sat. " * 2000
    for ms in DEADLINES:
        seconds = ms / 1000
        for lines in (10, 2_000, 100_000):
            for length in (10, 10_000, 1_000_000):
                yield Case(f"a prefix of {length} for {lines} lines in {ms} ms", own("\n" * lines, ms, prefix="x" * length), seconds)
                yield Case(f"a prefix of {length} for {lines} lines of a letter in {ms} ms", own("a\n" * (lines // 2), ms, prefix="x" * length), seconds)
        for count in (10, 5_000, 60_000):
            for text in (sentences, "\n" * 20_000, "a\n" * 2_000, "a"):
                yield Case(f"{count} terms for {len(text)} characters in {ms} ms", own(text, ms, glossary=terms(count)), seconds)
        for length in (10_000, 1_500_000):
            yield Case(f"a term of {length} for 20,000 lines in {ms} ms", own("\n" * 20_000, ms, glossary={"a": "x" * length}), seconds)
        for words in ("x " * 49_000, "xxxx " * 19_000, "x" * 99_000):
            for kept in (["x" * size + "y" for size in range(1, 100)], ["x" * (number % 100 + 1) for number in range(1_000)], ["x" * 101], ["x"] * 1_001):
                yield Case(f"{len(kept)} texts to keep in {words[:6]!r} in {ms} ms", own(words, ms, keep=kept), seconds)
        for count in (1, 300, 1_000, 1_001, 20_000):
            for text in ("", "a", "The cat sat."):
                for route in ("/v1/translate", "/v1/translate stream", "/translate", "/v2/translate"):
                    yield Case(f"{count} texts {text!r} at {route} in {ms} ms", many_texts(route, [text] * count, ms), seconds)
        for beam in (1, 32, 33):
            for count in (1, 30, 450):
                for route in ("/translate", "/v1/translate"):
                    yield Case(f"{beam} candidates of {count} sentences at {route} in {ms} ms", many_candidates(route, "The cat sat. " * count, beam, ms), seconds)


def many_texts(route, texts, ms):
    if route == "/translate":
        return post_json(route, {"q": texts, "source": "en", "target": "fr"}, in_time(ms))
    if route == "/v2/translate":
        return post_json(route, {"text": texts, "target_lang": "FR"}, in_time(ms))
    return own(texts, ms, stream=route.endswith("stream"))


def many_candidates(route, text, beam, ms):
    if route == "/translate":
        return post_json(route, {"q": text, "source": "en", "target": "fr", "alternatives": beam - 1}, in_time(ms))
    return own(text, ms, n_best=beam, beam_size=beam, attention=True)


def all_cases():
    return [*texts_on_routes(), *products()]


def complaint_of(attack, case):
    """The problem with the answer to a case; empty if there is none."""
    before = attack.server.processor_seconds()
    try:
        response = ask(attack.port, case.data, 30.0)
    except (BadResponse, OSError) as error:
        return f"{type(error).__name__} {error}"
    used = attack.server.processor_seconds() - before
    if response.status not in EXPECTED:
        return f"{response.status} {response.body[:100]!r}"
    if b"HTTP/1.1" in response.body:
        return "a second head within the answer"
    if used > 1.2 * case.seconds * THREADS + SLACK:
        return f"{response.status} after {used:.1f} s of CPU time"
    return ""


def within_bounds(attack):
    cases = all_cases()
    if attack.quick:
        cases = random.Random(44).sample(cases, 150)
    memory, failed = attack.server.memory(), 0
    for number, case in enumerate(cases):
        complaint = complaint_of(attack, case)
        if not complaint and number % 20 == 0 and attack.server.memory() > memory + MEBIBYTES:
            complaint = f"memory is {attack.server.memory():.0f} MiB, and was {memory:.0f}"
        if complaint:
            failed += 1
            attack.verdict.check(False, case.name, complaint)
        if not attack.server.alive():
            return
    attack.verdict.check(not failed, f"{len(cases)} requests with fields that multiply the work stay within their bounds")


# --- state that clients leave behind ---

def post_file(text, name):
    return request("POST", "/translate_file", multipart(text, name), "multipart/form-data; boundary=b")


def kept(attack):
    """Many empty files and glossaries with long names."""
    memory = attack.server.memory()
    for number in range(200 if attack.quick else 8_000):
        ask(attack.port, post_file("", "n" * (7_800 if number % 2 else 900) + ".txt"))
    glossary = {"name": "n" * 100_000, "source_lang": "en", "target_lang": "fr", "entries_format": "tsv", "entries": "cat\tchat"}
    statuses = {ask(attack.port, post_json("/v2/glossaries", glossary)).status for _ in range(20)}
    attack.verdict.check(statuses == {400}, "an overlong name is refused", str(statuses))
    for _ in range(150):
        ask(attack.port, post_json("/v2/glossaries", {**glossary, "name": "n" * 1_000, "entries": "\n".join(f"{'t' * 40}{i}\tmot" for i in range(500))}))
    begin = time.monotonic()
    for _ in range(5):
        ask(attack.port, get("/v2/glossaries"))
    attack.verdict.check(time.monotonic() - begin < 5.0, "glossaries are listed quickly", f"{time.monotonic() - begin:.2f} s")
    grown = attack.server.memory() - memory
    attack.verdict.check(grown < 120, "stored files and glossaries stay within their bounds", f"{grown:+.0f} MiB")


def all_streams_unread(attack):
    """As many unread streams as there are workers; other clients are still answered."""
    text = [f"{attack.line} {number}" for number in range(200)]
    wanted = own(text, 60_000, stream=True, n_best=8, beam_size=8, attention=True)
    connections = []
    for _ in range(UNREAD):
        connection = Connection(attack.port, 10.0, receive_buffer=4096)
        connection.send(wanted)
        connections.append(connection)
    time.sleep(3.0)
    attack.ask_others(10)
    for connection in connections:
        connection.close()


def errors_in_streams(attack):
    """A stream whose deadline passes ends with an event, and so does its connection."""
    text = [f"{attack.line} {number}" for number in range(1_000)]
    for name, data, says in (("events", own(text, 60, stream=True, beam_size=32), b"event: error"),
                             ("lines", request("POST", "/v1/translate?timeout_ms=60&beam_size=32", "\n".join(map(json.dumps, text)).encode(), JSONL), b'{"error"')):
        with Connection(attack.port, 10.0) as connection:
            connection.send(data)
            response = connection.receive()
            connection.socket.settimeout(5.0)
            try:
                ended = connection.socket.recv(1) == b""
            except OSError:
                ended = False
        last = response.body.strip().splitlines()[-2:]
        ok = response.status == 504 or (says in response.body and b"HTTP/1.1" not in response.body and ended)
        attack.verdict.check(ok, f"an error in {name} ends them with their connection", f"{response.status} {last}, ended: {ended}")


def leaves_pipelining(attack):
    """The server notices a client that disconnects after sending part of its next request."""
    for rest in (b"", b"G", b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n" * 10, b"x" * 60_000):
        text = [f"{attack.line} {time.monotonic_ns()} {number}" for number in range(400)]
        with Connection(attack.port) as connection:
            connection.send(own(text, 60_000, beam_size=8) + rest)
            until = time.monotonic() + 2
            while not attack.server.unfinished() and time.monotonic() < until:
                time.sleep(0.005)
        begin = time.monotonic()
        while attack.server.unfinished() and time.monotonic() < begin + 10:
            time.sleep(0.005)
        took = time.monotonic() - begin
        attack.verdict.check(took < 1.0, f"a client that disconnects after sending {len(rest)} bytes is noticed", f"within {1000 * took:.0f} ms")


def ends_its_side(attack):
    """A client that closes its sending side after a request gets its answer."""
    for count in (1, 300):
        with Connection(attack.port, 30.0) as connection:
            connection.send(own([f"{attack.line} {time.monotonic_ns()} {number}" for number in range(count)], 20_000))
            connection.socket.shutdown(socket.SHUT_WR)
            try:
                status = connection.receive().status
            except (BadResponse, OSError) as error:
                status = str(error)
        attack.verdict.check(status == 200, f"a client that closes its sending side after requesting {count} is answered", str(status))


ALL = {"bounds": within_bounds, "kept": kept, "all_streams_unread": all_streams_unread, "errors_in_streams": errors_in_streams,
       "leaves_pipelining": leaves_pipelining, "ends_its_side": ends_its_side}
