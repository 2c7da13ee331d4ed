#include "serve/languages.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>  // needed by the header of CLD2
#include <stdexcept>
#include <utility>

#include <cld2/public/compact_lang_det.h>
#include <cld2/public/encodings.h>

#include "base/language_tag.h"
#include "base/utf8.h"

namespace regard::serve {
namespace {

using Guess = LanguageDetector::Guess;

struct Scored {
  std::string language;
  double share;  // share of the text
  double score;  // CLD2's score per kilobyte
};

struct Found {
  std::vector<Scored> guesses;
  int letters = 0;  ///< bytes of letters and of the spaces between words
};

// The current code for a code of CLD2, which uses some that ISO 639 has since replaced.
std::string_view modern(std::string_view code) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kOlder = {
      {{"iw", "he"}, {"jw", "jv"}, {"in", "id"}}};
  for (const auto& [older, newer] : kOlder) {
    if (code == older) return newer;
  }
  return code;
}

// CLD2's result for well-formed UTF-8; `hint` names likelier languages. Always contains a best
// guess, even for a single word that leaves CLD2 in doubt. Several threads may call this at once:
// the system's CLD2 sets shared variables, but always to the same values.
Found ask(const std::string& text, const char* hint) {
  const CLD2::CLDHints hints = {hint, nullptr, CLD2::UNKNOWN_ENCODING, CLD2::UNKNOWN_LANGUAGE};
  std::array<CLD2::Language, 3> languages{};
  std::array<int, 3> percents{};
  std::array<double, 3> scores{};
  bool is_reliable = false;
  int valid = 0;
  Found found;
  CLD2::ExtDetectLanguageSummaryCheckUTF8(text.data(), static_cast<int>(text.size()), true, &hints,
                                          CLD2::kCLDFlagBestEffort, languages.data(),
                                          percents.data(), scores.data(), nullptr, &found.letters,
                                          &is_reliable, &valid);
  for (size_t at = 0; at < languages.size(); ++at) {
    if (languages[at] == CLD2::UNKNOWN_LANGUAGE || percents[at] == 0) continue;
    found.guesses.push_back(
        {std::string(modern(CLD2::LanguageCode(languages[at]))), percents[at] / 100.0, scores[at]});
  }
  return found;
}

// Whether a character is neither a control nor a noncharacter: both end the text for CLD2.
bool is_plain(char32_t character) {
  if (character < 0xA0) return character >= 0x20 && character < 0x7F;
  return (character & 0xFFFEU) != 0xFFFE && !(character >= 0xFDD0 && character <= 0xFDEF);
}

// The beginning of a text, with spaces in place of controls and noncharacters.
std::string plain_beginning(std::string_view text) {
  std::string result;
  for (const char32_t character : decode_utf8(text.substr(0, LanguageDetector::kMostBytes))) {
    append_utf8(is_plain(character) ? character : U' ', result);
  }
  return result;
}

// Maximum words of a text that is too short for the letter sequences that CLD2 counts.
constexpr size_t kFewWords = 3;
constexpr int kLooksEnglish = 1, kLooksFrench = -2;  // thresholds of looks_english

// The score from which CLD2 is trusted for a word or two. CLD2 takes many words of other languages
// for English, and hardly any for French.
double reliable_score(std::string_view language) {
  if (language == "en") return 1000.0;
  return language == "fr" ? 0.0 : 400.0;
}

// Whether words of the language occur. CLD2 judges a short line by parts of words, and may prefer
// another language.
bool has_words_of(std::string_view language, const FunctionWords& words) {
  const auto count = words.of(language);
  return count.distinctive > 0 || 3 * count.any >= words.words;
}

// The language of a short line, judged by whole words, because CLD2 knows only parts of words.
// Function words tell English from French, and both from a third language.
std::string best_by_words(const FunctionWords& words, const std::string& best) {
  const std::string favourite = words.english.any > words.french.any ? "en" : "fr";
  const auto count = words.of(favourite);
  if (best == "en" || best == "fr") return count.any > words.of(best).any ? favourite : best;
  const bool is_half = count.distinctive == 1 && 2 * count.any >= words.words;
  const bool is_third = count.distinctive >= 2 && 3 * count.distinctive >= words.words;
  return is_half || is_third ? favourite : best;
}

std::vector<Guess>::iterator find(const std::string& language, std::vector<Guess>& guesses) {
  return std::find_if(guesses.begin(), guesses.end(),
                      [&](const Guess& guess) { return guess.language == language; });
}

// Confidence due to the number of letters: 0.45 for a word, 0.95 for a sentence.
double certainty(int letters) { return 1.0 - std::exp(-letters / 10.0); }

}  // namespace

