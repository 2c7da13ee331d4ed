#!/usr/bin/env python3
"""Translates sentences with glossaries and counts two things: translations that contain their terms, and translations that are whole.

    glossary_cases.py PROGRAM MODEL [--cases 300] [--seed 1] [--show] [--least PERCENT] [-- OPTION...]

The sentences are those of data/*.en with a noun of NOUNS, some of them changed as other people type them: the noun in capitals, decomposed
letters, different spaces, two sentences on a line. Each noun gets a translation of one of KINDS. A translation is whole if, compared with the one without a glossary, it has as many
sentence ends and the same last mark, no unknown character, no word twice that was there once, no usual translation of the noun next to
the term, and most of the other words. OPTIONs are for regard translate.
"""
import argparse
import collections
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unicodedata

DATA = pathlib.Path(__file__).resolve().parents[3] / "data"
NOUNS = {  # nouns and their usual translations
    "cat": "chat chatte", "dog": "chien", "station": "gare station", "house": "maison", "park": "parc", "key": "clé clef", "doctor":
    "médecin docteur", "garden": "jardin", "kitchen": "cuisine", "shop": "magasin boutique", "newspaper": "journal", "school": "école",
    "friend": "ami amie", "bike": "vélo", "bridge": "pont", "table": "table", "book": "livre", "window": "fenêtre", "car": "voiture",
    "letter": "lettre", "river": "rivière fleuve", "village": "village", "restaurant": "restaurant", "office": "bureau", "cake": "gâteau",
    "boat": "bateau", "song": "chanson", "ticket": "billet ticket", "tree": "arbre", "street": "rue", "train": "train", "bread": "pain",
    "room": "chambre pièce salle", "mother": "mère", "brother": "frère", "husband": "mari", "sea": "mer", "coffee": "café",
}
KINDS = {
    "known": ["livre", "chien", "jardin", "ami", "lettre", "maison", "ville", "fleur", "cheval"],
    "unknown word": ["minou", "bahut", "bouquin", "clebs", "troquet", "godasse", "zinzin", "baraque", "turlututu"],
    "words": ["station de train", "chat de gouttière", "grand magasin", "pomme de terre", "tout petit truc", "porte-monnaie"],
    "name": ["Thomas", "Kowalczyk", "ACME", "iPhone", "McGregor", "Windows 11"],
    "other characters": ["Žižek 😀", "日本", "Ωmega", "naïveté™", "Дом", "café ☕"],
}


def form(word):
    return re.sub(r"[’ʼ]", "'", unicodedata.normalize("NFKC", word))


def words(text):
    return re.findall(r"\w+", form(text).lower())


def ends(text):
    return len(re.findall(r"[.?!…]", form(text)))


def has(text, term):
    return re.search(rf"(?<!\w){re.escape(form(term))}(?!\w)", form(text)) is not None


class Case:
    def __init__(self, line, glossary, kind):
        self.line, self.kind = line, kind
        found = [noun for noun in glossary if re.search(rf"(?<!\w){noun}(?!\w)", unicodedata.normalize("NFC", line).lower())]
        self.terms = {noun: glossary[noun] for noun in found}

    def has_terms(self, text):
        return all(has(text, term) or (noun.upper() in self.line and has(text, term.upper())) or has(text[:len(term)], term[:1].upper() + term[1:])
                   for noun, term in self.terms.items())

    def damage(self, text, free):
        """What is wrong with the sentence; empty if it is whole."""
        terms = [word for term in self.terms.values() for word in words(term)]
        new, old, own = (collections.Counter(one) for one in (words(text), words(free), terms))
        ends_of_terms = sum(ends(term) for term in self.terms.values() if has(text, term))
        if ends(text) - ends_of_terms != ends(free) or text.rstrip()[-1:] != free.rstrip()[-1:]:
            return "ends"
        if "⁇" in text:
            return "unknown character"
        for word, times in new.items():
            if len(word) > 3 and word not in own and times > max(old[word], 1):
                return f"{word} twice"
        for noun, term in self.terms.items():
            for usual in NOUNS[noun].split():
                if has(text, term) and new[usual] > max(old[usual] - 1, 0) + own[usual]:
                    return f"{usual} beside {term}"
        usual = {word for noun in self.terms for word in NOUNS[noun].split()}
        others = old - collections.Counter({word: old[word] for word in usual})
        kept = sum((new & others).values())
        if kept < 0.5 * sum(others.values()):
            return "other words"
        if sum(new.values()) > sum(old.values()) + sum(own.values()) + 3:
            return "length"
        return ""


