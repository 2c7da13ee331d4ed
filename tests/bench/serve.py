"""`tests/bench/run serve`: `regard serve` compared with two CTranslate2 servers with the same weights.

Each client requests a sentence, waits for the answer and repeats. In each round the servers run one after another, in a different
order, on different sentences, and without a cache; ratios compare the same round. On a busy machine, `per_processor_second`, requests
per second of CPU time that the server uses, is more reliable than requests per second.
"""
import itertools
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from http_client import post_json  # noqa: E402
from load_clients import Job, LoadClients, percentile  # noqa: E402
from pairs import BENCH, read_lines  # noqa: E402
from serving import Server, as_many_descriptors_as_allowed, built_program, options_of_serve, translations  # noqa: E402

WORKERS = 4  # as in LibreTranslate, by default
DOCUMENT, PAUSE = 500, 0.02  # sentences of a document; seconds between the single sentences sent meanwhile
ALONE = 50  # sentences that `regard bench` translates one by one


class Peer(Server):
    """A server of tests/bench/peer_serve.py; any answer means that it is ready."""

    def __init__(self, args, kind, threads, batches):
        self.arguments = [args.peers, os.path.join(BENCH, "peer_serve.py"), kind, args.ct2]
        self.rest = [str(threads), str(batches), args.compute]
        super().__init__("", {}, log=os.path.join(args.work, f"{kind}.log"))

    def _command(self, program, models, options):
        return [*self.arguments, str(self.port), *self.rest]


def question(text):
    return post_json("/translate", {"q": text, "source": "en", "target": "fr"})


def closed_loop(server, lines, clients, seconds=math.inf):
    """(outcomes, seconds, cores that the clients used, seconds of CPU time that the server used)."""
    outcomes = []
    used, served, begin = time.process_time(), server.processor_seconds(), time.monotonic()
    lines = itertools.takewhile(lambda _: time.monotonic() < begin + seconds, lines)
    LoadClients(server.port, clients, (Job(question(line), line) for line in lines), outcomes.append).run()
    took = time.monotonic() - begin
    return outcomes, took, (time.process_time() - used) / took, server.processor_seconds() - served


def figures_of(outcomes, name):
    """Latencies of a server; ends this program if a request has failed."""
    failures = [outcome for outcome in outcomes if outcome.status != 200]
    if failures:
        sys.exit(f"{name}: {len(failures)} of {len(outcomes)} requests fail: {failures[0].failure or failures[0].response}")
    seconds = sorted(outcome.seconds for outcome in outcomes)
    return {name: round(1000 * percentile(seconds, share), 1) for name, share in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99))}


def same_text(outcomes, truth):
    return sum(outcome.response.json()["translatedText"] == truth[outcome.job.tag] for outcome in outcomes)


