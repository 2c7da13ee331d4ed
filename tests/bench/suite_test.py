#!/usr/bin/env python3
"""`tests/bench/run all` without real measurements: what it runs, what it keeps, and its tables. Nothing is timed."""
import argparse
import contextlib
import importlib.machinery
import importlib.util
import io
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/bench"))

import suite  # noqa: E402
import machine  # noqa: E402
import result_tables  # noqa: E402
from measurements import MEASUREMENTS  # noqa: E402

ZEN = {"model": "A processor", "sets": ["AVX2", "AVX-512", "VNNI"], "cores": 2}
OLD = {"model": "An old processor", "sets": ["AVX2"], "cores": 1}
VERSIONS = {"torch": "2.0", "ctranslate2": "4.0", "transformers": "5.0", "sentencepiece": "0.2", "sacrebleu": "2.6"}
ROW = {"pairs": 5, "peer": 100, "regard": 200, "ratio": 2.0, "least": 1.9, "most": 2.25}
CPUINFO = """processor\t: 0
model name\t: Some Xeon
flags\t\t: fpu sse2 avx2 avx512f avx512_vnni amx_tile
"""


def parser_of_bench():
    loader = importlib.machinery.SourceFileLoader("run", str(ROOT / "tests/bench/run"))
    spec = importlib.util.spec_from_loader("run", loader)
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module.parser()


class Fake:
    """Stands in for commands and records them; commands whose line contains `failing` fail."""

    def __init__(self, failing=None):
        self.commands, self.environments, self.failing = [], [], failing

    def __call__(self, command, environment, seconds):
        line = " ".join(map(str, command))
        self.commands.append(line)
        self.environments.append(environment)
        if self.failing and self.failing in line:
            raise subprocess.CalledProcessError(1, command)
        for word in command:
            if str(word).endswith(".part"):
                pathlib.Path(word).mkdir()
        return ["pair 1: something\n", json.dumps({"threads": 2, "precision": "float32", "compute": "float32", **ROW}) + "\n"]

    def measured(self):
        """The recorded commands with their first argument, such as "train a"."""
        return [" ".join(line.split("tests/bench/run ")[1].split()[:2]) for line in self.commands if "tests/bench/run " in line]


