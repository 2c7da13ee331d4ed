// Finds the languages in instructions to a language model, such as "Translate from English to
// French".
#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/language_tag.h"
#include "base/utf8.h"
#include "serve/fields.h"
#include "serve/languages.h"
#include "text/characters.h"

namespace regard::serve {
namespace {

/// Maximum words between "to" and a language: "to natural, fluent French", "into language 'fr'".
constexpr size_t kNearWords = 4;
/// Maximum number of words in a name.
constexpr size_t kNameWords = 4;

struct Word {
  std::string text;          ///< in lowercase
  bool is_quoted = false;    ///< in quotation marks or brackets
  bool ends_clause = false;  ///< the last word before a mark such as a colon
};

using List = std::initializer_list<std::string_view>;

bool is_any(std::string_view word, List words) {
  return std::ranges::find(words, word) != words.end();
}

// "to" in English, French and German, and marks that mean it, as in "English-to-French".
constexpr std::array<std::pair<std::u32string_view, std::u32string_view>, 9> kMarks = {
    {{U"->", U" to "},
     {U"=>", U" to "},
     {U"→", U" to "},
     {U"-to-", U" to "},
     {U"-into-", U" to "},
     {U"翻译成", U" translate to "},
     {U"翻译为", U" translate to "},
     {U"翻譯成", U" translate to "},
     {U"翻譯為", U" translate to "}}};

/// The text in lowercase, with words in place of arrows.
std::u32string spaced(std::string_view text) {
  const std::u32string characters = text::lower(decode_utf8(text));
  std::u32string_view rest = characters;
  std::u32string result;
  while (!rest.empty()) {
    const auto* mark = std::ranges::find_if(
        kMarks, [&](const auto& pair) { return rest.starts_with(pair.first); });
    const bool is_mark = mark != kMarks.end();
    result += is_mark ? mark->second : rest.substr(0, 1);
    rest.remove_prefix(is_mark ? mark->first.size() : 1);
  }
  return result;
}

std::vector<Word> words_of_instructions(std::string_view text) {
  constexpr std::u32string_view kQuotes = U"'\"`´‘’“”„«»‹›()[]{}<>「」";
  constexpr std::u32string_view kEnds = U".:;,!?\n\r)。：，；！？";
  std::vector<Word> words;
  Word word;
  char32_t before = U' ';
  const auto finish = [&](char32_t character) {
    if (!word.text.empty()) {
      word.is_quoted = word.is_quoted && kQuotes.find(character) != std::u32string_view::npos;
      word.ends_clause = kEnds.find(character) != std::u32string_view::npos;
      words.push_back(std::exchange(word, {}));
    }
    before = character;
  };
  for (const char32_t character : spaced(text) + U'\n') {
    const bool is_in_word = text::is_of_word(character) || character == U'-' || character == U'_';
    if (!is_in_word) {
      finish(character);
      continue;
    }
    if (word.text.empty()) word.is_quoted = kQuotes.find(before) != std::u32string_view::npos;
    append_utf8(character, word.text);
  }
  return words;
}

/// Whether a word may be between "to" and a language: "natural", "Simplified", "Brazilian", "the".
bool is_modifier(std::string_view word) {
  constexpr std::string_view kEnds[] = {"al",  "an", "ic",  "ful", "ent", "ive",     "ish",
                                        "ese", "ed", "ble", "ern", "ly",  "quality", "level"};
  return is_any(word,
                {"the",    "a",    "an",      "and",    "language", "lang",     "locale", "code",
                 "target", "good", "native",  "proper", "correct",  "everyday", "plain",  "simple",
                 "smooth", "high", "pure",    "latin",  "swiss",    "la",       "le",     "langue",
                 "das",    "die",  "sprache", "iso",    "following"}) ||
         std::ranges::any_of(kEnds, [&](auto end) { return word.ends_with(end); });
}

/// Whether the word before this one is not a language to translate to: "Latin letters", "the German
/// market", "Polish names".
bool is_of_something_else(std::string_view word) {
  return is_any(
      word, {"script",     "alphabet", "letters",   "letter",      "characters",     "character",
             "market",     "audience", "audiences", "culture",     "customs",        "speakers",
             "readers",    "users",    "grammar",   "typography",  "quotation",      "quotes",
             "names",      "name",     "terms",     "words",       "conventions",    "convention",
             "norms",      "idioms",   "spelling",  "punctuation", "american",       "america",
             "equivalent", "numerals", "roots",     "loanwords",   "transliteration"});
}

/// Whether a code is also a word: in "translate it to it", only the second may be Italian.
bool is_ambiguous(std::string_view code) {
  return code.size() != 2 ||
         is_any(code, {"am", "an", "as", "be", "he", "hi", "ho", "id", "in", "is", "it",
                       "my", "no", "or", "so", "to", "ha", "la", "lo", "ne", "se", "ce",
                       "sa", "si", "et", "na", "te", "ta", "ti", "co", "av", "ie", "io"});
}

/// Whether a code has a region or a script: "de-DE", "zh_Hans", "es-419".
bool has_region(std::string_view word) {
  const size_t at = word.find_first_of("-_");
  if (at == std::string_view::npos || at < 2 || at > 3) return false;
  const auto region = word.substr(at + 1, word.find_first_of("-_", at + 1) - at - 1);
  const bool is_number = region.size() == 3 && std::ranges::all_of(region, is_ascii_digit);
  return is_number || region.size() == 2 || region.size() == 4;
}

/// The language of a code that the server may not know; empty if no language has the code.
std::string language_of_code(const std::string& code, const ServedModels& models) {
  if (auto served = models.language(code)) return std::move(*served);
  const auto base = base_language(code);
  return language_name(base) == base ? "" : base;
}

/// Reads the words of instructions.
class Instructions {
 public:
  Instructions(std::string_view text, const ServedModels& models)
      : words_(words_of_instructions(text)), models_(models) {}

