#!/usr/bin/env python3
"""Word alignments by `regard align` and by eflomal, learned from the same text: alignment error rate, time and memory, as a table.

    tests/bench/align.py --regard build/regard --peers PEERS/bin/python --text data/alignment.en data/alignment.fr \
        --gold data/alignment.gold --train corpus.tsv --train train.en --train train.fr

The pairs of --text are already tokenized. `regard align --words` splits the others into words; with --undo-elisions, French l', du and au become le, de le
and à le, as in the text of NAACL 2003. eflomal's two directions are symmetrized here. Both use their default number of threads."""
import argparse
import os
import random
import resource
import subprocess
import tempfile
import time

EFLOMAL = """
import sys
from eflomal import Aligner
with open(sys.argv[1]) as source, open(sys.argv[2]) as target:
    Aligner().align(source, target, links_filename_fwd=sys.argv[3], links_filename_rev=sys.argv[4], quiet=True)
"""
WHOLE = {"l'": ["le"], "d'": ["de"], "qu'": ["que"], "n'": ["ne"], "s'": ["se"], "j'": ["je"], "m'": ["me"], "t'": ["te"], "c'": ["ce"],
         "lorsqu'": ["lorsque"], "puisqu'": ["puisque"], "du": ["de", "le"], "des": ["de", "les"], "au": ["à", "le"], "aux": ["à", "les"]}


def links_of(path, count):
    with open(path, encoding="utf-8") as lines:
        return [{tuple(map(int, link.split("-"))) for link in line.split()} for line, _ in zip(lines, range(count))]


def grow_diag_final_and(forward, backward):
    taken, union = forward & backward, forward | backward
    sources, targets = {s for s, _ in taken}, {t for _, t in taken}
    grown = True
    while grown:
        grown = False
        for s, t in sorted(union - taken):
            near = any((s + i, t + j) in taken for i in (-1, 0, 1) for j in (-1, 0, 1))
            if near and (s not in sources or t not in targets):
                taken.add((s, t)), sources.add(s), targets.add(t)
                grown = True
    for links in (forward, backward):
        for s, t in sorted(links):
            if s not in sources and t not in targets:
                taken.add((s, t)), sources.add(s), targets.add(t)
    return taken


def timed(command):
    """Wall time and CPU time, in seconds."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.perf_counter() - begin, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def score(args, links):
    text = "".join(" ".join(f"{s}-{t}" for s, t in sorted(line)) + "\n" for line in links)
    found = subprocess.run([args.regard, "score", "--alignment", args.gold, "-f", "text"], input=text, capture_output=True, text=True, check=True)
    return found.stdout.split(":")[0]


def write_text(args, folder):
    """Writes the pairs of --text, then a sample of the others. Returns the number of the former and the total."""
    pairs = list(zip(*(open(path, encoding="utf-8").read().splitlines() for path in args.text)))
    named = len(pairs)
    if args.train:
        words = os.path.join(folder, "words.tsv")
        subprocess.run([args.regard, "align", *args.train, "--words-only", "--words", words], check=True)
        with open(words, encoding="utf-8") as lines:
            others = [tuple(line.rstrip("\n").split("\t")) for line in lines]
        others = [pair for pair in others if all(0 < len(side.split()) <= 80 for side in pair)]
        if args.undo_elisions:
            others = [(source, " ".join(whole for word in target.split() for whole in WHOLE.get(word.lower(), [word]))) for source, target in others]
        random.Random(1).shuffle(others)
        pairs += others[:args.pairs]
    for side, path in enumerate((os.path.join(folder, "text.en"), os.path.join(folder, "text.fr"))):
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(pair[side] + "\n" for pair in pairs)
    return named, len(pairs)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--regard", default="build/regard")
    parser.add_argument("--peers", required=True, help="Python with eflomal")
    parser.add_argument("--text", nargs=2, required=True, metavar="FILE")
    parser.add_argument("--gold", required=True)
    parser.add_argument("--train", action="append", default=[], metavar="FILE")
    parser.add_argument("--pairs", type=int, default=100_000, help="of --train, at random")
    parser.add_argument("--undo-elisions", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        named, count = write_text(args, folder)
        text = [os.path.join(folder, f"text.{side}") for side in ("en", "fr")]
        print(f"{count:,} pairs, of which {named} are scored\n\n| program | links | quality | seconds | processor seconds |\n|---|---|---|---|---|")
        links = os.path.join(folder, "links")
        for method in ("posterior", "grow-diag-final-and"):
            wall, cpu = timed([args.regard, "align", *text, "--tokenized", "--symmetrization", method, "-o", links])
            print(f"| regard | {method} | {score(args, links_of(links, named))} | {wall:.1f} | {cpu:.1f} |", flush=True)
        directions = [os.path.join(folder, name) for name in ("forward", "backward")]
        wall, cpu = timed([args.peers, "-c", EFLOMAL, *text, *directions])
        forward, backward = (links_of(path, named) for path in directions)
        for method, combine in (("grow-diag-final-and", grow_diag_final_and), ("intersection", set.intersection), ("union", set.union)):
            found = [combine(f, b) for f, b in zip(forward, backward)]
            print(f"| eflomal | {method} | {score(args, found)} | {wall:.1f} | {cpu:.1f} |", flush=True)


main()
