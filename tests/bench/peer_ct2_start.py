"""Translates a sentence with CTranslate2 and prints the translation. `tests/bench/run start-translate` measures the time from start to end.

  peer_ct2_start.py DIR THREADS SENTENCE

DIR is written by `regard export --to ctranslate2`; matrix multiplications use the type of its weights.
"""
import os
import sys

import ctranslate2
import sentencepiece


def main():
    folder, threads, sentence = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    source, target = (sentencepiece.SentencePieceProcessor(model_file=os.path.join(folder, f"{side}.spm")) for side in ("source", "target"))
    translator = ctranslate2.Translator(folder, device="cpu", compute_type="default", intra_threads=threads, inter_threads=1)
    ends = [] if '"add_source_eos": true' in open(os.path.join(folder, "config.json"), encoding="utf-8").read() else ["</s>"]
    pieces = source.encode(sentence, out_type=str) + ends
    result = translator.translate_batch([pieces], beam_size=5, max_decoding_length=2 * len(pieces) + 10)  # regard's limit
    print(target.decode(result[0].hypotheses[0]), flush=True)


if __name__ == "__main__":
    main()
