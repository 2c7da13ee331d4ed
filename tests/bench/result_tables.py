"""The tables of `tests/bench/run all`, as Markdown, from the results of its measurements."""
import dataclasses

import machine
from measurements import MEASUREMENTS

AVX2 = ".avx2"


@dataclasses.dataclass(frozen=True)
class Comparison:
    """Two rates and their ratio in each row, with all instruction sets and with only AVX2."""
    title: str
    text: str
    names: tuple  # names of measurements
    labels: dict  # heading: key of a row; together they make the label
    sides: tuple = ("peer", "regard")  # keys of the two rates
    headings: tuple = ("peer", "regard")
    more: dict = dataclasses.field(default_factory=dict)  # heading: key; columns after the ratio


@dataclasses.dataclass(frozen=True)
class Plain:
    """A table for each dictionary of columns, with the rows that have all its keys."""
    title: str
    text: str
    names: tuple
    tables: tuple  # each is {heading: key}


TABLES = [
    Comparison("How fast does it train?", "Target tokens per second; the peer is PyTorch eager. A share is that of the machine's product rate.",
               ("train-a", "train-base", "train-bahdanau", "train-d2l", "train-a-bf16"), {"threads": "threads"},
               more={"share, peer": "peer_share", "share, regard": "regard_share"}),
    Comparison("How fast does it translate?", "Sentences per second with the same weights on both sides. Batches of one use a fifth of the sentences.",
               ("decode-ct2", "decode-transformers", "decode-pytorch", "decode-base", "decode-rnn"),
               {"compute": "compute", "batch": "batch", "beam": "beam", "threads": "threads"}, more={"same text": "same_text", "of": "sentences"}),
    Plain("Where does the time of a translation go?", "Shares of the time of each phase, of the time of products of matrices, and of the rate that one "
          "thread's products could reach: all of them, those of the decoder's layers and those of the output.", ("profile",),
          ({"sets": "sets", "compute": "compute", "batch": "batch", "beam": "beam", "reading": "reading", "steps": "steps", "output": "output",
            "search": "search", "products": "products", "of the rate": "of_rate", "steps, of the rate": "steps_of_rate",
            "output, of the rate": "output_of_rate"},)),
    Comparison("What does a second thread bring?", "Target tokens or sentences per second with one thread and with all, alternately, alone and beside an "
               "endless loop on one core.", ("threads-train", "threads-decode"),
               {"batch": "batch", "beam": "beam", "beside a loop": "beside_loop", "threads": "threads"}, sides=("one", "all"),
               headings=("one thread", "all threads")),
    Plain("How do several processes scale?", "Tokens per second: one process, several that train together, as many independent trainings, summed. "
          "Efficiency is relative to as many times one process.", ("processes",),
          ({"processes": "processes", "one": "one", "together": "together", "independent": "apart", "efficiency": "efficiency", "least": "least",
           "most": "most", "relative to independent": "against_apart"},)),
    Plain("What do fewer bits cost?", "BLEU on the validation set, and sentences per second.", ("bits",),
          ({"compute": "setting", "beam": "beam", "threads": "threads", "BLEU": "bleu", "sentences/s": "sentences_per_s"},)),
    Plain("What does a shortlist cost?", "BLEU on the validation set, and sentences per second.", ("shortlist",),
          ({"search among": "setting", "beam": "beam", "threads": "threads", "BLEU": "bleu", "sentences/s": "sentences_per_s"},)),
    Comparison("How fast is it in a browser?", "Sentences per second of processor time in int8: the program, and the module in Node.js.", ("web",),
               {"beam": "beam"}, headings=("program", "module"), more={"same text": "same_text", "of": "sentences", "memory, MB": "memory_mb"}),
    Plain("The server", "Beside two servers of CTranslate2: requests per second, latency in milliseconds and the shares of answers that the command line "
          "gives too; the ratios of the same rounds; the p99 of single sentences, alone and beside a document.", ("serve",),
          ({"clients": "clients", "server": "server", "requests/s": "rate", "p50": "p50", "p99": "p99", "same text": "same_text"},
           {"clients": "clients", "requests/s": "rate", "ratio": "median", "least": "least", "most": "most"},
           {"server": "server", "sentences": "document", "p99 alone": "p99_alone", "p99 beside": "p99_beside", "ratio": "ratio",
            "document, s": "document_s"})),
    Plain("How fast does it start?", "From the start of the process to the first translation.", ("start-translate",),
          ({"model": "run", "threads": "threads", "ms": "first_translation_ms", "least": "least_ms", "peak MiB": "peak_mib"},)),
    Plain("How fast is the Python module imported?", "Milliseconds to the end of an import; `sys` costs nothing.", ("start-python",),
          ({"module": "import", "ms": "ms", "least": "least_ms"},)),
    Plain("How fast does a training start?", "From the command to the first step; the second run has its text prepared.", ("start-train",),
          ({"pairs": "pairs", "threads": "threads", "run": "run", "s": "seconds", "own MB": "own_mb", "mapped MB": "mapped_mb"},)),
    Plain("How much memory does training take?", "Resident memory over the steps, with a state saved every 20.", ("memory-train",),
          ({"step": "step", "threads": "threads", "own MB": "own_mb", "mapped MB": "mapped_mb"},)),
    Plain("How much memory does translation take?", "Of a sentence, with the base model.", ("memory-translate",),
          ({"model": "run", "threads": "threads", "peak MiB": "peak_mib"},)),
    Comparison("How fast does it score?", "Lines per second, each from start to end.", ("score",), {"metrics": "metrics", "lines": "lines"}),
]
BY_NAME = {measurement.name: measurement for measurement in MEASUREMENTS}


