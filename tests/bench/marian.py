"""Shared by the peers of `tests/bench/run decode`: the pieces of a MarianMT checkpoint."""
import json
import os

import sentencepiece

END, UNKNOWN = "</s>", "<unk>"


class Pieces:
    def __init__(self, checkpoint):
        with open(os.path.join(checkpoint, "vocab.json"), encoding="utf-8") as f:
            self.ids = json.load(f)
        self.pieces = {number: piece for piece, number in self.ids.items()}
        self.source, self.target = (sentencepiece.SentencePieceProcessor(model_file=os.path.join(checkpoint, f"{side}.spm"))
                                    for side in ("source", "target"))

    def of_source(self, line):
        return [piece if piece in self.ids else UNKNOWN for piece in self.source.encode(line, out_type=str)] + [END]

    def ids_of_source(self, line):
        return [self.ids[piece] for piece in self.of_source(line)]

    def text(self, ids):
        return self.target.decode([self.pieces[number] for number in ids if number != self.ids[END]])


def read_lines(path):
    with open(path, encoding="utf-8", newline="\n") as f:
        return f.read().splitlines()
