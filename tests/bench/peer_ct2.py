"""Translates a text with CTranslate2 and prints sentences per second. `tests/bench/run decode` runs it as a peer.

  peer_ct2.py CHECKPOINT CONVERTED TEXT OUTPUT COMPUTE BEAM BATCH THREADS MAX_LENGTH [DEVICE]

CHECKPOINT is the folder of a MarianMT checkpoint, CONVERTED the model that CTranslate2 converts it to (converted here, in a separate process, if
missing). The script imports neither PyTorch nor transformers, whose threads would compete with CTranslate2's: at a batch size of one, that costs five
sixths of its speed.
"""
import os
import subprocess
import sys

import marian
import peer
import ctranslate2

CONVERT = "import sys, ctranslate2; ctranslate2.converters.TransformersConverter(sys.argv[1]).convert(sys.argv[2])"


def main():
    checkpoint, converted, text, output, compute = sys.argv[1:6]
    beam, batch, threads, max_length = map(int, sys.argv[6:10])
    if not os.path.exists(converted):
        subprocess.run([sys.executable, "-c", CONVERT, checkpoint, converted], check=True, capture_output=True)
    pieces = marian.Pieces(checkpoint)
    device = sys.argv[10] if len(sys.argv) > 10 else "cpu"
    translator = ctranslate2.Translator(converted, device=device, compute_type=compute, intra_threads=threads, inter_threads=1)

    def translate(some):
        results = translator.translate_batch(some, beam_size=beam, max_batch_size=0, length_penalty=1 if beam > 1 else 0,
                                             max_decoding_length=max_length or 256)
        return [result.hypotheses[0] for result in results]

    peer.race(list(map(pieces.of_source, marian.read_lines(text))), batch, translate, pieces.target.decode, output)


if __name__ == "__main__":
    main()
