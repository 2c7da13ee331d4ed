"""`tests/bench/run decode` and `decode-rnn`: sentences per second, compared with a peer that has the same weights."""
import itertools
import json
import os
import statistics
import sys

from pairs import BENCH, add_regard, in_turns, read_lines, run, show, write_lines

# The programs that decode a MarianMT checkpoint.
PEERS = {"ctranslate2": "peer_ct2.py", "transformers": "peer_transformers.py", "pytorch": "peer_transformer.py"}


def peer_decode_rate(args, text, cell, out):
    """Sentences per second of the requested peer."""
    beam, batch, compute = cell
    script = os.path.join(BENCH, PEERS[args.peer])
    own = [os.path.join(args.work, "ct2"), text, out, compute] if args.peer == "ctranslate2" else [text, out]
    arguments = [args.checkpoint, *own, beam, batch, args.threads, args.max_length]
    return float(run([args.peers, script, *map(str, arguments)]).splitlines()[-1])


def pytorch_rate(args, text, cell, out):
    """Sentences per second of a PyTorch script."""
    beam, batch, _ = cell
    return float(run([args.peers, os.path.join(BENCH, "peer_rnn.py"), args.run, text, out, str(beam), str(batch),
                      str(args.threads)]).splitlines()[-1])


def regard_bench(args, model, text, cell, more=()):
    """The figures of `regard bench` with args.threads."""
    beam, batch, compute = cell
    return json.loads(run([args.regard, "bench", "--model", model, "--input", text, "--beam-size", str(beam), "--batch-size", str(batch), "--compute",
                           compute, "--threads", str(args.threads), "--alone", "0", "--repeats", "1", "--json", *more]))


def regard_decode_rate(args, model, text, cell, out):
    """Sentences per second of regard with args.threads."""
    length = ["--max-length-ratio", "0.001", "--max-length-extra", str(args.max_length)] if args.max_length else []
    return regard_bench(args, model, text, cell, ["--output", out, *length])["sentences_per_second"]


def write_text(args, batch):
    """The first of Multi30k's test sentences; fewer if they are translated one by one."""
    limit = args.sentences if batch > 1 else max(args.sentences // 5, 1)
    return write_lines(os.path.join(args.work, f"{batch}.en"), read_lines(os.path.join(args.data, "test_2016_flickr.en.gz"))[:limit])


def cells_of(args, compute):
    return [(beam, batch, compute) for batch, beam in itertools.product(args.batches, args.beams)]


def compare_decoding(args, model, cells, peer_rate):
    """Prints a line for each cell (beam, batch, compute) and returns the median ratios."""
    medians = []
    for cell in cells:
        beam, batch, compute = cell
        text = write_text(args, batch)
        outputs = [os.path.join(args.work, name) for name in ("peer.fr", "regard.fr")]
        result = in_turns(args.pairs, {"peer": lambda: peer_rate(args, text, cell, outputs[0]),
                                       "regard": lambda: regard_decode_rate(args, model, text, cell, outputs[1])})
        peer_text, our_text = map(read_lines, outputs)
        medians.append(result["ratio"])
        show({"compute": compute, "batch": batch, "beam": beam, "threads": args.threads, **result,
              "same_text": sum(map(str.__eq__, peer_text, our_text)), "sentences": len(our_text)})
    return medians


def decode(args):
    model = os.path.join(args.work, "model")
    if not os.path.exists(model):
        run([args.regard, "import", args.checkpoint, "--output", model])
    mean = {}
    for compute in ("float32", "int8") if args.peer == "ctranslate2" else ("float32",):
        mean[compute] = {"mean_ratio": round(statistics.mean(compare_decoding(args, model, cells_of(args, compute), peer_decode_rate)), 2)}
    show(mean)


def decode_rnn(args):
    compare_decoding(args, args.run, cells_of(args, "float32"), pytorch_rate)


def add_cell_options(parser):
    add_text_options(parser)
    parser.add_argument("--pairs", type=int, default=5)
    add_regard(parser, os.cpu_count())


def add_text_options(parser):
    parser.add_argument("--data", required=True, help="folder of MULTI30K")
    parser.add_argument("--sentences", type=int, default=1000, help="per run; batches of one use a fifth of them")
    parser.add_argument("--batches", type=int, nargs="+", default=[1, 32], help="default: 1 32")
    parser.add_argument("--beams", type=int, nargs="+", default=[1, 5], help="default: 1 5")


def add_options(commands):
    decoding = commands.add_parser("decode", help="translation: sentences per second, with the same weights as a peer")
    decoding.set_defaults(function=decode)
    decoding.add_argument("--checkpoint", required=True, help="folder of a MarianMT checkpoint")
    decoding.add_argument("--peer", choices=sorted(PEERS), default="ctranslate2", help="pytorch: a script with a beam search; default: %(default)s")
    decoding.add_argument("--peers", default=sys.executable, help="a Python that has them and SentencePiece")
    decoding.add_argument("--max-length", type=int, default=0, help="maximum number of tokens of a translation; for random weights, a realistic length")
    add_cell_options(decoding)
    recurrent = commands.add_parser("decode-rnn", help="translation: sentences per second, with the same weights as a PyTorch script")
    recurrent.set_defaults(function=decode_rnn, max_length=0)
    recurrent.add_argument("--run", required=True, help="run directory of a rnn_attention with GRU layers and additive attention")
    recurrent.add_argument("--peers", default=sys.executable, help="a Python that has PyTorch and SentencePiece")
    add_cell_options(recurrent)
