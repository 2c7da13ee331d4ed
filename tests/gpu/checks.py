"""The build, the tests that need a GPU, and the guarantees of training and translation on one."""
import hashlib
import os
import shutil
import signal
import subprocess
import time

from settings import ROOT, SETTINGS
from work import Failed, config, events, read_lines, say, torch_folder, train, write_text

PROGRAMS = ["regard_program", "regard_libtorch_program", "regard_tests"]


def build(work):
    """Builds with the LibTorch of Python's torch, unless a build was supplied."""
    if not work.args.build:
        libtorch = [] if work.device == "cpu" else [f"-DLIBTORCH={torch_folder()}"]
        sources = ["--from", work.args.dependencies] if work.args.dependencies else []
        if not os.path.exists(os.path.join(ROOT, ".deps", "paths.cmake")):
            work.run(["scripts/setup", *libtorch, *sources])
        work.run(["cmake", "--preset", "release", *libtorch])
        try:
            work.run(["ninja", "-C", "build", "-k", "0", *PROGRAMS])
        except Failed as failure:  # without the tests, speed can still be measured
            say(failure)
    return {"version": work.regard("--version").split("\n")[:4]}


def tests(work):
    """Runs the tests with "GPU" or "CUDA" in their names; none may be skipped."""
    program = os.path.join(work.build, "regard_tests")
    if not os.path.exists(program):
        raise Failed(f"there is no {program}")
    more = {"REGARD_SOURCE_DIR": ROOT, "REGARD_PROGRAM": os.path.join(work.build, "regard")}
    names, suite = [], ""
    for line in work.run([program, "--gtest_list_tests"], more).splitlines():
        suite = suite if line.startswith(" ") else line.split()[0]
        test = suite + line.split()[0]
        if line.startswith(" ") and any(word in test.lower() for word in ("cuda", "gpu")):
            names.append(test)
    out = work.run([program, "--gtest_filter=" + ":".join(names)], more)
    skipped = out.count("[  SKIPPED ] ") // 2  # each is listed where it happens and again at the end
    if skipped and work.device != "cpu":
        raise Failed(f"{skipped} of {len(names)} tests skipped")
    return {"passed": out.count("[       OK ] "), "skipped": skipped}


def losses(work, name, setting, steps, **keys):
    """The training loss of each tenth of a run without dropout."""
    keys = {"steps": steps, "report_every": steps // 10, "learning_rate": 0.003, "warmup": steps // 4} | keys
    return [event["loss"] for event in train(work, name, config(work, setting, keys, dropout=0)) if event["event"] == "train"]


def curves(work):
    """A run on the GPU takes the same course as on the CPU."""
    result, steps = {}, 20 if work.args.quick else 200
    for name in ("tiny", "tiny-rnn"):
        on_cpu = losses(work, f"curve-{name}-cpu", SETTINGS[name], steps, device="cpu")
        for precision, bound in (("float32", 0.02), ("bf16", 0.05)):
            there = losses(work, f"curve-{name}-{precision}", SETTINGS[name], steps, precision=precision)
            distance = max(abs(a - b) / a for a, b in zip(on_cpu, there))
            result[f"{name}/{precision}"] = f"losses from {there[0]:.3f} to {there[-1]:.3f}, at most {distance:.3%} from the CPU's"
            if distance > bound:
                raise Failed(f"{name} in {precision}: losses differ from those on the CPU by {distance:.1%}: {there} and {on_cpu}")
    return result


def weights_of(work, name):
    with open(work.file("runs", name, "model.safetensors"), "rb") as f:
        return hashlib.sha256(f.read()).hexdigest()


def resume(work):
    """A run that is interrupted and resumed ends with the same weights, bit for bit, as an uninterrupted one."""
    result = {}
    for name in ("tiny", "tiny-rnn"):
        steps = 40 if work.args.quick else 150
        text = config(work, SETTINGS[name], {"steps": steps, "report_every": 2, "precision": "bf16"})
        train(work, f"whole-{name}", text)
        part = f"resumed-{name}"
        shutil.rmtree(work.file("runs", part), ignore_errors=True)  # its log is read while the run writes it
        path = write_text(work.file(f"{part}.yaml"), text)
        command = [os.path.join(work.build, "regard"), "train", path, "--output", work.file("runs", part)]
        child = work.start([*command, "--overwrite"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while child.poll() is None and len(events(work, part)) < steps // 6 and work.seconds_left() > 0:
            time.sleep(0.002)
        child.send_signal(signal.SIGTERM)
        child.wait(timeout=max(work.seconds_left(), 1))
        step = events(work, part)[-1]["step"]
        if step >= steps:
            raise Failed(f"{name}: the run was over before it was interrupted")
        work.run([*command, "--resume"])
        if weights_of(work, part) != weights_of(work, f"whole-{name}"):
            raise Failed(f"{name}: after an interruption at step {step}, the weights differ from those of an uninterrupted run")
        result[name] = f"interrupted at step {step} of {steps}: the same weights"
    return result


def imported(work):
    """The MarianMT model, imported into regard."""
    if not work.args.checkpoint:
        raise Failed("no --checkpoint was given")
    model = work.file("marian")
    if not os.path.exists(model):
        work.regard("import", work.args.checkpoint, "--output", model)
    return model


def test_text(work, count):
    lines = read_lines(os.path.join(work.args.data, "test_2016_flickr.en.gz"))[:count]
    return write_text(work.file(f"{count}.en"), "".join(line + "\n" for line in lines))


def translations(work):
    """In float32, the GPU gives the same translations as the CPU."""
    model, count = imported(work), 20 if work.args.quick else 200
    text, result = test_text(work, count), {}
    for beam in ("1", "5"):
        outputs = [work.file(f"translated-{device}.fr") for device in ("cpu", "gpu")]
        for device, output in zip(("cpu", work.device), outputs):
            work.regard("translate", model, "--input", text, "-o", output, "--device", device, "--beam-size", beam)
        on_cpu, there = map(read_lines, outputs)
        result[f"beam {beam}"] = f"{sum(map(str.__eq__, on_cpu, there))} of {count} equal"
        if on_cpu != there:
            raise Failed(f"beam {beam}: only {result[f'beam {beam}']}")
    return result
