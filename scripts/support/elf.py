"""Shared by scripts that inspect built programs."""
import re
import subprocess


def readelf(option, file):
    return subprocess.run(["readelf", "--wide", option, file], check=True, capture_output=True, text=True).stdout


def needed(program):
    """The names of the shared libraries that a program needs."""
    return re.findall(r"\(NEEDED\).*\[(.*)\]", readelf("--dynamic", program))
