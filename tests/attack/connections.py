"""Attack on the server, second part: connections that occupy resources. Other clients must still be served."""
import collections
import random
import resource
import select
import socket
import struct
import time

from http_client import BadResponse, Connection, ask, get, post_json, request
from load_clients import Job, LoadClients

JSON = "application/json"
PATIENCE = 90.0  # seconds within which the server must disconnect an idle client
UNKNOWN_FORMS = (501, 505)  # answers to a coding or a version that the server does not know
ENDS_WITHIN = 0.05  # seconds after which nothing is computed for a disconnected client
UNTIL_REFUSED = 1 << 24  # bytes of an endless head or body, including those in the system's buffers


def opened(port, count, data=b"", receive_buffer=0):
    """Connections, each with some bytes sent; fewer if the server refuses."""
    result = []
    for _ in range(count):
        try:
            connection = Connection(port, 5.0, receive_buffer)
            result.append(connection)
            if data:
                connection.send(data)
        except OSError:
            pass
    return result


def close(connections):
    for connection in connections:
        connection.close()


def drip(connections, byte, seconds, pause=0.25):
    """Repeatedly sends a byte on each connection; returns how many connections the server still reads."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for connection in connections:
            try:
                connection.socket.send(byte)
            except OSError:
                pass
        time.sleep(pause)
    return len(still_open(connections))


def still_open(connections):
    """The connections that the server has not closed; their data is discarded."""
    poll = select.poll()
    for connection in connections:
        if connection.socket.fileno() >= 0:
            poll.register(connection.socket, select.POLLIN)
    waiting = {descriptor for descriptor, _ in poll.poll(0)}
    result = []
    for connection in connections:
        try:
            if connection.socket.fileno() not in waiting or connection.socket.recv(1 << 16):
                result.append(connection)
        except OSError:
            pass
    return result


def left_alone(attack, connections, what):
    """Checks that the server finally closes all connections; a quick run does not wait for this."""
    if attack.quick:
        return
    begin, connections = time.monotonic(), still_open(connections)
    while connections and time.monotonic() < begin + PATIENCE:
        time.sleep(0.5)
        connections = still_open(connections)
    attack.verdict.check(not connections, f"{what} are closed in the end", f"{len(connections)} open after {time.monotonic() - begin:.0f} s")


def idle(attack):
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    count = min(attack.connections, soft - 200)
    connections = opened(attack.port, count)
    time.sleep(1.0)
    attack.verdict.check(len(connections) >= count - 5, f"{count} connections can be opened", str(len(connections)))
    print(f"       of {count} idle connections, {len(still_open(connections))} stay open; {attack.server.descriptors()} descriptors, "
          f"{attack.server.memory():.0f} MiB")
    attack.ask_others(20)
    close(connections)


def idle_after_a_request(attack):
    connections = opened(attack.port, attack.connections // 10, get("/health"))
    time.sleep(0.5)
    attack.ask_others(20)
    left_alone(attack, connections, "connections that ask no more")
    close(connections)


def slow_writers(attack, of_what, begin, byte):
    connections = opened(attack.port, 300, begin)
    attack.ask_others(10)
    print(f"       of 300 slow writers of {of_what}, {drip(connections, byte, 2 if attack.quick else 20)} are still read")
    left_alone(attack, connections, f"slow writers of {of_what}")
    close(connections)


def slow_heads(attack):
    slow_writers(attack, "heads", b"GET /health HTTP/1.1\r\nHost: localhost\r\nX: ", b"a")


def slow_bodies(attack):
    slow_writers(attack, "bodies", b"POST /translate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{", b" ")


def slow_readers(attack):
    """Large answers, requested repeatedly and never read."""
    wanted = post_json("/v1/translate", {"text": [attack.line] * 500})
    connections = opened(attack.port, 100, receive_buffer=4096)
    for connection in connections:
        connection.socket.setblocking(False)
        try:
            connection.socket.send(wanted * 3)
        except OSError:
            pass
    time.sleep(3)
    attack.ask_others(10, 10.0)
    left_alone(attack, connections, "readers that read nothing")
    close(connections)


def streams_unread(attack):
    wanted = post_json("/v1/translate", {"text": [attack.line] * 500, "stream": True})
    connections = opened(attack.port, 50, wanted, receive_buffer=4096)
    time.sleep(2)
    attack.ask_others(10, 10.0)
    close(connections)


def half_open(attack):
    connections = opened(attack.port, 300, b"POST /translate HTTP/1.1\r\nHost: localhost\r\nContent-Le")
    for connection in connections:
        connection.socket.shutdown(socket.SHUT_WR)
    time.sleep(1)
    attack.ask_others(10)
    attack.verdict.check(not still_open(connections), "half a request and a closed sending side: the connection is closed", f"{len(still_open(connections))} of 300 open")
    close(connections)


def ends_after_asking(attack):
    """A client may close its sending side after a request and still read the answer."""
    with Connection(attack.port) as connection:
        connection.send(post_json("/translate", {"q": attack.line, "source": "en", "target": "fr"}))
        connection.socket.shutdown(socket.SHUT_WR)
        try:
            status = connection.receive().status
        except (BadResponse, OSError) as error:
            status = str(error)
    print(f"       a client that closes its sending side after a request gets {status}")


def resets(attack):
    for connection in opened(attack.port, 1000, b"GET /health HTT"):
        connection.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.close()
    attack.ask_others(10)


def pipelined(attack):
    """Requests that do not wait for answers get them in order."""
    requests = [post_json("/translate", {"q": attack.line, "source": "en", "target": "fr"}), get("/health"), get("/no/page"), get("/languages")] * 25
    with Connection(attack.port) as connection:
        connection.send(b"".join(requests))
        found = []
        try:
            for _ in requests:
                found.append(connection.receive())
        except (BadResponse, OSError) as error:
            found.append(error)
    statuses = [getattr(each, "status", str(each)) for each in found]
    right = all(each.json().get("translatedText") == attack.expected for each in found[::4] if getattr(each, "status", 0) == 200)
    attack.verdict.check(statuses == [200, 200, 404, 200] * 25 and right, "100 pipelined requests are answered in order", str(statuses[:8]))


def without_end(attack, name, begin, more):
    """Sends data until the server closes the connection."""
    sent = 0
    with Connection(attack.port, 5.0) as connection:
        try:
            connection.send(begin)
            while sent <= UNTIL_REFUSED:
                connection.send(more)
                sent += len(more)
                if sent % (1 << 20) < len(more) and not still_open([connection]):
                    break
        except OSError:
            pass
    attack.verdict.check(sent <= UNTIL_REFUSED, f"{name} is refused", f"after {sent >> 10} KiB")


def floods(attack):
    post = b"POST /v1/translate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    without_end(attack, "a head without end", b"GET / HTTP/1.1\r\nHost: localhost\r\n", b"A: bcd\r\n" * 1000)
    without_end(attack, "a header without end", b"GET / HTTP/1.1\r\nHost: localhost\r\nA: ", b"b" * 8192)
    without_end(attack, "a request line without end", b"GET /", b"a" * 8192)
    without_end(attack, "a body of chunks without end", post + b"Transfer-Encoding: chunked\r\n\r\n", b"2000\r\n" + b" " * 8192 + b"\r\n")
    without_end(attack, "a body of many small chunks without end", post + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n" * 2000)
    without_end(attack, "an extension of a chunk without end", post + b"Transfer-Encoding: chunked\r\n\r\n1;a=", b"b" * 8192)


def giant_bodies(attack):
    """A length above the limit is rejected before a byte of the body has arrived."""
    head = "POST /v1/translate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n"
    for length in (10 << 30, (1 << 63) - 1, 1 << 62):
        try:
            status = ask(attack.port, head.format(length).encode(), 5.0).status
        except (BadResponse, OSError) as error:
            status = str(error)
        attack.verdict.check(status in (400, 413), f"a body of {length} bytes is refused at once", str(status))


def expects(attack):
    body = b'{"q": "Hello.", "source": "en", "target": "fr"}'
    head = request("POST", "/translate", b"", JSON).replace(b"Content-Length: 0", b"Content-Length: %d\r\nExpect: 100-continue" % len(body))
    with Connection(attack.port, 3.0) as connection:
        connection.send(head)
        connection.socket.settimeout(1.0)
        try:
            first = connection.socket.recv(1000)
        except TimeoutError:
            first = b""
        connection.socket.settimeout(5.0)
        try:
            if first.startswith(b"HTTP/1.1 100"):
                first = first.split(b"\r\n\r\n", 1)[1]
            connection.reader.rest += first
            connection.send(body)
            status = connection.receive().status
        except (BadResponse, OSError) as error:
            status = str(error)
    attack.verdict.check(status in (200, 417), "Expect: 100-continue is met or refused", f"{status}, continued: {bool(first)}")


def given_up(attack):
    """After clients with large requests disconnect, nothing is left to compute."""
    fastest = min(seconds_after_leaving(attack) for _ in range(5))
    attack.verdict.check(fastest < ENDS_WITHIN, "a request is dropped as soon as its client has disconnected", f"within {1000 * fastest:.0f} ms at best")
    data = much_text(attack)
    LoadClients(attack.port, 50, (Job(data, gone_after=0.02) for _ in range(100 if attack.quick else 500)), lambda _: None).run()
    begin = time.monotonic()
    while attack.server.unfinished() and time.monotonic() < begin + 10:
        time.sleep(0.01)
    took = time.monotonic() - begin
    attack.verdict.check(took < 1.0, "requests that many clients aborted leave the queue", f"within {1000 * took:.0f} ms")
    attack.ask_others(5)


def much_text(attack):
    """A request for sentences that no cache has."""
    return post_json("/v1/translate", {"text": [f"{attack.line} {time.monotonic_ns()} {number}" for number in range(400)]})


def seconds_after_leaving(attack):
    """The time from a client's disconnect during translation to the end of the translation."""
    for _ in range(20):
        with Connection(attack.port) as connection:
            connection.send(much_text(attack))
            until = time.monotonic() + 1
            while not (working := attack.server.unfinished()) and time.monotonic() < until:
                pass
        begin = time.monotonic()
        while attack.server.unfinished():
            pass
        if working > 10:
            return time.monotonic() - begin
    return float("inf")


