"""regard compared with PyTorch, CTranslate2 and transformers: training in target tokens per second, translation in sentences per second."""
import gzip
import json
import os
import subprocess
import sys

from checks import imported, test_text
from settings import CASES, PIECES, QUICK_CASES, ROOT, SETTINGS
from work import Failed, config, read_lines, tokenizer, train, write_text

HERE = os.path.dirname(os.path.abspath(__file__))
UNK, BOS, EOS = 1, 2, 3


def cases(work):
    wanted = QUICK_CASES if work.args.quick else CASES
    return [case for case in wanted if work.args.tatoeba or not SETTINGS[case.split("/")[0]].book]


def regard_rate(work, case):
    """The rate in the windows after a warm-up of the same length."""
    name, precision = case.split("/")
    seconds = work.args.race_seconds
    keys = {"steps": 1000000, "minutes": 2 * seconds / 60, "report_every": 2 if work.args.quick else 10, "precision": precision}
    found = [event for event in train(work, "race", config(work, SETTINGS[name], keys)) if event["event"] == "train"]
    warm, spent = [], 0.0
    for event in found:
        spent += event["seconds_per_step"] * keys["report_every"]
        if spent > seconds:
            warm.append(event)
    if not warm:
        raise Failed(f"{case}: {len(found)} windows, none of them after the warm-up")
    time = sum(event["seconds_per_step"] for event in warm)
    rates = [event["target_tokens_per_second"] for event in warm]
    mean = sum(event["seconds_per_step"] * event["target_tokens_per_second"] for event in warm) / time
    return {"target_tokens_per_s": round(mean), "least": round(min(rates)), "most": round(max(rates)),
            "ms_per_step": round(1000 * time / len(warm), 2), "mfu_logged": round(warm[-1]["mfu"], 3)}


def words(text):
    """The preprocessing of the book, for the peer."""
    import re
    text = text.replace("\u202f", " ").replace("\xa0", " ").lower()
    return re.sub(r"(?<=[^ ])([,.!?])", r" \1", text).split(" ")


def numbered(rows, longest):
    """Rows of words as ids, and the number of ids."""
    import collections
    counts = collections.Counter(word for row in rows for word in row)
    ids = {word: i for i, word in enumerate(word for word, count in counts.items() if count >= 2)}
    return [([ids.get(word, UNK - 4) + 4 for word in row] + [EOS])[:longest] for row in rows], len(ids) + 4


def pieces(work, language):
    """The ids of each line of the training set."""
    output = work.file(f"train.{language}.ids")
    work.regard("tokenizer", "encode", tokenizer(work), "--ids", "--input", os.path.join(work.args.data, f"train.{language}.gz"), "-o", output)
    return [[int(id) for id in line.split()] + [EOS] for line in read_lines(output)]


def texts(work):
    """The training set as ids, for the peers."""
    path = work.file("texts.json")
    if os.path.exists(path):
        return path
    sides = [pieces(work, language) for language in ("en", "fr")]
    found = {"pieces": {"vocab": PIECES, "pairs": list(zip(*sides))}}
    if work.args.tatoeba:
        with gzip.open(os.path.join(work.args.tatoeba, "train.tsv.gz"), "rt", encoding="utf-8") as f:
            rows = [line.rstrip("\n").split("\t")[:2] for line, _ in zip(f, range(600))]
        source, target = (numbered([words(row[side]) for row in rows], 10) for side in (0, 1))
        found["book"] = {"vocab": max(source[1], target[1]), "pairs": list(zip(source[0], target[0]))}
    return write_text(path, json.dumps(found))


def peer_command(work, *arguments):
    return [sys.executable, os.path.join(HERE, "peer.py"), "--texts", texts(work), "--device", work.device,
            "--seconds", str(2 * work.args.race_seconds), *arguments]


def peers(work, kind, wanted, *arguments):
    """Stores the peer's result for each case as it arrives."""
    missing = [case for case in wanted if f"{kind} {case}" not in work.results]
    for line in work.lines(peer_command(work, *arguments, *missing)) if missing else ():
        if line.startswith("{"):
            found = json.loads(line)
            work.keep(f"{kind} {found['case']}", found)
    missing = [case for case in wanted if f"{kind} {case}" not in work.results]
    if missing:
        raise Failed(f"out of time: {', '.join(missing)}")
    return {"cases": len(wanted)}


def eager(work):
    return peers(work, "eager", cases(work), *([] if work.device == "cpu" else ["--rates"]))


def compiled_cases(work):
    return ["tiny/float32"] if work.args.quick else ["a/bf16", "a/float32", "base/bf16"]


def compiled(work):
    return peers(work, "compile", compiled_cases(work), "--compile")


def start_compiling(work):
    """Compiles in the background while the checks run; later runs find the results in the compiler's cache."""
    command = peer_command(work, "--compile", "--steps", "3", *compiled_cases(work))
    return work.start(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


CELLS = [(1, 128), (5, 128), (5, 32), (1, 1)]  # beam, batch


def cell_text(work, batch):
    return test_text(work, 20 if batch == 1 or work.args.quick else 1000)


def cell_name(program, beam, batch):
    return f"{program}, beam {beam}, batch {batch}"


def decodes(work, program, rate):
    """Stores rate(beam, batch), sentences per second, for each missing cell."""
    for beam, batch in CELLS:
        name = cell_name(program, beam, batch)
        if name not in work.results:
            work.keep(name, round(rate(beam, batch)))
    return {"cells": len(CELLS)}


def regard_decodes(work):
    model = imported(work)

    def rate(beam, batch):
        cell = ["--input", cell_text(work, batch), "--beam-size", str(beam), "--batch-size", str(batch)]
        found = work.regard("bench", model, *cell, "--device", work.device, "--alone", "0", "--repeats", "2", "--json", "-o", work.file("regard.fr"))
        return json.loads(found)["sentences_per_second"]

    return decodes(work, "regard float32", rate)


def peer_decodes(work, script, kind):
    """Measures one of the peers of tests/bench/run decode."""
    import torch
    if not work.args.checkpoint:
        raise Failed("no --checkpoint was given")
    is_ct2 = script == "peer_ct2.py"

    def rate(beam, batch):
        own = [work.file("ct2")] * is_ct2 + [cell_text(work, batch), work.file("peer.fr")] + [kind] * is_ct2
        numbers = map(str, (beam, batch, torch.get_num_threads(), 0))
        command = [sys.executable, os.path.join(ROOT, "tests/bench", script), work.args.checkpoint, *own, *numbers, work.device]
        return float(work.run(command).splitlines()[-1])

    return decodes(work, f"{'CTranslate2' if is_ct2 else 'transformers'} {kind}", rate)


def transformers_decodes(work):
    return peer_decodes(work, "peer_transformers.py", "float32")


def ct2_decodes(work, kind):
    from importlib.util import find_spec
    if not find_spec("ctranslate2"):
        raise Failed("Python has no ctranslate2")
    return peer_decodes(work, "peer_ct2.py", kind)


PROGRAMS = ["regard float32", "CTranslate2 float32", "CTranslate2 bfloat16", "transformers float32"]
