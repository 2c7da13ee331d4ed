"""The C++ part of regard; the headers in `include/regard/` describe it in detail.

Long calls release the interpreter lock. Ctrl-C ends calls of a Translator with KeyboardInterrupt."""

from os import PathLike
from threading import Event
from typing import Any, Callable, Mapping, Sequence, Union, final, overload

from typing_extensions import disjoint_base  # type checkers have it built in

_Path = Union[str, PathLike[str]]

__version__: str

class Error(ValueError):
    """An error in an argument or a file."""

    what: str
    where: str  # a file, perhaps with a line, or an option; may be empty
    remedy: str  # may be empty

class Cancelled(Exception):
    """The event passed to a call as `stop` is set."""

@final
class Candidate:
    """One of a line's translations."""

    @property
    def text(self) -> str:
        """The translation."""
    @property
    def log_prob(self) -> float:
        """Log-probability of its tokens, end of sentence included."""
    @property
    def score(self) -> float:
        """log_prob after the length penalty."""
    @property
    def ids(self) -> list[int]:
        """Tokens; the last is the end of sentence unless cut off at the maximum length."""
    @property
    def unfinished(self) -> bool:
        """Whether the text was cut off at the maximum length."""
    @property
    def pieces(self) -> list[str]:
        """With attention=True: the pieces of the tokens."""
    @property
    def words(self) -> list[str]:
        """With attention=True: the words of the text."""
    @property
    def attention(self) -> list[list[float]]:
        """With attention=True: for each of the words, its attention over the source words, which sums to 1. It is the mean
        over the word's tokens, at the layer and heads that the model uses for alignments; empty if the model has none."""
    @property
    def confidence(self) -> float | None:
        """With confidence=True: the probability that the text is right."""
    @property
    def word_confidences(self) -> list[float | None]:
        """With confidence=True: the probability that each word of the text is right. Blanks separate words. None for a word of the
        glossary."""

@final
class Translation:
    """The result of one line."""

    @property
    def text(self) -> str:
        """The text of the best candidate."""
    @property
    def n_best(self) -> list[Candidate]:
        """Candidates, best first; empty for a blank line."""
    @property
    def repeats(self) -> bool:
        """Whether the text repeats itself in a loop."""
    @property
    def unfinished(self) -> bool:
        """Whether the text was cut off at the maximum length."""
    @property
    def unmet(self) -> list[tuple[str, str]]:
        """Glossary terms that the text lacks."""
    @property
    def matches(self) -> list[tuple[int, str, str]]:
        """With a memory: score, source and target of its entries that are most similar to the line, the best first."""
    @property
    def from_memory(self) -> bool:
        """Whether the text comes from the memory, which contains the line."""
    @property
    def flags(self) -> list[str]:
        """With confidence=True: what may be wrong with the text, such as lost_number."""
    @property
    def calibrated(self) -> bool:
        """With confidence=True: whether confidences are calibrated rather than the model's own probabilities."""
    @property
    def source_words(self) -> list[str]:
        """With attention=True: the words of the line as the model reads them."""

