"""`tests/bench/run all`: makes all measurements of docs/performance.md on this machine, and writes the tables.

DIR/results holds a JSON file for each finished measurement; a rerun makes only missing ones, and those measured with a different
number of pairs. DIR/made holds models, DIR/scratch files of the measurements, DIR/performance.md the tables.
"""
import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import threading
import time

import machine
import result_tables
from measurements import MADE, MEASUREMENTS
from pairs import BENCH, ROOT

NATIVE, AVX2 = "native", "avx2"
NOT_YET = "not measured yet"
OPTION_OF = {"RACE": "race", "PEERS": "peers", "MULTI30K": "data", "TATOEBA": "tatoeba", "MARIAN": "checkpoint"}


def write_beside(path, text):
    part = path.with_name(path.name + ".part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)


def execute(command, environment, seconds):
    """Runs a command and shows its output; returns the lines. Raises CalledProcessError if it fails, TimeoutExpired if it takes longer."""
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT, start_new_session=True)
    is_late = threading.Event()

    def end():
        with contextlib.suppress(ProcessLookupError):  # it may have ended
            os.killpg(child.pid, signal.SIGKILL)  # with the programs that it started

    def end_late():
        is_late.set()
        end()

    timer = threading.Timer(max(seconds, 0), end_late)
    timer.start()
    try:
        lines = []
        for line in child.stdout:
            print("  " + line.rstrip(), file=sys.stderr, flush=True)
            lines.append(line)
        status = child.wait()
    except BaseException:  # Ctrl-C does not reach the child
        end()
        raise
    finally:
        timer.cancel()
    if is_late.is_set():
        raise subprocess.TimeoutExpired(command, seconds)
    if status != 0:
        raise subprocess.CalledProcessError(status, command)
    return lines


def environment_of(isa):
    """The environment that restricts both sides to AVX2, or, if `isa` is native, neither."""
    plain = {name: value for name, value in os.environ.items() if name not in machine.ONLY_AVX2}
    return plain | (machine.ONLY_AVX2 if isa == AVX2 else {})


class Job:
    """A measurement with one instruction set."""

    def __init__(self, measurement, isa, most_pairs):
        self.measurement, self.isa = measurement, isa
        self.name = measurement.name + (".avx2" if isa == AVX2 else "")
        pairs = min(most_pairs, measurement.pairs)
        self.command = measurement.command.replace("PAIRS", str(pairs))
        self.minutes = measurement.minutes * (pairs / measurement.pairs if "PAIRS" in measurement.command else 1)


def all_jobs(most_pairs, only=()):
    jobs = [Job(measurement, isa, most_pairs) for measurement in MEASUREMENTS for isa in ([NATIVE, AVX2] if measurement.both else [NATIVE])]
    unknown = set(only) - {job.name for job in jobs}
    if unknown:
        sys.exit(f"bench all: unknown measurement {', '.join(sorted(unknown))}; bench all --list lists them")
    return [job for job in jobs if not only or job.name in only or job.measurement.name in only]


