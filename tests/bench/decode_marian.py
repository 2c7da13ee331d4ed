"""`tests/bench/run decode-marian`: compares regard and Marian with the same weights and text in CPU time, which other programs hardly affect."""
import argparse
import itertools
import json
import os
import statistics
import subprocess
import sys

from pairs import BENCH, ROOT, add_regard, read_lines, run, show, spread, write_lines
from start import first_lines

sys.path.insert(0, os.path.join(ROOT, "tests", "support"))


def convert(args, folder):
    """Converts the model to intgemm8. marian-conv runs in its own process, because Marian's main ends the process that calls it."""
    path = os.path.join(folder, "model.intgemm8.bin")
    code = "import sys, _pymarian; _pymarian.main(sys.argv[1:])"
    subprocess.run([args.peers, "-c", code, "convert", "-f", os.path.join(folder, "model.npz"), "-t", path, "--gemm-type", "intgemm8"], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return path


def make_models(args):
    """The folder of Marian's model and the model that regard imports from it. marian_npz needs NumPy, which the peers' Python has."""
    folder, model = os.path.join(args.work, "marian"), os.path.join(args.work, "model")
    if not os.path.exists(folder):
        sizes = [str(number) for number in args.sizes or []]
        code = ("import sys, marian_npz\ncheckpoint, folder, *sizes = sys.argv[1:]\n"
                "marian_npz.convert(checkpoint, folder, **dict(zip(('size', 'heads', 'ffn', 'layers', 'pieces'), map(int, sizes))))")
        run([args.peers, "-c", code, args.checkpoint, folder, *sizes], env=os.environ | {"PYTHONPATH": os.path.join(ROOT, "tests", "support")})
    if not os.path.exists(model):
        run([args.regard, "import", os.path.join(folder, "model.npz"), "--output", model])
    return folder, model


def marian_command(args, folder, weights, text, output, cell):
    return [args.peers, os.path.join(BENCH, "peer_marian.py"), folder, weights, text, output, *map(str, cell), str(args.factor)]


def plain_search(args, beam):
    """regard's options for a plain search, without its additions."""
    return ["--threads", "1", "--beam-size", str(beam), "--length-penalty", "1", "--max-length-ratio", str(args.factor), "--max-length-extra", "0",
            "--no-whole-words", "--copy", "none", "--no-split", "--suppress", ""]


def regard_command(args, model, text, output, cell, compute):
    beam, batch = cell
    return [args.regard, "bench", "--model", model, "--input", text, "--output", output, "--batch-size", str(batch), "--compute", compute,
            "--alone", "1", "--repeats", "1", "--json", *plain_search(args, beam)]


def race(args, commands):
    """Runs both programs alternately; returns the medians of their figures, the ratio of CPU time with its range, and the ratio of wall time."""
    found = {name: [] for name in commands}
    for _ in range(args.pairs):
        for name, command in commands.items():
            found[name].append(json.loads(run(command)))
    figures = {f"{name}_{short}": round(statistics.median(row[key] for row in rows), 1) for name, rows in found.items()
               for short, key in (("ms", "cpu_milliseconds_per_sentence"), ("mib", "peak_mebibytes"))}
    both = list(zip(found["marian"], found["regard"]))
    return {"pairs": args.pairs, **figures, **spread([a["cpu_milliseconds_per_sentence"] / b["cpu_milliseconds_per_sentence"] for a, b in both]),
            "wall": spread([b["sentences_per_second"] / a["sentences_per_second"] for a, b in both])}


def start(args, folder, weights, model, text, compute):
    commands = {"marian": marian_command(args, folder, weights, text, "-", (4, 1)),
                "regard": [args.regard, "translate", model, "--device", "cpu", "--compute", compute, *plain_search(args, 4), read_lines(text)[0]]}
    rows = first_lines(commands, args.rounds)
    (theirs, their_memory), (ours, our_memory) = rows["marian"], rows["regard"]
    show({"start": compute, "marian_ms": round(statistics.median(theirs)), "regard_ms": round(statistics.median(ours)),
          "marian_mib": round(statistics.median(their_memory)), "regard_mib": round(statistics.median(our_memory)),
          **spread([a / b for a, b in zip(theirs, ours)])})


def equally_long(args, folder, lines):
    """The lines with the most frequent number of pieces. Translations with random weights do not end, and Marian lets each translation of a batch become
    as long as the longest one may, so the programs do the same work only if all sentences have the same length."""
    code = ("import sys, sentencepiece\nprocessor = sentencepiece.SentencePieceProcessor(model_file=sys.argv[1])\n"
            "print(*(len(processor.encode(line.rstrip('\\n'))) for line in sys.stdin))")
    counts = subprocess.run([args.peers, "-c", code, os.path.join(folder, "source.spm")], input="\n".join(lines) + "\n", text=True, check=True,
                            stdout=subprocess.PIPE).stdout.split()
    common = statistics.mode(counts)
    return [line for line, count in zip(lines, counts) if count == common]


def decode_marian(args):
    folder, model = make_models(args)
    weights = {"float32": os.path.join(folder, "model.npz")}
    if "int8" in args.computes:
        weights["int8"] = convert(args, folder)
    lines = read_lines(os.path.join(args.data, "train.en.gz")) if args.sizes else read_lines(os.path.join(args.data, "test_2016_flickr.en.gz"))
    lines = (equally_long(args, folder, lines) if args.sizes else lines)[:args.sentences]
    for compute, batch, beam in itertools.product(args.computes, args.batches, args.beams):
        some = lines if batch > 1 else lines[:max(1, len(lines) // 4)]
        text = write_lines(os.path.join(args.work, f"{batch}.en"), some)
        outputs = {name: os.path.join(args.work, f"{name}.fr") for name in ("marian", "regard")}
        row = race(args, {"marian": marian_command(args, folder, weights[compute], text, outputs["marian"], (beam, batch)),
                          "regard": regard_command(args, model, text, outputs["regard"], (beam, batch), compute)})
        theirs, ours = map(read_lines, outputs.values())
        show({"compute": compute, "batch": batch, "beam": beam, **row, "same_text": sum(map(str.__eq__, theirs, ours)), "sentences": len(ours)})
    for compute in args.computes:
        start(args, folder, weights[compute], model, write_lines(os.path.join(args.work, "one.en"), lines[:1]), compute)


def add_options(commands):
    racing = commands.add_parser("decode-marian", help="translation: CPU and wall time, start and memory next to Marian, with the same weights",
                                 formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    racing.set_defaults(function=decode_marian)
    racing.add_argument("--checkpoint", required=True, help="folder of a MarianMT checkpoint, whose weights Marian gets")
    racing.add_argument("--sizes", type=int, nargs=5, metavar=("SIZE", "HEADS", "FFN", "LAYERS", "PIECES"),
                        help="random weights of these sizes instead, e.g. 512 8 2048 6 32000, on sentences of one length")
    racing.add_argument("--peers", default=sys.executable, help="a Python that has pymarian, NumPy and SentencePiece")
    racing.add_argument("--data", required=True, help="folder of MULTI30K")
    racing.add_argument("--sentences", type=int, default=400, help="per run; batches of one use a quarter of them")
    racing.add_argument("--computes", nargs="+", choices=["float32", "int8"], default=["float32", "int8"], help="int8 is intgemm8 in Marian")
    racing.add_argument("--batches", type=int, nargs="+", default=[1, 32], help="sentences in a batch")
    racing.add_argument("--beams", type=int, nargs="+", default=[1, 4], help="beam sizes")
    racing.add_argument("--factor", type=float, default=3, help="maximum length of a translation, times its source's")
    racing.add_argument("--pairs", type=int, default=5, help="runs of each program, alternately")
    racing.add_argument("--rounds", type=int, default=9, help="starts of each program, alternately")
    add_regard(racing, 1)
