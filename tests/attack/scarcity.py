"""Attack on the server, fifth part: servers with too few descriptors or too little address space."""
import concurrent.futures
import socket
import subprocess
import time

from bounds import JSON, in_time, own
from connections import close, opened
from http_client import BadResponse, ask, get, post_json, request

SCARCE = ("--nofile=64:64", "--nofile=40:40")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def answered(port, data, seconds=10.0):
    """The status of the answer; 0 if there is none."""
    try:
        return ask(port, data, seconds).status
    except (BadResponse, OSError):
        return 0


def scarcity(attack):
    """Few descriptors: requests are answered or rejected, and the server keeps running."""
    for limit in SCARCE:
        port = free_port()
        command = [str(port) if word == str(attack.port) else word for word in attack.server.process.args]
        with subprocess.Popen(["prlimit", limit, *command], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            end = time.monotonic() + 10
            while process.poll() is None and answered(port, get("/health"), 1.0) != 200 and time.monotonic() < end:
                time.sleep(0.05)
            if process.poll() is not None:  # too little to start; the server reported it and exited
                attack.verdict.check(process.returncode == 1, f"a server with {limit} starts or exits with an error", f"code {process.returncode}")
                continue
            begin = time.monotonic()
            busy = opened(port, 60, own([f"{attack.line} {number}" for number in range(20)], 5_000))
            status = answered(port, get("/health"))
            close(busy)
            attack.verdict.check(process.poll() is None, f"a server with {limit} lives", f"/health answered {status} after {time.monotonic() - begin:.1f} s under load")
            until = time.monotonic() + 10
            while (status := answered(port, attack.request, 5.0)) != 200 and time.monotonic() < until:
                time.sleep(0.1)
            attack.verdict.check(status in (200, 503), f"a server with {limit} answers afterwards", str(status))
            process.terminate()
            attack.verdict.check(ended_within(process, 20) == 0, f"a server with {limit} ends", str(process.returncode))


LITTLE_MEMORY = ("--as=100000000", "--as=150000000", "--as=200000000", "--as=300000000")


def heavy_requests():
    """Requests with many values, lines, candidates and elements."""
    yield own("a\n" * 45_000, 5_000)
    yield own(["a cat sat on a mat. " * 4] * 900, 5_000, alignment=True, token_scores=True, n_best=4)
    yield own([f"a cat {number}" for number in range(900)], 5_000, stream=True)
    yield post_json("/translate", {"q": "<p>a cat</p>" * 8_000, "source": "en", "target": "fr", "format": "html"}, in_time(5_000))
    for values in ("[]," * 250_000 + "1", '"a",' * 200_000 + "1", "[" * 60 + "]" * 60 + ",[]" * 200_000):
        yield request("POST", "/v1/translate", f'{{"text": [{values}]}}'.encode(), JSON)


def scarce_memory(attack):
    """Little address space: many large requests at once are each answered or rejected, and the server keeps running."""
    heavy = list(heavy_requests())
    for limit in LITTLE_MEMORY[1:2] if attack.quick else LITTLE_MEMORY:
        port = free_port()
        command = [str(port) if word == str(attack.port) else word for word in attack.server.process.args]
        with subprocess.Popen(["prlimit", limit, *command], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            end = time.monotonic() + 10
            while answered(port, get("/health"), 1.0) != 200 and time.monotonic() < end:
                time.sleep(0.05)
            with concurrent.futures.ThreadPoolExecutor(60) as clients:
                statuses = set(clients.map(lambda number, port=port: answered(port, heavy[number % len(heavy)], 60.0), range(120)))
            attack.verdict.check(process.poll() is None, f"a server with {limit} lives", f"code {process.poll()}")
            attack.verdict.check(statuses <= {200, 400, 503, 504}, f"a server with {limit} answers each of many heavy requests", str(sorted(statuses)))
            status = answered(port, attack.request)
            attack.verdict.check(status == 200, f"a server with {limit} translates afterwards", str(status))
            process.terminate()
            attack.verdict.check(ended_within(process, 20) == 0, f"a server with {limit} ends", str(process.returncode))


def ended_within(process, seconds):
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        return None


ALL = {"scarcity": scarcity, "scarce_memory": scarce_memory}
