"""tiny_model.py PROGRAM FOLDER TEXT...: a Transformer of a few random weights, a model that has learnt nothing.

The program trains the tokenizer on the texts; it need not be able to train models."""

import array
import hashlib
import json
import math
import pathlib
import random
import subprocess
import sys

PIECES, SIZE, FEED_FORWARD = 150, 16, 32
OPTIONS = {"type": "transformer", "d_model": SIZE, "heads": 2, "ffn_size": FEED_FORWARD, "tied_embeddings": "all"}
OPTIONS |= {"encoder_layers": 1, "decoder_layers": 1, "positions": "sinusoidal"}
CONFIG = {"tokenizer": {"type": "bpe", "vocab_size": PIECES}, "model": OPTIONS, "search": {"beam_size": 1}}


def linear(name, inputs, outputs):
    return {f"{name}.weight": (outputs, inputs), f"{name}.bias": (outputs,)}


def shapes():
    """By name, as the file of a model has them."""
    found = {"decoder.embedding.weight": (PIECES, SIZE), "decoder.dense.bias": (PIECES,)}
    for part, attentions in (("encoder", ["attention"]), ("decoder", ["attention1", "attention2"])):
        block = f"{part}.blks.block0"
        for attention in attentions:
            for matrix in ("W_q", "W_k", "W_v", "W_o"):
                found[f"{block}.{attention}.{matrix}.weight"] = (SIZE, SIZE)
        for number in range(len(attentions) + 1):
            found |= {f"{block}.addnorm{number + 1}.ln.{name}": (SIZE,) for name in ("weight", "bias")}
        found |= linear(f"{block}.ffn.dense1", SIZE, FEED_FORWARD) | linear(f"{block}.ffn.dense2", FEED_FORWARD, SIZE)
    return found


def write_weights(path, metadata):
    """A safetensors file: the length of its header, the header, the numbers."""
    chance, header, body = random.Random(1), {"__metadata__": metadata}, b""
    for name, shape in sorted(shapes().items()):
        mean, deviation = (0.0, 1.0) if len(shape) == 2 else (float(name.endswith("ln.weight")), 0.0)
        numbers = array.array("f", (chance.gauss(mean, deviation) for _ in range(math.prod(shape)))).tobytes()
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": [len(body), len(body) + len(numbers)]}
        body += numbers
    text = json.dumps(header).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + body)


def main():
    program, folder, *texts = map(pathlib.Path, sys.argv[1:])
    folder.mkdir(parents=True)
    tokenizer = folder / "tokenizer.model"
    arguments = ["tokenizer", "train", "--input", *texts, "--vocab-size", str(PIECES), "--type", "bpe", "-o", tokenizer]
    subprocess.run([program, *arguments], check=True)
    (folder / "config.yaml").write_text(json.dumps(CONFIG))  # which is YAML, too
    hash_of_tokenizer = hashlib.sha256(tokenizer.read_bytes()).hexdigest()
    described = {"format": "regard 1", "architecture": "transformer", "tokenizer_hash": hash_of_tokenizer}
    described |= {"source_vocab": str(PIECES), "target_vocab": str(PIECES), "step": "0", "score": "none"}
    described |= {"options": "".join(f"{name}: {value}\n" for name, value in OPTIONS.items())}
    write_weights(folder / "model.safetensors", described)


if __name__ == "__main__":
    main()
