"""Converts a transformers MarianMT checkpoint to the Marian model that it could have been converted from."""
import json
import pathlib
import shutil
import struct

import numpy

TYPES = {"F32": "<f4", "F16": "<f2"}
PARTS = {"q": "q_proj", "k": "k_proj", "v": "v_proj", "o": "out_proj"}


def read_safetensors(path):
    content = path.read_bytes()
    size, = struct.unpack("<Q", content[:8])
    header = json.loads(content[8:8 + size])
    header.pop("__metadata__", None)
    return {name: numpy.frombuffer(content[8 + size + entry["data_offsets"][0]:8 + size + entry["data_offsets"][1]], TYPES[entry["dtype"]])
            .reshape(entry["shape"]).astype("<f4") for name, entry in header.items()}


def options_of(config, pieces):
    """The content of special:model.yml, in which Marian stores the options of a model."""
    return f"""dec-depth: {config["decoder_layers"]}
dim-emb: {config["d_model"]}
dim-vocabs:
  - {pieces}
  - {pieces}
enc-depth: {config["encoder_layers"]}
input-types:
  []
right-left: false
tied-embeddings: false
tied-embeddings-all: true
tied-embeddings-src: false
transformer-decoder-autoreg: self-attention
transformer-dim-ffn: {config["encoder_ffn_dim"]}
transformer-ffn-activation: {config["activation_function"]}
transformer-ffn-depth: 2
transformer-guided-alignment-layer: last
transformer-heads: {config["encoder_attention_heads"]}
transformer-no-projection: false
transformer-postprocess: dan
transformer-postprocess-emb: d
transformer-postprocess-top: ""
transformer-preprocess: ""
transformer-tied-layers:
  []
type: transformer
ulr: false
version: v1.12.0
"""


def arrays_of(tensors, config):
    """The arrays by Marian's names: matrices are transposed, vectors are rows, and there is no pad."""
    arrays = {"Wemb": tensors["model.shared.weight"][:-1], "decoder_ff_logit_out_b": tensors["final_logits_bias"][:, :-1]}

    def add_linear(ours, part, theirs):
        arrays[f"{ours}_W{part}"] = numpy.ascontiguousarray(tensors[theirs + ".weight"].T)
        arrays[f"{ours}_b{part}"] = tensors[theirs + ".bias"][None]

    def add_norm(ours, theirs):
        arrays[ours + "_ln_scale"], arrays[ours + "_ln_bias"] = (tensors[f"{theirs}.{kind}"][None] for kind in ("weight", "bias"))

    for side, attentions in (("encoder", {"self": "self_attn"}), ("decoder", {"self": "self_attn", "context": "encoder_attn"})):
        for layer in range(config[side + "_layers"]):
            ours, theirs = f"{side}_l{layer + 1}", f"model.{side}.layers.{layer}"
            for name, attention in attentions.items():
                for part, projection in PARTS.items():
                    add_linear(f"{ours}_{name}", part, f"{theirs}.{attention}.{projection}")
                add_norm(f"{ours}_{name}_Wo", f"{theirs}.{attention}_layer_norm")
            add_linear(ours + "_ffn", "1", theirs + ".fc1")
            add_linear(ours + "_ffn", "2", theirs + ".fc2")
            add_norm(ours + "_ffn_ffn", theirs + ".final_layer_norm")
    text = options_of(config, len(arrays["Wemb"])).encode() + b"\0"
    arrays["special:model.yml"] = numpy.frombuffer(text, "i1")
    return arrays


def random_tensors(config, pieces, seed=1):
    """A checkpoint's tensors with random weights, and `pieces` pieces and a pad."""
    numbers = numpy.random.default_rng(seed)
    size, ffn = config["d_model"], config["encoder_ffn_dim"]
    tensors = {"model.shared.weight": (numbers.standard_normal((pieces + 1, size)) / size ** 0.5).astype("<f4"),
               "final_logits_bias": numpy.zeros((1, pieces + 1), "<f4")}

    def add_linear(name, outputs, inputs):
        tensors[name + ".weight"] = (numbers.standard_normal((outputs, inputs)) / inputs ** 0.5).astype("<f4")
        tensors[name + ".bias"] = numpy.zeros(outputs, "<f4")

    def add_norm(name):
        tensors[name + ".weight"], tensors[name + ".bias"] = numpy.ones(size, "<f4"), numpy.zeros(size, "<f4")

    for stack, attentions in (("encoder", ["self_attn"]), ("decoder", ["self_attn", "encoder_attn"])):
        for layer in range(config[f"{stack}_layers"]):
            name = f"model.{stack}.layers.{layer}"
            for attention in attentions:
                for part in PARTS.values():
                    add_linear(f"{name}.{attention}.{part}", size, size)
                add_norm(f"{name}.{attention}_layer_norm")
            add_linear(name + ".fc1", ffn, size)
            add_linear(name + ".fc2", size, ffn)
            add_norm(name + ".final_layer_norm")
    return tensors


def resized(config, size, heads, ffn, layers):
    sides = {f"{side}_{key}": number for side in ("encoder", "decoder")
             for key, number in (("layers", layers), ("attention_heads", heads), ("ffn_dim", ffn))}
    return {**config, "d_model": size, **sides}


def convert(checkpoint, folder, pieces=0, **sizes):
    """Writes model.npz, vocab.yml, decoder.yml, source.spm and target.spm. With sizes, weights are random, and unused pieces are added
    until there are `pieces`."""
    checkpoint, folder = pathlib.Path(checkpoint), pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    config = json.loads((checkpoint / "config.json").read_text(encoding="utf-8"))
    ids = json.loads((checkpoint / "vocab.json").read_text(encoding="utf-8"))
    ordered = sorted(ids, key=ids.get)[:-1]
    ordered += [f"\u2581added{number}" for number in range(len(ordered), pieces)]
    if sizes:
        config = resized(config, **sizes)
    tensors = random_tensors(config, len(ordered)) if sizes else read_safetensors(checkpoint / "model.safetensors")
    numpy.savez(folder / "model.npz", **arrays_of(tensors, config))
    (folder / "vocab.yml").write_text("".join(f"{json.dumps(piece)}: {number}\n" for number, piece in enumerate(ordered)), encoding="utf-8")
    (folder / "decoder.yml").write_text("relative-paths: true\nmodels:\n  - model.npz\nvocabs:\n  - vocab.yml\n  - vocab.yml\n"
                                        "beam-size: 6\nnormalize: 1\nword-penalty: 0\n", encoding="utf-8")
    for side in ("source", "target"):
        shutil.copy(checkpoint / f"{side}.spm", folder)
