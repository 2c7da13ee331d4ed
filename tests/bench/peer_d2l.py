"""PyTorch eager on the book's experiment: peer_d2l.py RACE TATOEBA THREADS [--hoist]. Prints target tokens/s as JSON.

RACE/models.py has the model (additive attention, one GRU step per target token); text, vocabulary and optimizer here are
those of configs/d2l-bahdanau.yaml."""
import collections
import gzip
import json
import os
import re
import sys
import time

import torch
import torch.nn.functional as F

sys.path.insert(0, sys.argv[1])
from models import Bahdanau  # noqa: E402

PAIRS, LENGTH, BATCH, SECONDS = 600, 10, 64, 8
PAD, UNK, BOS, EOS = range(4)


def words(text):
    text = text.replace("\u202f", " ").replace("\xa0", " ").lower()
    return re.sub(r"(?<=[^ ])([,.!?])", r" \1", text).split(" ")


def vocabulary(rows):
    counts = collections.Counter(word for row in rows for word in row)
    return {word: i for i, word in enumerate(["<pad>", "<unk>", "<bos>", "<eos>"] + [w for w, n in counts.items() if n >= 2])}


def padded(rows):
    ids = vocabulary(rows)
    table = [([ids.get(word, UNK) for word in row] + [EOS])[:LENGTH] for row in rows]
    return torch.tensor([row + [PAD] * (LENGTH - len(row)) for row in table]), len(ids)


def main():
    torch.set_num_threads(int(sys.argv[3]))
    torch.manual_seed(1)
    with gzip.open(os.path.join(sys.argv[2], "train.tsv.gz"), "rt", encoding="utf-8") as f:
        pairs = [line.rstrip("\n").split("\t")[:2] for line, _ in zip(f, range(PAIRS))]
    source, source_size = padded([words(pair[0]) for pair in pairs])
    target, target_size = padded([words(pair[1]) for pair in pairs])
    model = Bahdanau(max(source_size, target_size), PAD, embed=32, hidden=32, layers=2, dropout=0.1, hoist="--hoist" in sys.argv)
    model.train()
    optimiser = torch.optim.Adam(model.parameters(), lr=0.005)

    def epoch():
        for rows in torch.randperm(PAIRS).split(BATCH):
            labels = target[rows]
            given = torch.cat([torch.full((len(rows), 1), BOS), labels[:, :-1]], 1)
            logits = model(source[rows], given)
            loss = F.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=PAD)
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            loss.item()
        return int((target != PAD).sum())

    epoch()  # warm-up
    start, tokens = time.perf_counter(), 0
    while time.perf_counter() - start < SECONDS:
        tokens += epoch()
    print(json.dumps({"target_tokens_per_s": round(tokens / (time.perf_counter() - start), 1), "threads": torch.get_num_threads()}))


if __name__ == "__main__":
    main()
