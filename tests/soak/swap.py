"""Soak, fourth part: the model directory is replaced under load; each answer comes entirely from one of the two models."""
import itertools
import random
import shutil
import signal
import statistics
import threading
import time

import http_client
from http_client import post_json
from load_clients import Job, LoadClients
from random_model import write_random_model
from serving import Server
from server_requests import Truth, texts_of_own

CLIENTS, LINES_EACH = 8, 40
SEEDS = (1, 2)
WIDTH = 96  # width of models that take half a megabyte, so that a leak of fifty is visible
MOST_GROWTH = 8  # MiB; models share regions of this size, and a region is freed only when no model uses it


def generation(server):
    models = http_client.ask(server.port, http_client.get("/v1/models"), 30.0).json()["models"]
    return models[0]["generation"]


class Swaps:
    """The models that were in the directory, with the times of the swaps."""

    def __init__(self, server, folder, models):
        self.server, self.folder, self.models = server, folder, models
        self.history = [(0.0, 0.0, 0)]  # when the swap began, when it took effect, number of the model
        self.failure = ""
        self.memory = []  # MiB after each swap

    def swap(self):
        which = 1 - self.history[-1][2]
        beside, old = self.folder.with_suffix(".next"), self.folder.with_suffix(".old")
        shutil.copytree(self.models[which], beside)
        before = generation(self.server)
        began = time.monotonic()
        self.folder.rename(old)
        beside.rename(self.folder)
        self.server.signal(signal.SIGHUP)
        while generation(self.server) == before:
            if time.monotonic() > began + 20:
                self.failure = "20 s after SIGHUP the generation is the same"
                return
            time.sleep(0.005)
        self.history.append((began, time.monotonic(), which))
        self.memory.append(self.server.memory())
        shutil.rmtree(old)

    def allowed(self, began, ended):
        """The models that may answer a request sent at `began` and answered at `ended`."""
        result = set()
        for number, (swap_began, _, which) in enumerate(self.history):
            later = self.history[number + 1][1] if number + 1 < len(self.history) else float("inf")
            if swap_began <= ended and began <= later:
                result.add(which)
        return result


def complaint_of(outcome, swaps):
    if outcome.failure or outcome.status != 200:
        return outcome.failure or f"{outcome.status} {outcome.response.body[:100]!r}"
    found, expected = texts_of_own(outcome.response), outcome.job.tag
    if found not in expected:
        kinds = ["".join(str(which) for which in (0, 1) if text == expected[which][i]) or "?" for i, text in enumerate(found)]
        return f"an answer of both models or of none, sentence by sentence: {' '.join(kinds)}"
    allowed = swaps.allowed(outcome.began, outcome.ended)
    return "" if any(found == expected[which] for which in allowed) else "the answer of a model that was not in the directory at the time"


def differing_jobs(truths, generator):
    """Jobs for lines that the two models translate differently, tagged with both answers."""
    lines = [i for i, (one, other) in enumerate(zip(truths[0].best, truths[1].best)) if one != other]
    jobs = []
    for _ in range(40):
        at = [generator.choice(lines) for _ in range(LINES_EACH)]
        jobs.append(([[truth.best[i] for i in at] for truth in truths], post_json("/v1/translate", {"text": [truths[0].lines[i] for i in at]})))
    return jobs


def check_memory(samples, verdict):
    """The weights of replaced models must have left the memory."""
    if len(samples) < 40:
        return
    first, last = max(samples[10:20]), statistics.median(samples[-10:])
    verdict.check(last <= first + MOST_GROWTH, "old models leave the memory", f"{first:.1f} MiB after 20 swaps, {last:.1f} after {len(samples)}")


def run(soak, verdict):
    models = [soak.folder / "model-0", soak.folder / "model-1"]
    for model, seed in zip(models, SEEDS):
        write_random_model(soak.program, model, seed, WIDTH)
    folder = soak.folder / "swapped"
    shutil.copytree(models[0], folder)
    jobs = differing_jobs([Truth(soak.program, model) for model in models], random.Random(4))
    count = 5 if soak.quick else 50
    small_cache = soak.option("--cache-size", 1)  # MiB: full at once, so that growth is not that of the cache
    with Server(soak.program, {"m": folder}, [*soak.options, *small_cache], soak.log) as server:
        over, outcomes = threading.Event(), []
        swaps = Swaps(server, folder, models)
        endless = (Job(data, answers) for answers, data in itertools.cycle(jobs))
        load = LoadClients(server.port, CLIENTS, itertools.takewhile(lambda _: not over.is_set(), endless), outcomes.append)
        clients = threading.Thread(target=load.run)
        clients.start()
        begin = time.monotonic()
        for _ in range(count):
            time.sleep(0.1)
            if not swaps.failure and server.alive():
                swaps.swap()
        took = time.monotonic() - begin
        over.set()
        clients.join()
        complaints = [found for found in (complaint_of(outcome, swaps) for outcome in outcomes) if found]
        print(f"swap: {len(swaps.history) - 1} swaps in {took:.0f} s, {len(outcomes)} requests; slowest answer "
              f"{1000 * max(outcome.seconds for outcome in outcomes):.0f} ms")
        for complaint in complaints[:10]:
            print(f"  {complaint}")
        verdict.check(len(swaps.history) - 1 == count, "each new model is used soon after SIGHUP", swaps.failure)
        verdict.check(not complaints, "swaps lose no request and mix no answer", f"{len(complaints)} of {len(outcomes)}")
        check_memory(swaps.memory, verdict)
        verdict.check(server.stop() == 0, "SIGTERM ends it with code 0")
