"""What the tests share. REGARD_MODEL and REGARD_RECURRENT_MODEL say where a Transformer and an RNN are, REGARD_PROGRAM where the
program regard is."""

import os
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "support"))
MODEL = os.environ["REGARD_MODEL"]
RECURRENT_MODEL = os.environ["REGARD_RECURRENT_MODEL"]
PROGRAM = os.environ["REGARD_PROGRAM"]
DATA = pathlib.Path(__file__).resolve().parents[3] / "data"
LINES = ["I see the cat.", "", "The cat sees me.", "Where is the old house?", "It is cold."]
# Such a translation does not end before the test's patience does.
ENDLESS = {"min_length": 1_000_000, "max_length_extra": 1_000_000}
# The Python of another environment, whose packages regard is tried with.
PEERS = os.environ.get("REGARD_PEERS", sys.executable)


def run_python(python, *arguments):
    """What another Python prints. It finds regard where this one did, by PYTHONPATH."""
    return subprocess.run([python, *arguments], capture_output=True, text=True, check=False)


def has_module(python, name):
    return run_python(python, "-c", f"import {name}").returncode == 0


def python_with(module):
    """A Python that has it: this one, that of PEERS, or the system's; None if there is none."""
    known = (sys.executable, PEERS, shutil.which("python3"), shutil.which("/usr/bin/python3"))
    return next((python for python in known if python and has_module(python, module)), None)
