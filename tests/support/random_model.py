#!/usr/bin/env python3
"""Makes a small model with random weights, for tests of a regard build that cannot train. Its translations are meaningless, but always the same.

  tests/support/random_model.py PROGRAM DIRECTORY [SEED]
"""
import hashlib
import json
import pathlib
import random
import struct
import sys

from small_model import ROOT, run

WIDTH, FFN, PIECES = 16, 16, 150
SEED = 25  # with these weights, translations contain different tokens
CONFIG = """task: translation
data: {{source_language: en, target_language: fr}}
tokenizer: {{type: bpe, vocab_size: {pieces}}}
model: {{type: transformer, d_model: {width}, heads: 2, ffn_size: {ffn}, encoder_layers: 1, decoder_layers: 1, tied_embeddings: all}}
search: {{beam_size: 1, max_length_ratio: 0.5}}
"""


def shapes(width):
    """The shapes of the weights by module name."""
    attentions = {"encoder": ["attention"], "decoder": ["attention1", "attention2"]}
    result = {"decoder.embedding.weight": [PIECES, width], "decoder.dense.bias": [PIECES]}
    for side, names in attentions.items():
        block = f"{side}.blks.block0."
        for name in names:
            for matrix in ("W_q", "W_k", "W_v", "W_o"):
                result[f"{block}{name}.{matrix}.weight"] = [width, width]
        for number in range(len(names) + 1):
            for kind in ("weight", "bias"):
                result[f"{block}addnorm{number + 1}.ln.{kind}"] = [width]
        for dense, shape in (("dense1", [FFN, width]), ("dense2", [width, FFN])):
            result[f"{block}ffn.{dense}.weight"] = shape
            result[f"{block}ffn.{dense}.bias"] = shape[:1]
    return result


def write_weights(path, tokenizer_hash, seed, width):
    generator = random.Random(seed)
    header, data = {}, b""
    for name, shape in sorted(shapes(width).items()):
        count = shape[0] * (shape[1] if len(shape) == 2 else 1)
        numbers = struct.pack(f"<{count}f", *(generator.gauss(0, 0.5) for _ in range(count)))
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": [len(data), len(data) + len(numbers)]}
        data += numbers
    header["__metadata__"] = {"format": "regard 1", "architecture": "transformer", "options": "", "source_vocab": str(PIECES),
                              "target_vocab": str(PIECES), "tokenizer_hash": tokenizer_hash, "step": "0", "score": "random"}
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def write_random_model(program, folder, seed=SEED, width=WIDTH):
    """Writes a model directory; the program learns the tokenizer."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.yaml").write_text(CONFIG.format(pieces=PIECES, width=width, ffn=FFN))
    tokenizer = folder / "tokenizer.model"
    run(program, "tokenizer", "train", "--input", ROOT / "data/val.en", ROOT / "data/val.fr", "--type", "bpe", "--vocab-size", PIECES,
        "--output", tokenizer)
    write_weights(folder / "model.safetensors", hashlib.sha256(tokenizer.read_bytes()).hexdigest(), seed, width)


def main():
    if len(sys.argv) not in (3, 4):
        print(__doc__.strip())
        return 2
    write_random_model(sys.argv[1], pathlib.Path(sys.argv[2]), *map(int, sys.argv[3:]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
