#!/usr/bin/env python3
"""tests/attack/server finds no fault in a strict server, and reports what a lenient one, the stand-in, wrongly accepts.

  attack_server_test.py
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ATTACK, STAND_IN = HERE.parents[2] / "tests/attack/server", HERE / "stand_in.py"


def attack(word, fault=""):
    """The exit code and the output of an attack on the stand-in."""
    with tempfile.TemporaryDirectory() as work:
        command = [sys.executable, ATTACK, "--quick", "--only", word, "--connections", "500", "--program", STAND_IN, "--work", work]
        done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "STAND_IN_FAULT": fault}, check=False)
    return done.returncode, done.stdout + done.stderr


class AttackServer(unittest.TestCase):
    def assert_finds(self, word, fault, *expected):
        code, text = attack(word, fault)
        self.assertEqual(code, 1, text)
        for line in expected:
            self.assertIn(f"FAILED {line}", text)

    def test_passes_a_server_that_does_all_right(self):
        for word in ("framing", "json", "paths", "idle", "pipelined", "giant"):
            code, text = attack(word)
            self.assertEqual(code, 0, text)

    def test_finds_a_length_that_is_believed_beside_chunks(self):
        self.assert_finds("framing", "smuggle", "a length and chunks does not deceive it", "chunks, and a length of nothing does not deceive it")

    def test_finds_a_head_that_is_read_without_end(self):
        self.assert_finds("floods", "endless", "a header without end is refused")

    def test_finds_descriptors_that_stay(self):
        self.assert_finds("idle", "kept", "idle: it releases memory and descriptors")


if __name__ == "__main__":
    unittest.main()
