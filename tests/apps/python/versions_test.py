"""The module's files also work with the other versions of Python on this machine."""

import glob
import os
import shutil
import sys
import unittest

from common import LINES, MODEL, run_python

CODE = f"""
import regard, sys
translator = regard.Translator({MODEL!r}, threads=1)
print(translator.translations({LINES!r}, 2, beam_size=2, attention=True), regard.metrics.ter(["a b"], ["a c"]))
try:
    translator.translate("a", beem_size=1)
except regard.Error as error:
    print(error.what)
print(regard.Translator.translate.__text_signature__)
"""


def other_pythons():
    """Other Pythons by version, such as "3.12"."""
    found = {}
    versions = os.environ.get("PYENV_ROOT", os.path.expanduser("~/.pyenv")) + "/versions/*/bin/python3"
    for minor in range(9, 20):
        for python in [shutil.which(f"python3.{minor}"), *glob.glob(versions)]:
            if python and run_python(python, "-c", "import sys; print(sys.version_info[:2])").stdout == f"(3, {minor})\n":
                found.setdefault(minor, python)
    found.pop(sys.version_info.minor, None)
    return {f"3.{minor}": python for minor, python in found.items()}


class VersionsTest(unittest.TestCase):
    def test_do_the_same(self):
        others = other_pythons()
        if not others:
            self.skipTest("there is no other Python from 3.9 on")
        expected = run_python(sys.executable, "-c", CODE)
        self.assertEqual(expected.returncode, 0, expected.stderr)
        for version, python in others.items():
            with self.subTest(version):
                done = run_python(python, "-W", "error", "-c", CODE)
                self.assertEqual((done.stdout, done.stderr), (expected.stdout, ""))


if __name__ == "__main__":
    unittest.main()
