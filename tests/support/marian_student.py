"""A small Marian student with random weights: a Transformer whose decoder has SSRUs, as Bergamot's and Firefox's models have."""
import pathlib
import random
import struct

import numpy
import sentencepiece

MAGIC = 0xF11A48D5013417F5


def options_of(size, ffn, heads, encoder, decoder, pieces):
    """The content of special:model.yml, in which Marian stores the options of a model."""
    return f"""dec-cell: ssru
dec-depth: {decoder}
dim-emb: {size}
dim-vocabs:
  - {pieces}
  - {pieces}
enc-depth: {encoder}
layer-normalization: false
tied-embeddings-all: true
transformer-decoder-autoreg: rnn
transformer-dim-ffn: {ffn}
transformer-ffn-activation: relu
transformer-heads: {heads}
transformer-postprocess: dan
transformer-postprocess-emb: d
transformer-preprocess: ""
type: transformer
version: v1.12.0
"""


def arrays_of(size, ffn, heads, encoder, decoder, pieces, seed, end):
    """The weights by Marian's names. Sublayers add large values to their input, so that translations do not just repeat one word; a large last normalization makes the model confident,
    and the bias `end` lets sentences end."""
    numbers = numpy.random.default_rng(seed)

    def matrix(rows, columns):
        return (numbers.standard_normal((rows, columns)) * 2.0 / rows ** 0.5).astype("<f4")

    arrays = {"Wemb": (numbers.standard_normal((pieces, size)) / size ** 0.5).astype("<f4"),
              "decoder_ff_logit_out_b": (numbers.standard_normal((1, pieces)) * 0.5).astype("<f4")}
    arrays["decoder_ff_logit_out_b"][0, 0] = end

    def add_linear(name, part, rows, columns, has_bias=True):
        arrays[f"{name}_W{part}"] = matrix(rows, columns)
        if has_bias:
            arrays[f"{name}_b{part}"] = (numbers.standard_normal((1, columns)) * 0.2).astype("<f4")

    def add_norm(name):
        arrays[name + "_ln_scale"] = (1 + numbers.standard_normal((1, size)) * 0.2).astype("<f4")
        arrays[name + "_ln_bias"] = (numbers.standard_normal((1, size)) * 0.2).astype("<f4")

    def add_attention(name):
        for part in "qkvo":
            add_linear(name, part, size, size)
        add_norm(name + "_Wo")

    def add_feed_forward(name):
        add_linear(name, "1", size, ffn)
        add_linear(name, "2", ffn, size)
        arrays[name + "_W2"] *= 3
        add_norm(name + "_ffn")

    for layer in range(1, encoder + 1):
        add_attention(f"encoder_l{layer}_self")
        add_feed_forward(f"encoder_l{layer}_ffn")
    for layer in range(1, decoder + 1):
        name = f"decoder_l{layer}_rnn"
        add_linear(name, "", size, size, has_bias=False)
        add_linear(name, "f", size, size)
        add_norm(name + "_ffn")
        add_attention(f"decoder_l{layer}_context")
        arrays[f"decoder_l{layer}_rnn_W"] *= 3
        add_feed_forward(f"decoder_l{layer}_ffn")
    arrays[f"decoder_l{decoder}_ffn_ffn_ln_scale"] *= 3
    text = options_of(size, ffn, heads, encoder, decoder, pieces).encode() + b"\0"
    arrays["special:model.yml"] = numpy.frombuffer(text, "i1")
    return arrays


def checksum(content):
    """Marian's hash of whole 8-byte words."""
    mask, total = 2 ** 64 - 1, 0
    for word, in struct.iter_unpack("<Q", content[:len(content) // 8 * 8]):
        total ^= (word + 0x9E3779B9 + (total << 6) + (total >> 2)) & mask
    return total


def write_shortlist(path, pieces, first, best, seed):
    """Writes lex.s2t.bin with random lists. Marian 1.12 rejects every such file, even its own, unless a second word of --shortlist is 0: FILE 0."""
    numbers = random.Random(seed)
    lists = [sorted(numbers.sample(range(pieces), numbers.randint(0, best))) for _ in range(pieces)]
    offsets = [0]
    for words in lists:
        offsets.append(offsets[-1] + len(words))
    content = struct.pack("<4Q", first, best, len(offsets), offsets[-1]) + struct.pack(f"<{len(offsets)}Q", *offsets)
    content += b"".join(struct.pack(f"<{len(words)}I", *words) for words in lists)
    pathlib.Path(path).write_bytes(struct.pack("<2Q", MAGIC, checksum(content)) + content)


def rounded_arrays(path):
    """The arrays of a .bin file of marian-conv (float32 or intgemm8), converted to float32."""
    content = path.read_bytes()
    count, = struct.unpack_from("<Q", content, 8)
    heads = [struct.unpack_from("<4Q", content, 16 + 32 * i) for i in range(count)]
    at = 16 + 32 * count
    names, shapes, arrays = [], [], {}
    for size, _, _, _ in heads:
        names.append(content[at:at + size - 1].decode())
        at += size
    for _, _, rank, _ in heads:
        shapes.append(struct.unpack_from(f"<{rank}i", content, at))
        at += 4 * rank
    at += 8 + struct.unpack_from("<Q", content, at)[0]
    for (_, kind, _, size), name, shape in zip(heads, names, shapes):
        numbers = int(numpy.prod(shape))
        if kind == 0x404:
            arrays[name] = numpy.frombuffer(content, "<f4", numbers, at).reshape(shape)
        elif kind == 0x101:
            arrays[name] = numpy.frombuffer(content, "i1", numbers, at)
        else:
            multiplier = numpy.frombuffer(content, "<f4", 1, at + numbers)
            integers = numpy.frombuffer(content, "i1", numbers, at).reshape(shape[::-1])
            arrays[name] = numpy.ascontiguousarray(integers.T * (numpy.float32(1) / multiplier))
        at += size
    return arrays


def make(folder, text, size=64, ffn=128, heads=4, encoder=2, decoder=2, pieces=600, seed=1, end=6):
    """Writes model.npz, vocab.spm, which both languages share, and lex.s2t.bin."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    sentencepiece.SentencePieceTrainer.train(input=str(text), model_prefix=str(folder / "vocab"), vocab_size=pieces, eos_id=0, unk_id=1, bos_id=-1,
                                             pad_id=-1, minloglevel=2)
    (folder / "vocab.model").rename(folder / "vocab.spm")
    (folder / "vocab.vocab").unlink()
    numpy.savez(folder / "model.npz", **arrays_of(size, ffn, heads, encoder, decoder, pieces, seed, end))
    write_shortlist(folder / "lex.s2t.bin", pieces, 50, 50, seed)
