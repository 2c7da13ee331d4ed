"""Greedy and beam search in PyTorch for the peers of `tests/bench/run`, with regard's rules, so that translations are the same.

A model has encode(sources, the longest first) -> memory, state and step(previous (batch, beam), memory, state) -> logits (batch, beam, vocab), state.
A state is a list of tensors (batch, beam, ...); memory is a list of tensors (batch, ...), or None if nothing is padded. `most` is the maximum
number of tokens per translation, `never` are forbidden tokens.
"""
import torch

MOST_RATIO, MOST_EXTRA = 2, 10  # regard's defaults


def most_tokens(sources):
    """The limit of each translation: MOST_RATIO times the length of its source plus MOST_EXTRA."""
    return torch.tensor([MOST_RATIO * len(x) + MOST_EXTRA for x in sources])


def kept(tensors, rows):
    return [x if x is None else x[rows] for x in tensors]


def greedy(model, sources, most, begin, end, never):
    memory, state = model.encode(sources)
    found, alive, length = [[] for _ in sources], torch.arange(len(sources)), 0
    previous = torch.full((len(sources), 1), begin)
    while len(alive) > 0:
        logits, state = model.step(previous, memory, state)
        logits[..., never] = float("-inf")
        previous = logits.argmax(-1)
        length += 1
        for row, token in zip(alive.tolist(), previous[:, 0].tolist()):
            found[row].append(token)
        rest = (previous[:, 0] != end) & (most > length)
        if not rest.all():
            rows = rest.nonzero().squeeze(1)
            alive, most, previous, state, memory = alive[rows], most[rows], previous[rows], kept(state, rows), kept(memory, rows)
    return found


def beam_search(model, sources, beam, most, begin, end, never):
    """The best translations by log p / length. Of the best `beam` candidates, those that end are finished; the best `beam` that do not end stay alive. A sentence
    is done when no live hypothesis can still beat its best."""
    memory, state = model.encode(sources)
    count = len(sources)
    state = [x.expand(-1, beam, *x.shape[2:]).contiguous() for x in state]
    found, best, alive, length = [None] * count, torch.full((count,), float("-inf")), torch.arange(count), 0
    tokens, previous = torch.empty((count, beam, 0), dtype=torch.int64), torch.full((count, beam), begin)
    sums = torch.full((count, beam), float("-inf"))
    sums[:, 0] = 0
    while len(alive) > 0:
        logits, state = model.step(previous, memory, state)
        log_probs = logits.log_softmax(-1)
        log_probs[..., never] = float("-inf")
        top, place = (sums.unsqueeze(-1) + log_probs).flatten(1).topk(2 * beam)
        parent, token = place // logits.size(-1), place % logits.size(-1)
        length += 1
        ends = token == end

        def note(scores, which, ended):
            """Keeps for each sentence the best hypothesis that has ended."""
            for row in (scores > best).nonzero().squeeze(1).tolist():
                best[row] = scores[row]
                found[alive[row]] = tokens[row, which[row]].tolist() + ended

        score, place = (top[:, :beam] / length).masked_fill(~ends[:, :beam], float("-inf")).max(1)
        note(score, parent.gather(1, place.unsqueeze(1)).squeeze(1), [end])
        living = ends.int().argsort(stable=True)[:, :beam]
        sums, parent, previous = top.gather(1, living), parent.gather(1, living), token.gather(1, living)
        rows = torch.arange(len(alive)).unsqueeze(1)
        tokens, state = torch.cat([tokens[rows, parent], previous.unsqueeze(2)], 2), [x[rows, parent] for x in state]
        at_end = most == length
        if at_end.any():
            note((sums[:, 0] / length).masked_fill(~at_end, float("-inf")), torch.zeros(len(alive), dtype=torch.int64), [])
        rest = (sums[:, 0] / most > best) & ~at_end
        if not rest.all():
            rows = rest.nonzero().squeeze(1)
            alive, most, best, sums, previous, tokens = (x[rows] for x in (alive, most, best, sums, previous, tokens))
            state, memory = kept(state, rows), kept(memory, rows)
    return found


def search(model, sources, beam, **rules):
    return greedy(model, sources, **rules) if beam == 1 else beam_search(model, sources, beam, **rules)
