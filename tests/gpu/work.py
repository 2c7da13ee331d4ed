"""Shared by the parts: results that survive an interruption, commands with time limits, training runs."""
import gzip
import json
import os
import subprocess
import sys
import threading
import time

from settings import MAX_LENGTH, PIECES, ROOT


class Failed(Exception):
    """A part gave no result; the message is the reason."""


class Work:
    """The work folder, the program's arguments, and the remaining time."""

    def __init__(self, args):
        self.args, self.device = args, args.device
        self.end = time.monotonic() + args.seconds
        self.part_end = self.end
        self.path = os.path.join(args.work, "results.json")
        os.makedirs(args.work, exist_ok=True)
        self.results = {}
        if os.path.exists(self.path):
            with open(self.path, encoding="utf-8") as f:
                self.results = json.load(f)
        self.build = os.path.abspath(args.build) if args.build else os.path.join(ROOT, "build")

    def file(self, *names):
        path = os.path.join(self.args.work, *names)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        return path

    def keep(self, name, result):
        self.results[name] = result
        with open(self.path + ".part", "w", encoding="utf-8") as f:
            json.dump(self.results, f, indent=1)
        os.replace(self.path + ".part", self.path)

    def seconds_left(self):
        return min(self.end, self.part_end) - time.monotonic()

    def environment(self, more=None):
        """Lets programs find LibTorch in Python's torch, and the libraries that come with a supplied build."""
        folders = [os.path.join(self.build, "lib"), os.path.join(torch_folder() or "", "lib"), os.environ.get("LD_LIBRARY_PATH", "")]
        return os.environ | {"LD_LIBRARY_PATH": ":".join(filter(None, folders))} | (more or {})

    def start(self, command, more=None, **options):
        return subprocess.Popen(command, text=True, cwd=ROOT, env=self.environment(more), stdin=subprocess.DEVNULL, **options)

    def run(self, command, more=None):
        """The standard output of a command, which must succeed within the part's time."""
        child = self.start(command, more, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            out, err = child.communicate(timeout=max(self.seconds_left(), 1))
        except subprocess.TimeoutExpired as late:
            child.kill()
            raise Failed(f"out of time: {' '.join(command)[:200]}") from late
        if child.returncode != 0:
            raise Failed(f"{' '.join(command)[:200]}: {reason(err or out)}")
        return out

    def lines(self, command, more=None):
        """Yields the lines of a command's standard output as they arrive, until the part's time is over."""
        errors = open(self.file("errors.txt"), "w+", encoding="utf-8")
        child = self.start(command, more, stdout=subprocess.PIPE, stderr=errors)
        limit = threading.Timer(max(self.seconds_left(), 1), child.kill)
        limit.start()
        for line in child.stdout:
            yield line.rstrip("\n")
        limit.cancel()
        if child.wait() not in (0, -9):
            errors.seek(0)
            raise Failed(reason(errors.read()))

    def regard(self, *arguments, more=None):
        return self.run([os.path.join(self.build, "regard"), *arguments], more)


def reason(output):
    """The lines of a failed command's output that name an error, or the last ones."""
    lines = output.strip().splitlines()
    return "\n".join([line[:300] for line in lines if "error:" in line][:8] or lines[-5:])


def torch_folder():
    """The folder of Python's torch; None if torch is not installed."""
    from importlib.util import find_spec
    torch = find_spec("torch")
    return os.path.dirname(torch.origin) if torch and torch.origin else None


def say(*words):
    print(*words, file=sys.stderr, flush=True)


def read_lines(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8", newline="\n") as f:
        return f.read().splitlines()


def write_text(path, text):
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    return path


def config(work, setting, training, dropout=0.1):
    """The text of a regard config."""
    data = work.args.data
    if setting.book:
        text = (f"{{train: [{{tsv: {work.args.tatoeba}/train.tsv.gz, first: 600}}], preprocess: d2l, max_length: 10}}\n"
                "tokenizer: {type: word, vocab_size: 10000, joint: false, min_frequency: 2}")
    else:
        text = (f"{{train: [{{source: {data}/train.en.gz, target: {data}/train.fr.gz}}], max_length: {MAX_LENGTH}}}\n"
                f"tokenizer: {{model: {tokenizer(work)}}}")
    keys = {"batch_tokens": setting.batch_tokens, "batch_sentences": setting.batch_sentences, "learning_rate": 0.0003, "warmup": 1,
            "clip_norm": 1.0, "save_every": 1000000, "device": work.device} | training
    return f"data: {text}\nmodel: {setting.yaml(dropout)}\ntraining: {{{', '.join(f'{key}: {value}' for key, value in keys.items())}}}\n"


def tokenizer(work):
    """A joint vocabulary of PIECES pieces, trained once."""
    path = work.file("tokenizer.model")
    if not os.path.exists(path):
        text = work.file("tokenizer.txt")
        lines = [line for language in ("en", "fr") for line in read_lines(os.path.join(work.args.data, f"train.{language}.gz"))]
        write_text(text, "".join(line + "\n" for line in lines))
        work.regard("tokenizer", "train", "--input", text, "--type", "bpe", "--vocab-size", str(PIECES), "--output", path)
    return os.path.abspath(path)


def train(work, name, text, *arguments, more=None):
    """Trains with a config; returns the events of the log."""
    path = write_text(work.file(f"{name}.yaml"), text)
    work.regard("train", path, "--output", work.file("runs", name), "--overwrite", *arguments, more=more)
    return events(work, name)


def events(work, name):
    path = work.file("runs", name, "log.jsonl")
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as f:
        return [json.loads(line) for line in f if line.endswith("\n")]
