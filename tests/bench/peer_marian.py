"""Translates a text with Marian and prints the time it took as JSON. `tests/bench/run decode-marian` runs it as a peer.

  peer_marian.py FOLDER MODEL TEXT OUTPUT BEAM BATCH FACTOR

FOLDER has vocab.yml, source.spm and target.spm, MODEL is an .npz or .bin. A translation has at most FACTOR times as many pieces as its source. If OUTPUT is -,
the script prints the translation of the first line instead, to time the start. Marian computes with one thread, and batches sentences by length.
"""
import json
import os
import resource
import sys
import time

os.environ["OMP_NUM_THREADS"] = "1"
begin = time.perf_counter()
import _pymarian  # noqa: E402
import sentencepiece  # noqa: E402


def main():
    folder, model, text, output, beam, batch, factor = sys.argv[1:8]
    batches = 100 if int(batch) > 1 else 1
    vocabulary = os.path.join(folder, "vocab.yml")
    translator = _pymarian.Translator(f"-m {model} -v {vocabulary} {vocabulary} -b {beam} --normalize 1 --cpu-threads 1 --quiet --allow-unk "
                                      f"--mini-batch {batch} --maxi-batch {batches} --maxi-batch-sort src --max-length-factor {factor}")
    source, target = (sentencepiece.SentencePieceProcessor(model_file=os.path.join(folder, f"{side}.spm")) for side in ("source", "target"))
    with open(text, encoding="utf-8", newline="\n") as f:
        lines = [" ".join(source.encode(line, out_type=str)) for line in f.read().splitlines()]
    if output == "-":
        print(target.decode(translator.translate(lines[:1])[0].split()), flush=True)
        return
    load = time.perf_counter() - begin
    translator.translate(lines[:1])  # warm-up: the first call allocates memory
    wall, cpu = time.perf_counter(), time.process_time()
    found = translator.translate(lines)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    with open(output, "w", encoding="utf-8") as f:
        f.writelines(target.decode(line.split()) + "\n" for line in found)
    print(json.dumps({"sentences": len(lines), "load_seconds": load, "sentences_per_second": len(lines) / wall,
                      "cpu_milliseconds_per_sentence": 1000 * cpu / len(lines),
                      "peak_mebibytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))


if __name__ == "__main__":
    main()
