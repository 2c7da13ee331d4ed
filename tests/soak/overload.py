"""Soak, second part: ten times as many requests as the server can answer, sent without waiting for answers."""
import collections
import itertools
import random
import threading
import time

from http_client import post_json
from load_clients import Job, LoadClients, percentile
from serving import Server
from server_requests import Truth, good, texts_of_own

MOST_RATE = 60  # requests per second that the server reaches, so that ten times as many are little work for the clients
TIMES = 10
ALLOWED = {200, 429, 503}
BACK_WITHIN = 1.0  # seconds
CONNECTIONS = 1500


def list_requests(truth, lines_each, count, generator):
    result = []
    for _ in range(count):
        at = [generator.randrange(len(truth.lines)) for _ in range(lines_each)]
        result.append(good("a list", post_json("/v1/translate", {"text": [truth.lines[i] for i in at]}), [truth.best[i] for i in at], texts_of_own))
    return result


def closed_loop(server, requests, clients, seconds):
    """Outcomes of clients that send requests for some seconds and wait for each answer."""
    end = time.monotonic() + seconds
    outcomes = []
    jobs = itertools.takewhile(lambda _: time.monotonic() < end, (Job(r.data, r) for r in itertools.cycle(requests)))
    LoadClients(server.port, clients, jobs, outcomes.append).run()
    return outcomes


def complaints_of(outcomes):
    return [outcome.failure or outcome.job.tag.complaint(outcome.response) for outcome in outcomes
            if outcome.failure or (outcome.status == 200 and outcome.job.tag.complaint(outcome.response))]


def calibrated(server, truth, generator, seconds):
    """(requests that take long enough, the rate at which the server answers them)."""
    lines_each = 8
    while True:
        requests = list_requests(truth, lines_each, 40, generator)
        rate = max(len(closed_loop(server, requests, 4, seconds)) / seconds for _ in range(3))  # the machine may be busy, so the best of three
        if rate <= MOST_RATE or lines_each >= 800:
            return requests, rate
        lines_each = min(800, int(lines_each * max(1.3, 0.9 * rate / MOST_RATE)))


class Probe(threading.Thread):
    """A client that requests one sentence repeatedly, from a given time on."""

    def __init__(self, server, request, begin, seconds):
        super().__init__()
        self.server, self.request, self.begin, self.seconds = server, request, begin, seconds
        self.outcomes = []

    def run(self):
        time.sleep(max(0.0, self.begin - time.monotonic()))
        self.outcomes = closed_loop(self.server, [self.request], 1, self.seconds)


def run(soak, verdict):
    generator = random.Random(2)
    truth = Truth(soak.program, soak.model)
    seconds = 2 if soak.quick else 10
    with Server(soak.program, {"m": soak.model}, soak.options_without_cache, soak.log) as server:
        requests, rate = calibrated(server, truth, generator, 1 if soak.quick else 3)
        calm = sorted(outcome.seconds for outcome in closed_loop(server, requests, 1, seconds))
    at_once, queue = 8, max(8, round(rate / 2))
    bounds = [*soak.option("--queue", queue), *soak.option("--at-once", at_once)]
    with Server(soak.program, {"m": soak.model}, [*soak.options_without_cache, *bounds], soak.log) as server:
        one = list_requests(truth, 1, 1, generator)[0]
        normal = sorted(outcome.seconds for outcome in closed_loop(server, [one], 1, 1.0))
        begin = time.monotonic() + 0.2
        probe = Probe(server, one, begin + seconds, BACK_WITHIN + 2)
        probe.start()
        count = round(TIMES * rate * seconds)
        outcomes = []
        jobs = (Job(r.data, r, begin + i / (TIMES * rate)) for i, r in zip(range(count), itertools.cycle(requests)))
        LoadClients(server.port, CONNECTIONS, jobs, outcomes.append).run()
        probe.join()
        alive = server.alive()
    late = max((outcome.began - outcome.job.due for outcome in outcomes), default=0.0)
    statuses = collections.Counter(outcome.status for outcome in outcomes)
    accepted = sorted(outcome.seconds for outcome in outcomes if outcome.status == 200)
    print(f"overload: the server answers {rate:.0f} requests a second; {count} at {TIMES * rate:.0f} a second with a queue of {queue}: "
          + ", ".join(f"{status}: {number}" for status, number in sorted(statuses.items())) + f"; {count / max(1, len(accepted)):.1f} times what it "
          f"accepted; none began more than {1000 * late:.0f} ms late")
    complaints = complaints_of(outcomes)
    verdict.check(alive, "the server survives an overload")
    verdict.check(set(statuses) <= ALLOWED and not complaints, "overload gives only 200, 429 and 503, and no wrong answer",
                  "; ".join(complaints[:3]) or str(dict(statuses)))
    verdict.check(all("retry-after" in outcome.response.headers for outcome in outcomes if outcome.status in (429, 503)),
                  "who is refused hears when to come again")
    verdict.check(statuses[429] + statuses[503] > 0, "an overload is refused, not stored")
    check_times(accepted, calm, (queue + at_once) / rate, verdict)
    check_return(probe, begin + seconds, normal, verdict)


def check_times(accepted, calm, queue_seconds, verdict):
    """An accepted request waits at most for a full queue: twice the time that this takes without overload."""
    bound = 2 * (queue_seconds + percentile(calm, 0.99))
    found = percentile(accepted, 0.99) if accepted else float("inf")
    verdict.check(found <= bound, "accepted requests wait twice the time of a full queue at most",
                  f"p50 {1000 * percentile(accepted, 0.5) if accepted else 0:.0f} ms, p99 {1000 * found:.0f} ms, at most {1000 * bound:.0f}")


def check_return(probe, ended, normal, verdict):
    after = [outcome for outcome in probe.outcomes if outcome.ended >= ended + BACK_WITHIN]
    seconds = sorted(outcome.seconds for outcome in after)
    bad = [outcome for outcome in after if outcome.status != 200]
    bound = max(2 * percentile(normal, 0.99), percentile(normal, 0.99) + 0.02)
    first = next((outcome.ended - ended for outcome in probe.outcomes if outcome.status == 200), None)
    found = percentile(seconds, 0.95) if seconds else float("inf")
    verdict.check(after and not bad and found <= bound, "a second later, everything is as before",
                  f"first answer {-1 if first is None else 1000 * first:.0f} ms after; then {len(bad)} of {len(after)} refused, "
                  f"p95 {1000 * found:.1f} ms, before {1000 * percentile(normal, 0.95):.1f}")
