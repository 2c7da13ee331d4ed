"""`tests/bench/run profile`: where the time of a translation goes, and the share of peak throughput that its matrix multiplications reach."""
import os

import decode
from pairs import add_regard, median, show

COMPUTES = ("float32", "bf16", "int8")


def profile_of(args, cell):
    """{phase of the inference engine: its figures}"""
    found = decode.regard_bench(args, args.model, decode.write_text(args, cell[1]), cell, ["--profile"])
    return {row["phase"]: row for row in found["profile"]}


def summary(profile):
    """The shares of time of the phases and of all matrix multiplications, and the share of peak throughput that multiplications reach: all, in the layers, and in the output."""
    in_products = {phase: row["share"] * row["products"] for phase, row in profile.items()}
    products = sum(in_products.values())
    of_rate = sum(in_products[phase] * row["of_rate"] for phase, row in profile.items()) / products
    return {**{phase: row["share"] for phase, row in profile.items()}, "products": products, "of_rate": of_rate,
            **{f"{phase}_of_rate": profile[phase]["of_rate"] for phase in ("steps", "output")}}


def profile(args):
    for compute in COMPUTES:
        for cell in decode.cells_of(args, compute):
            found = [summary(profile_of(args, cell)) for _ in range(args.rounds)]
            show({"sets": os.environ.get("REGARD_ISA", "all"), "compute": compute, "batch": cell[1], "beam": cell[0], "threads": args.threads,
                  **{key: median([each[key] for each in found], 2) for key in found[0]}})


def add_options(commands):
    parser = commands.add_parser("profile", help="where the time of a translation goes, and the share of peak throughput that its products reach")
    parser.set_defaults(function=profile)
    parser.add_argument("--model", required=True, help="model directory")
    parser.add_argument("--rounds", type=int, default=3, help="default: %(default)s")
    decode.add_text_options(parser)
    add_regard(parser, 1)