@disjoint_base
class Translator:
    """A model that translates. Several threads may share one.

    `search` stands for search options by name, such as beam_size=3; regard config reference lists them. Other options come from the
    model's config. `stop` is an event that, once set, ends the call with Cancelled."""

    def __init__(
        self,
        model: _Path | None = None,
        *,
        from_language: str = "",
        to_language: str = "",
        device: str = "auto",
        compute: str = "auto",
        shortlist: bool = False,
        threads: int = 0,
        others: Sequence[_Path] = (),
        language_model: _Path | None = None,
    ) -> None:
        """`model` is a directory written by `regard train`, `import` or `quantize`, or a packed model; without `model`, the
        bundled model for these languages, by default English to French. `device`: auto or cpu; cuda and
        `language_model` need LibTorch, which this module lacks, and raise Error. `compute`: auto, float32, bf16, int8.
        `shortlist`: search only the tokens of the directory's shortlist (see `regard shortlist`). `threads`: per operation, in
        the whole program; 0: one per core. `others`: further models with the same tokenizers, which form an ensemble."""
    @overload
    def translate(
        self,
        text: str,
        *,
        format: str = "text",
        glossary: Mapping[str, str] | _Path = {},
        keep: Sequence[str] = (),
        memory: TranslationMemory | None = None,
        stop: Event | None = None,
        **search: Any,
    ) -> str: ...
    @overload
    def translate(
        self,
        lines: Sequence[str],
        *,
        format: str = "text",
        glossary: Mapping[str, str] | _Path = {},
        keep: Sequence[str] = (),
        memory: TranslationMemory | None = None,
        stop: Event | None = None,
        **search: Any,
    ) -> list[str]:
        """Translates one line, or several, which is faster than one by one. `format`: text, or html, xml or markdown for
        pages, whose tags stay on their words. `glossary`, `keep`, `memory`: see translations()."""
    def translations(
        self,
        lines: Sequence[str],
        n_best: int = 1,
        *,
        prefixes: Sequence[str] = (),
        glossary: Mapping[str, str] | _Path = {},
        keep: Sequence[str] = (),
        memory: TranslationMemory | None = None,
        alternatives: int = 0,
        attention: bool = False,
        confidence: bool = False,
        stop: Event | None = None,
        **search: Any,
    ) -> list[Translation]:
        """Full results of each line. `prefixes`: the prefix of each translation. `glossary`: required translations of
        terms, or a .tsv, .csv or .tbx file of them. `keep`: words and phrases that stay as they are. `memory`: a line in the memory gets its stored translation.
        `alternatives`: instead of the n best, return N continuations of the prefix, without duplicates.
        `attention`: fill words, pieces and attention of each candidate. `confidence`: fill the confidences of each
        candidate and of its words, and the flags of each translation."""
    def translate_each(
        self,
        lines: Sequence[str],
        receive: Callable[[int, Translation], object],
        n_best: int = 1,
        *,
        prefixes: Sequence[str] = (),
        glossary: Mapping[str, str] | _Path = {},
        keep: Sequence[str] = (),
        memory: TranslationMemory | None = None,
        attention: bool = False,
        confidence: bool = False,
        stop: Event | None = None,
        **search: Any,
    ) -> None:
        """Calls receive(number of the line, translation) for each line, in order, after every batch_size lines. An
        exception in receive ends the call."""
    def translate_text(
        self,
        text: str,
        *,
        glossary: Mapping[str, str] | _Path = {},
        keep: Sequence[str] = (),
        memory: TranslationMemory | None = None,
        stop: Event | None = None,
        **search: Any,
    ) -> str:
        """Translates running text: sentences may span lines; paragraphs, lists and placeholders are kept."""
    def translate_file(
        self,
        path: _Path,
        output: _Path,
        *,
        entries: str = "open",
        columns: str = "",
        subtitle_letters: int = 42,
        reading_speed: float = 17.0,
        confidence: bool = False,
        glossary: Mapping[str, str] | _Path = {},
        keep: Sequence[str] = (),
        memory: TranslationMemory | None = None,
        stop: Event | None = None,
        **search: Any,
    ) -> list[str]:
        """Translates a file in its format, by its suffix; docs/documents.md lists formats and options. `output` is a file of the
        same format, or a directory, in which the file keeps its name. `confidence`: write confidences into XLIFF and HTML. Returns warnings about the translation."""
    @property
    def search_options(self) -> dict[str, Any]:
        """The search options of the model's config."""

@disjoint_base
class TranslationMemory:
    """Texts with translations made by people; len() is their number."""

    def __init__(self, path: _Path, source_language: str = "en", target_language: str = "fr") -> None:
        """`path` is a .tmx, .tsv, .xliff or .po file; drafts are left out."""
    def similar(self, text: str, *, most: int = 3, least: int = 70) -> list[tuple[int, str, str]]:
        """Score, source and target of the entries most similar to a text, the best first: at most `most`, with scores of at least
        `least`. 100 is the same text."""
    def __len__(self) -> int: ...

@disjoint_base
class Tokenizer:
    """Converts text to ids and back with a SentencePiece model."""

    def __init__(self, path: _Path) -> None:
        """`path` is a tokenizer.model."""
    def encode(self, text: str) -> list[int]:
        """The ids of a text, without those for the beginning and end of a sentence."""
    def encode_as_pieces(self, text: str) -> list[str]:
        """The pieces of those ids."""
    def decode(self, ids: Sequence[int]) -> str:
        """The text of ids, without special tokens."""
    def piece(self, id: int) -> str:
        """The piece of an id."""
    def id(self, piece: str) -> int:
        """The id of a piece; 1, the unknown token, for a piece outside the vocabulary."""
    def __len__(self) -> int: ...
    @property
    def type(self) -> str:
        """unigram, bpe, word or char."""

@final
class Score:
    """repr() is the line sacreBLEU prints; float() is the value."""

    @property
    def name(self) -> str:
        """The metric's name, such as BLEU or chrF2++."""
    @property
    def value(self) -> float:
        """The score."""
    @property
    def details(self) -> str:
        """The part of the printed line that follows the value."""
    @property
    def signature(self) -> str:
        """Everything the value depends on."""
    def __float__(self) -> float: ...

def heatmap(
    values: Sequence[Sequence[float]], *, rows: Sequence[str] = (), columns: Sequence[str] = (), title: str = ""
) -> str:
    """Draws numbers, such as attention weights, as an SVG picture; `rows` and `columns` are labels, such as words."""