class Bench:
    """The measurements of one folder on one machine."""

    def __init__(self, args):
        self.args = args
        self.work = pathlib.Path(args.folder).absolute()
        self.end = time.monotonic() + 3600 * args.hours
        self.processor = machine.read_processor()
        self.versions = machine.peer_versions(args.peers) if args.peers else {}
        given = {word: getattr(args, option) for word, option in OPTION_OF.items()}
        self.paths = {word: os.path.abspath(path) for word, path in given.items() if path}
        own = {"REGARD": "build/regard", "BENCH": "tests/bench", "CONFIGS": "configs"}
        self.paths |= {word: os.path.join(ROOT, path) for word, path in own.items()}
        for folder in ("results", "made", "scratch"):
            (self.work / folder).mkdir(parents=True, exist_ok=True)

    def seconds_left(self):
        return self.end - time.monotonic()

    def result_path(self, job):
        return self.work / "results" / f"{job.name}.json"

    def results(self):
        """The results so far, by name of job."""
        paths = sorted((self.work / "results").glob("*.json"))
        found = {path: json.loads(path.read_text(encoding="utf-8")) for path in paths}
        for path, result in found.items():
            if result["processor"] != self.processor:
                sys.exit(f"bench all: {path} was measured on {machine.in_words(result['processor'])}, but this is "
                         f"{machine.in_words(self.processor)}: give another --work")
        return {result["name"]: result for result in found.values()}

    def is_finished(self, job, results):
        return job.name in results and results[job.name]["command"] == job.command

    def why_not(self, job):
        """The reason why a job cannot run here; empty if it can."""
        if job.isa == AVX2 and (reason := machine.why_not_avx2(self.processor)):
            return reason
        reasons = [self.lacking_word(word) for word in job.command.split()] + [self.lacking(need) for need in job.measurement.needs]
        return next(filter(None, reasons), "")

    def lacking_word(self, word):
        name = word.rpartition("=")[2].partition("/")[0]
        if name in MADE:
            return next(filter(None, map(self.lacking_word, MADE[name].split())), "")
        return f"--{OPTION_OF[name]} is not given" if name in OPTION_OF and name not in self.paths else ""

    def lacking(self, need):
        kind, name = need.split()
        lacks = {"module": lambda: name not in self.versions, "program": lambda: shutil.which(name) is None,
                 "file": lambda: not os.path.exists(os.path.join(ROOT, name)), "set": lambda: name not in self.processor["sets"]}
        words = {"module": f"the Python of --peers has no {name}", "program": f"there is no {name} here", "file": f"there is no {name} here",
                 "set": f"the processor has no {name}"}
        return words[kind] if lacks[kind]() else ""

    def filled(self, line):
        """The words of a command, with paths in place of names; missing files are made."""
        return [self.filled_word(word) for word in line.split()]

    def filled_word(self, word):
        head, equals, value = word.rpartition("=")
        name, slash, rest = value.partition("/")
        if name in MADE:
            self.make(name)
        return head + equals + self.paths.get(name, name) + slash + rest

    def make(self, name):
        target = self.work / "made" / name
        self.paths[name] = str(target)
        if target.exists():
            return
        part = target.with_name(name + ".part")
        shutil.rmtree(part, ignore_errors=True)
        command = [str(part) if word == "OUTPUT" else word for word in self.filled(MADE[name])]
        print(f"makes {name}", file=sys.stderr, flush=True)
        execute(command, environment_of(NATIVE), self.seconds_left())
        part.rename(target)

    def measure(self, job):
        scratch = self.work / "scratch" / job.measurement.name
        self.paths["SCRATCH"] = str(scratch)
        script, *arguments = self.filled(job.command)
        started = time.monotonic()
        lines = execute([sys.executable, os.path.join(BENCH, script), *arguments], environment_of(job.isa), self.seconds_left())
        lines = [line.replace(f"{self.work}/made/", "") for line in lines]  # models are named without their folder
        result = {"name": job.name, "command": job.command, "processor": self.processor, "versions": self.versions,
                  "seconds": round(time.monotonic() - started, 1), "rows": [json.loads(line) for line in lines if line.startswith("{")]}
        write_beside(self.result_path(job), json.dumps(result, indent=1) + "\n")

    def run(self, jobs):
        """Runs the missing jobs that can run, until args.hours have passed. Returns {job: why there is no result}."""
        results, reasons = self.results(), {}
        for job in jobs:
            if self.is_finished(job, results):
                continue
            if reason := self.why_not(job):
                reasons[job.name] = reason
            elif 60 * job.minutes > self.seconds_left():
                reasons[job.name] = NOT_YET
            else:
                print(f"{job.name}: {job.command}", file=sys.stderr, flush=True)
                try:
                    self.measure(job)
                except subprocess.TimeoutExpired:
                    reasons[job.name] = NOT_YET
                except (subprocess.CalledProcessError, OSError) as error:
                    print(f"{job.name}: {error}", file=sys.stderr, flush=True)
                    reasons[job.name] = "failed"
        return reasons

    def write_tables(self, reasons):
        text = result_tables.document(self.results(), reasons, self.processor, self.versions)
        write_beside(self.work / "performance.md", text)


def list_jobs(jobs):
    for job in jobs:
        print(f"{job.name:24}{job.minutes:5.1f} min  {job.command}")
    print(f"{'all':24}{sum(job.minutes for job in jobs):5.1f} min, and the time to make the models")


def measure_all(args):
    jobs = all_jobs(args.pairs, args.only)
    if args.list:
        list_jobs(jobs)
        return
    if not args.folder:
        sys.exit("bench all: --work is missing: the folder for results and tables")
    bench = Bench(args)
    reasons = bench.run(jobs)
    others = [job for job in all_jobs(args.pairs) if job.name not in reasons and job.name not in bench.results()]
    bench.write_tables(reasons | {job.name: bench.why_not(job) or NOT_YET for job in others})
    for name, reason in reasons.items():
        print(f"{name}: {reason}", file=sys.stderr)
    print(bench.work / "performance.md")
    if "failed" in reasons.values():
        sys.exit(1)


def add_options(commands):
    parser = commands.add_parser("all", help="every table of docs/performance.md that is measured, for this machine")
    parser.set_defaults(function=measure_all, work="")
    parser.add_argument("--race", default="", help="folder of the peers' programs")
    parser.add_argument("--peers", default="", help="a Python that has PyTorch, CTranslate2, transformers, SentencePiece and sacreBLEU")
    parser.add_argument("--data", default="", help="folder of MULTI30K")
    parser.add_argument("--tatoeba", default="", help="folder of TATOEBA")
    parser.add_argument("--checkpoint", default="", help="folder of a MarianMT checkpoint")
    parser.add_argument("--work", dest="folder", metavar="DIR", default="", help="folder of the results; a rerun makes the missing ones")
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="measure these; NAME.avx2 is the second one of NAME")
    parser.add_argument("--pairs", type=int, default=5, help="maximum number in each comparison; default: %(default)s")
    parser.add_argument("--hours", type=float, default=1.0,
                        help="start nothing that is expected to end later, and stop what runs longer; default: %(default)s")
    parser.add_argument("--list", action="store_true", help="list the measurements and their approximate times")