  NamedLanguages languages() const {
    NamedLanguages named;
    for (size_t at = 0; at < words_.size(); ++at) {
      if (is_to(at) || names_side(at, {"target", "output", "cible"})) {
        if (!named.target.empty()) continue;
        named.target = language_near(at);
        if (!named.target.empty() && named.source.empty()) named.source = language_before(at);
      } else if (is(at, {"from", "depuis", "von"}) || names_side(at, {"source", "input"})) {
        if (named.source.empty()) named.source = language_near(at);
      }
    }
    if (named.target.empty()) named.target = language_inside();
    return named;
  }

 private:
  struct Found {
    std::string language;
    size_t words = 1;  ///< words of the language's name
  };

  bool is(size_t at, List words) const {
    return at < words_.size() && is_any(words_[at].text, words);
  }
  bool is_to(size_t at) const {
    return is(at,
              {"to", "into", "vers", "nach", "ins", "naar", "target_language", "target-language",
               "targetlanguage", "target_lang", "targetlang", "tgt_lang", "zielsprache"});
  }

  /// Whether a side is named at `at`, as in "target language" and "target: fr".
  bool names_side(size_t at, List sides) const { return is(at, sides) && !is(at + 1, {"text"}); }

  bool translates(size_t at) const {
    constexpr std::string_view kBegins[] = {"translat", "tradu",    "übersetz",   "vertaal",
                                            "vertal",   "översätt", "oversæt",    "oversett",
                                            "перев",    "tłumacz",  "przetłumacz"};
    return at < words_.size() && std::ranges::any_of(kBegins, [&](auto begin) {
             return words_[at].text.starts_with(begin);
           });
  }

  /// The language whose name begins at word `at`. The longest name counts: "Old English".
  Found language_named(size_t at) const {
    Found found;
    std::string name;
    for (size_t end = at; end < std::min(words_.size(), at + kNameWords); ++end) {
      name += (name.empty() ? "" : " ") + words_[end].text;
      const auto code = language_of_name(name);
      if (code.empty()) continue;
      found = {models_.language(code).value_or(code), end - at + 1};
    }
    const size_t behind = at + found.words;
    const bool is_verb = words_[at].text == "polish" && is(behind, {"the", "this", "it", "your"});
    const bool is_adjective = !words_[behind - 1].ends_clause && behind < words_.size() &&
                              is_of_something_else(words_[behind].text);
    return is_verb || is_adjective ? Found() : found;
  }

