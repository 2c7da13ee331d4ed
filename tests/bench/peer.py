"""Shared by the peers of `tests/bench/run decode` and `decode-rnn`: the order of sentences, the clock, the output."""
import time

WARM_UP = 3  # batches before the clock starts


def race(sources, batch, translate, text_of, output):
    """Calls translate(tokenized sources) -> translations batch by batch, sentences of similar length together; writes text_of(translation) of all
    to `output`, in the order of the sources, and prints sentences per second."""
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
    with open(output, "w", encoding="utf-8") as f:
        f.writelines(text_of(found[i]) + "\n" for i in range(len(sources)))
    print(rate)
