"""What the peers of `scripts/bench decode` and `decode-rnn` have in common: the order of sentences, and the clock."""
import time

WARM_UP = 3  # batches before the clock runs


def timed(sources, batch, translate):
    """Calls translate(tokenized sources) -> translations batch by batch, sentences of like length together, and gives all translations in the
    order of the sources, and sentences a second."""
    order = range(len(sources)) if batch == 1 else sorted(range(len(sources)), key=lambda i: -len(sources[i]))
    batches = [order[i:i + batch] for i in range(0, len(order), batch)]
    found = {}

    def run(numbers):
        found.update(zip(numbers, translate([sources[i] for i in numbers])))

    for numbers in batches[:WARM_UP]:
        run(numbers)
    begin = time.perf_counter()
    for numbers in batches:
        run(numbers)
    rate = len(sources) / (time.perf_counter() - begin)
    return [found[i] for i in range(len(sources))], rate


def write_lines(path, lines):
    with open(path, "w", encoding="utf-8") as f:
        f.writelines(line + "\n" for line in lines)