  /// The language of one of the words after `at`.
  std::string language_near(size_t at) const {
    const bool is_side = !is_to(at) && !is(at, {"from", "depuis", "von"});
    for (size_t near = at + 1; near < words_.size() && near <= at + kNearWords; ++near) {
      if (auto found = language_named(near); !found.language.empty()) {
        // In "Brazilian Portuguese", the last word names the language.
        const size_t next = near + found.words;
        const bool ends = next >= words_.size() || words_[next - 1].ends_clause;
        const auto last = ends ? Found() : language_named(next);
        return last.language.empty() ? found.language : last.language;
      }
      if (auto language = language_of_code_at(near); !language.empty()) return language;
      const bool is_verb =
          is(near, {"is", "are", "be", "must", "should", "will", "in", "set", "as"});
      if (!is_modifier(words_[near].text) && !(is_side && is_verb)) break;
    }
    return {};
  }

  /// The language before "to": "English to French", "English text to French", "en to fr"; but not
  /// "it" in "Translate it to French".
  std::string language_before(size_t at) const {
    for (size_t back = 1; back <= 2 && back <= at; ++back) {
      auto found = language_named(at - back);
      if (!found.language.empty()) return found.language;
    }
    const bool is_of_codes = at > 0 && is_code(at - 1) && is_code(at + 1);
    return is_of_codes ? language_of_code(words_[at - 1].text, models_) : "";
  }

  /// The target in "Translate this text in French" or "Traduis ce texte en français".
  std::string language_inside() const {
    bool has_verb = false;
    for (size_t at = 0; at + 1 < words_.size(); ++at) {
      has_verb |= translates(at);
      if (!has_verb ||
          !is(at, {"in", "en", "au", "auf", "al", "para", "på", "till", "til", "на"})) {
        continue;
      }
      if (auto found = language_named(at + 1); !found.language.empty()) return found.language;
    }
    return {};
  }

  std::string language_of_code_at(size_t at) const {
    const auto& [word, is_quoted, ends_clause] = words_[at];
    const bool is_long = has_region(word);
    if (!is_long && word.size() > 3) return {};
    const auto base = primary_subtag(word);
    const bool follows_to = is(at - 1, {"to", "into", "vers", "nach"});
    // "to it" names no language, but "en to it", "translate to it" and "language it" do.
    const bool is_meant = is_quoted || is(at - 1, {"language", "lang", "code", "locale"}) ||
                          is_side_at(at - 1) ||
                          (follows_to && at > 1 && (translates(at - 2) || is_pair(at - 2, at))) ||
                          (is(at + 1, {"to", "into", "vers", "nach"}) && is_pair(at, at + 2));
    if (is_meant) return language_of_code(word, models_);
    if (auto served = models_.language(word)) return std::move(*served);
    return is_ambiguous(base) || !follows_to ? "" : language_of_code(word, models_);
  }

  bool is_side_at(size_t at) const {
    return is(at, {"target", "source", "target_language", "target-language", "targetlanguage",
                   "target_lang", "targetlang", "tgt_lang"});
  }
  bool is_code(size_t at) const {
    if (at >= words_.size()) return false;
    const auto& word = words_[at].text;
    return (word.size() <= 3 || has_region(word)) && !language_of_code(word, models_).empty();
  }

  /// Whether the words are two codes, but not two ordinary words such as "it" and "an".
  bool is_pair(size_t source, size_t target) const {
    const auto is_clear = [&](size_t at) {
      return !is_ambiguous(words_[at].text) || models_.language(words_[at].text);
    };
    return is_code(source) && is_code(target) && (is_clear(source) || is_clear(target));
  }

  std::vector<Word> words_;
  const ServedModels& models_;
};

}  // namespace

NamedLanguages languages_named(std::string_view instructions, const ServedModels& models) {
  constexpr size_t kMostBytes = 16'384;
  return Instructions(instructions.substr(0, kMostBytes), models).languages();
}

NamedLanguages languages_of_model(std::string_view name, const ServedModels& models) {
  name = name.substr(name.find_last_of("/:") + 1);  // npos + 1 is 0
  NamedLanguages found;
  for (size_t at = 0; at < name.size(); ++at) {
    if (name[at] != '-' && name[at] != '_') continue;
    const std::string begin(name.substr(0, at));
    auto source = language_of_code(begin.substr(begin.find_last_of("-_") + 1), models);
    if (source.empty()) source = language_of_code(begin, models);  // "en-US"
    const auto target = language_of_code(std::string(name.substr(at + 1)), models);
    if (source.empty() || target.empty()) continue;
    found = {.source = source, .target = target};
    if (models.language(source) && models.language(target)) break;
  }
  return found;
}

}  // namespace regard::serve
