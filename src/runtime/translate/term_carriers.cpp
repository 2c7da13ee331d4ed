#include "translate/term_carriers.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

#include "text/characters.h"
#include "translate/agreement.h"
#include "translate/noun_gender.h"

namespace regard::translate {
namespace {

/// A common noun that most models know.
struct Carrier {
  std::string_view source, sources, target, targets;  ///< singular and plural on each side
};

/// The nouns are objects, living beings and a substance, since these occur in different contexts.
constexpr std::array<Carrier, 6> kFeminine = {{{"car", "cars", "voiture", "voitures"},
                                               {"girl", "girls", "fille", "filles"},
                                               {"letter", "letters", "lettre", "lettres"},
                                               {"table", "tables", "table", "tables"},
                                               {"house", "houses", "maison", "maisons"},
                                               {"music", "songs", "musique", "chansons"}}};
constexpr std::array<Carrier, 6> kMasculine = {{{"book", "books", "livre", "livres"},
                                                {"boy", "boys", "garçon", "garçons"},
                                                {"bag", "bags", "sac", "sacs"},
                                                {"train", "trains", "train", "trains"},
                                                {"dog", "dogs", "chien", "chiens"},
                                                {"bread", "boats", "pain", "bateaux"}}};
constexpr size_t kAttempts = kFeminine.size();

bool is_plural(const text::Glossary::Term& term) {
  constexpr std::array<std::string_view, 8> kIrregular = {"men",  "women", "children", "people",
                                                          "feet", "teeth", "mice",     "geese"};
  const auto small = text::in_lower_case(term.source);
  const auto word = std::string_view(small).substr(small.rfind(' ') + 1);
  const bool has_ending = word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("us") &&
                          !word.ends_with("is");
  return has_ending || std::ranges::find(kIrregular, word) != kIrregular.end();
}

/// The noun that replaces term number `number` of a source in an attempt. For terms of unknown
/// gender, attempts alternate between genders.
const Carrier& carrier_of(const text::Glossary::Term& term, size_t attempt, size_t number) {
  const auto either = attempt % 2 == 0 ? Gender::masculine : Gender::feminine;
  const auto gender = gender_of_noun(term.target).value_or(either);
  const auto& carriers = gender == Gender::feminine ? kFeminine : kMasculine;
  return carriers[(attempt + number) % kAttempts];
}

Tokens with_carriers(Tokens tokens, const std::vector<TermInSource>& terms, size_t attempt,
                     const text::TokenizerPair& tokenizers) {
  for (size_t number = terms.size();
       number-- > 0;) {  // from the end on, so that other positions stay valid
    const auto& [term, begin, end] = terms[number];
    const auto& carrier = carrier_of(*term, attempt, number);
    const std::string noun(is_plural(*term) ? carrier.sources : carrier.source);
    const bool has_mark =  // the word mark, as a separate piece
        begin > 0 && tokenizers.source().piece(tokens[begin - 1]) == text::kWordMark;
    const size_t from = begin - (has_mark ? 1 : 0);
    auto pieces = tokenizers.encode_source(from == 0 ? text::with_capital(noun) : noun);
    pieces.pop_back();  // eos
    const auto first = tokens.begin() + static_cast<std::ptrdiff_t>(from);
    const auto rest = tokens.erase(first, tokens.begin() + static_cast<std::ptrdiff_t>(end));
    tokens.insert(rest, pieces.begin(), pieces.end());
  }
  return tokens;
}

/// The places of an attempt's nouns in its translation, in order; empty unless each occurs exactly
/// once.
std::optional<std::vector<TermPlace>> places_in(const std::string& text,
                                                const std::vector<TermInSource>& terms,
                                                size_t attempt) {
  const text::FoldedText folded(text, text::FoldedText::Case::kept);
  std::vector<TermPlace> places;
  for (size_t number = 0; number < terms.size(); ++number) {
    const auto* term = terms[number].term;
    const auto& carrier = carrier_of(*term, attempt, number);
    const auto found =
        occurrences(folded, std::string(is_plural(*term) ? carrier.targets : carrier.target));
    if (found.size() != 1) return {};
    places.push_back({{found[0].begin, found[0].end}, term});
  }
  std::ranges::sort(places, {}, [](const auto& place) { return place.words.begin; });
  return places;
}

/// The parts of a text before, between and after the given places.
std::vector<std::string_view> rest_of(std::string_view text, const std::vector<TermPlace>& places) {
  std::vector<std::string_view> runs;
  size_t at = 0;
  for (const auto& place : places) {
    runs.push_back(text.substr(at, place.words.begin - at));
    at = place.words.end;
  }
  runs.push_back(text.substr(at));
  return runs;
}

/// Counts identical drafts of one source and keeps the winner.
class Votes {
 public:
  /// A draft with `counts_more` wins over any without it; otherwise, the draft produced by more
  /// nouns wins.
  void add(CarriedDraft draft, bool counts_more) {
    auto& rank = ranks_[draft.draft.text];
    rank = {counts_more, rank.second + 1};
    if (rank <= best_) return;
    best_ = rank;
    winner_ = std::move(draft);
  }
  std::optional<CarriedDraft> winner() && { return std::move(winner_); }

