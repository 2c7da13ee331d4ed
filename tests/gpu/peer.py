"""The PyTorch peer of the training races: plain modules with scaled_dot_product_attention and cuDNN's GRU, fused Adam, bf16 by autocast.

  peer.py --texts TEXTS.json --device cuda --seconds 3 [--compile] [--steps N] CASE...

A CASE is SETTING/PRECISION, for example base/bf16. Prints a line of JSON for each case. Batches are formed like regard's and are on the
device before the clock starts; no step waits for the device.
"""
import argparse
import contextlib
import json
import math
import random
import statistics
import time

import torch
import torch.nn.functional as F
from settings import MAX_LENGTH, SETTINGS
from torch import nn

PAD, BOS = 0, 2


class Attention(nn.Module):
    """Projections and heads; the keys come from `memory`."""

    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.query, self.keys_values, self.out = nn.Linear(width, width), nn.Linear(width, 2 * width), nn.Linear(width, width)

    def forward(self, x, memory, mask=None, causal=False):
        query, (keys, values) = self.query(x), self.keys_values(memory).chunk(2, -1)
        heads = (part.unflatten(-1, (self.heads, -1)).transpose(1, 2) for part in (query, keys, values))
        return self.out(F.scaled_dot_product_attention(*heads, attn_mask=mask, is_causal=causal).transpose(1, 2).flatten(2))


class Block(nn.Module):
    """A pre-norm layer of encoder or decoder."""

    def __init__(self, setting, decodes, dropout=0.1):
        super().__init__()
        width = setting.width
        self.attention = Attention(width, setting.heads)
        self.cross = Attention(width, setting.heads) if decodes else None
        self.up, self.down = nn.Linear(width, setting.ffn), nn.Linear(setting.ffn, width)
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(3 if decodes else 2))
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, mask=None, memory=None, memory_mask=None):
        y = self.norms[0](x)
        x = x + self.dropout(self.attention(y, y, mask, causal=self.cross is not None))
        if self.cross is not None:
            x = x + self.dropout(self.cross(self.norms[2](x), memory, memory_mask))
        return x + self.dropout(self.down(F.relu(self.up(self.norms[1](x)))))


class Transformer(nn.Module):
    def __init__(self, setting, vocab, dropout=0.1):
        super().__init__()
        width = setting.width
        self.embedding = nn.Embedding(vocab, width)
        nn.init.normal_(self.embedding.weight, std=width**-0.5)
        self.encoder, self.decoder = (nn.ModuleList(Block(setting, decodes) for _ in range(setting.layers)) for decodes in (False, True))
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(2))
        self.dropout = nn.Dropout(dropout)
        angles = torch.arange(2 * MAX_LENGTH)[:, None] / 10000**(torch.arange(0, width, 2) / width)
        self.register_buffer("positions", torch.cat([angles.sin(), angles.cos()], 1))

    def embed(self, ids):
        return self.dropout(self.embedding(ids) * math.sqrt(self.embedding.embedding_dim) + self.positions[:ids.size(1)])

    def forward(self, source, target):
        mask = (source != PAD)[:, None, None, :]
        x, y = self.embed(source), self.embed(target)
        for block in self.encoder:
            x = block(x, mask)
        x = self.norms[0](x)
        for block in self.decoder:
            y = block(y, None, x, mask)
        return F.linear(self.norms[1](y), self.embedding.weight)


class Bahdanau(nn.Module):
    """A GRU encoder and a GRU decoder with additive attention, whose keys are projected once per sentence."""

    def __init__(self, setting, vocab, dropout=0.1):
        super().__init__()
        width, layers = setting.width, setting.layers
        between = dropout if layers > 1 else 0
        self.source, self.target = nn.Embedding(vocab, width), nn.Embedding(vocab, width)
        self.encoder = nn.GRU(width, width, layers, dropout=between)
        self.decoder = nn.GRU(2 * width, width, layers, dropout=between)
        self.query, self.key, self.score = (nn.Linear(width, size, bias=False) for size in (width, width, 1))
        self.dropout, self.out = nn.Dropout(dropout), nn.Linear(width, vocab)

    def forward(self, source, target):
        states, state = self.encoder(self.source(source.t()))
        values, padding = states.transpose(0, 1), source == PAD
        keys, outputs = self.key(values), []
        for x in self.target(target.t()):
            scores = self.score(torch.tanh(self.query(state[-1])[:, None] + keys)).squeeze(-1)
            weights = self.dropout(scores.masked_fill(padding, -1e6).softmax(-1))
            context = torch.bmm(weights[:, None].to(values.dtype), values).squeeze(1)
            y, state = self.decoder(torch.cat([context, x], -1)[None], state)
            outputs.append(y)
        return self.out(torch.cat(outputs).transpose(0, 1))


