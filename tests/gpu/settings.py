"""The models that the races train, for regard (its YAML) and for PyTorch (peer.py)."""
import dataclasses
import os

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


@dataclasses.dataclass
class Setting:
    """A model and its batches: at most batch_tokens tokens with padding, or batch_sentences pairs."""
    width: int
    layers: int
    heads: int = 0  # 0: a GRU with additive attention
    ffn: int = 0
    batch_tokens: int = 1000000
    batch_sentences: int = 0
    book: bool = False  # the text of configs/d2l-bahdanau.yaml: words, 600 pairs of Tatoeba

    def is_transformer(self):
        return self.heads > 0

    def yaml(self, dropout=0.1):
        if self.is_transformer():
            return (f"{{type: transformer, d_model: {self.width}, heads: {self.heads}, ffn_size: {self.ffn}, encoder_layers: {self.layers}, "
                    f"decoder_layers: {self.layers}, dropout: {dropout}, tied_embeddings: all}}")
        return (f"{{type: rnn_attention, cell: gru, embedding_size: {self.width}, hidden_size: {self.width}, layers: {self.layers}, "
                f"dropout: {dropout}}}")


SETTINGS = {
    "a": Setting(width=256, layers=3, heads=4, ffn=1024, batch_tokens=8192),
    "base": Setting(width=512, layers=6, heads=8, ffn=2048, batch_tokens=8192),
    "base-32k": Setting(width=512, layers=6, heads=8, ffn=2048, batch_tokens=32768),
    "big": Setting(width=1024, layers=6, heads=16, ffn=4096, batch_tokens=8192),
    "bahdanau": Setting(width=256, layers=2, batch_sentences=128),
    "d2l": Setting(width=32, layers=2, batch_sentences=64, book=True),
    "tiny": Setting(width=32, layers=1, heads=2, ffn=64, batch_tokens=1024),  # for a dry run on a CPU
    "tiny-rnn": Setting(width=32, layers=1, batch_sentences=16),
}
PIECES = 8000  # size of the joint vocabulary
PRECISIONS = ("bf16", "float32")
# The important races come first. If matrix multiplications take nearly all of the time, only bf16 is raced.
CASES = ["a/bf16", "a/float32", "base/bf16", "base/float32", "bahdanau/bf16", "bahdanau/float32", "base-32k/bf16", "big/bf16", "d2l/float32"]
QUICK_CASES = [f"{name}/{precision}" for name in ("tiny", "tiny-rnn") for precision in PRECISIONS]
MAX_LENGTH = 100  # tokens of a sentence, like regard's data.max_length