 private:
  using Rank = std::pair<bool, size_t>;
  std::map<std::string, Rank> ranks_;
  Rank best_ = {false, 0};
  std::optional<CarriedDraft> winner_;
};

/// Whether each term has the same gender as the word that it replaces, as far as is known.
bool may_have_genders_of(const std::vector<std::string>& replaced,
                         const std::vector<TermPlace>& places) {
  for (size_t i = 0; i < places.size(); ++i) {
    const auto gender = gender_of_noun(places[i].term->target), other = gender_of_noun(replaced[i]);
    if (gender && other && *gender != *other) return false;
  }
  return true;
}

}  // namespace

std::vector<std::optional<CarriedDraft>> TermCarriers::drafts(
    std::span<const size_t> numbers, const std::vector<std::string>& free,
    const std::vector<std::vector<TermInSource>>& terms) const {
  std::vector<size_t> sources, which;
  std::vector<Tokens> tokens;
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (terms[i].empty() || terms[i].size() > kAttempts) continue;
    for (size_t attempt = 0; attempt < kAttempts; ++attempt) {
      sources.push_back(numbers[i]);
      which.push_back(i);
      tokens.push_back(with_carriers(sources_.tokens[numbers[i]], terms[i], attempt, tokenizers_));
    }
  }
  std::vector<std::optional<CarriedDraft>> drafts(numbers.size());
  if (sources.empty()) return drafts;
  auto selected = selector_.of(sources);
  selected.sources.tokens = std::move(tokens);
  selected.plan.n_best = selected.plan.beam.n_best = 1;
  auto found = search_(selected.sources, selected.plan);
  std::vector<Votes> votes(numbers.size());
  for (size_t one = 0; one < found.size(); ++one) {
    const size_t i = which[one], attempt = one % kAttempts;
    const auto text = tokenizers_.decode_target(found[one].front().tokens);
    const auto places = places_in(text, terms[i], attempt);
    if (!places) continue;
    const auto rest = rest_of(text, *places);
    const auto replaced = words_between(free[i], rest, Agreement::any);
    if (!replaced) continue;
    const bool stays =
        words_between(free[i], rest, Agreement::same) && may_have_genders_of(*replaced, *places);
    votes[i].add({term_drafts(text, *places, 0, tokenizers_.source_language()).front(),
                  std::move(found[one].front())},
                 stays);
  }
  for (size_t i = 0; i < numbers.size(); ++i) drafts[i] = std::move(votes[i]).winner();
  return drafts;
}

void lend_log_probs(const search::Hypothesis& from, Lent which, search::Hypothesis& to) {
  const auto &lent = from.tokens, &tokens = to.tokens;
  if (from.token_log_probs.size() != lent.size() || to.token_log_probs.size() != tokens.size()) {
    return;
  }
  // common[i][j]: length of the longest common subsequence of the tokens from i and j on.
  std::vector<std::vector<size_t>> common(lent.size() + 1,
                                          std::vector<size_t>(tokens.size() + 1, 0));
  for (size_t i = lent.size(); i-- > 0;) {
    for (size_t j = tokens.size(); j-- > 0;) {
      common[i][j] = lent[i] == tokens[j] ? common[i + 1][j + 1] + 1
                                          : std::max(common[i + 1][j], common[i][j + 1]);
    }
  }
  const auto lend = [&](size_t i, size_t j) { to.token_log_probs[j] = from.token_log_probs[i]; };
  size_t last_i = 0, last_j = 0;  // positions after the last common token
  for (size_t i = 0, j = 0; i < lent.size() && j < tokens.size();) {
    if (lent[i] != tokens[j]) {
      common[i + 1][j] >= common[i][j + 1] ? ++i : ++j;
      continue;
    }
    const size_t others = std::min(i - last_i, j - last_j);
    for (size_t first = 0; which == Lent::in_place && first < others; ++first) {
      lend(last_i + first, last_j + first);
    }
    lend(i++, j++);
    last_i = i;
    last_j = j;
  }
}

}  // namespace regard::translate
