"""`tests/bench/run page`: writes the tables of docs/performance.md from docs/performance.json, which has the measurements.

  tests/bench/run page                              after changes to the figures or to page_tables.py
  tests/bench/run page --add DIR --machine NAME     with the results of `tests/bench/run all --work DIR`, replacing those of that machine
  tests/bench/run page --check                      exits with 1 if the page would change

On the page, a table is between <!-- table NAME --> and <!-- end of table -->.
"""
import json
import pathlib
import re
import string
import sys

from page_tables import TABLES
from pairs import ROOT

PAGE = pathlib.Path(ROOT, "docs", "performance.md")
FIGURES = pathlib.Path(ROOT, "docs", "performance.json")
BEGIN, END = "<!-- table {} -->\n", "<!-- end of table -->\n"
MARKED = re.compile(r"<!-- table (\S+) -->\n(.*?)<!-- end of table -->\n", re.DOTALL)


def short(value):
    """A number with at least three digits; the numbers of a list are joined."""
    if isinstance(value, list):
        return ", ".join(map(short, value))
    if isinstance(value, float) and abs(value) >= 100:
        value = round(value)
    return f"{value:,}" if isinstance(value, (int, float)) else str(value)


def short_ratio(value):
    return f"{value:.1f}" if value < 9.95 else f"{value:.0f}"


class Absent(Exception):
    """The figures lack a value that a form shows."""


class Shown(string.Formatter):
    """Fills forms: {ratio} with its range, {a/b} with a quotient, others as in short()."""

    def get_value(self, key, args, kwargs):
        figures = args[0]
        over, slash, under = key.partition("/")
        if any(name not in figures for name in (over, under) if name):
            raise Absent(key)
        return figures[over] / figures[under] if slash else (figures if key == "ratio" else figures[key])

    def format_field(self, value, format_spec):
        if isinstance(value, dict):
            span = f" ({short_ratio(value['least'])}–{short_ratio(value['most'])})" if "least" in value else ""
            return short_ratio(value["ratio"]) + span
        return format(value, format_spec) if format_spec else short(value)


def fits(figures, pick):
    if isinstance(pick, tuple):
        return any(fits(figures, each) for each in pick)
    return all(figures.get(key) in (value if isinstance(value, tuple) else (value,)) for key, value in pick.items())


def cell(figures, row, column):
    found = [each for each in figures if fits(each, row.pick) and fits(each, column.pick)]
    if len(found) > 1:
        raise ValueError(f"{len(found)} rows of figures fit {row.pick} and {column.pick}, but a cell shows one")
    try:
        return Shown().vformat(row.form or column.form, found, {}) if found else ""
    except Absent:
        return ""


def rendered(table, figures):
    headings = [*table.headings, *(column.heading for column in table.columns)]
    rows = [[*row.labels, *(cell(figures, row, column) for column in table.columns)] for row in table.rows]
    lines = [headings, ["---"] * len(headings), *rows]
    text = "".join("| " + " | ".join(line) + " |\n" for line in lines)
    return text.replace("|  |", "| |").replace("|  |", "| |").replace("| --- ", "|---").replace("|---|\n", "|---|\n")


def flat(measurements):
    """Each row of figures with its measurement and its machine."""
    return [{"name": each["name"], "machine": each["machine"], **row} for each in measurements for row in each["rows"]]


def page(text, measurements):
    """The page with its tables rewritten."""
    tables, figures = {table.name: table for table in TABLES}, flat(measurements)
    marked = [name for name, _ in MARKED.findall(text)]
    if sorted(marked) != sorted(tables):
        sys.exit(f"bench page: {PAGE.name} marks the tables {', '.join(sorted(marked))}, but page_tables.py has {', '.join(sorted(tables))}")
    return MARKED.sub(lambda match: BEGIN.format(match[1]) + "\n" + rendered(tables[match[1]], figures) + "\n" + END, text)


def written(measurements):
    """The JSON of measurements: a line for each row of figures."""
    blocks = []
    for each in measurements:
        head = ", ".join(f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in each.items() if key != "rows")
        rows = ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in each["rows"])
        blocks.append(f"{{{head}, \"rows\": [\n{rows}\n]}}")
    return "[\n" + ",\n".join(blocks) + "\n]\n"


def with_results(measurements, folder, machine):
    """The measurements, in which those of `folder` replace the same ones of `machine`."""
    paths = sorted(pathlib.Path(folder, "results").glob("*.json"))
    if not paths:
        sys.exit(f"bench page: {folder} has no results: run tests/bench/run all --work {folder}")
    fresh = []
    for path in paths:
        result = json.loads(path.read_text(encoding="utf-8"))
        fresh.append({"name": result["name"], "machine": machine, "command": result["command"], "processor": result["processor"]["model"],
                      "versions": result["versions"], "rows": result["rows"]})
    names = {each["name"] for each in fresh}
    return [each for each in measurements if each["machine"] != machine or each["name"] not in names] + fresh


def write_page(args):
    if bool(args.add) != bool(args.machine):
        sys.exit("bench page: --add and --machine belong together: the results, and what the page calls their machine")
    measurements = json.loads(FIGURES.read_text(encoding="utf-8"))
    if args.add:
        measurements = with_results(measurements, args.add, args.machine)
    old, text = PAGE.read_text(encoding="utf-8"), written(measurements)
    new = page(old, measurements)
    if args.check:
        if new != old or text != FIGURES.read_text(encoding="utf-8"):
            sys.exit("bench page: docs/performance.md is not what docs/performance.json says: run tests/bench/run page")
        return
    FIGURES.write_text(text, encoding="utf-8")
    PAGE.write_text(new, encoding="utf-8")


def add_options(commands):
    parser = commands.add_parser("page", help="the tables of docs/performance.md, from docs/performance.json")
    parser.set_defaults(function=write_page, work="")
    parser.add_argument("--add", metavar="DIR", default="", help="put the results of `all --work DIR` into docs/performance.json")
    parser.add_argument("--machine", metavar="NAME", default="", help="what the page calls the machine of these results, such as 'Zen 5'")
    parser.add_argument("--check", action="store_true", help="write nothing; end with 1 if the page is out of date")
