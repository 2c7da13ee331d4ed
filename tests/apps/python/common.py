"""Names shared by the tests. REGARD_MODEL and REGARD_RECURRENT_MODEL name a Transformer and an RNN, REGARD_PROGRAM the program regard."""

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
# With these options, a translation takes longer than a test waits.
ENDLESS = {"min_length": 1_000_000, "max_length_extra": 1_000_000}
# The Python of another environment, with whose packages regard is tested.
PEERS = os.environ.get("REGARD_PEERS", sys.executable)


def run_python(python, *arguments):
    """Runs another Python and captures its output. It finds regard through PYTHONPATH, like this one."""
    return subprocess.run([python, *arguments], capture_output=True, text=True, check=False)


def has_module(python, name):
    return run_python(python, "-c", f"import {name}").returncode == 0


def python_with(module):
    """A Python that has `module`: the one that runs the tests, PEERS, or the system's; None if none of them has it."""
    known = (sys.executable, PEERS, shutil.which("python3"), shutil.which("/usr/bin/python3"))
    return next((python for python in known if python and has_module(python, module)), None)
