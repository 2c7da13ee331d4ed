"""Shared by the benchmarks of `tests/bench/run`: commands, alternating measurements, options."""
import gzip
import json
import os
import statistics
import subprocess
import sys

BENCH = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(BENCH))


def run(command, **kwargs):
    """The standard output of a command, which must succeed."""
    result = subprocess.run(command, capture_output=True, text=True, **kwargs)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{result.stdout}{result.stderr}")
    return result.stdout


def show(row):
    print(json.dumps(row), flush=True)


def median(values, digits=1):
    result = round(statistics.median(values), digits)
    return result if digits else int(result)


def spread(ratios):
    return {"ratio": median(ratios, 2), "least": round(min(ratios), 2), "most": round(max(ratios), 2)}


def in_turns(pairs, measures, digits=1, unit=""):
    """Calls two measures, {name: function}, alternately; returns their medians, and the median, minimum and maximum of the ratios second / first.
    With a unit, prints each pair."""
    (first, second), found = measures, {name: [] for name in measures}
    for pair in range(pairs):
        for name, measure in measures.items():
            found[name].append(measure())
        if unit:
            a, b = found[first][-1], found[second][-1]
            print(f"pair {pair + 1}: {first} {a:.{digits}f}, {second} {b:.{digits}f} {unit}, ratio {b / a:.2f}", flush=True)
    ratios = [b / a for a, b in zip(found[first], found[second])]
    return {"pairs": pairs, **{name: median(rates, digits) for name, rates in found.items()}, **spread(ratios)}


def read_lines(path):
    """The lines of a text, plain or .gz."""
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8", newline="\n") as f:
        return f.read().splitlines()


def write_lines(path, lines):
    with open(path, "w", encoding="utf-8") as f:
        f.writelines(line + "\n" for line in lines)
    return path


def add_regard(parser, threads):
    parser.add_argument("--regard", default=os.path.join(ROOT, "build", "regard"))
    parser.add_argument("--threads", type=int, default=threads)
    parser.add_argument("--work", default="", help="scratch folder; default: a temporary one")
