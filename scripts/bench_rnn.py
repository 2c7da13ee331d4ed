"""Translates a text with a recurrent model in PyTorch and prints sentences a second: the peer of `scripts/bench decode-rnn`, which runs it.

  bench_rnn.py RUN TEXT OUTPUT BEAM BATCH THREADS

RUN is the directory of a model that `regard train` left: GRU layers with additive attention. The script does what one would do by hand: the encoder
reads a batch packed, keys are projected once, the hypotheses of all sentences of a batch take a step together, sentences that are done leave the batch,
and sentences of like length stand together. It searches by regard's rules, so the text is the same.
"""
import json
import os
import struct
import sys

import bench_peer
import sentencepiece
import torch
import torch.nn.functional as F

PAD, BOS, EOS = 0, 2, 3
MOST_RATIO, MOST_EXTRA = 2, 10  # tokens of a translation: so many times those of its source, and so many more


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
        """Sources, the longest first -> keys, values (batch, source, ...), padding (batch, source) or None, state (layers, batch, hidden)."""
        lengths = torch.tensor([len(x) for x in sources])
        ids = torch.nn.utils.rnn.pad_sequence([torch.tensor(x) for x in sources], batch_first=True, padding_value=PAD)
        packed = torch.nn.utils.rnn.pack_padded_sequence(F.embedding(ids, self.source_embedding), lengths, batch_first=True)
        states, last = self.encoder(packed)
        values, _ = torch.nn.utils.rnn.pad_packed_sequence(states, batch_first=True)
        if self.bridge:
            both = last.view(self.layers, 2, len(sources), -1).transpose(1, 2).flatten(2)
            last = torch.stack([torch.tanh(F.linear(x, *bridge)) for x, bridge in zip(both, self.bridge)])
        padding = ids == PAD if lengths[0] != lengths[-1] else None
        return F.linear(values, self.w_k), values, padding, last

    def step(self, previous, memory, state):
        """previous (batch, beam), state (layers, batch, beam, hidden) -> logits (batch, beam, vocab), the next state."""
        keys, values, padding = memory
        query = F.linear(state[-1], self.w_q)
        scores = F.linear(torch.tanh(query.unsqueeze(2) + keys.unsqueeze(1)), self.w_v).squeeze(-1)  # (batch, beam, source)
        if padding is not None:
            scores.masked_fill_(padding.unsqueeze(1), float("-inf"))
        context = scores.softmax(-1).bmm(values)
        x = torch.cat([context, F.embedding(previous, self.target_embedding)], -1).flatten(0, 1)
        states = []
        for cell, before in zip(self.cells, state.flatten(1, 2)):
            x = torch.gru_cell(x, before, *cell)
            states.append(x)
        return F.linear(x, *self.output).view(*previous.shape, -1), torch.stack(states).view(state.shape)


def kept(memory, rows):
    return [x if x is None else x[rows] for x in memory]


def greedy(model, sources):
    *memory, state = model.encode(sources)
    state, most = state.unsqueeze(2), torch.tensor([MOST_RATIO * len(x) + MOST_EXTRA for x in sources])
    found, alive, length = [[] for _ in sources], torch.arange(len(sources)), 0
    previous = torch.full((len(sources), 1), BOS)
    while len(alive) > 0:
        logits, state = model.step(previous, memory, state)
        logits[..., PAD] = logits[..., BOS] = float("-inf")
        previous = logits.argmax(-1)
        length += 1
        for row, token in zip(alive.tolist(), previous[:, 0].tolist()):
            found[row].append(token)
        rest = (previous[:, 0] != EOS) & (most > length)
        if not rest.all():
            rows = rest.nonzero().squeeze(1)
            alive, most, previous, state, memory = alive[rows], most[rows], previous[rows], state[:, rows], kept(memory, rows)
    return found


def beam_search(model, sources, beam):
    """The best by log p / length: of the best `beam` candidates those that end are finished, the best `beam` that do not end live on, and a sentence
    is done when nothing that lives can still be better than its best."""
    *memory, state = model.encode(sources)
    count = len(sources)
    state, most = state.unsqueeze(2).repeat(1, 1, beam, 1), torch.tensor([MOST_RATIO * len(x) + MOST_EXTRA for x in sources])
    found, best, alive, length = [None] * count, torch.full((count,), float("-inf")), torch.arange(count), 0
    tokens, previous = torch.empty((count, beam, 0), dtype=torch.int64), torch.full((count, beam), BOS)
    sums = torch.full((count, beam), float("-inf"))
    sums[:, 0] = 0
    while len(alive) > 0:
        logits, state = model.step(previous, memory, state)
        log_probs = logits.log_softmax(-1)
        log_probs[..., PAD] = log_probs[..., BOS] = float("-inf")
        top, place = (sums.unsqueeze(-1) + log_probs).flatten(1).topk(2 * beam)
        parent, token = place // logits.size(-1), place % logits.size(-1)
        length += 1
        ends = token == EOS

        def note(scores, which, ended):
            """Of each sentence the best that has ended, if it is better than before."""
            for row in (scores > best).nonzero().squeeze(1).tolist():
                best[row] = scores[row]
                found[alive[row]] = tokens[row, which[row]].tolist() + ended

        score, place = (top[:, :beam] / length).masked_fill(~ends[:, :beam], float("-inf")).max(1)
        note(score, parent.gather(1, place.unsqueeze(1)).squeeze(1), [EOS])
        living = ends.int().argsort(stable=True)[:, :beam]
        sums, parent, previous = top.gather(1, living), parent.gather(1, living), token.gather(1, living)
        rows = torch.arange(len(alive)).unsqueeze(1)
        tokens, state = torch.cat([tokens[rows, parent], previous.unsqueeze(2)], 2), state[:, rows, parent]
        at_end = most == length
        if at_end.any():
            note((sums[:, 0] / length).masked_fill(~at_end, float("-inf")), torch.zeros(len(alive), dtype=torch.int64), [])
        rest = (sums[:, 0] / most > best) & ~at_end
        if not rest.all():
            rows = rest.nonzero().squeeze(1)
            alive, most, best, sums, previous, tokens = (x[rows] for x in (alive, most, best, sums, previous, tokens))
            state, memory = state[:, rows], kept(memory, rows)
    return found


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
        return greedy(model, some) if beam == 1 else beam_search(model, some, beam)

    with torch.inference_mode():
        found, rate = bench_peer.timed(sources, batch, translate)
    bench_peer.write_lines(output, (target.decode([x for x in tokens if x != EOS]) for tokens in found))
    print(rate)


if __name__ == "__main__":
    main()
