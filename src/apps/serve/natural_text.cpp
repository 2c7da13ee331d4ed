#include "serve/languages.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/utf8.h"
#include "markup/html_text.h"
#include "text/characters.h"
#include "text/copied_items.h"

namespace regard::serve {
namespace {

using Words = std::unordered_set<std::string_view>;

struct KnownWords {
  Words distinctive;
  Words shared;  ///< with a neighbour: `la` is Italian and Spanish too
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

// Calls `visit` with each word in lower case.
template <class Visit>
void each_word(std::string_view text, const Visit& visit) {
  std::string word;
  while (!text.empty()) {
    const auto [character, length] = first_code_point(text);
    text.remove_prefix(length == 0 ? 1 : length);
    if (length > 0 && text::is_of_word(character)) {
      append_utf8(text::lower(character), word);
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

namespace {

/// Tags and links may take most of the bytes of a post.
constexpr size_t kMarkupShare = 8;

bool has_letter(std::string_view word) {
  return std::ranges::any_of(
      word, [](char c) { return is_ascii_letter(c) || static_cast<unsigned char>(c) >= 0x80U; });
}

std::string without_markup(std::string_view text) {
  if (text.find_first_of("<&") == std::string_view::npos) return std::string(text);
  std::string plain;
  const HtmlText html{std::string(text)};
  for (const auto& segment : html.segments()) plain += segment + '\n';
  return plain;
}

/// Spaces in place of what stands between two `mark`s, as code does between backticks.
void blank_between(std::string_view mark, std::string& text) {
  for (size_t begin = text.find(mark); begin != std::string::npos; begin = text.find(mark, begin)) {
    const size_t end = text.find(mark, begin + mark.size());
    if (end == std::string::npos) return;
    std::fill(text.begin() + static_cast<std::ptrdiff_t>(begin),
              text.begin() + static_cast<std::ptrdiff_t>(end + mark.size()), ' ');
  }
}

void blank_copied_items(std::string& text) {
  for (const auto& [begin, end, is_number] : text::copied_items(text)) {
    std::fill(text.begin() + static_cast<std::ptrdiff_t>(begin),
              text.begin() + static_cast<std::ptrdiff_t>(end), ' ');
  }
}

/// "example.org", "report.txt": small letters, digits and hyphens around dots.
bool is_name_with_dots(std::string_view word) {
  const size_t dot = word.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || word.size() - dot < 3) return false;
  return std::ranges::all_of(word, [](char c) {
    return (c >= 'a' && c <= 'z') || is_ascii_digit(c) || c == '.' || c == '-';
  });
}

/// A word between blanks that is of no language.
bool is_no_word(std::string_view word) {
  if (!has_letter(word) || word[0] == '@' || word[0] == '#') return true;
  if (word.find("()") != std::string_view::npos) return true;
  const auto bare = word.substr(0, word.find_last_not_of(".,;:!?)\"'") + 1);
  constexpr std::string_view kOfCode[] = {"://", "@", "_", "{", "}", "=", "::", "->", "\\"};
  if (std::ranges::any_of(kOfCode, [&](auto mark) { return bare.find(mark) != bare.npos; })) {
    return true;
  }
  const auto name = bare.substr(0, bare.find('/'));
  return is_name_with_dots(name);
}

}  // namespace

std::string natural_text(std::string_view text, size_t most) {
  auto plain = without_markup(text.substr(0, kMarkupShare * most));
  plain.resize(std::min(plain.size(), most));
  for (const std::string_view mark : {"```", "`"}) blank_between(mark, plain);
  blank_copied_items(plain);
  std::string words;
  for (auto rest = trimmed(plain); !rest.empty(); rest = trimmed(rest)) {
    const auto word = rest.substr(0, rest.find_first_of(kBlanks));
    rest.remove_prefix(word.size());
    if (is_no_word(word)) continue;
    words += words.empty() ? "" : " ";
    words += word;
  }
  return words;
}

}  // namespace regard::serve
