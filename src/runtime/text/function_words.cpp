#include "text/function_words.h"

#include <string>
#include <unordered_set>

#include "base/language_tag.h"
#include "base/utf8.h"
#include "text/characters.h"

namespace regard::text {
namespace {

using Words = std::unordered_set<std::string_view>;

struct KnownWords {
  Words distinctive;
  Words shared;  ///< words also used in a related language, such as `la` in Italian and Spanish
};

const KnownWords& english_words() {
  static const KnownWords kWords = {
      .distinctive = {"the",     "and",     "that",   "this",    "these",     "those",    "with",
                      "from",    "you",     "your",   "they",    "their",     "them",     "she",
                      "his",     "which",   "what",   "where",   "when",      "why",      "how",
                      "would",   "could",   "should", "does",    "did",       "been",     "being",
                      "were",    "there",   "not",    "because", "about",     "into",     "out",
                      "through", "before",  "while",  "between", "always",    "never",    "nothing",
                      "some",    "someone", "anyone", "every",   "everyone",  "each",     "another",
                      "than",    "then",    "it",     "its",     "something", "anything", "very",
                      "just",    "only",    "much",   "many",    "people",    "cannot",   "i'",
                      "it'",     "he'",     "she'",   "we'",     "you'",      "they'",    "that'",
                      "what'",   "there'",  "let'",   "don'",    "isn'",      "aren'",    "wasn'",
                      "weren'",  "doesn'",  "didn'",  "can'",    "couldn'",   "won'",     "wouldn'",
                      "hasn'",   "haven'",  "who'",   "where'",  "hello",     "help",     "look",
                      "wait",    "listen",  "excuse", "fine",    "okay",      "goodbye",  "thanks",
                      "thank",   "please",  "yes",    "morning", "evening",   "sorry",    "welcome",
                      "know",    "like",    "has",    "have",    "my",        "our",      "by"},
      .shared = {"a",    "i",    "is",   "was",   "are", "at",    "am",   "be",  "we",   "he",
                 "will", "of",   "to",   "for",   "in",  "her",   "him",  "who", "here", "but",
                 "all",  "can",  "do",   "no",    "so",  "or",    "if",   "an",  "had",  "us",
                 "good", "hi",   "bye",  "night", "day", "right", "well", "see", "want", "too",
                 "any",  "more", "must", "off",   "up",  "down",  "go",   "let"}};
  return kWords;
}

const KnownWords& french_words() {
  static const KnownWords kWords = {
      .distinctive = {"je",        "j'",        "nous",     "vous",    "ils",       "elles",
                      "moi",       "leurs",     "notre",    "votre",   "cette",     "c'",
                      "ça",        "est",       "sont",     "suis",    "sommes",    "êtes",
                      "était",     "étaient",   "étais",    "être",    "été",       "avons",
                      "avez",      "ont",       "avait",    "avaient", "avais",     "avoir",
                      "fait",      "faut",      "peut",     "peux",    "veux",      "veut",
                      "dois",      "doit",      "vais",     "allons",  "allez",     "vont",
                      "les",       "aux",       "dans",     "avec",    "pour",      "chez",
                      "depuis",    "pendant",   "après",    "pas",     "rien",      "encore",
                      "toujours",  "déjà",      "aussi",    "très",    "trop",      "beaucoup",
                      "mieux",     "comme",     "où",       "donc",    "quoi",      "quelle",
                      "quelles",   "comment",   "pourquoi", "combien", "parce",     "qu'",
                      "puis",      "ici",       "alors",    "toutes",  "chaque",    "quelque",
                      "quelques",  "plusieurs", "bonjour",  "bon",     "madame",    "monsieur",
                      "non",       "bonsoir",   "salut",    "merci",   "oui",       "bonne",
                      "revoir",    "plaît",     "désolé",   "désolée", "bienvenue", "voilà",
                      "bientôt",   "lui",       "eux",      "ceci",    "cela",      "sous",
                      "maintenant"},
      .shared = {"il",    "elle",  "tu",    "te",     "toi",    "leur",  "mon",  "ton",
                 "son",   "ma",    "ta",    "sa",     "mes",    "tes",   "ces",  "cet",
                 "ce",    "le",    "la",    "l'",     "des",    "une",   "un",   "du",
                 "de",    "d'",    "au",    "et",     "ou",     "que",   "qui",  "ne",
                 "n'",    "se",    "s'",    "m'",     "t'",     "à",     "sur",  "sans",
                 "vers",  "avant", "plus",  "jamais", "peu",    "bien",  "mais", "si",
                 "car",   "tout",  "toute", "tous",   "même",   "autre", "ai",   "y",
                 "faire", "quand", "quel",  "quels",  "pardon", "jour",  "nuit", "là"}};
  return kWords;
}

bool is_apostrophe(char32_t character) { return character == U'\'' || character == U'\u2019'; }

// Calls `visit` with each word in lowercase.
template <class Visit>
void each_word(std::string_view text, const Visit& visit) {
  std::string word;
  while (!text.empty()) {
    const auto [character, length] = first_code_point(text);
    text.remove_prefix(length == 0 ? 1 : length);
    if (length > 0 && is_of_word(character)) {
      append_utf8(lower(character), word);
      continue;
    }
    if (word.empty()) continue;
    if (length > 0 && is_apostrophe(character)) word += '\'';
    visit(word);
    word.clear();
  }
  if (!word.empty()) visit(word);
}

void add(const KnownWords& known, const std::string& word, FunctionWords::Count& count) {
  const bool is_distinctive = known.distinctive.contains(word);
  if (is_distinctive || known.shared.contains(word)) ++count.any;
  if (is_distinctive) ++count.distinctive;
}

}  // namespace

FunctionWords::FunctionWords(std::string_view text) {
  each_word(text, [this](const std::string& word) {
    ++words;
    add(english_words(), word, english);
    add(french_words(), word, french);
  });
}

FunctionWords::Count FunctionWords::of(std::string_view language) const {
  if (language == "en") return english;
  return language == "fr" ? french : Count{};
}

bool is_in_other_of_english_and_french(std::string_view text, std::string_view language) {
  constexpr size_t kSure = 2, kShare = 4, kMore = 3;
  const auto expected = primary_subtag(language);
  if (expected != "en" && expected != "fr") return false;
  const FunctionWords words(text);
  const auto own = words.of(expected), other = words.of(expected == "en" ? "fr" : "en");
  return words.words >= kFewestWordsToTell && other.distinctive >= kSure &&
         kShare * other.any >= words.words && other.any > kMore * own.any;
}

}  // namespace regard::text
