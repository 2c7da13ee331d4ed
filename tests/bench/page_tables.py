"""The tables of docs/performance.md: which figures of docs/performance.json each cell shows.

A table is rows times columns. The conditions of a row and a column must both hold for one row of figures: its measurement (name), its machine, and
any of its values; a tuple lists several allowed values. The cell shows these figures in the form of the row, if it has one, or of the column; it is empty
if there are none.
"""
import dataclasses
import itertools

ZEN5, ZEN4, ZEN3 = ({"machine": name} for name in ("Zen 5", "Zen 4", "Zen 3"))
RATIO = "{ratio}"  # with its minimum and maximum


@dataclasses.dataclass(frozen=True)
class Row:
    labels: tuple
    pick: dict
    form: str = ""  # replaces the columns' form


@dataclasses.dataclass(frozen=True)
class Column:
    heading: str
    form: str
    pick: dict | tuple = dataclasses.field(default_factory=dict)  # a tuple lists alternatives


@dataclasses.dataclass(frozen=True)
class Table:
    name: str  # as in the marker on the page
    headings: tuple  # headings of the labels' columns
    rows: tuple
    columns: tuple


def by_machine(label, name, machines, **more):
    """A row for each machine; the first has the label."""
    return tuple(Row((label if number == 0 else "", machine["machine"]), {"name": name, **machine, **more}) for number, machine in enumerate(machines))


TRAIN = Table("train", ("model", "machine"), (
    *by_machine("`d2l`: the book's RNN with attention, GRU 32/32, 2 layers", "train-d2l", (ZEN5, ZEN3)),
    *by_machine("`bahdanau`: GRU 256/256, 2 layers, 8,000 subwords", "train-bahdanau", (ZEN5, ZEN3)),
    *by_machine("`a`: Transformer 256/4/1024, 3+3 layers, 8,000 subwords", "train-a", (ZEN5, ZEN4, ZEN3)),
    *by_machine("`a` in bfloat16 on both sides", "train-a-bf16", (ZEN4,)),
    *by_machine("`base`: Transformer 512/8/2048, 6+6 layers", "train-base", (ZEN5, ZEN3)),
), (Column("PyTorch eager", "{peer}"), Column("regard", "{regard}"), Column("ratio", RATIO)))

DECODE = Table("decode", ("compute, batch size, beam",), tuple(
    Row((f"{compute}, {batch}, {beam}",), {"compute": compute, "batch": batch, "beam": beam})
    for compute, batches in (("float32", (1, 8, 32, 128)), ("int8", (1, 32, 128))) for batch in batches for beam in (1, 5)
), (Column("Zen 5: regard, sentences/s", "{regard}", {"name": "decode-ct2"} | ZEN5), Column("Zen 5", RATIO, {"name": "decode-ct2"} | ZEN5),
    Column("Zen 5, both with AVX2", RATIO, {"name": "decode-ct2.avx2"} | ZEN5), Column("Zen 3", RATIO, {"name": "decode-ct2"} | ZEN3)))

OTHERS = Table("decode-others", ("model, peer", "machine"), (
    *by_machine("base model (512/8/2048, 6+6 layers), CTranslate2", "decode-base", (ZEN5, ZEN3), compute="float32"),
    *by_machine("Transformer, transformers", "decode-transformers", (ZEN5, ZEN3), compute="float32"),
    *by_machine("Transformer, PyTorch script", "decode-pytorch", (ZEN5, ZEN3), compute="float32"),
    *by_machine("RNN with attention, PyTorch script, one thread", "decode-rnn", (ZEN5, ZEN3), compute="float32"),
), tuple(Column(f"{batch}, beam {beam}", RATIO, {"batch": batch, "beam": beam}) for batch in (1, 32) for beam in (1, 5)))

MARIAN = Table("marian", ("model", "compute, batch size, beam"), tuple(
    Row((label if number == 0 else "", f"{compute}, {batch}, {beam}"), {"name": "decode-marian", "model": model, "compute": compute, "batch": batch,
                                                                       "beam": beam} | ZEN5)
    for model, label in (("a", "Transformer 256/4/1024, 3+3 layers, 8,000 subwords"), ("base", "base model, 32,000 subwords, random weights"))
    for number, (compute, batch, beam) in enumerate(itertools.product(("float32", "int8"), (1, 32), (1, 4)))
), (Column("Marian", "{marian_ms}"), Column("regard", "{regard_ms}"), Column("ratio", RATIO), Column("ratio of wall time", "{wall}")))

START_MARIAN = Table("start-marian", ("model", "compute"), tuple(
    Row((label if compute == "float32" else "", compute), {"name": "start-marian", "model": model, "compute": compute} | ZEN5)
    for model, label in (("a", "Transformer 256/4/1024"), ("base", "base model, 32,000 subwords")) for compute in ("float32", "int8")
), (Column("ratio of the time", RATIO), Column("Marian", "{marian_mib} MiB"), Column("regard", "{regard_mib} MiB")))

BITS = Table("bits", ("compute",), tuple(Row((compute,), {"name": "bits", "setting": compute} | ZEN5) for compute in ("float32", "bf16", "int8")),
             tuple(Column(f"{what}, {words}", form, {"beam": beam}) for what, form in (("BLEU", "{bleu:.2f}"), ("sentences/s", "{sentences_per_s}"))
                   for beam, words in ((1, "greedy"), (5, "beam 5"))))

