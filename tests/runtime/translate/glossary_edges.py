#!/usr/bin/env python3
"""Checks terms of glossaries in places where they are easily lost, with the model that comes with regard.

    glossary_edges.py PROGRAM
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

PROGRAM = ""


class Edges(unittest.TestCase):
    def translated(self, text, terms, *options):
        with tempfile.TemporaryDirectory() as folder:
            table = pathlib.Path(folder, "terms.tsv")
            table.write_text("".join(f"{source}\t{target}\n" for source, target in terms.items()), encoding="utf-8")
            glossary = ("--glossary", table) if terms else ()
            done = subprocess.run([PROGRAM, "translate", *options, *glossary], input=text + "\n", capture_output=True, encoding="utf-8", check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("warning", done.stderr)
        return done.stdout.rstrip("\n")

    def test_the_longest_of_overlapping_terms_counts(self):
        terms = {"hard disk": "disque rigide", "disk": "disquette", "disk drive": "lecteur", "hard disk drive": "unité centrale"}
        self.assertRegex(self.translated("The hard disk is full.", terms), r"^Le disque rigide est")
        found = self.translated("The hard disk drive is full.", terms)
        self.assertIn("unité centrale", found)
        self.assertNotRegex(found, "disquette|lecteur|rigide")

    def test_a_term_does_not_cross_sentences(self):
        terms = {"hard disk": "disque rigide", "end the": "finir la"}
        for text in ("The work is hard. Disk space is free.", "This is the end. The dog sleeps."):
            self.assertEqual(self.translated(text, terms), self.translated(text, {}))

    def test_words_of_a_term_may_be_in_several_tags(self):
        for page in ("<p>The <b>hard</b> <i>disk</i> is full.</p>", "<p>The <b>hard disk</b> is full.</p>", "<p>The hard <b>disk is full</b>.</p>"):
            found = self.translated(page, {"hard disk": "disque rigide"}, "--format", "html")
            text = "".join(xml.etree.ElementTree.fromstring(found).itertext())
            self.assertIn("disque rigide", re.sub(r"\s+", " ", text), found)
            self.assertEqual(sorted(re.findall(r"<\w+>", found)), sorted(re.findall(r"<\w+>", page)))

    def test_a_term_twice_in_a_sentence_is_there_twice(self):
        for text in ("My bike is next to your bike.", "A bike is a bike.", "Bike, bike!"):
            self.assertEqual(len(re.findall("bécane", self.translated(text, {"bike": "bécane"}), re.I)), 2, text)

    def test_a_translation_may_have_marks(self):
        terms = {"brand": "Acme, Inc.", "search engine": "Yahoo!", "faq": "questions (fréquentes)", "shop": "magasin « d'en face »"}
        for word, target in terms.items():
            for text in (f"I like this {word}.", f"The {word} is new and the dog is old."):
                self.assertIn(target, self.translated(text, terms), text)

    def test_a_source_in_capitals_has_its_terms_in_capitals(self):
        self.assertIn("BÉCANE", self.translated("MY BIKE IS RED.", {"bike": "bécane"}))
        self.assertIn("LaTeX", self.translated("READ THE MANUAL.", {"manual": "LaTeX"}))
        self.assertIn("BÉCANE", self.translated("My BIKE is red.", {"bike": "bécane"}))

    def test_articles_are_elided_before_a_vowel_only(self):
        vowel = {"car": "automobile", "dog": "animal", "money": "oseille"}
        for text in ("The car is red.", "The door of the car is open.", "I see the dog.", "He has a lot of money.", "The price of the car is high."):
            found = self.translated(text, vowel)
            self.assertRegex(found, r"(?i)[ld]['’](automobile|animal|oseille)", text)
            self.assertNotRegex(found, r"(?i)\b(le|la|de|du) (automobile|animal|oseille)", text)
        consonant = {"computer": "machine", "money": "pognon", "school": "boîte"}
        for text in ("The computer is old.", "He has a lot of money.", "I go to the school.", "The door of the school is open."):
            self.assertNotRegex(self.translated(text, consonant), r"(?i)[ld]['’](machine|pognon|boîte)", text)

    def test_each_of_several_candidates_has_the_term(self):
        for line, target in (("My bike was stolen.", "bécane"), ("The key is in the bag.", "clef")):
            terms = {"bike": "bécane", "key": "clef"}
            found = json.loads(self.translated(line, terms, "--n-best", "3", "--format", "jsonl"))
            texts = [found["text"], *(other["text"] for other in found["alternatives"])]
            self.assertEqual(len(set(texts)), len(texts))
            self.assertGreaterEqual(len(texts), 2)
            for text in texts:
                self.assertEqual((text.count(target), text.count(".")), (1, 1), text)

    def test_a_term_with_digits_stays(self):
        terms = {"Model 3": "=", "X-200": "=", "S100": "=", "Windows 11": "="}
        for text in ("The X-200 is new.", "I bought a Model 3 in 2024.", "Connect the S100 to the X-200.", "Windows 11 needs 4 GB of memory."):
            found = self.translated(text, terms)
            for term in terms:
                self.assertEqual(found.count(term), text.count(term), f"{text}: {found}")


def main():
    global PROGRAM
    if len(sys.argv) != 2:
        print(__doc__.strip())
        return 2
    PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
    return 0 if unittest.main(argv=[sys.argv[0]], exit=False).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
