"""Attack on the server, first part: requests that two parsers could delimit differently, and bytes that are not a request.

A second request follows each of them. A server that answers it has misjudged where the first one ends, as a proxy in front of the
server could: an ambiguous request must be refused, and the connection closed.
"""
import dataclasses
import json

from http_client import BadResponse, Connection

BODY = json.dumps({"q": "Hello.", "source": "en", "target": "fr"}).encode()
HEAD = b"POST /translate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
NEXT = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
LENGTH = b"Content-Length: %d\r\n" % len(BODY)
CHUNKED = b"Transfer-Encoding: chunked\r\n"
ONE_CHUNK = b"%x\r\n%s\r\n0\r\n\r\n" % (len(BODY), BODY)
REFUSALS = {400, 404, 405, 408, 411, 413, 414, 415, 417, 421, 426, 431, 501, 505}


@dataclasses.dataclass(frozen=True)
class Case:
    name: str
    data: bytes
    taken: bool = False  # this request must be answered with 200, and so must the next one
    either: bool = False  # this request may be rejected or accepted: RFC 9112 lets a server unfold a folded header, and read chunks in HTTP/1.0


def with_headers(*lines, body=b""):
    return HEAD + b"".join(lines) + b"\r\n" + body


def lengths():
    for text in (b"+%d", b"-%d", b"0x%x", b"%d %d", b"%d.0", b"%de0", b"%d,", b"%d;", b"\x0b%d", b"'%d'"):
        value = text.replace(b"%x", b"%d") % ((len(BODY),) * text.count(b"%"))
        yield Case(f"Content-Length {value.decode()!r}", with_headers(b"Content-Length: " + value + b"\r\n", body=BODY))
    for value in (b"", b"99999999999999999999999", b"%d" % (2**64 + len(BODY)), b"%d" % (2**32 + len(BODY))):
        yield Case(f"Content-Length {value.decode()!r}", with_headers(b"Content-Length: " + value + b"\r\n", body=BODY))
    yield Case("two lengths", with_headers(LENGTH, b"Content-Length: 5\r\n", body=BODY))
    yield Case("two lengths, the other way round", with_headers(b"Content-Length: 5\r\n", LENGTH, body=BODY))
    yield Case("two lengths in one line", with_headers(b"Content-Length: %d, 5\r\n" % len(BODY), body=BODY))
    yield Case("the same length twice", with_headers(LENGTH, LENGTH, body=BODY), either=True)
    yield Case("no length", with_headers(body=b""), either=True)
    yield Case("a folded length", with_headers(b"Content-Length:\r\n %d\r\n" % len(BODY), body=BODY), either=True)
    yield Case("a space before the colon of the length", with_headers(b"Content-Length : %d\r\n" % len(BODY), body=BODY))


def codings():
    yield Case("a length and chunks", with_headers(LENGTH, CHUNKED, body=ONE_CHUNK))
    yield Case("chunks and a length", with_headers(CHUNKED, b"Content-Length: 4\r\n", body=ONE_CHUNK))
    yield Case("chunks, and a length of nothing", with_headers(b"Content-Length: 0\r\n", CHUNKED, body=ONE_CHUNK))
    for value in (b"xchunked", b"chunkedx", b"chunked, identity", b"chunked, chunked", b"gzip", b"identity", b"", b"chunked;q=1", b"\x0bchunked",
                  b"chunked\x0b", b"\"chunked\"", b"chunked\x00", b"chunk\xc3\xa9d"):
        yield Case(f"Transfer-Encoding {value.decode('latin-1')!r}", with_headers(b"Transfer-Encoding: " + value + b"\r\n", body=ONE_CHUNK))
    yield Case("Transfer-Encoding twice", with_headers(CHUNKED, b"Transfer-Encoding: identity\r\n", body=ONE_CHUNK))
    yield Case("Transfer-Encoding folded", with_headers(b"Transfer-Encoding:\r\n chunked\r\n", body=ONE_CHUNK), either=True)
    yield Case("Transfer-Encoding in a folded line", with_headers(b"X: y\r\n Transfer-Encoding: chunked\r\n", LENGTH, body=BODY), either=True)
    yield Case("a space before the colon of the coding", with_headers(b"Transfer-Encoding : chunked\r\n", body=ONE_CHUNK))
    yield Case("a tab before the colon of the coding", with_headers(b"Transfer-Encoding\t: chunked\r\n", body=ONE_CHUNK))
    yield Case("a coding behind a bare line feed", with_headers(LENGTH, b"X: y\nTransfer-Encoding: chunked\r\n", body=BODY))
    yield Case("a coding behind a bare carriage return", with_headers(LENGTH, b"X: y\rTransfer-Encoding: chunked\r\n", body=BODY))
    yield Case("chunks in HTTP/1.0", with_headers(CHUNKED, body=ONE_CHUNK).replace(b"HTTP/1.1", b"HTTP/1.0"), either=True)