SHORTLIST = Table("shortlist", ("model",), tuple(
    Row((label,), {"name": "shortlist-models", "model": model}) for model, label in (
        ("short", "Transformer 256/512, 3+3 layers"), ("long", "the same, trained longer and averaged"), ("rnn", "RNN with attention, 320"))
), tuple(Column(heading.format(what), form, {"setting": setting}) for what, form in (("BLEU", "{bleu:.2f}"), ("sentences/s", "{sentences_per_s}"))
         for setting, heading in (("all tokens", "{}"), ("shortlist", "with shortlist"))))

SERVER = Table("server", ("clients", ""), tuple(
    Row((str(clients) if form == "{rate}" else "", what), {"name": "serve", "clients": clients} | ZEN4, form)
    for clients in (1, 8, 64) for what, form in (("sentences/s", "{rate}"), ("latency p50, p99 (ms)", "{p50:.0f}, {p99:.0f}"))
), tuple(Column(heading, "", {"server": server}) for server, heading in (
    ("regard", "regard"), ("batching", "CTranslate2, batches"), ("one_by_one", "CTranslate2, one by one"))))

START = Table("start", ("",), (
    *(Row((compute,), {"name": "start-translate", "run": models} | ZEN4, "{first_translation_ms:.0f} ms, {peak_mib:.0f} MiB")
      for compute, models in (("float32", ("CT2", "MODEL")), ("int8", ("CT2_INT8", "MODEL_INT8")))),
    Row(("import of the Python module",), {"name": "start-python"} | ZEN4, "{ms:.0f} ms"),
    Row(("wheel",), {"name": "size", "of": "wheel"}, "{packed_mb:.1f} MB"),
), (Column("CTranslate2 in Python", "", ({"run": ("CT2", "CT2_INT8")}, {"import": "ctranslate2"}, {"program": "ctranslate2"})),
    Column("regard", "", ({"run": ("MODEL", "MODEL_INT8")}, {"import": "regard"}, {"program": "regard"}))))

START_TRAIN = Table("start-train", ("text",), tuple(
    Row((label,), {"name": "start-train", "pairs": pairs, "run": run} | ZEN5) for pairs, run, label in (
        (29000, "first", "Multi30k, first time"), (29000, "second", "Multi30k, prepared"),
        (1000000, "first", "1 M pairs (Multi30k repeated), first time"), (1000000, "second", "1 M pairs, prepared"),
        (992885, "minutes", "992,885 pairs of 23 sources, `--data --minutes 10`, from nothing, two threads"))
), (Column("command to first step", "{seconds} s"), Column("memory", "{own_mb:.0f} MB")))

SCORE = Table("score", ("",), tuple(
    Row((label,), {"name": "score", "metrics": metrics} | ZEN5) for metrics, label in (
        ("bleu", "BLEU of 100,000 lines"), ("bleu, chrf", "BLEU and chrF of 100,000 lines"),
        ("bootstrap", "paired bootstrap of two systems, BLEU and chrF, 20,000 lines"))
), (Column("regard", "{lines/regard:.2f} s"), Column("sacreBLEU", "{lines/peer:.1f} s"), Column("ratio", RATIO)))

QUALITY = Table("quality", ("model",), tuple(
    Row((label,), {"name": "bleu", "model": model}) for model, label in (
        ("multi30k-transformer", "`multi30k-transformer`: 256/512, 3+3 layers, 6,000 subwords; three seeds"),
        ("multi30k-bahdanau", "`multi30k-bahdanau`: GRU 320, one bidirectional layer, maxout readout"),
        ("marianmt", "an untuned MarianMT: 256/1024, 3+3 layers, dropout 0.1, post-norm"))
), (Column("steps", "{steps}"), Column("target tokens", "{tokens_m} M"), Column("BLEU, validation", "{bleu}"), Column("BLEU, test", "{test_bleu}")))

CURVE = Table("curve", ("minutes",), (Row(("`multi30k-transformer` (cosine schedule, not guided)",), {"name": "curve", "model": "multi30k-transformer"}),),
              tuple(Column(str(minutes), "{bleu}", {"minutes": minutes}) for minutes in (3, 9, 17, 24, 42, 83)))
CURVE_JOEY = Table("curve-joeynmt", ("minutes",), (Row(("JoeyNMT, 256/1024, 3+3 layers, 8,000 subwords",), {"name": "curve", "model": "joeynmt"}),),
                   tuple(Column(str(minutes), "{bleu:.1f}", {"minutes": minutes}) for minutes in (9, 18, 27)))

MINUTES = Table("minutes", ("minutes", "model"), tuple(
    Row((shown, label), {"name": "minutes", "minutes": minutes, "model": model}) for minutes, shown, model, label in (
        (10, "10, Zen 5", "multi30k-transformer", "`multi30k-transformer` (cosine schedule, not guided, bf16)"), (10, "", "marianmt", "MarianMT"),
        (41, "41, Zen 3", "multi30k-transformer", "`multi30k-transformer` (cosine schedule, not guided, float32)"), (41, "", "marianmt", "MarianMT"))
), (Column("target tokens", "{tokens_m} M"), Column("BLEU, validation", "{bleu:.1f}"), Column("BLEU, test", "{test_bleu:.1f}")))

SIZE = Table("size", ("",), tuple(Row((label,), {"name": "size", "of": of}) for of, label in (
    ("program", "the program, stripped"), ("image", "image without models"), ("package", "package `regard` with the model"),
    ("library", "package `libregard-runtime0.2`"), ("wheel", "wheel with the model"))
), (Column("files", "{files_mb:.1f}", {"program": "regard"}), Column("packed", "{packed_mb:.1f}", {"program": "regard"})))

TABLES = (TRAIN, QUALITY, CURVE, CURVE_JOEY, MINUTES, DECODE, OTHERS, MARIAN, BITS, SHORTLIST, SERVER, START, START_MARIAN,
          START_TRAIN, SIZE, SCORE)
