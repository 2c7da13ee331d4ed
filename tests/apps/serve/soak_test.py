#!/usr/bin/env python3
"""tests/soak/run finds no fault in a correct server, and reports each fault of a faulty one: the stand-in, with one fault at a time.

  soak_test.py
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
SOAK, STAND_IN = HERE.parents[2] / "tests/soak/run", HERE / "stand_in.py"


def soak(part, fault=""):
    """The exit code and the output of a soak test of the stand-in."""
    with tempfile.TemporaryDirectory() as work:
        command = [sys.executable, SOAK, "--quick", "--requests", "1500", "--only", part, "--program", STAND_IN, "--work", work]
        done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "STAND_IN_FAULT": fault}, check=False)
    return done.returncode, done.stdout + done.stderr


class Soak(unittest.TestCase):
    def assert_finds(self, part, fault, *expected):
        code, text = soak(part, fault)
        self.assertEqual(code, 1, text)
        for line in expected:
            self.assertIn(f"FAILED {line}", text)

    def test_passes_a_server_that_does_all_right(self):
        for part in ("mixed", "stop", "swap"):
            code, text = soak(part)
            self.assertEqual(code, 0, text)
            self.assertNotIn("FAILED", text)

    def test_finds_a_wrong_answer_among_many(self):
        self.assert_finds("mixed", "wrong", "every answer is right")

    def test_finds_that_memory_grows_with_the_requests(self):
        self.assert_finds("mixed", "leak", "memory does not grow after warm-up")

    def test_finds_a_queue_without_bound(self):
        self.assert_finds("overload", "unbounded", "an overload is refused, not stored", "a second later, everything is as before")

    def test_finds_requests_that_a_stop_loses(self):
        self.assert_finds("stop", "lost", "SIGTERM loses no accepted request")

    def test_finds_an_answer_of_two_models(self):
        self.assert_finds("swap", "mixed", "swaps lose no request and mix no answer")


if __name__ == "__main__":
    unittest.main()
