"""The part of `pip install .` that compiles: setuptools calls it, CMake does the work."""

import importlib.util
import os
import pathlib
import subprocess
import sys

from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def write_metric_hints(module):
    """metrics.pyi beside the module, from what help() shows of each metric: the table of metrics is in C++ alone."""
    spec = importlib.util.spec_from_file_location("_regard", module)
    extension = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(extension)
    metrics = extension.metrics
    hints = ["from typing import Sequence\n\nfrom ._regard import Score as Score\n"]
    for name in sorted(name for name in vars(metrics) if not name.startswith("_")):
        signature, sentence = vars(metrics)[name].__doc__.strip().split("\n\n")
        hints.append(f'def {signature}:\n    """{sentence}"""\n')
    module.with_name("metrics.pyi").write_text("\n".join(hints))


class BuildModule(build_ext):
    """Builds regard with scripts/build, which does nothing where nothing changed, and the module on it.

    Where the environment variable regard_ROOT names an installed regard, that one is taken."""

    def build_extension(self, extension):
        work = pathlib.Path(self.build_temp).resolve()
        installed = os.environ.get("regard_ROOT") or self.install_regard(work / "regard")
        (work / "module/CMakeCache.txt").unlink(missing_ok=True)  # it would remember another regard
        module = pathlib.Path(self.get_ext_fullpath(extension.name)).resolve()
        self.run_command_line(
            *("cmake", "-G", "Ninja", "-S", ROOT / "src/python", "-B", work / "module"),
            "-DCMAKE_BUILD_TYPE=Release",
            f"-DPython_EXECUTABLE={sys.executable}",
            f"-Dregard_ROOT={installed}",
            f"-DCMAKE_LIBRARY_OUTPUT_DIRECTORY={module.parent}",
        )
        self.run_command_line("cmake", "--build", work / "module")
        write_metric_hints(module)

    def install_regard(self, prefix):
        self.run_command_line(ROOT / "scripts/build")
        self.run_command_line("cmake", "--install", ROOT / "build", "--prefix", prefix)
        return prefix

    @staticmethod
    def run_command_line(*arguments):
        subprocess.run([os.fspath(argument) for argument in arguments], check=True)
