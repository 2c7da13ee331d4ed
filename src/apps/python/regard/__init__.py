"""English-French translation with attention: translators, tokenizers and metrics of the C++ library regard."""

from . import metrics
from ._regard import Candidate, Cancelled, Error, Tokenizer, Translation, TranslationMemory, Translator, __version__, heatmap

__all__ = [
    "Candidate",
    "Cancelled",
    "Error",
    "Tokenizer",
    "Translation",
    "TranslationMemory",
    "Translator",
    "__version__",
    "heatmap",
    "metrics",
]
