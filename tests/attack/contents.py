"""Attack on the server, third part: well-formed HTTP with hostile contents."""
import json

from http_client import BadResponse, ask, get, post_json, request
from small_model import FORBIDDEN

JSON = "application/json"


def status_of(attack, data):
    """(status, body), or (0, reason)."""
    try:
        response = ask(attack.port, data, 20.0)
        return response.status, response.body
    except (BadResponse, OSError) as error:
        return 0, str(error).encode()


def hostile_json():
    own = "/v1/translate"
    text = {"text": "Hello."}
    yield "100,000 open brackets", request("POST", own, b"[" * 100000, JSON)
    yield "100,000 nested lists", request("POST", own, b'{"text": ' + b"[" * 100000 + b"]" * 100000 + b"}", JSON)
    yield "50,000 nested objects", request("POST", own, b'{"text":' * 50000 + b"1" + b"}" * 50000, JSON)
    yield "an endless number", request("POST", own, b'{"text": "a", "beam_size": ' + b"9" * 100000 + b"}", JSON)
    yield "100,000 names", request("POST", own, json.dumps({str(i): i for i in range(100000)}).encode(), JSON)
    yield "a name twice", request("POST", own, b'{"text": 1, "text": [2]}', JSON)
    yield "a list in a list", post_json(own, {"text": [["Hello."]]})
    for name, value in (("beam_size", 10**9), ("beam_size", -1), ("beam_size", 0), ("beam_size", 1.5), ("beam_size", "many"), ("n_best", 10**6), ("n_best", -5),
                        ("alternatives", 10**9), ("alternatives", -1), ("max_length", 10**12), ("max_length", -1), ("length_penalty", 1e308),
                        ("length_penalty", -1e308), ("no_repeat_ngram", -3), ("repetition_penalty", 0), ("repetition_penalty", -1), ("timeout_ms", -1),
                        ("timeout_ms", 10**18), ("glossary", ["a"]), ("glossary", {"a": 1}), ("prefix", 3), ("stream", "yes"), ("attention", 7), ("model", "../x"),
                        ("model", 3)):
        yield f"{name} of {value}", post_json(own, {**text, name: value})
    yield "alternatives of 10**9", post_json("/translate", {"q": "a", "source": "en", "target": "fr", "alternatives": 10**9})
    yield "a glossary of 100,000 terms", post_json(own, {**text, "glossary": {f"word{i}": "mot" for i in range(100000)}})
    yield "lines that are not JSON", request("POST", own, b'{"text": "a"\n{]\n', "application/jsonl")
    yield "a compressed body", request("POST", own, b"\x1f\x8b\x08" + bytes(100), JSON, [("Content-Encoding", "gzip")])
    yield "a form with broken escapes", request("POST", "/translate", b"q=%zz%f&source=en&target=fr%", "application/x-www-form-urlencoded")
    yield "multipart without a boundary", request("POST", "/translate_file", b"--\r\n\r\n", "multipart/form-data")
    yield "multipart without an end", request("POST", "/translate_file", b"--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"../../x.txt\"\r\n\r\nabc",
                                              "multipart/form-data; boundary=b")


def refused_or_answered(attack):
    """Every request quickly gets an answer or a clear error."""
    for name, data in hostile_json():
        status, body = status_of(attack, data)
        ok = status == 200 or (400 <= status < 500)
        found = FORBIDDEN.search(body) if status >= 400 else None
        if not ok or found:
            attack.verdict.check(False, f"{name} is answered or refused", f"{status} {body[:150]!r}")
    attack.verdict.check(attack.server.alive(), "hostile JSON is survived")


def hostile_paths(attack):
    for path in ("/page/../../../../etc/passwd", "/page/%2e%2e/%2e%2e/%2e%2e/etc/passwd", "/page/..%2f..%2fetc%2fpasswd", "/page//etc/passwd", "/page/%00", "//etc/passwd",
                 "/download_file/../../../../etc/passwd", "/download_file/..%2f..%2f..%2fetc%2fpasswd", "/download_file/%2fetc%2fpasswd", "/page/....//....//etc/passwd",
                 "/page/%c0%ae%c0%ae/etc/passwd", "/v2/glossaries/../../x", "/v2/glossaries/" + "a" * 5000, "/%ff%fe", "/?" + "a=b&" * 1000):
        status, body = status_of(attack, get(path))
        if b"root:" in body or not 200 <= status < 500:
            attack.verdict.check(False, f"{path[:60]} gives nothing away", f"{status} {body[:80]!r}")
    attack.verdict.check(attack.server.alive(), "hostile paths give nothing away")


def reflected(attack):
    """An invalid identifier is not echoed, and no header of the client appears in the head of the response."""
    for value in ("a" * 5000, "<script>", "a b", "x\ty", "é", "a;b\"c", "%0d%0aSet-Cookie:x"):
        try:
            response = ask(attack.port, get("/health", [("X-Request-Id", value), ("Origin", value)]).replace("é".encode(), b"\xe9"))
        except (BadResponse, OSError):
            continue
        attack.verdict.check(response.status < 500 and value not in response.headers.get("x-request-id", "") and "set-cookie" not in response.headers,
                             f"X-Request-Id {value[:20]!r} is not given back", response.headers.get("x-request-id", "")[:40])
    sane = ask(attack.port, get("/health", [("X-Request-Id", "abc-123")])).headers.get("x-request-id")
    attack.verdict.check(sane == "abc-123", "a sane X-Request-Id is returned", str(sane))


ALL = {"json": refused_or_answered, "paths": hostile_paths, "reflected": reflected}
