#include "translate/agreement.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "regard/base/str.h"
#include "text/characters.h"

namespace regard::translate {
std::vector<UncontractedWord> uncontracted_words(std::string_view text) {
  static const std::map<std::string, std::vector<std::string>, std::less<>> kContracted = {
      {"du", {"de", "le"}}, {"au", {"à", "le"}}, {"d", {"de"}}, {"l", {"le"}}, {"qu", {"que"}}};
  std::vector<UncontractedWord> words;
  std::string word;
  size_t begin = 0;
  const auto end_word = [&](size_t end) {
    if (word.empty()) return;
    const auto found = kContracted.find(word);
    const auto parts = found == kContracted.end() ? std::vector{word} : found->second;
    for (const auto& part : parts) words.push_back({part, begin, end});
    word.clear();
  };
  for (size_t at = 0; at < text.size();) {
    const auto point = first_code_point(text.substr(at));
    const size_t next = at + std::max<size_t>(point.length, 1);
    if (text::is_of_word(point.value)) {
      if (word.empty()) begin = at;
      append_utf8(text::lower(point.value), word);
    } else {
      end_word(at);
      const bool is_apostrophe = point.value == U'\'' || point.value == U'\u2019';
      if (!text::is_blank(point.value) && !is_apostrophe) {
        words.push_back({std::string(text.substr(at, next - at)), at, next});
      }
    }
    at = next;
  }
  end_word(text.size());
  return words;
}

namespace {

/// Each entry lists the forms of one word, each form between blanks.
constexpr std::array<std::string_view, 21> kForms = {" sec sèche ",
                                                     " secs sèches ",
                                                     " beaux belles ",
                                                     " le la ",
                                                     " ce cet cette ",
                                                     " mon ma ",
                                                     " ton ta ",
                                                     " son sa ",
                                                     " il elle ",
                                                     " ils elles ",
                                                     " eux elles ",
                                                     " lui elle ",
                                                     " celui celle ",
                                                     " ceux celles ",
                                                     " tous toutes ",
                                                     " lequel laquelle ",
                                                     " beau bel belle ",
                                                     " nouveau nouvel nouvelle ",
                                                     " vieux vieil vieille ",
                                                     " vieux vieilles ",
                                                     " frais fraîche "};

struct Ends {
  std::string_view masculine, feminine;
};
constexpr std::array<Ends, 33> kEnds = {
    {{"", "e"},        {"s", "es"},     {"f", "ve"},       {"x", "se"},    {"x", "ses"},
     {"er", "ère"},    {"eur", "euse"}, {"eur", "rice"},   {"c", "que"},   {"c", "che"},
     {"c", "cque"},    {"s", "sses"},   {"g", "gue"},      {"el", "elle"}, {"eil", "eille"},
     {"en", "enne"},   {"on", "onne"},  {"et", "ette"},    {"et", "ète"},  {"s", "sse"},
     {"ul", "ulle"},   {"eau", "elle"}, {"eaux", "elles"}, {"ou", "olle"}, {"oux", "ouce"},
     {"aux", "ausse"}, {"aux", "ales"}, {"anc", "anche"},  {"s", "se"},    {"s", "ses"},
     {"t", "tte"},     {"x", "ces"},    {"in", "igne"}}};

bool have_ends(std::string_view masculine, std::string_view feminine) {
  constexpr size_t kShortestStem = 2;
  return std::ranges::any_of(kEnds, [&](const Ends& ends) {
    if (!masculine.ends_with(ends.masculine) || !feminine.ends_with(ends.feminine)) return false;
    const auto stem = masculine.substr(0, masculine.size() - ends.masculine.size());
    return stem.size() >= kShortestStem &&
           stem == feminine.substr(0, feminine.size() - ends.feminine.size());
  });
}

}  // namespace

bool are_genders_of_one(std::string_view one, std::string_view other) {
  if (one == other || have_ends(one, other) || have_ends(other, one)) return true;
  const auto has = [](std::string_view forms, std::string_view word) {
    return forms.find(" " + std::string(word) + " ") != std::string_view::npos;
  };
  if (std::ranges::any_of(kForms, [&](auto forms) { return has(forms, one) && has(forms, other); }))
    return true;
  const bool are_plural = one.ends_with('s') && other.ends_with('s');
  return are_plural &&
         are_genders_of_one(one.substr(0, one.size() - 1), other.substr(0, other.size() - 1));
}

namespace {

std::vector<std::string> strings_of(std::string_view text) {
  std::vector<std::string> strings;
  for (auto& one : uncontracted_words(text)) strings.push_back(std::move(one.word));
  return strings;
}

}  // namespace

std::optional<std::vector<std::string>> words_between(std::string_view text,
                                                      const std::vector<std::string_view>& runs,
                                                      Agreement agreement) {
  constexpr size_t kMostBetween = 6, kNone = static_cast<size_t>(-1);
  const auto words = strings_of(text);
  const auto are_alike = [&](const std::string& one, const std::string& other) {
    return one == other || (agreement == Agreement::any && are_genders_of_one(one, other));
  };
  // For each run and each position where it may end, the end of the previous run.
  std::vector<std::vector<size_t>> before;
  std::vector<size_t> sizes;
  for (const auto one : runs) {
    const auto run = strings_of(one);
    std::vector<size_t> ends(words.size() + 1, kNone);
    for (size_t at = 0; at + run.size() <= words.size(); ++at) {
      if (!std::ranges::equal(std::span(words).subspan(at, run.size()), run, are_alike)) continue;
      auto& own = ends[at + run.size()];
      if (before.empty() && at == 0) own = 0;
      if (before.empty()) continue;
      for (size_t end = at > kMostBetween ? at - kMostBetween : 0; end < at; ++end) {
        if (before.back()[end] != kNone) own = end;
      }
    }
    before.push_back(std::move(ends));
    sizes.push_back(run.size());
  }
  if (runs.empty() || before.back().back() == kNone) return {};
  std::vector<std::string> between(runs.size() - 1);
  for (size_t number = runs.size(), end = words.size(); --number > 0;) {
    const size_t first = before[number][end];
    between[number - 1] = join(std::span(words).subspan(first, end - sizes[number] - first), " ");
    end = first;
  }
  return between;
}

}  // namespace regard::translate
