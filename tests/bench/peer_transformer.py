"""Translates a text with a MarianMT checkpoint in PyTorch and prints sentences per second. `tests/bench/run decode` runs it as a peer.

  peer_transformer.py CHECKPOINT TEXT OUTPUT BEAM BATCH THREADS MAX_LENGTH

The script is what one would write by hand: keys and values of the source are projected once, those of the translation are cached, attention is
PyTorch's fused one, the hypotheses of all sentences of a batch take a step together, finished sentences leave the batch, and batches hold sentences
of similar length.
"""
import json
import math
import os
import struct
import sys

import marian
import peer
import peer_search
import torch
import torch.nn.functional as F


def read_weights(path):
    with open(path, "rb") as f:
        header = json.loads(f.read(struct.unpack("<Q", f.read(8))[0]))
        data = bytearray(f.read())
    header.pop("__metadata__", None)
    floats = torch.frombuffer(data, dtype=torch.float32)
    return {name: floats[x["data_offsets"][0] // 4:x["data_offsets"][1] // 4].view(x["shape"]) for name, x in header.items()}


def position_table(count, size):
    angles = torch.arange(count).unsqueeze(1) / 10000 ** (2 * torch.arange(size // 2) / size)
    return torch.cat([angles.sin(), angles.cos()], 1)


class Layer:
    """A post-norm layer of encoder or decoder; rows are (batch * positions, d_model)."""

    def __init__(self, weights, name, config):
        self.heads = config["encoder_attention_heads"]
        self.activation = {"swish": F.silu, "relu": F.relu, "gelu": F.gelu}[config["activation_function"]]

        def pair(part):
            return weights[f"{name}.{part}.weight"], weights[f"{name}.{part}.bias"]

        self.self_in = [torch.cat(x) for x in zip(*(pair(f"self_attn.{x}_proj") for x in "qkv"))]
        self.self_out, self.self_norm = pair("self_attn.out_proj"), pair("self_attn_layer_norm")
        self.up, self.down, self.last_norm = pair("fc1"), pair("fc2"), pair("final_layer_norm")
        if f"{name}.encoder_attn.q_proj.weight" in weights:
            self.query = pair("encoder_attn.q_proj")
            self.memory_in = [torch.cat(x) for x in zip(*(pair(f"encoder_attn.{x}_proj") for x in "kv"))]
            self.memory_out, self.memory_norm = pair("encoder_attn.out_proj"), pair("encoder_attn_layer_norm")

    def split(self, x, parts):
        """(..., positions, parts * d_model) -> `parts` of (..., heads, positions, size)"""
        return x.unflatten(-1, (parts, self.heads, -1)).movedim(-3, 0).transpose(-2, -3)

    def add(self, x, result, norm):
        return F.layer_norm(x + result, x.shape[-1:], *norm)

    def feed_forward(self, x):
        return self.add(x, F.linear(self.activation(F.linear(x, *self.up)), *self.down), self.last_norm)


def attend(query, keys, values, mask):
    return F.scaled_dot_product_attention(query, keys, values, attn_mask=mask).transpose(-2, -3).flatten(-2)


class Model:
    def __init__(self, weights, config):
        self.embedding = weights["model.shared.weight"]
        self.bias = weights["final_logits_bias"][0]
        self.scale = math.sqrt(config["d_model"]) if config["scale_embedding"] else 1.0
        self.positions = position_table(1024, config["d_model"])
        self.pad = config["pad_token_id"]
        self.encoder = [Layer(weights, f"model.encoder.layers.{i}", config) for i in range(config["encoder_layers"])]
        self.decoder = [Layer(weights, f"model.decoder.layers.{i}", config) for i in range(config["decoder_layers"])]

    def embedded(self, ids, first=0):
        return F.embedding(ids, self.embedding) * self.scale + self.positions[first:first + ids.size(-1)]

    def encode(self, sources):
        """Memory: a mask and for each layer keys and values (batch, heads, source, size). State: for each layer keys and values of the translation,
        (batch, beam, heads, positions, size)."""
        ids = torch.nn.utils.rnn.pad_sequence([torch.tensor(x) for x in sources], batch_first=True, padding_value=self.pad)
        mask = (ids != self.pad).unsqueeze(1).unsqueeze(1) if len(sources[0]) != len(sources[-1]) else None
        x = self.embedded(ids)
        for layer in self.encoder:
            x = layer.add(x, F.linear(attend(*layer.split(F.linear(x, *layer.self_in), 3), mask), *layer.self_out), layer.self_norm)
            x = layer.feed_forward(x)
        memory, state = [mask], []
        for layer in self.decoder:
            keys, values = layer.split(F.linear(x, *layer.memory_in), 2)
            memory += [keys.contiguous(), values.contiguous()]
            state += [keys.new_empty(len(sources), 1, layer.heads, 0, keys.size(-1))] * 2
        return memory, state

    def step(self, previous, memory, state):
        mask, longer = memory[0], []
        x = self.embedded(previous.unsqueeze(-1), state[0].size(-2))  # (batch, beam, 1, d_model)
        for number, layer in enumerate(self.decoder):
            query, key, value = layer.split(F.linear(x, *layer.self_in), 3)  # (batch, beam, heads, 1, size)
            keys, values = torch.cat([state[2 * number], key], -2), torch.cat([state[2 * number + 1], value], -2)
            longer += [keys, values]
            x = layer.add(x, F.linear(attend(query, keys, values, None), *layer.self_out), layer.self_norm)
            # The beam takes the place of positions: all hypotheses read the same source.
            query, = layer.split(F.linear(x, *layer.query).squeeze(2), 1)  # (batch, heads, beam, size)
            attended = attend(query, memory[2 * number + 1], memory[2 * number + 2], mask).unsqueeze(2)
            x = layer.feed_forward(layer.add(x, F.linear(attended, *layer.memory_out), layer.memory_norm))
        return F.linear(x.squeeze(2), self.embedding, self.bias), longer


def main():
    checkpoint, text, output = sys.argv[1:4]
    beam, batch, threads, max_length = map(int, sys.argv[4:8])
    torch.set_num_threads(threads)
    with open(os.path.join(checkpoint, "config.json"), encoding="utf-8") as f:
        config = json.load(f)
    pieces = marian.Pieces(checkpoint)
    model = Model(read_weights(os.path.join(checkpoint, "model.safetensors")), config)

    def translate(some):
        most = torch.tensor([max_length] * len(some)) if max_length else peer_search.most_tokens(some)
        return peer_search.search(model, some, beam, most=most, begin=config["decoder_start_token_id"], end=config["eos_token_id"],
                                   never=[config["pad_token_id"]])

    with torch.inference_mode():
        peer.race([pieces.ids_of_source(line) for line in marian.read_lines(text)], batch, translate, pieces.text, output)


if __name__ == "__main__":
    main()
