"""The machine that `tests/bench/run all` measures, and the versions of its peers."""
import json
import os
import subprocess

# Relevant vector instruction sets: their names in /proc/cpuinfo.
SETS = {"AVX2": "avx2", "AVX-512": "avx512f", "VNNI": "avx512_vnni", "AVX-VNNI": "avx_vnni", "BF16": "avx512_bf16", "AMX": "amx_tile"}
# Restricts both sides to AVX2: LibTorch and its oneDNN and MKL, CTranslate2, regard.
ONLY_AVX2 = {"ATEN_CPU_CAPABILITY": "avx2", "ONEDNN_MAX_CPU_ISA": "AVX2", "MKL_ENABLE_INSTRUCTIONS": "AVX2", "CT2_FORCE_CPU_ISA": "AVX2",
             "REGARD_ISA": "avx2"}
PACKAGES = ["torch", "ctranslate2", "transformers", "sentencepiece", "sacrebleu", "regard"]
ASK_VERSIONS = """
import importlib.metadata, importlib.util, json, sys
found = {}
for name in sys.argv[1:]:
    if importlib.util.find_spec(name):
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            found[name] = ""
print(json.dumps(found))
"""


def read_processor(path="/proc/cpuinfo"):
    """{"model": its name, "sets": those of SETS that it has, "cores": those that this process may use}."""
    try:
        with open(path, encoding="utf-8") as f:
            fields = {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in f)}
    except OSError:
        fields = {}
    flags = fields.get("flags", "").split()
    return {"model": fields.get("model name", "unknown"), "sets": [name for name, flag in SETS.items() if flag in flags],
            "cores": len(os.sched_getaffinity(0))}


def in_words(processor):
    cores = processor["cores"]
    return f"{processor['model']} ({', '.join(processor['sets']) or 'none of the sets of x86'}), {cores} core{'s' if cores != 1 else ''}"


def why_not_avx2(processor):
    """The reason not to measure again with only AVX2; empty if there is none."""
    if "AVX2" not in processor["sets"]:
        return "the processor has no AVX2"
    if not set(processor["sets"]) - {"AVX2"}:
        return "the processor has nothing above AVX2, so the first columns are those of AVX2"
    return ""


def peer_versions(python):
    """{package: version} of the PACKAGES that a Python has; empty if it does not run."""
    try:
        done = subprocess.run([python, "-c", ASK_VERSIONS, *PACKAGES], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return {}
    return json.loads(done.stdout)
