"""Shared by tests/attack/command_line and tests/faults/run: a small model, and words that no message may contain."""
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Texts from libraries, and control characters.
FORBIDDEN = re.compile(
    rb"std::|json\.exception|enforce fail|c10|filesystem error|index out of range|terminate called|basic_string|[\x00-\x09\x0b-\x1f\x7f]"
)
CONFIG = """data:
  train: [{{source: {data}/val.en, target: {data}/val.fr, first: 50}}]
  valid: {{source: {data}/test.en, target: {data}/test.fr, first: 4}}
tokenizer: {{type: bpe, vocab_size: 150}}
model: {{type: transformer, d_model: 16, heads: 2, ffn_size: 16, encoder_layers: 1, decoder_layers: 1}}
training: {{steps: 4, batch_tokens: 64, warmup: 1, validate_every: 2, save_every: 2, average: 0}}
search: {{beam_size: 1}}
"""


def write_config(path):
    path.write_text(CONFIG.format(data=ROOT / "data"))


def run(program, *arguments, **more):
    """Runs a command that must succeed."""
    command = [str(program), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, check=False, **more)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)} ended with {done.returncode}:\n{done.stderr.decode(errors='replace')}")