class Contest:
    """The servers, each with a function that starts it, and the sentences."""

    def __init__(self, args):
        self.args = args
        self.lines = list(dict.fromkeys(line for line in read_lines(args.text) if line.strip()))
        self.truth = dict(zip(self.lines, translations(args.regard, args.model, self.lines, self._arguments())))
        threads, batches = self._best_threads()
        print(json.dumps({"sentences": len(self.lines), "threads": args.threads, "batching_peer": f"{batches} batches of {threads} threads"}), flush=True)
        self.servers = {
            "regard": self.regard,
            "batching": lambda: Peer(args, "batching", threads, batches),
            "one_by_one": lambda: Peer(args, "one-by-one", max(1, args.threads // WORKERS), WORKERS),
        }

    def _arguments(self):
        return ["--beam-size", "5", "--compute", self.args.compute]

    def regard(self):
        known = options_of_serve(self.args.regard)
        wanted = {"--cache-size": "0", "--beam-size": "5", "--threads": str(self.args.threads), "--compute": self.args.compute,
                  "--beam-size": "5"}
        options = [word for name, value in wanted.items() if name in known for word in (name, value)]
        options += [name for name in ("--preload", "--quiet") if name in known]
        return Server(self.args.regard, {"m": self.args.model}, options, os.path.join(self.args.work, "regard.log"))

    def _best_threads(self):
        """(threads, batches at a time) with which the batching peer answers the most requests per second."""
        rates = {}
        for batches in sorted({1, self.args.threads}):
            threads = self.args.threads // batches
            with Peer(self.args, "batching", threads, batches) as server:
                closed_loop(server, self.lines[:32], 32)
                rates[threads, batches] = 1 / closed_loop(server, self.lines[:300], 64)[1]
        return max(rates, key=rates.get)

    def lines_of_round(self, number):
        """An endless sequence of sentences, with a different start in each round."""
        begin = number * len(self.lines) // max(1, self.args.rounds)
        return itertools.cycle(self.lines[begin:] + self.lines[:begin])

    def rounds(self):
        """Yields (number of the round, name, server) for each round and each server, after its start and warm-up."""
        names = list(self.servers)
        for number in range(self.args.rounds):
            for name in names[number % len(names):] + names[:number % len(names)]:
                with self.servers[name]() as server:
                    closed_loop(server, self.lines[:40], 8)
                    yield number, name, server


def alone(args, lines):
    """Milliseconds per sentence in `regard bench`, without a server."""
    path = os.path.join(args.work, "alone.en")
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in lines)
    command = [args.regard, "bench", args.model, "--input", path, "--alone", str(len(lines)), "--repeats", "1", "--threads", str(args.threads),
               "--beam-size", "5", "--compute", args.compute, "--json"]
    return json.loads(subprocess.run(command, capture_output=True, check=True).stdout)["latency_milliseconds"]


def summary(found, name, other):
    """Median, minimum and maximum of the ratio within each round."""
    ratios = [mine / theirs for mine, theirs in zip(found["regard"][name], found[other][name])]
    return {"median": round(statistics.median(ratios), 2), "least": round(min(ratios), 2), "most": round(max(ratios), 2)}


def many_clients(contest):
    args, wrong = contest.args, 0
    cells = {clients: {name: {} for name in contest.servers} for clients in args.clients}
    alones = []
    for number, name, server in contest.rounds():
        for clients, found in cells.items():
            lines = contest.lines_of_round(number)
            if clients == 1 and name == "regard":
                alones.append(alone(args, list(itertools.islice(contest.lines_of_round(number), ALONE))))
            outcomes, took, share, processor = closed_loop(server, lines, clients, args.seconds)
            figures = figures_of(outcomes, name)
            same = same_text(outcomes, contest.truth)
            wrong += len(outcomes) - same if name == "regard" else 0
            row = {"rate": len(outcomes) / took, **figures, "per_processor_second": len(outcomes) / processor,
                   "same_text": same / len(outcomes), "cores": processor / took, "client_cores": share}
            for key, value in row.items():
                found[name].setdefault(key, []).append(value)
    for clients, found in cells.items():
        for name, figures in found.items():
            print(json.dumps({"clients": clients, "server": name, **{key: round(statistics.median(values), 3) for key, values in figures.items()}}))
        for other in list(found)[1:]:
            print(json.dumps({"clients": clients, "rate": f"regard / {other}", **summary(found, "rate", other), "p99": summary(found, "p99", other),
                              "per_processor_second": summary(found, "per_processor_second", other)}))
        if alones and clients == 1:
            ratios = [p50 / each for p50, each in zip(found["regard"]["p50"], alones)]
            print(json.dumps({"clients": 1, "ms_in_regard_bench": round(statistics.median(alones), 1), "p50_ratio": round(statistics.median(ratios), 3),
                              "least": round(min(ratios), 3), "most": round(max(ratios), 3)}), flush=True)
    return wrong


def beside(server, lines, seconds, document):
    """(outcomes of single sentences, one after another; the outcome of a document that another client requests meanwhile)."""
    outcomes, end = [], time.monotonic() + seconds

    def jobs():
        if document:
            yield Job(question(document), "document")
        for line in itertools.cycle(lines):
            if time.monotonic() > end:
                return
            yield Job(question(line), line, due=time.monotonic() + PAUSE)

    LoadClients(server.port, 2 if document else 1, jobs(), outcomes.append, patience=300).run()
    documents = [each for each in outcomes if each.job.tag == "document"]
    return [each for each in outcomes if each.job.tag != "document" and (not document or each.began < documents[0].ended)], documents


def document_beside(contest):
    args = contest.args
    found = {name: {"alone": [], "beside": [], "document_s": []} for name in contest.servers}
    for number, name, server in contest.rounds():
        lines = list(itertools.islice(contest.lines_of_round(number), 200))
        document = list(itertools.islice(contest.lines_of_round(number + 1), DOCUMENT))
        quiet, _ = beside(server, lines, args.seconds, [])
        loud, documents = beside(server, lines, args.seconds, document)
        found[name]["alone"].append(figures_of(quiet, name)["p99"])
        found[name]["beside"].append(figures_of(loud, name)["p99"])
        found[name]["document_s"].append(documents[0].seconds)
    for name, figures in found.items():
        ratios = [b / a for a, b in zip(figures["alone"], figures["beside"])]
        print(json.dumps({"server": name, "document": DOCUMENT, "p99_alone": statistics.median(figures["alone"]), "p99_beside": statistics.median(figures["beside"]),
                          "ratio": round(statistics.median(ratios), 2), "least": round(min(ratios), 2), "most": round(max(ratios), 2),
                          "document_s": round(statistics.median(figures["document_s"]), 2)}), flush=True)


def serve(args):
    args.regard = args.regard or built_program()
    if subprocess.run([args.peers, "-c", "import ctranslate2, sentencepiece"], capture_output=True, check=False).returncode != 0:
        sys.exit(f"{args.peers} has no ctranslate2 and sentencepiece: name a Python that has them by --peers")
    as_many_descriptors_as_allowed()
    contest = Contest(args)
    wrong = 0
    if "clients" in args.parts:
        wrong = many_clients(contest)
    if "document" in args.parts:
        document_beside(contest)
    if wrong:
        sys.exit(f"{wrong} answers are not those of the command line")


def add_options(commands):
    parser = commands.add_parser("serve", help="translation servers: requests per second and latency, with the same weights as two peers")
    parser.set_defaults(function=serve)
    parser.add_argument("--model", required=True, help="model directory")
    parser.add_argument("--ct2", required=True, help="the same model, by regard export --to ctranslate2")
    parser.add_argument("--text", required=True, help="sentences, one per line, plain or .gz")
    parser.add_argument("--peers", default=sys.executable, help="a Python that has ctranslate2 and sentencepiece")
    parser.add_argument("--regard", help="default: the program that was built")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--compute", choices=("float32", "int8"), default="float32")
    parser.add_argument("--clients", type=int, nargs="+", default=[1, 8, 64])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=10.0, help="duration of each measurement, the same for all servers; default: %(default)s")
    parser.add_argument("--parts", nargs="+", choices=("clients", "document"), default=["clients", "document"])
    parser.add_argument("--work", default="", help="scratch folder; default: a temporary one")
