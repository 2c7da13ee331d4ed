"""Makes a MarianMT checkpoint with random weights for `tests/bench/run all`: the base model of Vaswani et al. (2017), a Transformer 512/8/2048 with 6+6 layers.

  make_base.py CHECKPOINT OUTPUT

The vocabulary and everything except the sizes are those of CHECKPOINT.
"""
import os
import shutil
import sys

import torch
from transformers import MarianConfig, MarianMTModel


def main():
    checkpoint, output = sys.argv[1:3]
    torch.manual_seed(1)
    sizes = {f"{side}_{name}": number for side in ("encoder", "decoder") for name, number in (("layers", 6), ("attention_heads", 8), ("ffn_dim", 2048))}
    MarianMTModel(MarianConfig.from_pretrained(checkpoint, d_model=512, **sizes)).save_pretrained(output)
    for name in ("source.spm", "target.spm", "vocab.json"):
        shutil.copyfile(os.path.join(checkpoint, name), os.path.join(output, name))


if __name__ == "__main__":
    main()
