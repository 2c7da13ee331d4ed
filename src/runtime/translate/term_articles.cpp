#include "translate/term_articles.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "base/utf8.h"
#include "text/characters.h"
#include "translate/word_alignment.h"

namespace regard::translate {
namespace {

/// A word before a noun: masculine and feminine forms, each before a consonant and before a vowel.
struct Word {
  std::array<std::string_view, 4> forms;

  std::string_view form(Gender gender, bool is_before_vowel) const {
    return forms[(gender == Gender::feminine ? 2U : 0U) + (is_before_vowel ? 1U : 0U)];
  }
  /// The gender that a form indicates, if any.
  std::optional<Gender> gender_of(std::string_view form) const {
    const bool is_masculine = form == forms[0] || form == forms[1];
    const bool is_feminine = form == forms[2] || form == forms[3];
    if (is_masculine == is_feminine) return {};
    return is_feminine ? Gender::feminine : Gender::masculine;
  }
};

constexpr Word kFrench[] = {
    {{"le ", "l'", "la ", "l'"}},
    {{"un ", "un ", "une ", "une "}},
    {{"du ", "de l'", "de la ", "de l'"}},
    {{"de ", "d'", "de ", "d'"}},
    {{"au ", "à l'", "à la ", "à l'"}},
    {{"ce ", "cet ", "cette ", "cette "}},
    {{"mon ", "mon ", "ma ", "mon "}},
    {{"ton ", "ton ", "ta ", "ton "}},
    {{"son ", "son ", "sa ", "son "}},
    {{"que ", "qu'", "que ", "qu'"}},
    {{"aucun ", "aucun ", "aucune ", "aucune "}},
    {{"les ", "les ", "les ", "les "}},
    {{"quel ", "quel ", "quelle ", "quelle "}},
    {{"tout ", "tout ", "toute ", "toute "}},
    {{"beau ", "bel ", "belle ", "belle "}},
    {{"bon ", "bon ", "bonne ", "bonne "}},
    {{"dernier ", "dernier ", "dernière ", "dernière "}},
    {{"grand ", "grand ", "grande ", "grande "}},
    {{"gros ", "gros ", "grosse ", "grosse "}},
    {{"joli ", "joli ", "jolie ", "jolie "}},
    {{"mauvais ", "mauvais ", "mauvaise ", "mauvaise "}},
    {{"meilleur ", "meilleur ", "meilleure ", "meilleure "}},
    {{"nouveau ", "nouvel ", "nouvelle ", "nouvelle "}},
    {{"petit ", "petit ", "petite ", "petite "}},
    {{"premier ", "premier ", "première ", "première "}},
    {{"seul ", "seul ", "seule ", "seule "}},
    {{"vieux ", "vieil ", "vieille ", "vieille "}},
    {{"vrai ", "vrai ", "vraie ", "vraie "}},
    {{"tous ", "tous ", "toutes ", "toutes "}},
    {{"certains ", "certains ", "certaines ", "certaines "}},
    {{"nombreux ", "nombreux ", "nombreuses ", "nombreuses "}},
    {{"nouveaux ", "nouveaux ", "nouvelles ", "nouvelles "}},
    {{"grands ", "grands ", "grandes ", "grandes "}},
    {{"petits ", "petits ", "petites ", "petites "}},
};
/// Number of determiners at the beginning of kFrench; the other words are adjectives.
constexpr size_t kDeterminers = 12;
constexpr Word kEnglish[] = {{{"a ", "an ", "a ", "an "}}};

/// The text in lowercase, with straight apostrophes.
std::string plain(std::string_view text) {
  constexpr std::string_view kApostrophe = "\u2019";
  auto result = text::in_lower_case(text);
  for (size_t at = result.find(kApostrophe); at != std::string::npos;
       at = result.find(kApostrophe, at)) {
    result.replace(at, kApostrophe.size(), "'");
  }
  return result;
}

/// A listed word at the end of a text.
struct Ending {
  const Word* word = nullptr;
  std::string form = {};
  size_t bytes = 0;  ///< size of the ending in the text
};

Ending ending_of(std::string_view text, std::span<const Word> words) {
  Ending longest;
  for (const auto& word : words) {
    for (const auto form : word.forms) {
      // A curly apostrophe takes three bytes in the text.
      for (const size_t bytes : {form.size(), form.size() + 2}) {
        if (bytes > text.size() || form.size() <= longest.form.size()) continue;
        const size_t begin = text.size() - bytes;
        if (continues_character(text[begin]) || plain(text.substr(begin)) != form) continue;
        const auto before = text.substr(0, begin);
        const bool is_within_word =
            !before.empty() &&
            text::is_of_word(
                first_code_point(before.substr(before.size() - last_character_size(before))).value);
        if (!is_within_word) longest = {&word, std::string(form), bytes};
      }
    }
  }
  return longest;
}

bool is_determiner(const Word& word) {
  return std::ranges::any_of(std::span(kFrench).first(kDeterminers),
                             [&](const Word& one) { return one.forms == word.forms; });
}

/// Whether a text (a term, or an adjective and a space) begins with a word that ends like a plural.
bool is_plural(std::string_view text) {
  const auto word = text.substr(0, word_at_begin(text));
  return word.ends_with('s') || word.ends_with('x');
}

/// The text before a term with each of its last words changed to the given gender.
std::string in_gender(std::string_view before, std::string_view term, std::span<const Word> words,
                      Gender gender) {
  constexpr std::string_view kTypographic = "\u2019";
  constexpr int kMostWords = 4;
  const bool has_typographic = before.find(kTypographic) != std::string_view::npos;
  std::string behind, next(term);
  bool is_behind_determiner = false;
  for (int count = 0; count < kMostWords; ++count) {
    const auto [word, old, bytes] = ending_of(before, words);
    const bool is_all = old.starts_with("tou");  // "tous les"; any other word here is a noun
    if (word == nullptr || (is_behind_determiner && !is_all)) break;
    is_behind_determiner = is_determiner(*word);
    const auto written = before.substr(before.size() - bytes);
    std::string form(word->form(gender, begins_with_vowel(next)));
    if (form == "vieille " && is_plural(next)) form = "vieilles ";
    if (has_typographic && form.ends_with('\'')) form.replace(form.size() - 1, 1, kTypographic);
    if (text::is_capital(first_code_point(written).value)) form = text::with_capital(form);
    before.remove_suffix(bytes);
    behind = form + behind;
    next = form;
  }
  return std::string(before) + behind;
}

std::span<const Word> words_before_nouns(std::string_view source_language) {
  if (source_language.starts_with("fr")) return kEnglish;
  return kFrench;
}

/// The text before a term, without its determiner if the term has its own, such as "la voiture".
std::string without_second_determiner(const std::string& before, std::string_view term) {
  const size_t first = term.find(' ');
  const bool has_own =
      first != std::string_view::npos && ends_with_determiner(term.substr(0, first + 1));
  if (!has_own || !ends_with_determiner(before)) return before;
  const size_t end = before.find_last_not_of(' ');
  const size_t space = before.find_last_of(" '", end == 0 ? 0 : end - 1);
  const size_t begin = space == std::string::npos ? 0 : space + 1;
  const auto dropped = plain(std::string_view(before).substr(begin));
  const bool holds_a = dropped == "au " || dropped == "aux ";  // à le, à les
  return before.substr(0, begin) + (dropped == "du " ? "de " : holds_a ? "à " : "");
}

}  // namespace

std::vector<std::string> texts_before_term(const std::string& before, std::string_view term,
                                           std::string_view source_language) {
  const auto words = words_before_nouns(source_language);
  std::vector<Gender> genders = {Gender::masculine, Gender::feminine};
  if (const auto known = gender_of_noun(term)) genders = {*known};
  if (auto single = without_second_determiner(before, term); single != before) {
    return {std::move(single)};
  }
  std::vector<std::string> texts;
  for (const auto gender : genders) {
    auto text = in_gender(before, term, words, gender);
    if (std::ranges::find(texts, text) == texts.end()) texts.push_back(std::move(text));
  }
  const auto same = std::ranges::find(texts, before);
  if (same != texts.end()) std::rotate(texts.begin(), same, same + 1);
  return texts;
}

std::string fitting_text_before(const std::string& before, std::string_view term,
                                std::string_view source_language) {
  if (auto single = without_second_determiner(before, term); single != before) return single;
  const auto words = words_before_nouns(source_language);
  const auto [word, form, bytes] = ending_of(before, words);
  if (word == nullptr) return before;
  const auto gender = gender_of_noun(term);
  return in_gender(before, term, words,
                   gender.value_or(word->gender_of(form).value_or(Gender::masculine)));
}

std::optional<Gender> gender_shown_before(std::string_view before,
                                          std::string_view source_language) {
  const auto [word, form, bytes] = ending_of(before, words_before_nouns(source_language));
  return word == nullptr ? std::nullopt : word->gender_of(form);
}

bool ends_with_determiner(std::string_view before) {
  constexpr std::array<std::string_view, 14> kOthers = {
      "des ",  "ces ",   "mes ",   "tes ",   "ses ",    "nos ",       "vos ",
      "leur ", "leurs ", "notre ", "votre ", "chaque ", "plusieurs ", "the "};
  const auto small = plain(before);
  return ending_of(before, std::span(kFrench).first(kDeterminers)).word != nullptr ||
         std::ranges::any_of(kOthers, [&](auto word) { return small.ends_with(word); });
}

}  // namespace regard::translate
