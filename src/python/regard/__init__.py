"""English-French translation with attention: translators, tokenizers and metrics of the C++ library regard."""

import os

# LibTorch's threads shall go to sleep early while they wait for each other, as those of the program do: beside another
# program, spinning threads take the time of the one they wait for. libgomp reads this when it is loaded.
if "OMP_WAIT_POLICY" not in os.environ:
    os.environ.setdefault("GOMP_SPINCOUNT", "1000")

from . import metrics  # noqa: E402
from ._regard import Candidate, Cancelled, Error, Tokenizer, Translation, Translator, __version__  # noqa: E402

__all__ = [
    "Candidate",
    "Cancelled",
    "Error",
    "Tokenizer",
    "Translation",
    "Translator",
    "__version__",
    "metrics",
]
