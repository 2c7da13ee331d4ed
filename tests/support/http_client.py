"""HTTP/1.1 for the tests of the server: sends exact bytes, parses responses strictly, and blocks."""
import dataclasses
import json
import socket
import urllib.parse


class BadResponse(Exception):
    """The server sent something that is not an HTTP response."""


@dataclasses.dataclass
class Response:
    status: int
    headers: dict  # by names in lower case
    body: bytes

    def json(self):
        return json.loads(self.body)

    @property
    def closes(self):
        return "close" in self.headers.get("connection", "").lower()


def request(method, path, body=b"", content_type="", headers=()):
    """A request as bytes; its Content-Length is that of the body."""
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost"]
    if content_type:
        lines.append(f"Content-Type: {content_type}")
    if body or method in ("POST", "PUT"):
        lines.append(f"Content-Length: {len(body)}")
    lines += [f"{name}: {value}" for name, value in headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def get(path, headers=()):
    return request("GET", path, headers=headers)


def post_json(path, value, headers=()):
    return request("POST", path, json.dumps(value, ensure_ascii=False).encode(), "application/json", headers)


def post_form(path, pairs, headers=()):
    return request("POST", path, urllib.parse.urlencode(pairs).encode(), "application/x-www-form-urlencoded", headers)


class ResponseReader:
    """Parses bytes as they arrive and returns the response once it is complete; later bytes stay in `rest`."""

    def __init__(self, rest=b"", to_head=False):
        self.rest = bytearray(rest)
        self.to_head = to_head
        self.head = None
        self.chunks = None  # chunks of the body that have arrived

    def started(self):
        return self.head is not None or bool(self.rest)

    def feed(self, data):
        """The answer, or None while it is not complete."""
        self.rest += data
        while True:
            if self.head is None and not self._read_head():
                return None
            body = self._body()
            if body is None:
                return None
            status, headers = self.head
            self.head, self.chunks = None, None
            if status >= 200:
                return Response(status, headers, body)

    def at_end(self):
        """Returns the answer whose body ends with the connection."""
        if self.head is None or self.chunks is not None or "content-length" in self.head[1]:
            raise BadResponse("the connection ended within an answer" if self.started() else "the connection ended without an answer")
        return Response(*self.head, bytes(self.rest))

    def _read_head(self):
        end = self.rest.find(b"\r\n\r\n")
        if end < 0:
            return False
        first, *lines = bytes(self.rest[:end]).decode("latin-1").split("\r\n")
        parts = first.split(" ", 2)
        if len(parts) < 2 or not parts[0].startswith("HTTP/1.") or not parts[1].isdigit():
            raise BadResponse(f"this is not a status line: {first[:80]!r}")
        headers = {}
        for line in lines:
            name, colon, value = line.partition(":")
            if not colon or not name or name != name.strip():
                raise BadResponse(f"no header: {line[:80]!r}")
            headers[name.lower()] = value.strip()
        del self.rest[:end + 4]
        self.head = int(parts[1]), headers
        if headers.get("transfer-encoding", "").lower() == "chunked":
            self.chunks = bytearray()
        return True

    def _body(self):
        status, headers = self.head
        if self.to_head or status < 200 or status in (204, 304):
            return b""
        if self.chunks is not None:
            return self._chunked_body()
        if "content-length" not in headers:
            return None
        length = int(headers["content-length"])
        if len(self.rest) < length:
            return None
        body = bytes(self.rest[:length])
        del self.rest[:length]
        return body

    def _chunked_body(self):
        while True:
            end = self.rest.find(b"\r\n")
            if end < 0:
                return None
            try:
                size = int(self.rest[:end].split(b";")[0], 16)
            except ValueError:
                raise BadResponse(f"this is not the size of a chunk: {bytes(self.rest[:20])!r}") from None
            if len(self.rest) < end + 2 + size + 2:
                return None
            if self.rest[end + 2 + size:end + 4 + size] != b"\r\n":
                raise BadResponse("a chunk is not as long as its size says")
            self.chunks += self.rest[end + 2:end + 2 + size]
            del self.rest[:end + 4 + size]
            if size == 0:
                return bytes(self.chunks)


class Connection:
    """A connection that blocks, for at most `seconds` at a time."""

    def __init__(self, port, seconds=10.0, receive_buffer=0):
        self.socket = socket.socket()
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(seconds)
        try:
            self.socket.connect(("127.0.0.1", port))
        except OSError:
            self.socket.close()
            raise
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.reader = ResponseReader()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    def send(self, data):
        self.socket.sendall(data)

    def receive(self, to_head=False):
        """The next response. Raises BadResponse if the connection ends, OSError if it takes too long."""
        self.reader.to_head = to_head
        response = self.reader.feed(b"")
        while response is None:
            data = self.socket.recv(1 << 16)
            if not data:
                return self.reader.at_end()
            response = self.reader.feed(data)
        return response

    def ask(self, data, to_head=False):
        self.send(data)
        return self.receive(to_head)

    def is_closed(self, seconds):
        """Whether the server closes the connection within `seconds`, without sending more."""
        self.socket.settimeout(seconds)
        try:
            return not self.reader.rest and self.socket.recv(1 << 16) == b""
        except ConnectionError:
            return True
        except TimeoutError:
            return False


def ask(port, data, seconds=10.0):
    """The response to a request on a new connection."""
    with Connection(port, seconds) as connection:
        return connection.ask(data)
