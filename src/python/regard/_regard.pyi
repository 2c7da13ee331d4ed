"""The part of regard that is written in C++. `include/regard/` says more of each thing.

Calls that take long let other threads of Python run. Those of a Translator end at Ctrl-C, with KeyboardInterrupt."""

from os import PathLike
from threading import Event
from typing import Any, Callable, Mapping, Sequence, Union, overload

_Path = Union[str, PathLike[str]]

__version__: str

class Error(ValueError):
    """What is wrong with what was given."""

    what: str
    where: str  # a file, perhaps with a line, or an option; may be empty
    remedy: str  # may be empty

class Cancelled(Exception):
    """The event that a call was given as `stop` is set."""

class Candidate:
    @property
    def text(self) -> str: ...
    @property
    def log_prob(self) -> float:
        """Of its tokens, the end of sentence included."""
    @property
    def score(self) -> float:
        """log_prob after the length penalty."""
    @property
    def ids(self) -> list[int]:
        """Tokens; the last is the end of sentence unless the largest length cut it off."""

class Translation:
    """What became of one line."""

    @property
    def text(self) -> str: ...
    @property
    def n_best(self) -> list[Candidate]:
        """The best first; none for a blank line."""
    @property
    def repeats(self) -> bool:
        """Whether it is caught in a loop."""
    @property
    def unmet(self) -> list[tuple[str, str]]:
        """Terms of the glossary that the text lacks."""

class Translator:
    """A model that translates. Several threads may use one.

    `search` stands for options of search by name, as beam_size=3; docs/config.md has all of them. What is left out is as the
    model's config has it. `stop` is an event which, once set, ends the call with Cancelled."""

    def __init__(
        self,
        model: _Path,
        *,
        device: str = "auto",
        compute: str = "auto",
        shortlist: bool = False,
        threads: int = 0,
        others: Sequence[_Path] = (),
        language_model: _Path | None = None,
    ) -> None:
        """`model` is a directory that `regard train`, `import` or `quantize` left. `device`: auto, cpu, cuda, cuda:N.
        `compute`: auto, float32, bf16, int8. `shortlist`: search among the tokens that the directory's shortlist has for a
        sentence (`regard shortlist` makes one). `threads` of an operation, in the whole program; 0: one a core. `others`:
        further models with the same tokenizers, which decide together. `language_model` has its say, too."""
    @overload
    def translate(self, text: str, *, stop: Event | None = None, **search: Any) -> str: ...
    @overload
    def translate(self, lines: Sequence[str], *, stop: Event | None = None, **search: Any) -> list[str]:
        """One line, or several, which together take less time than one by one."""
    def translations(
        self,
        lines: Sequence[str],
        n_best: int = 1,
        *,
        prefixes: Sequence[str] = (),
        glossary: Mapping[str, str] = {},
        alternatives: int = 0,
        stop: Event | None = None,
        **search: Any,
    ) -> list[Translation]:
        """All that is known of the translation of each line. `prefixes`: what each begins with. `glossary`: how terms are
        to be translated. `alternatives`: instead of the n best, so many ways to go on after the prefix, each text once."""
    def translate_each(
        self,
        lines: Sequence[str],
        receive: Callable[[int, Translation], object],
        n_best: int = 1,
        *,
        prefixes: Sequence[str] = (),
        glossary: Mapping[str, str] = {},
        stop: Event | None = None,
        **search: Any,
    ) -> None:
        """Calls receive(number of the line, translation) for each line, in their order, after each batch_size lines. What
        it raises ends the call."""
    def translate_text(
        self, text: str, *, glossary: Mapping[str, str] = {}, stop: Event | None = None, **search: Any
    ) -> str:
        """Running text: sentences are found whatever its lines, paragraphs, lists and placeholders are kept."""
    @property
    def search_options(self) -> dict[str, Any]:
        """Those of the model's config."""

class Tokenizer:
    """Text to ids and back, by a SentencePiece model: the tokenizer.model of a model directory."""

    def __init__(self, path: _Path) -> None: ...
    def encode(self, text: str) -> list[int]:
        """Without begin or end of sentence."""
    def encode_as_pieces(self, text: str) -> list[str]: ...
    def decode(self, ids: Sequence[int]) -> str:
        """Special tokens are left out."""
    def piece(self, id: int) -> str: ...
    def id(self, piece: str) -> int:
        """1, the unknown token, where the vocabulary lacks it."""
    def __len__(self) -> int: ...
    @property
    def type(self) -> str:
        """unigram, bpe, word or char."""

class Score:
    """repr() is the line that sacreBLEU would print; float() is the value."""

    @property
    def name(self) -> str: ...
    @property
    def value(self) -> float: ...
    @property
    def details(self) -> str: ...
    @property
    def signature(self) -> str:
        """All that the value depends on."""
    def __float__(self) -> float: ...

# `references`: one text, or several, each with a line for each hypothesis.

def bleu(
    hypotheses: Sequence[str],
    references: Sequence[str] | Sequence[Sequence[str]],
    *,
    tokenizer: str = "13a",
    lowercase: bool = False,
    smoothing: str = "exp",
    smooth_value: float | None = None,
    max_ngram_order: int = 4,
    effective_order: bool = False,
) -> Score: ...
def chrf(
    hypotheses: Sequence[str],
    references: Sequence[str] | Sequence[Sequence[str]],
    *,
    char_order: int = 6,
    word_order: int = 0,
    beta: int = 2,
    lowercase: bool = False,
    whitespace: bool = False,
    eps_smoothing: bool = False,
) -> Score:
    """chrF2; with word_order 2 chrF2++."""

def ter(
    hypotheses: Sequence[str],
    references: Sequence[str] | Sequence[Sequence[str]],
    *,
    normalized: bool = False,
    no_punct: bool = False,
    asian_support: bool = False,
    case_sensitive: bool = False,
) -> Score: ...
