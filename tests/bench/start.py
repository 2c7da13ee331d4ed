"""`tests/bench/run start`, `start-translate`, `start-python` and `memory`: time from a command to its first result, and its memory."""
import os
import re
import subprocess
import sys
import time

from pairs import BENCH, ROOT, add_regard, median, read_lines, show, write_lines


def write_pairs(args, pairs):
    """Writes `pairs` pairs: MULTI30K's, repeated with a different number appended each time."""
    sides = []
    for side in ("en", "fr"):
        lines = read_lines(os.path.join(args.data, f"train.{side}.gz"))
        rounds = (i // len(lines) for i in range(pairs))
        sides.append(write_lines(os.path.join(args.work, f"{pairs}.{side}"),
                                 (lines[i % len(lines)] + (f" {again}" if again else "") for i, again in enumerate(rounds))))
    return sides


def at_steps(command, steps):
    """Runs training; returns {step: seconds, MB of its own memory and MB of mapped files} for `steps`, and the log."""
    started = time.monotonic()
    child = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    log, found = [], {}
    for line in child.stderr:
        log.append(line.rstrip())
        match = re.match(r"step ([\d,]+)/", line)
        step = int(match[1].replace(",", "")) if match else 0
        if step in steps:
            with open(f"/proc/{child.pid}/status", encoding="utf-8") as f:
                memory = {x.split(":")[0]: int(x.split()[1]) // 1024 for x in f if x.startswith("Rss")}
            found[step] = {"seconds": round(time.monotonic() - started, 2), "own_mb": memory["RssAnon"], "mapped_mb": memory["RssFile"]}
    if child.wait() != 0 or set(steps) - set(found):
        sys.exit("\n".join(log))
    return found, log


def start(args):
    for pairs in (29000, args.pairs):
        source, target = write_pairs(args, pairs)
        config = os.path.join(args.work, f"{pairs}.yaml")
        with open(config, "w", encoding="utf-8") as f:
            f.write(f"data: {{train: [{{source: {source}, target: {target}}}], max_length: 100}}\n"
                    "tokenizer: {type: bpe, vocab_size: 6000}\n"
                    "model: {type: transformer, d_model: 256, heads: 4, ffn_size: 512, encoder_layers: 3, decoder_layers: 3}\n"
                    f"training: {{steps: 3, warmup: 1, batch_tokens: 1000, report_every: 1, threads: {args.threads}}}\n")
        output = os.path.join(args.work, f"run-{pairs}")
        command = [args.regard, "train", config, "--output", output, "--overwrite"]
        tokenizer = os.path.join(args.work, "run-29000", "tokenizer.model")
        if os.path.exists(tokenizer):  # large texts are measured without tokenizer training
            command += ["--set", f"tokenizer.model={tokenizer}"]
        for which in ("first", "second"):
            found, log = at_steps(command, [1])
            show({"pairs": pairs, "threads": args.threads, "run": which, **found[1]})
            print("\n".join("  " + line for line in log if line.startswith("prepared")), flush=True)


def memory(args):
    """Measures the memory of a training run of the recipe, with frequent saves."""
    config = os.path.join(ROOT, "configs", "multi30k-transformer.yaml")
    settings = {"training.steps": args.steps[-1], "training.warmup": 1, "training.report_every": args.steps[0], "training.batch_tokens": 600,
                "training.save_every": 20, "training.validate_every": args.steps[-1] + 1, "training.average": 0}
    for text, name in (("train.0", "train"), ("valid", "val"), ("test", "test_2016_flickr")):
        for side, language in (("source", "en"), ("target", "fr")):
            settings[f"data.{text}.{side}"] = os.path.join(args.data, f"{name}.{language}.gz")
    command = [args.regard, "train", config, "--output", os.path.join(args.work, "run"), "--overwrite", "--threads", str(args.threads)]
    found, _ = at_steps(command + [word for key, value in settings.items() for word in ("--set", f"{key}={value}")], args.steps)
    for step, figures in found.items():
        show({"step": step, "threads": args.threads, **figures})


def first_line(command):
    """Milliseconds from the start of a process to its first line of output, and its peak MiB."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    if not process.stdout.readline():
        sys.exit(f"{' '.join(command)} writes nothing")
    milliseconds = 1000 * (time.perf_counter() - begin)
    process.stdout.read()
    _, _, used = os.wait4(process.pid, 0)
    return milliseconds, used.ru_maxrss / 1024


def first_lines(commands, rounds):
    """For each name, the milliseconds and MiB of its command in each round; the commands run alternately."""
    found = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            found[name].append(first_line(command))
    return {name: list(zip(*measured)) for name, measured in found.items()}


def start_translate(args):
    sentence = "A man is reading a book."

    def command_of(model):
        if os.path.exists(os.path.join(model, "model.bin")):
            return [args.peers, os.path.join(BENCH, "peer_ct2_start.py"), model, str(args.threads), sentence]
        return [args.regard, "translate", model, "--device", "cpu", "--threads", str(args.threads), "--beam-size", "5", sentence]

    for model, (milliseconds, mebibytes) in first_lines({model: command_of(model) for model in args.run}, args.rounds).items():
        show({"run": model, "threads": args.threads, "first_translation_ms": median(milliseconds), "least_ms": round(min(milliseconds), 1),
              "peak_mib": median(mebibytes)})


def start_python(args):
    commands = {module: [args.peers, "-c", f"import {module}; print()"] for module in ["sys", *args.modules]}
    for module, (milliseconds, _) in first_lines(commands, args.rounds).items():
        show({"import": module, "ms": median(milliseconds), "least_ms": round(min(milliseconds), 1)})


def add_options(commands):
    starting = commands.add_parser("start", help="from the command to the first step: time and memory, by the size of the text")
    starting.set_defaults(function=start)
    starting.add_argument("--data", required=True, help="folder of MULTI30K")
    starting.add_argument("--pairs", type=int, default=1000000)
    add_regard(starting, 1)
    remembering = commands.add_parser("memory", help="memory of a training run by step, with a state saved every 20 steps")
    remembering.set_defaults(function=memory)
    remembering.add_argument("--data", required=True, help="folder of MULTI30K")
    remembering.add_argument("--steps", type=int, nargs="+", default=[220, 440, 880], help="multiples of the first; default: 220 440 880")
    add_regard(remembering, 1)
    importing = commands.add_parser("start-python", help="from the command to the end of an import; sys, which costs nothing, for comparison")
    importing.set_defaults(function=start_python, work="")
    importing.add_argument("modules", nargs="+", metavar="MODULE", help="regard, ctranslate2, ...")
    importing.add_argument("--peers", default=sys.executable, help="a Python that has them")
    importing.add_argument("--rounds", type=int, default=11)
    translating = commands.add_parser("start-translate", help="from the command to the first translation: time and peak memory")
    translating.set_defaults(function=start_translate)
    translating.add_argument("run", nargs="+", help="model directories, measured alternately; those of CTranslate2 by its Python module")
    translating.add_argument("--peers", default=sys.executable, help="a Python that has ctranslate2 and sentencepiece")
    translating.add_argument("--rounds", type=int, default=15)
    add_regard(translating, 1)
