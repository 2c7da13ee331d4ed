"""Translates a text with Hugging Face's transformers and prints sentences per second. `tests/bench/run decode` runs it as a peer.

  peer_transformers.py CHECKPOINT TEXT OUTPUT BEAM BATCH THREADS MAX_LENGTH [DEVICE]
"""
import sys

import marian
import peer
import torch
from transformers import MarianMTModel


def main():
    checkpoint, text, output = sys.argv[1:4]
    beam, batch, threads, max_length = map(int, sys.argv[4:8])
    torch.set_num_threads(threads)
    pieces = marian.Pieces(checkpoint)
    device = sys.argv[8] if len(sys.argv) > 8 else "cpu"
    model = MarianMTModel.from_pretrained(checkpoint).eval().to(device)
    pad = model.config.pad_token_id

    def translate(some):
        ids = torch.nn.utils.rnn.pad_sequence([torch.tensor(x) for x in some], batch_first=True, padding_value=pad).to(device)
        found = model.generate(input_ids=ids, attention_mask=(ids != pad).long(), num_beams=beam, do_sample=False, max_length=(max_length or 256) + 1,
                               early_stopping=beam > 1, length_penalty=1.0)
        return [[number for number in row if number != pad] for row in found.tolist()]

    with torch.inference_mode():
        peer.race([pieces.ids_of_source(line) for line in marian.read_lines(text)], batch, translate, pieces.text, output)


if __name__ == "__main__":
    main()