class OfAFolder(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.said = self.enterContext(contextlib.redirect_stderr(io.StringIO()))
        self.enterContext(contextlib.redirect_stdout(io.StringIO()))

    def run_all(self, *only, fake=None, processor=None, versions=None, **changed):
        """The commands that a suite would run."""
        fake = fake or Fake()
        given = {"race": "RACE", "peers": "python", "data": "DATA", "tatoeba": "TATOEBA", "checkpoint": "MARIAN", "folder": str(self.folder),
                 "only": only, "pairs": 5, "hours": 10, "list": False}
        with mock.patch.object(suite, "execute", fake), mock.patch.object(machine, "read_processor", lambda: processor or ZEN), \
                mock.patch.object(machine, "peer_versions", lambda python: VERSIONS if versions is None else versions):
            suite.measure_all(argparse.Namespace(**given | changed))
        return fake

    def results(self):
        return sorted(path.name for path in (self.folder / "results").iterdir())

    def text(self):
        return (self.folder / "performance.md").read_text(encoding="utf-8")

    def section(self, title):
        return self.text().split(f"## {title}\n")[1].split("\n## ")[0]


class ARerun(OfAFolder):
    def test_does_only_what_is_missing(self):
        self.run_all("train-a", "bits")
        (self.folder / "results/train-a.avx2.json").unlink()
        self.assertEqual(self.run_all("train-a", "bits").measured(), ["train a"])
        self.assertEqual(self.run_all("train-a", "bits").measured(), [])

    def test_keeps_what_others_have_measured_in_the_tables(self):
        self.run_all("train-a")
        self.run_all("train-d2l")
        self.assertIn("Transformer 256/4/1024", self.text())

    def test_measures_again_with_another_number_of_pairs(self):
        self.run_all("train-d2l", pairs=1)
        self.assertEqual(self.run_all("train-d2l", pairs=5).measured(), ["train d2l", "train d2l"])
        self.assertIn("--pairs 5", self.section("How fast does it train?"))

    def test_tries_again_what_failed_and_meanwhile_does_the_rest(self):
        with self.assertRaises(SystemExit) as ended:
            self.run_all("train-a", "train-d2l", fake=Fake(failing="train a "))
        self.assertEqual(ended.exception.code, 1)
        self.assertEqual(self.results(), ["train-d2l.avx2.json", "train-d2l.json"])
        self.assertIn("train-a, train-a.avx2: failed", self.text())
        self.assertEqual(self.run_all("train-a", "train-d2l").measured(), ["train a", "train a"])

    def test_finds_no_result_of_an_interrupted_measurement(self):
        def interrupted(command, environment, seconds):
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            self.run_all("train-a", fake=interrupted)
        self.assertEqual(self.results(), [])

    def test_refuses_results_of_another_machine(self):
        self.run_all("train-d2l")
        with self.assertRaisesRegex(SystemExit, "was measured on A processor .* but this is An old processor"):
            self.run_all("train-d2l", processor=OLD)

    def test_makes_models_once_and_half_made_ones_again(self):
        (self.folder / "made/CT2.part").mkdir(parents=True)
        first = self.run_all("start-translate").commands
        self.assertEqual(sum("regard import" in line for line in first), 1)
        self.assertEqual(sum("export" in line for line in first), 2)
        (self.folder / "results/start-translate.json").unlink()
        self.assertEqual(len(self.run_all("start-translate").commands), 1)


class AMeasurement(OfAFolder):
    def test_is_made_as_the_machine_is_and_with_avx2_alone(self):
        with mock.patch.dict("os.environ", REGARD_ISA="avx512", HOME="/home"):
            native, avx2 = self.run_all("train-a").environments
        self.assertFalse(set(machine.ONLY_AVX2) & set(native))
        self.assertEqual({name: avx2[name] for name in machine.ONLY_AVX2}, machine.ONLY_AVX2)
        self.assertEqual(avx2["HOME"], "/home")

    def test_with_avx2_is_skipped_where_there_is_nothing_better(self):
        self.assertEqual(self.run_all("train-a", processor=OLD).measured(), ["train a"])
        self.assertRegex(self.section("How fast does it train?"), r"- train-a\.avx2.*: the processor has nothing above AVX2")
        self.assertNotIn("AVX2: ratio", self.text())

    def test_with_avx2_alone_can_be_named(self):
        self.run_all("train-a.avx2")
        self.assertEqual(self.results(), ["train-a.avx2.json"])

    def test_that_is_unknown_is_refused(self):
        with self.assertRaisesRegex(SystemExit, "unknown measurement train-z"):
            self.run_all("train-z")

    def test_is_skipped_with_its_reason_where_something_is_missing(self):
        self.assertEqual(self.run_all("train-d2l", "decode-base", "start-python", tatoeba="", checkpoint="").commands, [])
        self.assertIn("train-d2l, train-d2l.avx2: --tatoeba is not given", self.text())
        self.assertIn("--checkpoint is not given", self.section("How fast does it translate?"))
        self.assertIn("start-python: the Python of --peers has no regard", self.text())

    def test_needs_the_packages_of_the_peers(self):
        self.assertEqual(self.run_all("train-d2l", versions={}).commands, [])
        self.assertIn("the Python of --peers has no torch", self.text())

    def test_that_would_end_too_late_waits_for_a_rerun(self):
        minutes = next(each.minutes for each in MEASUREMENTS if each.name == "bits")
        self.assertEqual(self.run_all("bits", hours=(minutes - 0.1) / 60).commands, [])
        self.assertIn("bits: not measured yet", self.text())
        self.assertEqual(self.run_all("bits", hours=(minutes + 0.1) / 60).measured(), ["bits --model"])

    def test_is_ended_with_its_programs_when_the_time_is_over(self):
        with self.assertRaises(subprocess.TimeoutExpired):
            suite.execute(["sh", "-c", "sleep 600 & echo one; wait"], None, 0.2)
        self.assertIn("one", self.said.getvalue())

    def test_that_is_ended_waits_for_a_rerun(self):
        def too_long(command, environment, seconds):
            raise subprocess.TimeoutExpired(command, seconds)

        self.run_all("bits", fake=too_long, checkpoint="MARIAN")
        self.assertEqual(self.results(), [])
        self.assertIn("bits: not measured yet", self.text())

    def test_of_all_takes_at_most_an_hour(self):
        making = 5  # minutes, most of them for the RNN
        self.assertLessEqual(sum(job.minutes for job in suite.all_jobs(5)) + making, 60)

    def test_has_a_command_that_bench_understands(self):
        for job in suite.all_jobs(5):
            script, *words = job.command.split()
            with self.subTest(job.name):
                if script == "run":
                    self.assertTrue(callable(parser_of_bench().parse_args(words).function))
                else:
                    self.assertTrue((ROOT / "tests/bench" / script).exists())

    def test_is_in_one_table(self):
        named = [name for table in result_tables.TABLES for name in table.names]
        self.assertEqual(sorted(named), sorted(measurement.name for measurement in MEASUREMENTS))


class Tables(unittest.TestCase):
    def document(self, results, reasons=None):
        full = {name: {"command": "run train a --pairs 5 --work SCRATCH", "rows": rows} for name, rows in results.items()}
        return result_tables.document(full, reasons or {}, ZEN, VERSIONS)

    def test_show_both_sides_the_ratio_and_the_goal_of_both_sets(self):
        row = {"threads": 2, "precision": "float32", **ROW}
        text = self.document({"train-a": [row | {"peer_share": 0.4, "regard_share": 0.7}],
                              "train-a.avx2": [row | {"peer": 1000, "regard": 1500, "ratio": 1.5, "least": 1.4, "most": 1.6}]})
        self.assertIn("|  | threads | peer | regard | ratio | AVX2: peer | AVX2: regard | AVX2: ratio | goal | share, peer | share, regard |\n", text)
        self.assertIn("| `a`: Transformer 256/4/1024, 3+3 layers | 2 | 100 | 200 | 2.0 (1.9–2.25) | 1,000 | 1,500 | **1.5 (1.4–1.6) missed** | 1.8 | "
                      "0.4 | 0.7 |\n", text)
        self.assertIn("1 of 2 goals are reached; missed: 1 of train-a.avx2.", text)
        self.assertIn("```\ntests/bench/run train a --pairs 5\n```", text)

    def test_put_cells_of_the_same_beam_and_batch_side_by_side(self):
        cells = [{"compute": "int8", "batch": batch, "beam": 1, "threads": 2, **ROW, "regard": 10 * batch} for batch in (1, 8)]
        text = self.document({"decode-ct2": cells, "decode-ct2.avx2": cells[1:]})
        self.assertIn("| int8 | 1 | 1 | 2 | 100 | 10 | 2.0 (1.9–2.25) |  |  |  | 1.3 |", text)
        self.assertIn("| int8 | 8 | 1 | 2 | 100 | 80 | 2.0 (1.9–2.25) | 100 | 80 | 2.0 (1.9–2.25) | 1.3 |", text)

    def test_mark_two_threads_that_are_slower_than_one(self):
        rows = [{"beside_loop": loop, "threads": 2, "one": 50.5, "all": 40.4, **ROW, "ratio": ratio} for loop, ratio in ((False, 0.9), (True, 0.89))]
        text = self.document({"threads-train": rows})
        self.assertIn("| no | 2 | 50.5 | 40.4 | 0.9 (1.9–2.25) | 0.9 |", text)
        self.assertIn("| yes | 2 | 50.5 | 40.4 | **0.89 (1.9–2.25) missed** | 0.9 |", text)

    def test_of_different_figures_stand_below_each_other(self):
        text = self.document({"serve": [{"clients": 1, "server": "regard", "rate": 120.4, "p50": 7.1, "p99": 29.0, "same_text": 1.0},
                                        {"clients": 1, "rate": "regard / batching", "median": 6.5, "least": 6.4, "most": 7.9}]})
        self.assertIn("| 1 | regard | 120 | 7.1 | 29.0 | 1.0 |\n\n| clients |", text)
        self.assertIn("| 1 | regard / batching | 6.5 | 6.4 | 7.9 |", text)

    def test_without_a_peer_show_both_sets_below_each_other(self):
        row = {"compute": "int8", "batch": 8, "beam": 5, "reading": 0.1, "steps": 0.6, "output": 0.2, "search": 0.1, "products": 0.8, "of_rate": 0.75,
               "steps_of_rate": 0.7, "output_of_rate": 0.9}
        text = self.document({"profile": [{"sets": "all", **row}], "profile.avx2": [{"sets": "avx2", **row, "of_rate": 0.95}]})
        self.assertIn("| all | int8 | 8 | 5 | 0.1 | 0.6 | 0.2 | 0.1 | 0.8 | 0.75 | 0.7 | 0.9 |\n| avx2 | int8 | 8 | 5 | 0.1 | 0.6 | 0.2 | 0.1 | 0.8 | 0.95 |",
                      text)

    def test_name_the_machine_and_the_versions(self):
        text = self.document({})
        self.assertIn("A processor (AVX2, AVX-512, VNNI), 2 cores", text)
        self.assertIn("torch 2.0, ctranslate2 4.0", text)

    def test_say_why_something_is_missing(self):
        self.assertIn("Missing:\n\n- web: there is no node here\n", self.document({}, {"web": "there is no node here"}))


class TheProcessor(unittest.TestCase):
    def test_is_known_by_its_model_and_its_sets(self):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write(CPUINFO)
            file.flush()
            found = machine.read_processor(file.name)
        self.assertEqual((found["model"], found["sets"]), ("Some Xeon", ["AVX2", "AVX-512", "VNNI", "AMX"]))
        self.assertGreaterEqual(found["cores"], 1)

    def test_without_avx2_is_not_measured_with_it(self):
        self.assertEqual(machine.why_not_avx2({"sets": []}), "the processor has no AVX2")
        self.assertEqual(machine.why_not_avx2(ZEN), "")


if __name__ == "__main__":
    unittest.main()
