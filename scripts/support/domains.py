"""Texts by domain: the table of sources, and folders with NAME.en and NAME.fr of each domain."""
import csv
import gzip
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = ROOT / "configs/general-sources.tsv"


def opened(path, mode="rt"):
    """Opens a text, plain or .gz."""
    return gzip.open(path, mode, encoding="utf-8") if path.suffix == ".gz" else open(path, mode, encoding="utf-8")


def sources(path=SOURCES):
    """The rows of the table, by name of the source."""
    with open(path, encoding="utf-8") as file:
        return {row["source"]: row for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)}


def files_of(folder):
    """The name, the English file and the French file of each domain. Ends the program if there are none, or if a translation is missing."""
    files = [(path.stem, path, path.with_suffix(".fr")) for path in sorted(folder.glob("*.en"))]
    wrong = [] if files else [f"{folder}: there are no NAME.en and NAME.fr"]
    wrong += [f"{english}: there is no {french.name} next to it" for _, english, french in files if not french.exists()]
    if wrong:
        print("\n".join(wrong), file=sys.stderr)
        sys.exit(2)
    return files


def row(*cells):
    """A row of a Markdown table."""
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"


def head(*cells):
    return row(*cells) + "\n|" + "---|" * len(cells)
