#!/usr/bin/env python3
"""`tests/gpu` checks the files that its arguments name before it builds or measures anything."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Arguments(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        for name in ("train.en.gz", "train.fr.gz"):
            (self.folder / name).touch()

    def problem(self, *arguments):
        """The message of the program, which must end at once with exit status 2 and write nothing."""
        command = [sys.executable, ROOT / "tests/gpu", "--work", self.folder / "work", *arguments]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
        self.assertEqual((ended.returncode, ended.stdout), (2, ""))
        self.assertFalse((self.folder / "work").exists())
        return ended.stderr

    def test_each_missing_file_is_named_in_one_line(self):
        data = ["--data", self.folder]
        for arguments, name in ((["--data", self.folder / "none"], "none/train.en.gz"), (data + ["--tatoeba", self.folder], "train.tsv.gz"),
                                (data + ["--checkpoint", self.folder], "config.json"), (data + ["--build", self.folder], "regard"),
                                (data + ["--dependencies", self.folder / "none"], "none")):
            self.assertEqual(self.problem(*arguments), f"tests/gpu: there is no {self.folder / name}\n")


if __name__ == "__main__":
    unittest.main()
