"""Shared by the tests of the web module: paths, and the native program's translations."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
SITE = ROOT / "build/web/site"
PROGRAMS = [ROOT / "build/regard", ROOT / "build/runtime/regard"]
PROGRAM = next((program for program in PROGRAMS if program.exists()), None)
MODEL_VARIABLE = "REGARD_WEB_MODEL"


def skip(why):
    """Ends the test as skipped."""
    print(f"skipped: {why}")
    sys.exit(0)


def needed(command, package):
    found = shutil.which(command)
    if found is None:
        skip(f"no {command} here (apt-get install {package})")
    return found


def model_or_skip():
    """The int8 model directory that the environment names."""
    name = os.environ.get(MODEL_VARIABLE, "")
    if not name:
        skip(f"{MODEL_VARIABLE} does not name a model directory made by regard quantize")
    if not (SITE / "regard_runtime.wasm").exists():
        skip(f"no {SITE}/regard_runtime.wasm: run scripts/build web")
    if PROGRAM is None:
        skip("there is no program to compare with: run scripts/build, or scripts/build runtime")
    return pathlib.Path(name)


def lines_of(path, count):
    return pathlib.Path(path).read_text(encoding="utf-8").split("\n")[:count]


def native(model, lines, beam, instructions="plain"):
    """The native program's translations, with one thread. Instruction sets with FMA give different last digits, and so a different translation
    of one sentence in fifty: `plain` does not use FMA, nor does WebAssembly."""
    command = [str(PROGRAM), "translate", str(model), "--threads", "1", "--beam-size", str(beam)]
    done = subprocess.run(command, input="".join(line + "\n" for line in lines), capture_output=True, text=True, check=True,
                          env={**os.environ, "REGARD_ISA": instructions})
    return done.stdout.split("\n")[:-1]


def broken_models(model):
    """(name, directory, expected part of its error) of models that cannot be loaded."""
    folder = pathlib.Path(tempfile.mkdtemp())
    for name in ("cut", "no-tokenizer", "wrong-file"):
        shutil.copytree(model, folder / name)
    weights = folder / "cut/model.safetensors"
    weights.write_bytes(weights.read_bytes()[: weights.stat().st_size // 2])
    (folder / "no-tokenizer/tokenizer.model").unlink()
    shutil.copy(model / "config.yaml", folder / "wrong-file/model.safetensors")
    return [
        ("cut", folder / "cut", "model.safetensors"),
        ("no-tokenizer", folder / "no-tokenizer", "tokenizer"),
        ("wrong-file", folder / "wrong-file", "model.safetensors"),
    ]