def chunks():
    size, data = b"%x" % len(BODY), BODY + b"\r\n"
    end = b"0\r\n\r\n"
    bad = {
        "no hexadecimal number": b"zz\r\n" + data + end,
        "a sign": b"-" + size + b"\r\n" + data + end,
        "a plus": b"+" + size + b"\r\n" + data + end,
        "a prefix": b"0x" + size + b"\r\n" + data + end,
        "a space before": b" " + size + b"\r\n" + data + end,
        "an underscore": b"1_" + size + b"\r\n" + data + end,
        "no number": b"\r\n" + data + end,
        "more than 64 bits": b"1" + b"0" * 16 + size + b"\r\n" + data + end,
        "a bare line feed": size + b"\n" + data + end,
        "a bare carriage return": size + b"\r" + data + end,
        "a line feed in an extension": size + b";a\nb\r\n" + data + end,
        "an extension of a megabyte": size + b";a=" + b"b" * (1 << 20) + b"\r\n" + data + end,
        "no line end behind its data": size + b"\r\n" + BODY + end,
        "two other bytes behind its data": size + b"\r\n" + BODY + b"xx" + end,
        "less data than it says": b"%x\r\n" % (len(BODY) + 7) + data + end,
        "more data than it says": b"%x\r\n" % (len(BODY) - 3) + data + end,
        "100,000 trailers": size + b"\r\n" + data + b"0\r\n" + b"T: u\r\n" * 100000 + b"\r\n",
        "a trailer that is none": size + b"\r\n" + data + b"0\r\nno trailer\r\n\r\n",
    }
    for name, body in bad.items():
        yield Case(f"a chunk with {name}", with_headers(CHUNKED, body=body))
    yield Case("a chunk with a space behind", with_headers(CHUNKED, body=size + b" \r\n" + data + end), either=True)
    yield Case("a chunk with zeros before", with_headers(CHUNKED, body=b"0000" + size + b"\r\n" + data + end), either=True)
    yield Case("a chunk with an extension", with_headers(CHUNKED, body=size + b";a=b\r\n" + data + end), taken=True)
    yield Case("a trailer", with_headers(CHUNKED, body=size + b"\r\n" + data + b"0\r\nX-T: u\r\n\r\n"), either=True)
    yield Case("a trailer that says a length", with_headers(CHUNKED, body=size + b"\r\n" + data + b"0\r\nContent-Length: 3\r\n\r\n"), either=True)
    yield Case("chunks of a byte", with_headers(CHUNKED, body=b"".join(b"1\r\n%c\r\n" % byte for byte in BODY) + end), taken=True)
    yield Case("CHUNKED", with_headers(b"TRANSFER-ENCODING: Chunked\r\n", body=ONE_CHUNK), taken=True)


