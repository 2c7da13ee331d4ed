"""Soak, third part: repeated SIGTERM under load; all accepted requests must be answered."""
import collections
import itertools
import random
import signal
import threading
import time

from load_clients import Job, LoadClients
from serving import Server
from overload import list_requests
from server_requests import Truth

CLIENTS, LINES_EACH = 16, 60
READ_WITHIN = 0.02  # seconds within which the server has certainly read a sent request


class Round:
    """A server under load, and a signal at a random time."""

    def __init__(self, server, requests, delay):
        self.server, self.requests, self.delay = server, requests, delay
        self.signalled = float("inf")
        self.outcomes = []
        self.over = False

    def run(self):
        timer = threading.Timer(self.delay, self._signal)
        timer.start()
        LoadClients(self.server.port, CLIENTS, self._jobs(), self._done, patience=30).run()
        timer.join()
        return self.server.wait(30)

    def _signal(self):
        self.signalled = time.monotonic()
        self.server.signal(signal.SIGTERM)

    def _jobs(self):
        for request in itertools.cycle(self.requests):
            if self.over:
                return
            yield Job(request.data, request)

    def _done(self, outcome):
        self.outcomes.append(outcome)
        self.over = self.over or (bool(outcome.failure) and outcome.ended > self.signalled)

    def complaints(self):
        for outcome in self.outcomes:
            accepted = 0 < outcome.sent < self.signalled - READ_WITHIN
            if outcome.failure:
                if accepted or "within an answer" in outcome.failure:
                    yield f"lost: {outcome.failure}, {1000 * (outcome.sent - self.signalled):.0f} ms from the signal"
            elif outcome.status != 200 and (accepted or outcome.status != 503):
                yield f"{outcome.status} {outcome.response.body[:100]!r}, {1000 * (outcome.sent - self.signalled):.0f} ms from the signal"
            elif outcome.status == 200 and outcome.job.tag.complaint(outcome.response):
                yield outcome.job.tag.complaint(outcome.response)


def check_second_signal(soak, requests, verdict):
    """After a second SIGTERM, the server does not wait for answers."""
    server = Server(soak.program, {"m": soak.model}, soak.options_without_cache, soak.log)
    jobs = iter([Job(requests[0].data * 1, requests[0]) for _ in range(CLIENTS)])
    clients = threading.Thread(target=LoadClients(server.port, CLIENTS, jobs, lambda _: None, patience=10).run)
    clients.start()
    time.sleep(0.05)
    server.signal(signal.SIGTERM)
    time.sleep(0.02)
    if server.alive():
        server.signal(signal.SIGTERM)
    code = server.wait(2)
    server.kill()
    clients.join()
    verdict.check(code is not None, "a second SIGTERM ends the server at once", f"code {code}")


def run(soak, verdict):
    generator = random.Random(3)
    requests = list_requests(Truth(soak.program, soak.model), LINES_EACH, 50, generator)
    rounds = 10 if soak.quick else 200
    complaints, codes, in_progress, answered, begin = [], collections.Counter(), [], 0, time.monotonic()
    for _ in range(rounds):
        server = Server(soak.program, {"m": soak.model}, soak.options_without_cache, soak.log)
        one = Round(server, requests, generator.uniform(0.03, 0.25))
        codes[one.run()] += 1
        server.kill()
        complaints += one.complaints()
        answered += sum(outcome.status == 200 for outcome in one.outcomes)
        in_progress.append(sum(outcome.status == 200 and outcome.sent < one.signalled < outcome.ended for outcome in one.outcomes))
    print(f"stop: {rounds} signals in {time.monotonic() - begin:.0f} s; {answered} requests answered, of which {sum(in_progress)} were in progress "
          "at the signal")
    for complaint in complaints[:10]:
        print(f"  {complaint}")
    verdict.check(not complaints, "SIGTERM loses no accepted request", f"{len(complaints)} lost or wrong")
    verdict.check(codes == {0: rounds}, "each server ends with code 0", str(dict(codes)))
    verdict.check(sum(in_progress) >= rounds, "the signals come while requests are in progress", f"{sum(in_progress)} in {rounds} rounds")
    check_second_signal(soak, list_requests(Truth(soak.program, soak.model), 900, 1, generator), verdict)
