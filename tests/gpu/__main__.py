"""Tests regard on an NVIDIA GPU and compares its speed with that of PyTorch, CTranslate2 and transformers.

  python3 tests/gpu --data MULTI30K [--tatoeba TATOEBA] [--checkpoint MARIAN] [--work DIR]

The program takes at most nine minutes. It
  1. builds regard with the LibTorch of Python's torch, or uses the folder --build, which holds regard, regard-libtorch, regard_tests and, in lib/,
     shared libraries that the machine lacks;
  2. runs the tests that need a GPU;
  3. compares loss curves and translations with those of the CPU, and a resumed run with an uninterrupted one;
  4. measures training against PyTorch (eager and torch.compile) and translation against CTranslate2 and transformers;
  5. counts the kernel launches and synchronizations of a training step;
  6. writes the results to DIR/gpu.md.
It needs no network if .deps exists or --dependencies names a folder that `scripts/setup --fetch-to` filled. Each part has a time limit. The results
are kept in DIR/results.json, so running the command again continues with the parts that are missing or failed.

MULTI30K is the folder of train.en.gz and train.fr.gz and, with --checkpoint, test_2016_flickr.en.gz. TATOEBA is that of train.tsv.gz, MARIAN a MarianMT
checkpoint. If one is missing, the program stops at once with exit status 2. `--device cpu --quick` tests this program on a machine without a GPU.
"""
import argparse
import functools
import os
import sys
import time

sys.path[:0] = [os.path.dirname(os.path.abspath(__file__))]
import checks  # noqa: E402
import launches  # noqa: E402
import races  # noqa: E402
import table  # noqa: E402
from settings import ROOT  # noqa: E402
from work import Failed, Work, say  # noqa: E402


def parts(work):
    """(name, maximum seconds, function) in the order in which they run."""
    all_cases = races.cases(work)
    yield from (("build", 300, checks.build), ("tests", 60, checks.tests), ("curves", 60, checks.curves), ("resume", 60, checks.resume),
                ("translations", 45, checks.translations), ("eager", 120, races.eager))
    for case in all_cases:
        yield f"regard {case}", 30, functools.partial(races.regard_rate, case=case)
    yield from (("decode regard", 60, races.regard_decodes), ("decode CTranslate2 float32", 45, functools.partial(races.ct2_decodes, kind="float32")))
    if work.device != "cpu":
        for case in all_cases[:2]:
            yield f"launches of regard {case}", 40, functools.partial(launches.regard_launches, case=case)
        yield f"launches of eager {all_cases[0]}", 100, functools.partial(launches.peer_launches, case=all_cases[0])
    yield from (("decode transformers", 90, races.transformers_decodes), ("compile", 90, races.compiled),
                ("decode CTranslate2 bfloat16", 45, functools.partial(races.ct2_decodes, kind="bfloat16")))


def run_part(work, name, seconds, function):
    begin = time.monotonic()
    work.part_end = begin + seconds * (4 if work.args.quick else 1)
    try:
        if work.seconds_left() < 2:
            raise Failed("no time was left")
        result = function(work)
        work.keep(name, result)
        say(f"{time.monotonic() - begin:6.1f} s  {name}: {str(result)[:300]}")
    except Exception as failure:  # the other parts continue after any failure
        reason = str(failure) if isinstance(failure, Failed) else repr(failure)
        work.keep(name, {"failed": reason})
        say(f"{time.monotonic() - begin:6.1f} s  {name} FAILED: {reason}")
    return "failed" not in work.results[name]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True, type=os.path.abspath)
    parser.add_argument("--tatoeba", type=os.path.abspath)
    parser.add_argument("--checkpoint", type=os.path.abspath)
    parser.add_argument("--build", help="use this build")
    parser.add_argument("--dependencies", type=os.path.abspath)
    parser.add_argument("--work", default=os.path.join(ROOT, "build", "gpu"), type=os.path.abspath)
    parser.add_argument("--seconds", type=float, default=540, help="limit of all parts together; default: %(default)s")
    parser.add_argument("--race-seconds", type=float, default=4, help="time of a training race, after a warm-up of the same length; default: %(default)s")
    parser.add_argument("--only", nargs="+", metavar="WORD", help="the parts whose names contain one of these words")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--quick", action="store_true")
    args = parser.parse_args()
    for name in needed_files(args):
        if not os.path.exists(name):
            print(f"tests/gpu: there is no {name}", file=sys.stderr)
            sys.exit(2)
    return args


def needed_files(args):
    """The files that the parts will read, which are checked before the first part."""
    yield from (os.path.join(args.data, name) for name in ("train.en.gz", "train.fr.gz"))
    if args.tatoeba:
        yield os.path.join(args.tatoeba, "train.tsv.gz")
    if args.checkpoint:
        yield os.path.join(args.checkpoint, "config.json")
        yield os.path.join(args.data, "test_2016_flickr.en.gz")
    if args.build:
        yield os.path.join(os.path.abspath(args.build), "regard")
    if args.dependencies:
        yield args.dependencies


def main():
    args = arguments()
    work = Work(args)
    compiler, passed = None, True
    for name, seconds, function in parts(work):
        if args.only and not any(word in name for word in args.only):
            continue
        if "failed" not in work.results.get(name, {"failed": ""}):
            continue
        if name == "tests" and "compile" not in work.results and not args.only:
            compiler = races.start_compiling(work)
        if name == "eager" and compiler:  # it would slow the races down
            compiler.kill()
            compiler = None
        passed = run_part(work, name, seconds, function) and passed
        table.write(work)
        if name == "build" and not passed:
            break
    if compiler:
        compiler.kill()
    print(table.write(work))
    sys.exit(0 if passed else 1)


if __name__ == "__main__":
    main()
