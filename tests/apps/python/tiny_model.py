"""tiny_model.py PROGRAM FOLDER ARCHITECTURE TEXT...: writes an untrained model with a few random weights.

ARCHITECTURE is transformer or rnn_attention, an RNN of two layers that reads the source in both directions.

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
OPTIONS = {
    "transformer": {"d_model": SIZE, "heads": 2, "ffn_size": FEED_FORWARD, "encoder_layers": 1, "decoder_layers": 1, "positions": "sinusoidal"},
    "rnn_attention": {"cell": "gru", "reset": "after", "embedding_size": SIZE, "hidden_size": SIZE, "layers": 2, "bidirectional": True}
    | {"encoder": "recurrent", "attention": "additive", "readout": "book"},
}


def linear(name, inputs, outputs):
    return {f"{name}.weight": (outputs, inputs), f"{name}.bias": (outputs,)}


def gru(name, layer, inputs):
    """The weights of a GRU, with three gates."""
    rows = {"weight_ih": (3 * SIZE, inputs), "weight_hh": (3 * SIZE, SIZE), "bias_ih": (3 * SIZE,), "bias_hh": (3 * SIZE,)}
    return {f"{name}.{kind}_{layer}": shape for kind, shape in rows.items()}


def rnn_shapes():
    """The shapes of an RNN's weights by name, as in a model file."""
    found = {"decoder.embedding.weight": (PIECES, SIZE), "decoder.dense.bias": (PIECES,)}
    found |= {"decoder.attention.W_q.weight": (SIZE, SIZE), "decoder.attention.W_k.weight": (SIZE, 2 * SIZE)}
    found |= {"decoder.attention.w_v.weight": (1, SIZE)}
    for layer in (0, 1):
        found |= linear(f"bridge.hidden_l{layer}", 2 * SIZE, SIZE)
        encoder_input = 2 * SIZE if layer else SIZE
        found |= gru("encoder.rnn", f"l{layer}", encoder_input) | gru("encoder.rnn", f"l{layer}_reverse", encoder_input)
        found |= gru("decoder.rnn", f"l{layer}", SIZE if layer else 3 * SIZE)  # context and embedding
    return found


def transformer_shapes():
    """The shapes of a Transformer's weights by name, as in a model file."""
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


def write_weights(path, shapes, metadata, size, end):
    """Writes a safetensors file: the length of its header, the header, the numbers. Matrices have standard deviation `size`; eos has the bias `end`."""
    chance, header, body = random.Random(1), {"__metadata__": metadata}, b""
    for name, shape in sorted(shapes.items()):
        mean, deviation = (0.0, size) if len(shape) == 2 else (float(name.endswith("ln.weight")), 0.0)
        numbers = array.array("f", (chance.gauss(mean, deviation) for _ in range(math.prod(shape))))
        if name == "decoder.dense.bias":
            numbers[3] = end
        numbers = numbers.tobytes()
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": [len(body), len(body) + len(numbers)]}
        body += numbers
    text = json.dumps(header).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + body)


def main():
    program, folder, architecture, *texts = sys.argv[1:]
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True)
    tokenizer = folder / "tokenizer.model"
    arguments = ["tokenizer", "train", "--input", *texts, "--vocab-size", str(PIECES), "--type", "bpe", "-o", tokenizer]
    subprocess.run([program, *arguments], check=True)
    options = {"type": architecture, **OPTIONS[architecture], "tied_embeddings": "all"}
    config = {"tokenizer": {"type": "bpe", "vocab_size": PIECES}, "model": options, "search": {"beam_size": 1}}
    (folder / "config.yaml").write_text(json.dumps(config))  # JSON is valid YAML
    hash_of_tokenizer = hashlib.sha256(tokenizer.read_bytes()).hexdigest()
    described = {"format": "regard 1", "architecture": architecture, "tokenizer_hash": hash_of_tokenizer}
    described |= {"source_vocab": str(PIECES), "target_vocab": str(PIECES), "step": "0", "score": "none"}
    described |= {"options": "".join(f"{name}: {value}\n".lower() for name, value in options.items())}
    path = folder / "model.safetensors"
    if architecture == "transformer":
        write_weights(path, transformer_shapes(), described, size=1.0, end=0.0)
    else:  # an RNN's steps would amplify the rounding of larger numbers; the bias lets some translations end
        write_weights(path, rnn_shapes(), described, size=0.4, end=1.5)


if __name__ == "__main__":
    main()