def grouped(pairs, setting):
    """Batches of pairs of similar length, in random order: at most (source + target) * pairs tokens."""
    pairs = [pair for pair in pairs if max(map(len, pair)) <= MAX_LENGTH]
    random.Random(1).shuffle(pairs)
    pairs.sort(key=lambda pair: (len(pair[1]), len(pair[0])))
    batches, longest = [[]], (0, 0)
    for pair in pairs:
        wider = tuple(max(a, len(side)) for a, side in zip(longest, pair))
        full = (len(batches[-1]) + 1) * sum(wider) > setting.batch_tokens or len(batches[-1]) == (setting.batch_sentences or -1)
        if full and batches[-1]:
            batches.append([])
            wider = tuple(map(len, pair))
        batches[-1].append(pair)
        longest = wider
    random.Random(2).shuffle(batches)
    return batches


def tensors_of(batch, device):
    """source, decoder input, labels, number of labels"""
    source, labels = (nn.utils.rnn.pad_sequence([torch.tensor(side) for side in sides], batch_first=True, padding_value=PAD) for sides in zip(*batch))
    given = torch.cat([torch.full((len(batch), 1), BOS), labels[:, :-1]], 1)
    return *(x.to(device) for x in (source, given, labels)), sum(len(pair[1]) for pair in batch)


class Training:
    def __init__(self, setting, vocab, precision, args):
        torch.manual_seed(1)
        self.device = args.device
        self.model = (Transformer if setting.is_transformer() else Bahdanau)(setting, vocab).to(args.device).train()
        self.called = torch.compile(self.model, dynamic=True) if args.compile else self.model
        self.cast = torch.autocast(args.device, torch.bfloat16) if precision == "bf16" else contextlib.nullcontext()
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=3e-4, betas=(0.9, 0.98), fused=True)

    def step(self, source, given, labels, tokens):
        with self.cast:
            logits = self.called(source, given)
            loss = F.cross_entropy(logits.flatten(0, 1).float(), labels.flatten(), ignore_index=PAD, label_smoothing=0.1)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        return tokens

    def wait(self):
        if self.device != "cpu":
            torch.cuda.synchronize()


def endless(batches):
    while True:
        yield from batches


def race(training, batches, seconds):
    """Target tokens per second in three windows, after a warm-up as long as all three."""
    source, rates, steps = endless(batches), [], 0
    for window in range(6):
        training.wait()
        begin, tokens = time.perf_counter(), 0
        while time.perf_counter() - begin < seconds / 6 or tokens == 0:
            tokens += sum(training.step(*next(source)) for _ in range(4))
            steps += 4
            training.wait()  # as often as regard reports
        if window >= 3:
            rates.append(tokens / (time.perf_counter() - begin))
    return {"target_tokens_per_s": round(statistics.median(rates)), "windows": [round(rate) for rate in rates], "steps": steps}


def product_tflops(device, dtype, size=8192):
    """The device's throughput in large matrix multiplications."""
    a, b = (torch.randn(size, size, device=device, dtype=dtype) for _ in range(2))
    times = []
    for _ in range(8):
        torch.cuda.synchronize()
        begin = time.perf_counter()
        a @ b
        torch.cuda.synchronize()
        times.append(time.perf_counter() - begin)
    return 2 * size**3 / statistics.median(times[2:]) / 1e12


def flops_of_target_token(model, batches):
    """FLOPs of a training step without padding and attention: six for each weight that multiplies a token."""
    sources, targets = (sum(len(pair[side]) for batch in batches for pair in batch) for side in (0, 1))
    shares = {"encoder": sources / targets, "key": sources / targets}
    weights = ((name, weight) for name, weight in model.named_parameters() if weight.dim() > 1)
    total = sum(shares.get(name.split(".")[0], 1) * weight.numel() for name, weight in weights if name not in ("source.weight", "target.weight"))
    return 6 * total


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--texts", required=True)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--steps", type=int, default=0, help="run this many steps without measuring the time")
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--rates", action="store_true", help="first print the rate of matrix multiplications")
    parser.add_argument("cases", nargs="+")
    args = parser.parse_args()
    torch.backends.cuda.enable_cudnn_sdp(False)  # cuDNN makes a plan for each new shape, which makes bf16 steps ten times as slow
    with open(args.texts, encoding="utf-8") as f:
        texts = json.load(f)
    if args.rates:
        rates = {name: product_tflops(args.device, dtype) for name, dtype in (("bf16", torch.bfloat16), ("float32", torch.float32))}
        print(json.dumps({"case": "products"} | rates), flush=True)
    for case in args.cases:
        name, precision = case.split("/")
        setting, text = SETTINGS[name], texts["book" if SETTINGS[name].book else "pieces"]
        groups = grouped(text["pairs"], setting)[:200]
        batches = [tensors_of(batch, args.device) for batch in groups]
        training = Training(setting, text["vocab"], precision, args)
        if args.steps:
            for _, batch in zip(range(args.steps), endless(batches)):
                training.step(*batch)
            training.wait()
            continue
        begin = time.perf_counter()
        training.step(*batches[0])
        training.step(*batches[-1])
        training.wait()
        first = time.perf_counter() - begin
        found = race(training, batches, args.seconds)
        print(json.dumps({"case": case, **found, "first_steps_s": round(first, 1),
                          "flops_per_target_token": flops_of_target_token(training.model, groups)}), flush=True)
        del training, batches
        if args.device != "cpu":
            torch.cuda.empty_cache()


if __name__ == "__main__":
    main()
