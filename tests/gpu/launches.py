"""Kernel launches, GPU time and synchronizations of a training step of regard and of the peer, as counted by launches.cpp."""
import glob
import json
import os
import shutil
import subprocess
import time

from races import peer_command
from settings import SETTINGS
from work import Failed, config, torch_folder, train

FEW, MANY = 40, 140  # steps of two runs, whose difference gives the launches of MANY - FEW steps
WAITS = ("cudaStreamSynchronize", "cudaDeviceSynchronize", "cudaEventSynchronize", "cudaMemcpy_v")


def library(work):
    """The library that the driver loads into a program, compiled with the CUPTI of torch's packages or of a toolkit."""
    path = work.file("launches.so")
    if os.path.exists(path):
        return os.path.abspath(path)
    places = [*glob.glob(os.path.join(torch_folder(), "..", "nvidia", "*")), "/usr/local/cuda/extras/CUPTI", "/usr/local/cuda"]
    headers = [f"-I{place}/include" for place in places if os.path.exists(f"{place}/include")]
    found = [name for place in places for folder in ("lib", "lib64") for name in sorted(glob.glob(f"{place}/{folder}/libcupti.so*"))]
    if not found:
        raise Failed(f"no libcupti.so in {', '.join(places)}")
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "launches.cpp")
    work.run(["g++", "-std=c++17", "-O1", "-shared", "-fPIC", *headers, source, "-o", path, found[0], f"-Wl,-rpath,{os.path.dirname(found[0])}"])
    return os.path.abspath(path)


def measured(work, run, steps):
    """Returns the kernel launches of one run of `steps` steps, and its duration in seconds."""
    path = work.file("launches.json")
    if os.path.exists(path):
        os.remove(path)
    begin = time.perf_counter()
    run(steps, {"CUDA_INJECTION64_PATH": library(work), "GPU_LAUNCHES": os.path.abspath(path)})
    seconds = time.perf_counter() - begin
    if not os.path.exists(path):
        raise Failed("the profiling library wrote nothing")
    with open(path, encoding="utf-8") as f:
        return json.load(f) | {"seconds": seconds}


def of_a_step(few, many):
    """{name: (calls per step, milliseconds per step)}"""
    steps = MANY - FEW
    rows = {}
    for name, (count, nanoseconds) in many.items():
        before = few.get(name, (0, 0))
        rows[name] = (count - before[0]) / steps, (nanoseconds - before[1]) / steps / 1e6
    return rows


def most(rows, by, count):
    """The rows with the largest counts or times."""
    best = sorted(rows.items(), key=lambda row: -row[1][by])[:count]
    return [f"{row[0]:.1f} x, {row[1]:.3f} ms: {readable(name)[:160]}" for name, row in best]


def readable(name):
    """A kernel's name in C++."""
    if not shutil.which("c++filt"):
        return name
    return subprocess.run(["c++filt", name], capture_output=True, text=True, check=True).stdout.strip().removeprefix("void ")


def total(rows, column):
    return round(sum(row[column] for row in rows), 2)


def profile(work, run):
    few, many = (measured(work, run, steps) for steps in (FEW, MANY))
    kernels, calls = (of_a_step(few[kind], many[kind]) for kind in ("kernels", "calls"))
    waits = [row for name, row in calls.items() if name.startswith(WAITS)]
    launches = [row for name, row in calls.items() if "Launch" in name]
    return {"kernels_per_step": total(kernels.values(), 0), "gpu_ms_per_step": total(kernels.values(), 1),
            "waits_per_step": total(waits, 0), "waiting_ms_per_step": total(waits, 1),
            "launch_calls_per_step": total(launches, 0), "launching_ms_per_step": total(launches, 1),
            "ms_per_step_while_profiled": round((many["seconds"] - few["seconds"]) * 1000 / (MANY - FEW), 2),
            "calls": most(calls, 0, 12), "kernels_by_count": most(kernels, 0, 24), "kernels_by_time": most(kernels, 1, 16)}


def regard_launches(work, case):
    name, precision = case.split("/")

    def run(steps, more):
        train(work, "launches", config(work, SETTINGS[name], {"steps": steps, "report_every": 1000000, "precision": precision}), more=more)

    return profile(work, run)


def peer_launches(work, case):
    return profile(work, lambda steps, more: work.run(peer_command(work, "--steps", str(steps), case), more))
