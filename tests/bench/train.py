"""`tests/bench/run train`: target tokens per second compared with PyTorch eager."""
import json
import os
import statistics
import sys

from pairs import BENCH, add_regard, in_turns, run, show

TRANSFORMER = ("{{type: transformer, d_model: {0}, heads: {1}, ffn_size: {2}, encoder_layers: {3}, decoder_layers: {3}, "
               "dropout: 0.1, tied_embeddings: all}}")
MODELS = {
    "a": TRANSFORMER.format(256, 4, 1024, 3),
    "base": TRANSFORMER.format(512, 8, 2048, 6),
    "bahdanau": "{type: rnn_attention, cell: gru, embedding_size: 256, hidden_size: 256, layers: 2, dropout: 0.1}",
    "d2l": "{type: rnn_attention, cell: gru, embedding_size: 32, hidden_size: 32, layers: 2, dropout: 0.1}",
}
BATCHES = {"a": "batch_tokens: 8192", "base": "batch_tokens: 8192", "bahdanau": "batch_tokens: 1000000, batch_sentences: 128",
           "d2l": "batch_tokens: 1000000, batch_sentences: 64"}
# Steps per window of the log; number of windows measured after the first.
STEPS = {"a": (3, 8), "base": (2, 4), "bahdanau": (4, 8), "d2l": (100, 10)}


def peer_command(args):
    if args.model == "d2l":
        return [args.peers, os.path.join(BENCH, "peer_d2l.py"), args.race, args.data, str(args.threads)] + args.peer_argument
    return [args.peers, os.path.join(args.race, "train_speed.py"), "--model", args.model, "--data", args.data, "--work",
            os.path.join(args.work, "peer"), "--threads", str(args.threads)] + args.peer_argument


def peer_figures(args):
    """The peer's figures, including target_tokens_per_s and, if known, mfu."""
    return json.loads([x for x in run(peer_command(args)).splitlines() if x.startswith("{")][-1])


def write_config(args):
    window, windows = STEPS[args.model][0], args.windows or STEPS[args.model][1]
    if args.model == "d2l":
        data = (f"{{train: [{{tsv: {args.data}/train.tsv.gz, first: 600}}], preprocess: d2l, max_length: 10}}\n"
                "tokenizer: {type: word, vocab_size: 10000, joint: false, min_frequency: 2}")
    else:
        data = (f"{{train: [{{source: {args.data}/train.en.gz, target: {args.data}/train.fr.gz}}], max_length: 100}}\n"
                "tokenizer: {type: bpe, vocab_size: 8000}")
    path = os.path.join(args.work, "config.yaml")
    with open(path, "w", encoding="utf-8") as f:
        f.write(f"data: {data}\nmodel: {MODELS[args.model]}\n"
                f"training: {{steps: {window * (windows + 1)}, report_every: {window}, precision: {args.precision}, {BATCHES[args.model]}, "
                "learning_rate: 0.0003, warmup: 1, clip_norm: 1.0, average: 0, save_every: 1000000}\n")
    return path


def regard_figures(args, config, threads):
    """target_tokens_per_s and mfu of the windows after the first, under the peer's names."""
    output = os.path.join(args.work, "run")
    command = [args.regard, "train", config, "--output", output, "--overwrite", "--threads", str(threads)]
    tokenizer = os.path.join(args.work, "tokenizer.model")
    if os.path.exists(tokenizer):
        command += ["--set", f"tokenizer.model={tokenizer}"]
    run(command)
    if args.model != "d2l" and not os.path.exists(tokenizer):
        os.rename(os.path.join(output, "tokenizer.model"), tokenizer)
    with open(os.path.join(output, "log.jsonl"), encoding="utf-8") as f:
        steps = [event for event in map(json.loads, f) if event["event"] == "train"][1:]
    seconds = sum(step["seconds_per_step"] for step in steps)
    means = {name: sum(step["seconds_per_step"] * step[name] for step in steps) / seconds for name in ("target_tokens_per_second", "mfu")}
    return {"target_tokens_per_s": means["target_tokens_per_second"], "mfu": means["mfu"]}


def train(args):
    config = write_config(args)
    shares = {"peer": [], "regard": []}

    def rate(name, figures):
        if "mfu" in figures:
            shares[name].append(figures["mfu"])
        return figures["target_tokens_per_s"]

    result = in_turns(args.pairs, {"peer": lambda: rate("peer", peer_figures(args)),
                                   "regard": lambda: rate("regard", regard_figures(args, config, args.threads))},
                      digits=0, unit="target tokens/s")
    show({"model": args.model, "threads": args.threads, "precision": args.precision, **result,
          **{f"{name}_share": round(statistics.median(found), 3) for name, found in shares.items() if found}})


def add_text_options(parser):
    parser.add_argument("--data", required=True, help="folder of the text")
    parser.add_argument("--precision", default="float32", help="precision of regard; a peer uses float32 unless --peer-argument changes it")
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--windows", type=int, default=0, help="windows of the log that are measured, after the first; default: by the model")
    add_regard(parser, os.cpu_count())


def add_options(commands):
    parser = commands.add_parser("train", help="training: target tokens per second")
    parser.set_defaults(function=train)
    parser.add_argument("model", choices=sorted(MODELS))
    parser.add_argument("--race", required=True, help="folder of the peers' programs")
    parser.add_argument("--peers", default=sys.executable, help="the Python that runs them")
    parser.add_argument("--peer-argument", action="append", default=[], help="additional argument of the peer's program")
    add_text_options(parser)
