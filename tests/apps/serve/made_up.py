"""Word-by-word translations, with scores, attention, candidates and alternatives in the format of /v1/translate."""
import math
import re

FRENCH = {
    "a": ["un", "une"], "the": ["le", "la"], "two": ["deux"], "man": ["homme", "monsieur", "type"], "woman": ["femme", "dame"],
    "dog": ["chien"], "dogs": ["chiens", "chiots"], "is": [""], "are": [""], "reading": ["lit", "consulte", "parcourt", "regarde", "tient"],
    "playing": ["jouent", "courent", "s’amusent"], "book": ["livre", "ouvrage", "roman"], "in": ["dans", "en"], "snow": ["neige"],
    "cat": ["chat"], "sleeping": ["dort", "sommeille"], "on": ["sur"], "green": ["vert"], "sofa": ["canapé", "divan"], "and": ["et"],
    "park": ["parc", "jardin"], "bench": ["banc"],
}
ENGLISH = {french: english for english, words in FRENCH.items() for french in words if french} | {"lit": "reads", "dort": "sleeps"}


def language_of(text):
    words = re.findall(r"\w+", text.lower())
    if any(word in {"der", "und", "nicht"} for word in words):
        return "de"
    return "fr" if sum(word in ENGLISH for word in words) > sum(word in FRENCH for word in words) else "en"


class Translator:
    """Made-up translations; `second` prefers different words, as a second model would."""

    def __init__(self, source_language, second):
        self.is_english = source_language == "en"
        self.second = second

    def translation(self, text, options):
        if not text.strip():
            return {"text": "", "candidates": [], "sentences": 0, "repeats": False, "short": False, "unfinished": False}
        sentences = re.split(r"(?<=[.!?])\s+", text.strip())
        count = options.get("alternatives", 0)
        if count:
            candidates = [self.alternative(sentences, options["prefix"].split(), rank) for rank in range(count)]
        else:
            candidates = [self.candidate(sentences, rank) for rank in range(options.get("n_best", 1))]
        return {"text": candidates[0]["text"], "candidates": candidates, "source_words": text.split(), "sentences": len(sentences),
                "repeats": False, "short": False, "unfinished": False}

    def choices(self, word):
        """The possible translations of a word, best first, with its punctuation and capitalization."""
        core = word.strip(".,!?").lower()
        known = FRENCH.get(core, [core]) if self.is_english else [ENGLISH.get(core, core)]
        if self.second and len(known) > 1:
            known = known[1:] + known[:1]
        after = word[len(word.rstrip(".,!?")):]
        return [(choice.capitalize() if word[0].isupper() else choice) + after if choice else "" for choice in known]

    def placed(self, sentences):
        """(choices, source word, first word of the sentence, last word of the sentence) for each word of the translation."""
        found, first = [], 0
        for sentence in sentences:
            words = sentence.split()
            for at, word in enumerate(words):
                if choices := [choice for choice in self.choices(word) if choice]:
                    found.append((choices, first + at, first, first + len(words)))
            first += len(words)
        return found, first

    def candidate(self, sentences, rank):
        """Changes a word near the end for each rank, so that all candidates differ."""
        placed, length = self.placed(sentences)
        words = [choices[0] for choices, *_ in placed]
        if rank:
            at = len(words) - 1 - (rank - 1) % len(words)
            words[at] = self.another(placed[at][0], 1 + (rank - 1) // len(words))
        return self.finished(words, placed, length, rank)

    def alternative(self, sentences, prefix, rank):
        placed, length = self.placed(sentences)
        at = min(len(prefix), len(placed) - 1)
        rest = [choices[rank % 2 if len(choices) > 1 else 0] for choices, *_ in placed[at + 1:]]
        return self.finished([*prefix, self.another(placed[at][0], rank), *rest], placed, length, rank)

    @staticmethod
    def another(choices, rank):
        if rank < len(choices):
            return choices[rank]
        stem = choices[0].rstrip(".,!?")
        return f"{stem}-{rank}{choices[0][len(stem):]}"

    @staticmethod
    def finished(words, placed, length, rank):
        attention = []
        for at in range(len(words)):
            _, source, begin, end = placed[min(at, len(placed) - 1)]
            weights = [math.exp(-2.0 * abs(word - source)) if begin <= word < end else 0.0 for word in range(length)]
            attention.append([weight / sum(weights) for weight in weights])
        log_prob = -0.21 * len(words) - 0.4 * rank
        return {"text": " ".join(words), "score": log_prob / len(words) ** 0.75, "log_prob": log_prob, "words": words, "attention": attention}
