"""A MarianMT checkpoint of transformers as the model of Marian itself from which it could have been converted."""
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
    """special:model.yml."""
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
    """By Marian's names: matrices are transposed, vectors are rows, and there is no pad."""
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


def convert(checkpoint, folder):
    """Writes model.npz, vocab.yml, decoder.yml, source.spm and target.spm."""
    checkpoint, folder = pathlib.Path(checkpoint), pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    config = json.loads((checkpoint / "config.json").read_text(encoding="utf-8"))
    numpy.savez(folder / "model.npz", **arrays_of(read_safetensors(checkpoint / "model.safetensors"), config))
    pieces = json.loads((checkpoint / "vocab.json").read_text(encoding="utf-8"))
    ordered = sorted(pieces, key=pieces.get)[:-1]
    (folder / "vocab.yml").write_text("".join(f"{json.dumps(piece)}: {number}\n" for number, piece in enumerate(ordered)), encoding="utf-8")
    (folder / "decoder.yml").write_text("relative-paths: true\nmodels:\n  - model.npz\nvocabs:\n  - vocab.yml\n  - vocab.yml\n"
                                        "beam-size: 6\nnormalize: 1\nword-penalty: 0\n", encoding="utf-8")
    for side in ("source", "target"):
        shutil.copy(checkpoint / f"{side}.spm", folder)