def heads():
    good = with_headers(LENGTH, body=BODY)
    yield Case("bare line feeds", good.replace(b"\r\n", b"\n"))
    yield Case("a bare line feed behind the request line", good.replace(b"\r\n", b"\n", 1))
    yield Case("a null byte in a header", with_headers(b"X: a\0b\r\n", LENGTH, body=BODY))
    yield Case("a header without a colon", with_headers(b"no header\r\n", LENGTH, body=BODY))
    yield Case("a header without a name", with_headers(b": x\r\n", LENGTH, body=BODY))
    yield Case("a space in a header's name", with_headers(b"X Y: z\r\n", LENGTH, body=BODY))
    yield Case("a space before the first header", good.replace(b"\r\nHost", b"\r\n Host", 1))
    yield Case("no host", good.replace(b"Host: localhost\r\n", b""))
    yield Case("two hosts", with_headers(b"Host: elsewhere\r\n", LENGTH, body=BODY))
    yield Case("20,000 headers", with_headers(b"A: b\r\n" * 20000, LENGTH, body=BODY))
    yield Case("a header of a megabyte", with_headers(b"A: " + b"b" * (1 << 20) + b"\r\n", LENGTH, body=BODY))
    yield Case("a header's name of a megabyte", with_headers(b"A" * (1 << 20) + b": b\r\n", LENGTH, body=BODY))
    yield Case("an address of a megabyte", b"GET /" + b"a" * (1 << 20) + b" HTTP/1.1\r\nHost: x\r\n\r\n")
    yield Case("a method of 100,000 letters", b"A" * 100000 + b" / HTTP/1.1\r\nHost: x\r\n\r\n")
    understood = (b"", b"G=T / HTTP/1.1", b"CONNECT localhost:80 HTTP/1.1", b"TRACE / HTTP/1.1", b"GET health HTTP/1.1")
    for first in (b"GET / HTTP/2.0", b"GET / HTTP/1.10", b"GET / HTTP/11", b"GET / http/1.1", b"GET / HTTP/-1.1", b"GET /", b"GET", b"", b"GET  / HTTP/1.1",
                  b"GET / HTTP/1.1 ", b"GET /a b HTTP/1.1", b"GET\t/\tHTTP/1.1", b"GET health HTTP/1.1", b"GET /\0 HTTP/1.1", b"G\0T / HTTP/1.1",
                  b" GET / HTTP/1.1", b"G=T / HTTP/1.1", b"CONNECT localhost:80 HTTP/1.1", b"TRACE / HTTP/1.1"):
        yield Case(f"request line {first.decode()!r}", first + b"\r\nHost: localhost\r\n\r\n", either=first in understood)
    yield Case("HTTP/2 from the first byte", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(9))
    yield Case("the greeting of TLS", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(256)) * 2)
    yield Case("bytes", bytes(range(256)) * 64)
    yield Case("null bytes", bytes(100000))
    yield Case("an expectation that nothing meets", with_headers(b"Expect: wonders\r\n", LENGTH, body=BODY), either=True)
    yield Case("an empty line before the request", b"\r\n" + good, either=True)
    yield Case("the good request", good, taken=True)
    yield Case("a good request in chunks", with_headers(CHUNKED, body=ONE_CHUNK), taken=True)
    yield Case("a wish for another protocol", with_headers(b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAAA\r\n", LENGTH, body=BODY),
               either=True)


def all_cases():
    """Requests whose end is unambiguous, and ambiguous ones, which must be rejected."""
    return [*lengths(), *codings(), *chunks(), *heads()]


def answers(port, data):
    """(statuses of the answers, whether the connection then ended, what was wrong)."""
    statuses = []
    with Connection(port, 5.0) as connection:
        try:
            connection.send(data)
        except ConnectionError:
            pass  # the server may close the connection before it has read everything
        try:
            while len(statuses) < 10:
                statuses.append(connection.receive().status)
        except BadResponse as error:
            return statuses, True, "" if str(error).endswith("without an answer") else str(error)
        except ConnectionError:
            return statuses, True, ""
        except TimeoutError:
            return statuses, False, ""
    return statuses, False, "more answers than requests"


def complaint_of(case, port):
    # With "Connection: close", the end of the connection ends the wait for a missing answer.
    last = NEXT.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    statuses, ended, wrong = answers(port, case.data + last)
    if wrong:
        return wrong
    if case.either and statuses == [200] and ended:
        return ""
    if case.taken or (case.either and statuses[:1] == [200]):
        return "" if statuses == [200, 200] and ended else f"it answered {statuses}, not both requests"
    if case.either and len(statuses) == 2 and statuses[1] == 200 and statuses[0] in REFUSALS:
        return ""  # a request that is parsed and rejected
    if not ended:
        return f"it answered {statuses}, and the connection stays open"
    if len(statuses) > 1:
        return f"it answered {statuses}: the second request, too"
    return "" if not statuses or statuses[0] in REFUSALS else f"it answered {statuses[0]}"
