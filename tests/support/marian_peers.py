"""Translations by Marian (pymarian) and by regard with the same options, and their comparison."""
import subprocess

BEAM = 4


def by_marian(model, lines, beam, extra=""):
    """Translations and scores, with one sentence per batch: Marian makes one shortlist for a whole batch, and one maximum length."""
    import _pymarian
    translator = _pymarian.Translator(f"-m {model} -v {model.parent}/vocab.spm {model.parent}/vocab.spm -b {beam} --normalize 1 "
                                      "--cpu-threads 1 --quiet "
                                      f"--mini-batch 1 --maxi-batch 1 --max-length-factor 3 --n-best {extra}")
    best = {}
    for row in "\n".join(translator.translate(lines)).splitlines():
        fields = [field.strip() for field in row.split("|||")]
        best.setdefault(int(fields[0]), (fields[1], float(fields[-1])))
    return [best[line] for line in range(len(lines))]


def by_regard(program, model, lines, beam, extra=()):
    command = [program, "translate", model, "--beam-size", str(beam), "--length-penalty", "1", "--no-whole-words", "--copy", "none", "--no-split",
               "--max-length-ratio", "3", "--max-length-extra", "0", "--format", "nbest", *extra]
    output = subprocess.run(command, input="\n".join(lines) + "\n", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True,
                            text=True).stdout
    rows = [[field.strip() for field in row.split("|||")] for row in output.splitlines()]
    return [(row[1], float(row[-1])) for row in rows]


def compare(name, ours, theirs):
    """The share of translations that are equal or, in beam search, have a higher score: Marian's beam narrows when a hypothesis ends, but regard's does not."""
    equal = [(a, b) for a, b in zip(ours, theirs) if a[0] == b[0]]
    higher = sum(a[0] != b[0] and a[1] > b[1] for a, b in zip(ours, theirs)) if "beam" in name else 0
    furthest = max((abs(a[1] - b[1]) for a, b in equal), default=0.0)
    print(f"{name}: {len(equal)} of {len(ours)} translations are equal, {higher} of the others score higher; scores of equal ones differ by at most "
          f"{furthest:.6f}")
    return (len(equal) + higher) / len(ours)
