"""`tests/bench/run threads-train` and `threads-decode`: the gain from a second thread, and its cost if another program occupies one of the cores."""
import argparse
import contextlib
import os
import subprocess
import sys

import decode
import train
from pairs import in_turns, show

LOOP = "import os; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\nwhile True: pass"


@contextlib.contextmanager
def endless_loop(wanted):
    """Keeps one core busy meanwhile, if requested."""
    if not wanted:
        yield
        return
    process = subprocess.Popen([sys.executable, "-c", LOOP])
    try:
        yield
    finally:
        process.kill()
        process.wait()


def compare_threads(args, row, rate_of):
    """Measures one thread and all threads alternately, first on an idle machine and then next to a busy loop; rate_of takes a number of threads."""
    for beside_loop in (False, True):
        with endless_loop(beside_loop):
            result = in_turns(args.pairs, {"one": lambda: rate_of(1), "all": lambda: rate_of(args.threads)})
        show({**row, "beside_loop": beside_loop, "threads": args.threads, **result})


def threads_train(args):
    config = train.write_config(args)
    train.regard_figures(args, config, 1)  # prepares the text
    compare_threads(args, {"work": "train", "model": args.model},
                    lambda threads: train.regard_figures(args, config, threads)["target_tokens_per_s"])


def threads_decode(args):
    for beam, batch, compute in decode.cells_of(args, args.compute):
        text = decode.write_text(args, batch)

        def rate_of(threads):
            return decode.regard_decode_rate(argparse.Namespace(**vars(args) | {"threads": threads}), args.model, text,
                                                   (beam, batch, compute), os.path.join(args.work, "regard.fr"))

        compare_threads(args, {"work": "decode", "compute": compute, "batch": batch, "beam": beam}, rate_of)


def add_options(commands):
    training = commands.add_parser("threads-train", help="training with one thread and with all, alone and next to an endless loop on one core")
    training.set_defaults(function=threads_train)
    training.add_argument("model", choices=sorted(train.MODELS))
    train.add_text_options(training)
    decoding = commands.add_parser("threads-decode", help="translation with one thread and with all, alone and next to an endless loop on one core")
    decoding.set_defaults(function=threads_decode, max_length=0)
    decoding.add_argument("--model", required=True, help="model directory")
    decoding.add_argument("--compute", choices=("float32", "bf16", "int8"), default="float32")
    decode.add_cell_options(decoding)