def mutated(attack):
    """Requests with a few bytes changed, moved or removed; the server survives all of them."""
    generator = random.Random(5)
    seeds = [post_json("/translate", {"q": ["Hello.", "How are you?"], "source": "en", "target": "fr"}),
             request("POST", "/v2/translate", b"text=Hello.&text=A%20cat&target_lang=FR", "application/x-www-form-urlencoded"),
             post_json("/v1/translate", {"text": ["a", "b"], "beam_size": 3, "n_best": 2, "glossary": {"a": "b"}, "alignment": True}),
             b"POST /translate HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n{\"q\"\r\n0\r\n\r\n",
             request("POST", "/v1/translate?n_best=2", b'{"text": "a"}\n"b"\n', "application/jsonl"),
             get("/page/%2e%2e/x?a=b&c"), get("/download_file/../../etc/passwd", [("X-Request-Id", "abc"), ("Authorization", "Bearer k")])]
    interesting = [b"\r\n", b"\n", b"\0", b"%00", b"..", b"\xff", b"{", b"[", b'"', b"\\u", b"9" * 20, b": ", b";", b"&", b"=", b"-1", b"1e999", b"null"]

    def mutation():
        data = bytearray(generator.choice(seeds))
        for _ in range(generator.randint(1, 4)):
            at, length = generator.randrange(len(data)), generator.randint(0, 8)
            data[at:at + length] = generator.choice((bytes([generator.randrange(256)]), generator.choice(interesting), b"", data[at:at + length] * 2))
            if not data:
                data = bytearray(b"x")
        return bytes(data)

    count = 2000 if attack.quick else 30000
    statuses = collections.Counter()

    def done(outcome):
        statuses[outcome.status] += 1

    LoadClients(attack.port, 32, (Job(mutation(), gone_after=0.1) for _ in range(count)), done).run()
    print(f"       {count} mutations: " + ", ".join(f"{status or 'no answer'}: {number}" for status, number in sorted(statuses.items())))
    attack.verdict.check(statuses[200] and statuses[400], "mutated requests are answered or refused")
    failures = sum(number for status, number in statuses.items() if status >= 500 and status not in UNKNOWN_FORMS)
    attack.verdict.check(failures == 0, "no mutation makes the server fail", f"{failures} answers with 5xx")


ALL = {"idle": idle, "idle_after_a_request": idle_after_a_request, "slow_heads": slow_heads, "slow_bodies": slow_bodies, "slow_readers": slow_readers,
       "streams_unread": streams_unread, "half_open": half_open, "ends_after_asking": ends_after_asking, "resets": resets, "pipelined": pipelined,
       "floods": floods, "giant_bodies": giant_bodies, "expects": expects, "given_up": given_up, "mutated": mutated}
