#!/usr/bin/env python3
"""Tests the tables of docs/performance.md: their notation, and their agreement with docs/performance.json."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/bench"))

import page  # noqa: E402
from page_tables import TABLES, Column, Row, Table  # noqa: E402

FIGURES = [{"name": "race", "machine": "Zen 5", "rows": [{"beam": 1, "peer": 1000, "regard": 2345.6, "ratio": 2.25, "least": 2, "most": 12.4},
                                                        {"beam": 5, "peer": 12, "regard": 30.0}]},
           {"name": "race", "machine": "Zen 3", "rows": [{"beam": 1, "peer": 7, "regard": 7, "ratio": 1.0}]}]


def table(form, row_form="", **pick):
    rows = tuple(Row((f"beam {beam}",), {"name": "race", "beam": beam}, row_form) for beam in (1, 5))
    return Table("race", ("",), rows, (Column("heading", form, {"machine": "Zen 5"} | pick),))


def cells(form, **more):
    """The cells of the only column, for beams 1 and 5."""
    lines = page.rendered(table(form, **more), page.flat(FIGURES)).splitlines()[2:]
    return [line.split("|")[2].strip() for line in lines]


class ThePage(unittest.TestCase):
    def test_is_what_the_figures_say(self):
        run = subprocess.run([sys.executable, ROOT / "tests/bench/run", "page", "--check"], capture_output=True, text=True, check=False)
        self.assertEqual((run.returncode, run.stderr), (0, ""))

    def test_has_no_table_beside_the_marked_ones(self):
        rest = page.MARKED.sub("", page.PAGE.read_text(encoding="utf-8"))
        self.assertEqual([line for line in rest.splitlines() if line.startswith("|")], [])

    def test_shows_every_row_of_figures_that_its_tables_name(self):
        """A row that no cell shows is a figure missing from the page."""
        figures = page.flat(json.loads(page.FIGURES.read_text(encoding="utf-8")))
        names = {row.pick.get("name") for each in TABLES for row in each.rows} | {"decode-ct2", "decode-ct2.avx2"}
        shown = [any(page.fits(one, row.pick) and page.fits(one, column.pick) for each in TABLES for row in each.rows for column in each.columns)
                 for one in figures]
        lost = [one for one, is_shown in zip(figures, shown) if not is_shown and one["name"] in names and "processor" not in one]
        self.assertEqual(lost, [])

    def test_without_a_table_is_refused(self):
        with self.assertRaisesRegex(SystemExit, "marks the tables , but"):
            page.page("nothing", FIGURES)


class ACell(unittest.TestCase):
    def test_shows_a_ratio_with_its_range(self):
        self.assertEqual(cells("{ratio}"), ["2.2 (2.0–12)", ""])

    def test_shows_three_digits_or_more(self):
        self.assertEqual(cells("{peer}, {regard} ms"), ["1,000, 2,346 ms", "12, 30.0 ms"])

    def test_takes_digits_and_quotients_from_the_form(self):
        self.assertEqual(cells("{peer/regard:.2f} s"), ["0.43 s", "0.40 s"])

    def test_has_the_form_of_its_row_if_that_has_one(self):
        self.assertEqual(cells("{peer}", row_form="{regard:.0f}"), ["2346", "30"])

    def test_is_empty_where_nothing_was_measured(self):
        self.assertEqual(cells("{peer}", machine="Zen 4"), ["", ""])

    def test_shows_one_row_of_figures(self):
        with self.assertRaisesRegex(ValueError, "2 rows of figures fit"):
            cells("{peer}", machine=("Zen 5", "Zen 3"))

    def test_shows_what_fits_one_of_several_picks(self):
        self.assertTrue(page.fits({"run": "A"}, ({"run": "B"}, {"run": ("A", "C")})))
        self.assertFalse(page.fits({"run": "A"}, ({"run": "B"}, {"import": "A"})))


class Readme(unittest.TestCase):
    def test_quotes_the_ratios_of_the_page(self):
        ratios = re.findall(r"[0-9.]+ \([0-9.]+–[0-9.]+\)", (ROOT / "README.md").read_text(encoding="utf-8"))
        self.assertGreater(len(ratios), 5)
        performance = (ROOT / "docs/performance.md").read_text(encoding="utf-8")
        for ratio in ratios:
            self.assertIn(f" {ratio} |", performance)


class Results(unittest.TestCase):
    def test_of_a_machine_take_the_place_of_its_older_ones(self):
        with tempfile.TemporaryDirectory() as folder:
            results = pathlib.Path(folder, "results")
            results.mkdir()
            fresh = {"name": "race", "command": "run race", "processor": {"model": "Some Xeon"}, "versions": {}, "seconds": 1, "rows": [{"beam": 1, "peer": 9}]}
            (results / "race.json").write_text(json.dumps(fresh), encoding="utf-8")
            found = page.with_results(FIGURES, folder, "Zen 5")
        self.assertEqual([(each["machine"], len(each["rows"])) for each in found], [("Zen 3", 1), ("Zen 5", 1)])
        self.assertEqual((found[1]["command"], found[1]["processor"]), ("run race", "Some Xeon"))

    def test_are_written_with_a_line_for_each_row(self):
        text = page.written(FIGURES)
        self.assertEqual(json.loads(text), FIGURES)
        self.assertIn('\n  {"beam": 5, "peer": 12, "regard": 30.0}\n', text)


if __name__ == "__main__":
    unittest.main()
