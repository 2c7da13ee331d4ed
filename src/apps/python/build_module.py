"""The part of `pip install .` that compiles: setuptools calls it, CMake does the work."""

import importlib.util
import inspect
import os
import pathlib
import shutil
import subprocess
import sys

from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parents[3]


def hint_of(name, function):
    """An option of a metric has the type of its default; those without one are numbers."""
    options = ""
    for option in list(inspect.signature(function).parameters.values())[2:]:
        kind = "float | None" if option.default is None else type(option.default).__name__
        options += f", {option.name}: {kind} = {option.default!r}"
    return (
        f"def {name}(\n    hypotheses: Sequence[str], references: Sequence[str] | Sequence[Sequence[str]], *{options}\n"
        f') -> Score:\n    """{function.__doc__}"""\n'
    )


def write_metric_hints(module):
    """Writes metrics.pyi next to the module, from the help of each metric: only C++ has the table of metrics."""
    spec = importlib.util.spec_from_file_location("_regard", module)
    extension = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(extension)
    metrics = {name: function for name, function in vars(extension.metrics).items() if not name.startswith("_")}
    hints = ["from collections.abc import Sequence\n\nfrom ._regard import Score\n", f"__all__ = {['Score', *metrics]}\n"]
    hints += [hint_of(name, metrics[name]) for name in sorted(metrics)]
    module.with_name("metrics.pyi").write_text("\n".join(hints))


class BuildModule(build_ext):
    """Builds the runtime with scripts/build, which does nothing if nothing has changed, and the module on it.

    If the environment variable regard_ROOT names an installed regard, that one is used."""

    def build_extension(self, extension):
        work = pathlib.Path(self.build_temp).resolve()
        installed = pathlib.Path(os.environ.get("regard_ROOT") or self.install_regard(work / "regard"))
        (work / "module/CMakeCache.txt").unlink(missing_ok=True)  # it would remember another regard
        module = pathlib.Path(self.get_ext_fullpath(extension.name)).resolve()
        self.run_command_line(
            *("cmake", "-G", "Ninja", "-S", ROOT / "src/apps/python", "-B", work / "module"),
            "-DCMAKE_BUILD_TYPE=Release",
            f"-DPython_EXECUTABLE={sys.executable}",
            f"-Dregard_ROOT={installed}",
            f"-DCMAKE_LIBRARY_OUTPUT_DIRECTORY={module.parent}",
        )
        self.run_command_line("cmake", "--build", work / "module")
        write_metric_hints(module)
        for license in installed.glob("share/doc/regard/LICENSE.*"):  # licenses of the libraries in the module
            shutil.copy(license, module.parent)
        for model in installed.glob("share/regard/models/*.regard"):  # the module looks for them next to itself
            (module.parent / "models").mkdir(exist_ok=True)
            shutil.copy(model, module.parent / "models")

    def install_regard(self, prefix):
        self.run_command_line(ROOT / "scripts/build", "runtime")
        self.run_command_line("cmake", "--install", ROOT / "build/runtime", "--prefix", prefix)
        return prefix

    @staticmethod
    def run_command_line(*arguments):
        subprocess.run([os.fspath(argument) for argument in arguments], check=True)