LanguageDetector::LanguageDetector(std::vector<std::string> served) : served_(std::move(served)) {
  if (served_.empty()) throw std::invalid_argument("LanguageDetector: no language is served");
  for (const auto& language : served_) {
    hint_ += (hint_.empty() ? "" : ",") + std::string(primary_subtag(language));
  }
}

std::vector<Guess> LanguageDetector::detect(std::string_view text) const {
  const std::string plain = plain_beginning(natural_text(text, kMostBytes));
  const FunctionWords words(plain);
  if (words.words > 0 && words.words <= kFewWords) return {of_few_words(plain, words)};
  Found found = ask(plain, hint_.c_str());
  if (!found.guesses.empty() && !has_words_of(found.guesses[0].language, words)) {
    found = ask(plain, nullptr);
  }
  if (found.guesses.size() == 1) {  // in mixed text, words say nothing about the parts
    found.guesses[0].language = best_by_words(words, found.guesses[0].language);
  }
  std::vector<Guess> result;
  for (const auto& [code, share, score] : found.guesses) {
    const auto language = served_name(code);
    if (!language) continue;
    auto same = find(*language, result);  // two scripts of one language may be served as one
    if (same == result.end()) same = result.insert(same, {*language, 0.0});
    same->confidence += share * certainty(found.letters);
  }
  if (result.empty()) result.push_back(by_function_words(words));
  if (result[0].confidence == 0.0) result[0].language = likelier(looks_english(plain));
  return result;
}

Guess LanguageDetector::of_line(std::string_view text) const {
  auto guess = detect(text).front();
  const FunctionWords words(plain_beginning(natural_text(text, kMostBytes)));
  const bool is_english = guess.language == "en", is_french = guess.language == "fr";
  const size_t english = words.english.any, french = words.french.any;
  const bool is_third = words.english.distinctive + words.french.distinctive == 0 &&
                        4 * std::max(english, french) < words.words;  // Spanish also has `de`
  const bool is_confirmed = is_english ? english > french : is_french ? french > english : is_third;
  constexpr double kUnsure = 0.5;
  if (!is_confirmed) guess.confidence = std::min(guess.confidence, kUnsure);
  return guess;
}

// Guesses from few words: by English and French words, then by spelling, then with CLD2.
Guess LanguageDetector::of_few_words(const std::string& plain, const FunctionWords& words) const {
  const auto english = served_name("en"), french = served_name("fr");
  const Found found = ask(plain, nullptr);
  const auto by_words = by_function_words(words);
  const double confidence = certainty(found.letters);
  const int leaning = looks_english(plain);
  const bool is_known = words.words == 1 && std::abs(leaning) >= kKnownWord;
  if (by_words.confidence > 0.0 && !is_known) return {by_words.language, confidence};
  if (english && leaning >= kLooksEnglish) return {*english, confidence};
  if (french && leaning <= kLooksFrench) return {*french, confidence};
  for (const auto& guess : found.guesses) {
    const auto language = served_name(guess.language);
    if (language && guess.score >= reliable_score(guess.language)) return {*language, confidence};
  }
  return {likelier(leaning), 0.0};
}

// The likelier language if nothing is recognized.
std::string LanguageDetector::likelier(int leaning) const {
  const auto language = served_name(leaning > 0 ? "en" : "fr");
  return leaning != 0 && language ? *language : served_.front();
}

// English or French, depending on which has more of the function words.
Guess LanguageDetector::by_function_words(const FunctionWords& words) const {
  const bool is_english = words.english.any > words.french.any;
  const auto& most = is_english ? words.english : words.french;
  const auto language = served_name(is_english ? "en" : "fr");
  const bool is_other = most.distinctive == 0 && words.words > kFewWords;  // Spanish also has `de`
  const bool is_tie = words.english.any == words.french.any;
  if (!language || is_tie || is_other || 3 * most.any < words.words) return {served_.front(), 0.0};
  return {*language, static_cast<double>(most.any) / static_cast<double>(words.words)};
}

Guess LanguageDetector::best_of(std::string_view text, std::span<const std::string> among) const {
  for (const auto& guess : detect(text)) {
    if (guess.confidence > 0.0 && std::ranges::find(among, guess.language) != among.end()) {
      return guess;
    }
  }
  return {among.front(), 0.0};
}

std::optional<std::string> LanguageDetector::served_name(std::string_view code) const {
  const auto served = std::ranges::find_if(served_, [&](const auto& language) {
    return primary_subtag(language) == primary_subtag(code);
  });
  return served != served_.end() ? std::optional(*served) : std::nullopt;
}

bool is_in_other_language(std::string_view line, const std::string& expected) {
  static const LanguageDetector kDetector(named_languages());
  constexpr double kSure = 0.9;
  if (std::cmp_less(words_in(line), text::kFewestWordsToTell)) return false;
  const auto guess = kDetector.of_line(line);
  return guess.confidence >= kSure && guess.language != base_language(expected);
}

}  // namespace regard::serve
