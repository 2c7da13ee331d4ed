"""`tests/bench/run bits`, `shortlist` and `score`: the BLEU that speed costs on the validation set, and the speed of scoring compared with sacreBLEU."""
import itertools
import json
import os
import shutil
import sys
import time

from pairs import add_regard, in_turns, median, read_lines, run, show, write_lines


def evaluated(args, options):
    """BLEU and sentences per second of `regard eval` on the validation set."""
    texts = [word for name, side in (("--source", "en"), ("--reference", "fr")) for word in (name, text_of(args, side))]
    found = json.loads(run([args.regard, "eval", args.model, *texts, "--threads", str(args.threads), "--json", *map(str, options)]))
    return next(score["score"] for score in found["scores"] if score["name"] == "BLEU"), found["sentences_per_second"]


def text_of(args, side):
    path = os.path.join(args.work, f"val.{side}")
    return path if os.path.exists(path) else write_lines(path, read_lines(os.path.join(args.data, f"val.{side}.gz"))[:args.sentences or None])


def compare_settings(args, settings):
    """Evaluates settings, {name: options}, alternately, with each beam, and prints a line for each."""
    for beam in args.beams:
        found = {name: [] for name in settings}
        for _, (name, options) in itertools.product(range(args.rounds), settings.items()):
            found[name].append(evaluated(args, ["--beam-size", beam, *options]))
        for name, measured in found.items():
            bleu, rates = zip(*measured)
            show({"setting": name, "beam": beam, "threads": args.threads, "rounds": args.rounds, "bleu": bleu[0], "sentences_per_s": median(rates)})


def bits(args):
    compare_settings(args, {compute: ["--compute", compute] for compute in ("float32", "bf16", "int8")})


def shortlist(args):
    model = os.path.join(args.work, "model")  # a copy, to which the shortlist is added
    shutil.rmtree(model, ignore_errors=True)
    shutil.copytree(args.model, model)
    args.model = model
    run([args.regard, "shortlist", model, "--source", os.path.join(args.data, "train.en.gz"), "--reference", os.path.join(args.data, "train.fr.gz")])
    compare_settings(args, {"all tokens": [], "shortlist": ["--shortlist"]})


def score(args):
    """Prints lines per second when both programs score the same lines, process start included."""
    lines = read_lines(os.path.join(args.data, "train.fr.gz"))
    lines = (lines * (args.lines // len(lines) + 1))[:args.lines]
    reference = write_lines(os.path.join(args.work, "reference.fr"), lines)
    hypothesis = write_lines(os.path.join(args.work, "hypothesis.fr"), (line.replace(" un ", " le ") for line in lines))
    for metrics in (["bleu"], ["bleu", "chrf"]):
        arguments = [reference, "-i", hypothesis, "-m", *metrics]
        result = in_turns(args.pairs, {"peer": lambda: rate_of([args.peers, "-m", "sacrebleu", *arguments], args.lines),
                                       "regard": lambda: rate_of([args.regard, "score", *arguments], args.lines)}, digits=0)
        show({"metrics": ", ".join(metrics), "lines": args.lines, **result})


def rate_of(command, lines):
    begin = time.perf_counter()
    run(command)
    return lines / (time.perf_counter() - begin)


def add_options(commands):
    for function, what in ((bits, "BLEU and speed by the number type of products"), (shortlist, "BLEU and speed with and without a shortlist")):
        parser = commands.add_parser(function.__name__, help=what)
        parser.set_defaults(function=function)
        parser.add_argument("--model", required=True, help="model directory")
        parser.add_argument("--data", required=True, help="folder of MULTI30K")
        parser.add_argument("--beams", type=int, nargs="+", default=[1, 5])
        parser.add_argument("--rounds", type=int, default=3)
        parser.add_argument("--sentences", type=int, default=0, help="number of sentences of the validation set; default: all")
        add_regard(parser, 1)
    scoring = commands.add_parser("score", help="BLEU and chrF of a text, from start to end, compared with sacreBLEU")
    scoring.set_defaults(function=score)
    scoring.add_argument("--data", required=True, help="folder of MULTI30K")
    scoring.add_argument("--peers", default=sys.executable, help="a Python that has sacrebleu")
    scoring.add_argument("--lines", type=int, default=100000)
    scoring.add_argument("--pairs", type=int, default=3)
    add_regard(scoring, 1)
