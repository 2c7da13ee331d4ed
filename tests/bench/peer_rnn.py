"""Translates a text with a recurrent model in PyTorch and prints sentences per second. `tests/bench/run decode-rnn` runs it as a peer.

  peer_rnn.py RUN TEXT OUTPUT BEAM BATCH THREADS

RUN is a run directory of `regard train`: GRU layers with additive attention. The script is what one would write by hand: the encoder reads packed
batches, keys are projected once, the hypotheses of all sentences of a batch take a step together, finished sentences leave the batch, and batches
hold sentences of similar length. It searches with regard's rules (peer_search.py), so the translations are the same.
"""
import json
import os
import struct
import sys

import peer
import peer_search
import sentencepiece
import torch
import torch.nn.functional as F

PAD, BOS, EOS = 0, 2, 3


def read_weights(path):
    with open(path, "rb") as f:
        header = json.loads(f.read(struct.unpack("<Q", f.read(8))[0]))
        data = bytearray(f.read())
    metadata = header.pop("__metadata__")
    options = dict(line.split(": ", 1) for line in metadata["options"].splitlines())
    wanted = {"type": "rnn_attention", "cell": "gru", "attention": "additive"}
    rest = {"encoder": "recurrent", "readout": "book"}
    if any(options.get(key) != value for key, value in wanted.items()) or any(options.get(key, value) != value for key, value in rest.items()):
        sys.exit(f"{path}: this script does GRUs with additive attention, a recurrent encoder and the book's readout")
    floats = torch.frombuffer(data, dtype=torch.float32)
    return options, {name: floats[x["data_offsets"][0] // 4:x["data_offsets"][1] // 4].view(x["shape"]) for name, x in header.items()}


class Model:
    def __init__(self, options, weights):
        self.layers, hidden = int(options["layers"]), int(options["hidden_size"])
        self.target_embedding = weights["decoder.embedding.weight"]
        self.source_embedding = weights.get("encoder.embedding.weight", self.target_embedding)
        self.encoder = torch.nn.GRU(int(options["embedding_size"]), hidden, self.layers, batch_first=True,
                                    bidirectional=options["bidirectional"] == "true")
        self.encoder.load_state_dict({name.removeprefix("encoder.rnn."): x for name, x in weights.items() if name.startswith("encoder.rnn.")})
        self.bridge = [(weights[f"bridge.hidden_l{i}.weight"], weights[f"bridge.hidden_l{i}.bias"])
                       for i in range(self.layers)] if self.encoder.bidirectional else None
        self.w_q, self.w_k, self.w_v = (weights[f"decoder.attention.{name}.weight"] for name in ("W_q", "W_k", "w_v"))
        self.cells = [[weights[f"decoder.rnn.{name}_l{i}"] for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")]
                      for i in range(self.layers)]
        self.output = weights.get("decoder.dense.weight", self.target_embedding), weights["decoder.dense.bias"]

    def encode(self, sources):
        """Memory: keys, values (batch, source, ...), padding (batch, source) or None. State: for each layer (batch, 1, hidden)."""
        lengths = torch.tensor([len(x) for x in sources])
        ids = torch.nn.utils.rnn.pad_sequence([torch.tensor(x) for x in sources], batch_first=True, padding_value=PAD)
        packed = torch.nn.utils.rnn.pack_padded_sequence(F.embedding(ids, self.source_embedding), lengths, batch_first=True)
        states, last = self.encoder(packed)
        values, _ = torch.nn.utils.rnn.pad_packed_sequence(states, batch_first=True)
        if self.bridge:
            both = last.view(self.layers, 2, len(sources), -1).transpose(1, 2).flatten(2)
            last = torch.stack([torch.tanh(F.linear(x, *bridge)) for x, bridge in zip(both, self.bridge)])
        padding = ids == PAD if lengths[0] != lengths[-1] else None
        return [F.linear(values, self.w_k), values, padding], list(last.unsqueeze(2))

    def step(self, previous, memory, state):
        keys, values, padding = memory
        query = F.linear(state[-1], self.w_q)
        scores = F.linear(torch.tanh(query.unsqueeze(2) + keys.unsqueeze(1)), self.w_v).squeeze(-1)  # (batch, beam, source)
        if padding is not None:
            scores.masked_fill_(padding.unsqueeze(1), float("-inf"))
        context = scores.softmax(-1).bmm(values)
        x = torch.cat([context, F.embedding(previous, self.target_embedding)], -1).flatten(0, 1)
        states = []
        for cell, before in zip(self.cells, state):
            x = torch.gru_cell(x, before.flatten(0, 1), *cell)
            states.append(x.view(before.shape))
        return F.linear(states[-1], *self.output), states


def main():
    run, text, output = sys.argv[1:4]
    beam, batch, threads = map(int, sys.argv[4:7])
    torch.set_num_threads(threads)
    tokenizer = os.path.join(run, "tokenizer.model")
    source, target = (sentencepiece.SentencePieceProcessor(model_file=tokenizer if os.path.exists(tokenizer) else os.path.join(run, f"{side}.model"))
                      for side in ("source", "target"))
    model = Model(*read_weights(os.path.join(run, "model.safetensors")))
    with open(text, encoding="utf-8", newline="\n") as f:
        sources = [source.encode(line) + [EOS] for line in f.read().splitlines()]

    def translate(some):
        return peer_search.search(model, some, beam, most=peer_search.most_tokens(some), begin=BOS, end=EOS, never=[PAD, BOS])

    with torch.inference_mode():
        peer.race(sources, batch, translate, lambda tokens: target.decode([x for x in tokens if x != EOS]), output)


if __name__ == "__main__":
    main()
