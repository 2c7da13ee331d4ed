"""What scripts that look at built programs share."""
import re
import subprocess


def readelf(option, file):
    return subprocess.run(["readelf", "--wide", option, file], check=True, capture_output=True, text=True).stdout


def needed(program):
    """The shared libraries that a program names."""
    return re.findall(r"\(NEEDED\).*\[(.*)\]", readelf("--dynamic", program))
