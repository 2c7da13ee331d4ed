"""Soak, first part: many requests of all kinds: valid, invalid, huge and aborted. Checks each answer and the memory."""
import collections
import random
import statistics
import time

from load_clients import Job, LoadClients, percentile
from serving import Server
from server_requests import Requests, Truth

CLIENTS = 24
CACHE = 1  # MiB: some answers come from the cache, some are computed again
GIVEN_UP = 0.03  # share of requests whose client disconnects
MOST_GROWTH = 1.02  # ratio to the memory after warm-up
FULL, FEW = 1_000_000, 4.0  # requests of a full run; MiB by which the allocator still grows in a shorter one
SHOWN = 10


class Tally:
    """The outcomes of the requests; shows only the first complaints."""

    def __init__(self, server):
        self.server = server
        self.kinds = collections.Counter()
        self.statuses = collections.Counter()
        self.complaints = []
        self.given_up = self.broken = self.done = 0
        self.seconds = []
        self.memory = []  # MiB, after each hundredth of the requests

    def add(self, outcome, sample):
        self.done += 1
        request = outcome.job.tag
        if self.done % sample == 0 and self.server.alive():
            self.memory.append(self.server.memory())
        if outcome.response is None and not outcome.failure:
            self.given_up += 1
            return
        self.kinds[request.kind] += 1
        self.statuses[outcome.status] += 1
        if outcome.failure and request.may_break:
            self.broken += 1
            return
        if outcome.response is not None:
            self.seconds.append(outcome.seconds)
        complaint = outcome.failure or request.complaint(outcome.response)
        if not complaint and "x-request-id" not in outcome.response.headers:
            complaint = "its answer has no X-Request-Id"
        if complaint:
            self.complaints.append(f"{request.kind}: {complaint}")


def jobs(count, server, truth):
    generator = random.Random(1)
    requests = Requests(truth, generator)
    for _ in range(count):
        if not server.alive():
            return
        request = requests.any()
        if generator.random() < GIVEN_UP:
            cut = generator.choice((0, generator.randint(1, len(request.data) - 1)))
            yield Job(request.data, request, gone_after=generator.uniform(0, 0.02), cut=cut)
        else:
            yield Job(request.data, request)


def run(soak, verdict):
    truth = Truth(soak.program, soak.model)
    count = soak.requests
    options = [*soak.options, *soak.option("--cache-size", CACHE)]
    with Server(soak.program, {"m": soak.model}, options, soak.log) as server:
        descriptors = server.descriptors()
        tally = Tally(server)
        begin = time.monotonic()
        LoadClients(server.port, CLIENTS, jobs(count, server, truth), lambda outcome: tally.add(outcome, max(1, count // 100))).run()
        took = time.monotonic() - begin
        tally.seconds.sort()
        print(f"mixed: {tally.done} requests in {took:.0f} s ({tally.done / took:.0f} a second); p50 {1000 * percentile(tally.seconds, 0.5):.1f} ms, "
              f"p99 {1000 * percentile(tally.seconds, 0.99):.1f} ms; {tally.given_up} given up by their clients; statuses "
              + ", ".join(f"{status}: {number}" for status, number in sorted(tally.statuses.items())))
        for complaint in tally.complaints[:SHOWN]:
            print(f"  {complaint}")
        verdict.check(server.alive() and tally.done == count, "the server runs until the last request", f"{tally.done} of {count}")
        verdict.check(not tally.complaints, "every answer is right", f"{len(tally.complaints)} are not")
        if server.alive():
            check_memory(tally.memory, 0.0 if count >= FULL else FEW, verdict)
            check_rest(server, descriptors, verdict)
        verdict.check(server.stop() == 0, "SIGTERM ends it with code 0")


def check_memory(samples, allowed, verdict):
    """Warm-up is the first third: caches and the allocator's arenas are filled then."""
    if len(samples) < 30:
        return
    warm, last = statistics.median(samples[30:45]), statistics.median(samples[-15:])
    verdict.check(last <= max(warm * MOST_GROWTH, warm + allowed), "memory does not grow after warm-up",
                  f"{samples[0]:.1f} MiB at first, {warm:.1f} after warm-up, {last:.1f} at the end ({100 * (last / warm - 1):+.1f} %), "
                  f"{max(samples):.1f} at most")


def check_rest(server, descriptors, verdict):
    end = time.monotonic() + 5
    while time.monotonic() < end and (server.descriptors() > descriptors + 2 or server.unfinished()):
        time.sleep(0.05)
    unfinished = server.unfinished()
    verdict.check(unfinished == 0, "requests that clients aborted leave the queue", f"{unfinished:.0f} sentences wait or are being translated")
    verdict.check(server.descriptors() <= descriptors + 2, "connections leave no descriptors", f"{descriptors} before, {server.descriptors()} after")