def shown(value):
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and abs(value) >= 100:
        value = round(value)
    return f"{value:,}" if isinstance(value, (int, float)) else str(value)


def markdown(headings, rows):
    lines = ["| " + " | ".join(line) + " |\n" for line in (headings, *rows)]
    return "".join([lines[0], "|---" * len(headings) + "|\n", *lines[1:]])


def goal_of(measurement, row):
    return measurement.goals.get(row.get("compute", row.get("precision", "")), measurement.goals.get(""))


def misses(measurement, row):
    goal = goal_of(measurement, row)
    return goal is not None and row["ratio"] < goal


def ratio_of(measurement, row):
    ratio = f"{row['ratio']} ({row['least']}–{row['most']})"
    return f"**{ratio} missed**" if misses(measurement, row) else ratio


def paired(table, name, results):
    """The rows of a measurement as pairs with the same labels: (with all instruction sets, with only AVX2). {} stands for a missing row."""
    keys = [*table.labels.values()]
    columns = [{tuple(row.get(key) for key in keys): row for row in results.get(job, {"rows": []})["rows"] if "ratio" in row}
               for job in (name, name + AVX2)]
    return [tuple(column.get(label, {}) for column in columns) for label in dict.fromkeys([*columns[0], *columns[1]])]


def comparison(table, results):
    found = [(BY_NAME[name], *pair) for name in table.names for pair in paired(table, name, results)]
    labels = {heading: key for heading, key in table.labels.items() if any(key in (native or avx2) for _, native, avx2 in found)}
    avx2_too = any(avx2 for _, _, avx2 in found)
    goals = any(goal_of(measurement, native or avx2) is not None for measurement, native, avx2 in found)
    more = {heading: key for heading, key in table.more.items() if any(key in native for _, native, _ in found)}

    def cells(measurement, row):
        return [shown(row[side]) for side in table.sides] + [ratio_of(measurement, row)] if row else [""] * 3

    if not found:
        return ""
    rows = []
    for measurement, native, avx2 in found:
        row = [measurement.label, *(shown((native or avx2).get(key, "")) for key in labels.values()), *cells(measurement, native)]
        row += cells(measurement, avx2) if avx2_too else []
        row += [shown(goal_of(measurement, native or avx2) or "")] if goals else []
        rows.append(row + [shown(native.get(key, "")) for key in more.values()])
    headings = ["", *labels, *table.headings, "ratio"]
    headings += [*(f"AVX2: {name}" for name in table.headings), "AVX2: ratio"] if avx2_too else []
    return markdown(headings + (["goal"] if goals else []) + [*more], rows)


def jobs_of(table):
    return [job for name in table.names for job in (name, name + AVX2)]


def plain(table, results):
    rows = [row for job in jobs_of(table) for row in results.get(job, {"rows": []})["rows"]]
    chosen = [(columns, [row for row in rows if set(columns.values()) <= set(row)]) for columns in table.tables]
    return "\n".join(markdown(columns, [[shown(row[key]) for key in columns.values()] for row in some]) for columns, some in chosen if some)


def commands_of(table, results):
    """The commands that made a table; one that is measured twice is listed once."""
    found = [results[job]["command"] for job in jobs_of(table) if job in results]
    return "".join(f"tests/bench/{command}\n" for command in dict.fromkeys(command.replace(" --work SCRATCH", "") for command in found))


def absences(table, reasons):
    """A line for each reason why measurements of a table are missing."""
    jobs = {}
    for job in filter(reasons.get, jobs_of(table)):
        jobs.setdefault(reasons[job], []).append(job)
    return "".join(f"- {', '.join(some)}: {reason}\n" for reason, some in jobs.items())


def section(table, results, reasons):
    body = (comparison if isinstance(table, Comparison) else plain)(table, results)
    parts = [f"## {table.title}\n", f"{table.text}\n"]
    parts += [f"```\n{commands_of(table, results)}```\n", body] if body else []
    absent = absences(table, reasons)
    return "\n".join(parts + ([f"Missing:\n\n{absent}"] if absent else []))


def goals_in_words(results):
    """A sentence with the number of cells that reach their goal, and of all cells with a goal."""
    cells = [(name, BY_NAME[name.removesuffix(AVX2)], row) for name, result in results.items() for row in result["rows"] if "ratio" in row]
    cells = [cell for cell in cells if goal_of(*cell[1:]) is not None]
    missed = [name for name, measurement, row in cells if misses(measurement, row)]
    counts = ", ".join(f"{missed.count(name)} of {name}" for name in dict.fromkeys(missed))
    return f"{len(cells) - len(missed)} of {len(cells)} goals are reached" + (f"; missed: {counts}" if missed else "") + "."


def document(results, reasons, processor, versions):
    known = ", ".join(f"{name} {version}".strip() for name, version in versions.items()) or "none"
    results = {name: result for name, result in results.items() if name.removesuffix(AVX2) in BY_NAME}
    head = ("# Performance on this machine\n\n"
            f"Written by `tests/bench/run all`. The processor: {machine.in_words(processor)}. The peers: {known}.\n\n"
            "A comparison alternates between both sides; a ratio is the median of those of its pairs, with the least and the most, and is marked where the "
            f"goal of its cell is missed. {goals_in_words(results)}\n\nIn the columns of AVX2 the environment keeps both sides to it: "
            f"`{' '.join(f'{name}={value}' for name, value in machine.ONLY_AVX2.items())}`.\n")
    return "\n".join([head, *(section(table, results, reasons) for table in TABLES)])