def typed(line, noun, generator):
    """The line as somebody else types it."""
    how = generator.randrange(12)
    if how < 2:
        return re.sub(rf"\b{noun}\b", noun.upper() if how == 0 else noun.capitalize(), line)
    if how == 2:
        return unicodedata.normalize("NFD", line).replace("'", "’")
    if how == 3:
        return line.replace(" ", "\u00a0", 1)
    return line


def make_cases(count, seed):
    generator = random.Random(seed)
    lines = sorted({line.strip() for name in ("test", "val", "train") for line in open(DATA / f"{name}.en", encoding="utf-8")})
    of_noun = {noun: [line for line in lines if re.search(rf"\b{noun}\b", line.lower())] for noun in NOUNS}
    groups = []
    for number, kind in zip(range(10), 2 * list(KINDS)):
        glossary = {noun: generator.choice([term for term in KINDS[kind] if term not in NOUNS[noun].split()]) for noun in NOUNS}
        cases = []
        while len(cases) < (count + 9 - number) // 10:
            noun = generator.choice(list(NOUNS))
            line = typed(generator.choice(of_noun[noun]), noun, generator)
            if generator.randrange(8) == 0:
                line += " " + generator.choice(of_noun[generator.choice(list(NOUNS))])
            case = Case(line, glossary, kind)
            if case.terms and len(set(case.terms.values())) == len(case.terms):
                cases.append(case)
        groups.append((glossary, cases))
    return groups


def translate(program, model, cases, folder, options, glossary=None):
    source = folder / "source"
    source.write_text("".join(case.line + "\n" for case in cases), encoding="utf-8")
    command = [program, "translate", model, "--input", source, *options]
    if glossary:
        terms = folder / "terms.tsv"
        terms.write_text("".join(f"{noun}\t{term}\n" for noun, term in glossary.items()), encoding="utf-8")
        command += ["--glossary", terms]
    done = subprocess.run(command, check=True, capture_output=True, encoding="utf-8")
    return done.stdout.split("\n")[:-1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("model")
    parser.add_argument("--cases", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="print the translations that lack a term or are not whole")
    parser.add_argument("--least", type=float, default=0.0, help="fail if fewer per cent have their terms, or are whole")
    own, _, options = " ".join(sys.argv[1:]).partition(" -- ")
    arguments = parser.parse_args(own.split())
    if not pathlib.Path(arguments.model).exists():
        print(f"skipped: {arguments.model} does not exist; scripts/quickstart trains it")
        return 77
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as name:
        for glossary, cases in make_cases(arguments.cases, arguments.seed):
            run = (arguments.program, arguments.model, cases, pathlib.Path(name), options.split())
            for case, text, free in zip(cases, translate(*run, glossary), translate(*run), strict=True):
                has_terms, damage = case.has_terms(text), case.damage(text, free)
                counts.update({(case.kind, "cases"): 1, (case.kind, "terms"): has_terms, (case.kind, "whole"): not damage})
                if arguments.show and (damage or not has_terms):
                    print(f"{case.line}\n  {case.terms}\n  {free}\n  {text}\n  {'' if has_terms else 'no term; '}{damage}")
    total = collections.Counter()
    for kind in KINDS:
        of_kind = {what: counts[kind, what] for what in ("cases", "terms", "whole")}
        total.update(of_kind)
        print(f"{kind:17} {of_kind['cases']:4} cases, terms {of_kind['terms']:4}, whole {of_kind['whole']:4}")
    shares = [100 * total[what] / total["cases"] for what in ("terms", "whole")]
    print(f"{'all':17} {total['cases']:4} cases, terms {shares[0]:5.1f} %, whole {shares[1]:5.1f} %")
    return 0 if min(shares) >= arguments.least else 1


if __name__ == "__main__":
    sys.exit(main())
