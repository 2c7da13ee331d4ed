#include "translate/term_replacement.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "regard/text/glossary.h"
#include "text/tokenizer_pair.h"
#include "translate/candidates.h"
#include "translate/literal.h"
#include "translate/selection.h"
#include "translate/terms_met.h"
#include "translate/translate_lines.h"

namespace regard::translate {
namespace {

using search::Hypothesis;
using Term = text::Glossary::Term;

/// Sources placed at a time, which bounds the memory.
constexpr size_t kSourcesAtOnce = 32;
/// Places of terms tried in the hypotheses of a source: a line of terms must not take forever.
constexpr size_t kMostProbes = 32;

class Placement {
 public:
  Placement(const Search& search, const text::TokenizerPair& tokenizers, const Sources& sources,
            Plan& plan, std::vector<Hypotheses>& found)
      : search_(search),
        tokenizers_(tokenizers),
        sources_(sources),
        plan_(plan),
        found_(found),
        selector_(sources, plan) {}

  void run() {
    for (size_t source = 0; source < found_.size(); ++source) {
      const auto lacks = [&](const auto& one) { return !unmet_of(source, one).empty(); };
      if (std::ranges::any_of(found_[source], lacks)) lacking_.push_back(source);
      const bool is_last = source + 1 == found_.size();
      if (lacking_.size() == kSourcesAtOnce || (is_last && !lacking_.empty())) place();
    }
  }

 private:
  /// For the lacking sources.
  void place() {
    terms_.resize(found_.size());
    for (const size_t source : lacking_) {
      auto& terms = terms_[source];
      // Its tokens are those that the model reads, without the items left out.
      terms = terms_in_source(sources_.readings[source].text, *plan_.glossary, tokenizers_);
      if (terms.size() > kMostProbes) terms.resize(kMostProbes);
    }
    const auto drafts = write_drafts();
    auto drafted = search_drafts(drafts);
    const auto broken = broken_drafts(drafts, drafted);
    auto constrained = constrained_search();
    drop_broken(drafts, constrained);
    for (const size_t source : lacking_) {
      take_best(source, std::move(constrained[source]), std::move(drafted[source]), broken[source]);
      terms_[source].clear();
    }
    lacking_.clear();
  }

  std::string text_of(size_t source, const Hypothesis& hypothesis) const {
    return written_text(hypothesis.tokens, tokenizers_, plan_.literals[source]);
  }

  std::vector<Term> unmet_of(size_t source, const Hypothesis& hypothesis) const {
    return unmet_terms(text_of(source, hypothesis), plan_.terms[source], tokenizers_);
  }

  /// Hypotheses with these tokens, of these sources.
  std::vector<Hypothesis> forced(Selection selected, std::span<const Tokens> tokens) const {
    auto& plan = selected.plan;
    plan.alternatives = 0;
    plan.n_best = plan.beam.beam_size = plan.beam.n_best = plan.beam.groups = 1;
    plan.beam.most_tokens = plan.beam.max_length_extra = 0;
    plan.beam.max_length_ratio = 0.0;
    for (size_t i = 0; i < tokens.size(); ++i) {
      plan.requests[i].prefix = tokens[i];
      plan.beam.max_length_extra =
          std::max(plan.beam.max_length_extra, static_cast<int64_t>(tokens[i].size()));
    }
    std::vector<Hypothesis> hypotheses;
    if (tokens.empty()) return hypotheses;
    for (auto& n_best : search_(selected.sources, plan)) {
      hypotheses.push_back(std::move(n_best.front()));
    }
    return hypotheses;
  }

  /// The hypotheses in which to look for the words of terms.
  std::span<const Hypothesis> probed(size_t source, const Hypotheses& hypotheses) const {
    const size_t most = kMostProbes / std::max<size_t>(terms_[source].size(), 1);
    return std::span(hypotheses).first(std::min(hypotheses.size(), most));
  }

  /// For each hypothesis of each lacking source, its words for each place of a term in the source.
  std::vector<std::vector<std::vector<WordsOfTerm>>> words_of_terms(
      const std::vector<Hypotheses>& of_sources) const {
    std::vector<size_t> numbers;
    std::vector<Tokens> tokens, without;
    for (const size_t source : lacking_) {
      for (const auto& hypothesis : probed(source, of_sources[source])) {
        for (const auto& place : terms_[source]) {
          numbers.push_back(source);
          tokens.push_back(hypothesis.tokens);
          auto& rest = without.emplace_back(sources_.tokens[source]);
          rest[place.begin] = text::kUnk;
          rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(place.begin) + 1,
                     rest.begin() + static_cast<std::ptrdiff_t>(place.end));
        }
      }
    }
    auto selected = selector_.of(numbers);
    selected.sources.tokens = std::move(without);
    const auto less_likely = forced(std::move(selected), tokens);
    std::vector<std::vector<std::vector<WordsOfTerm>>> words(of_sources.size());
    size_t probe = 0;
    for (const size_t source : lacking_) {
      for (const auto& hypothesis : probed(source, of_sources[source])) {
        auto& of_hypothesis = words[source].emplace_back();
        for (const auto& place : terms_[source]) {
          auto loss = hypothesis.token_log_probs;
          const auto& left = less_likely[probe++].token_log_probs;
          for (size_t i = 0; i < loss.size() && i < left.size(); ++i) loss[i] -= left[i];
          of_hypothesis.emplace_back(hypothesis, tokenizers_, place, loss);
        }
      }
    }
    return words;
  }

  /// For each source, those of its hypotheses.
  std::vector<std::vector<TermDraft>> write_drafts() const {
    const auto words = words_of_terms(found_);
    std::vector<std::vector<TermDraft>> drafts(found_.size());
    for (const size_t source : lacking_) {
      for (const auto& of_hypothesis : words[source]) {
        std::vector<TermPlace> places;
        std::vector<WordsOfTerm::Words> taken = {{0, bytes_of_prefix(source)}};
        for (size_t i = 0; i < of_hypothesis.size(); ++i) {
          const auto* term = terms_[source][i].term;
          const auto& text = of_hypothesis[i].text();
          if (text.empty() || has_all_of(terms_[source], *term, text)) continue;
          const auto best = of_hypothesis[i].best(taken);
          if (!best || is_translation(*best, *term, text)) continue;
          taken.push_back(*best);
          places.push_back({*best, term});
        }
        if (places.empty()) continue;
        drafts[source].push_back(term_draft(of_hypothesis.front().text(), std::move(places)));
      }
    }
    return drafts;
  }

  /// For each source, whether each of its drafts is not a whole sentence or translates a term
  /// twice.
  std::vector<std::vector<bool>> broken_drafts(const std::vector<std::vector<TermDraft>>& drafts,
                                               const std::vector<Hypotheses>& drafted) const {
    const auto words = words_of_terms(drafted);
    std::vector<std::vector<bool>> broken(drafts.size());
    for (const size_t source : lacking_) {
      for (size_t one = 0; one < drafts[source].size(); ++one) {
        const bool is_doubled =
            one < words[source].size() &&
            std::ranges::any_of(words[source][one],
                                &WordsOfTerm::is_translated_beside_its_translation);
        broken[source].push_back(!drafts[source][one].is_whole || is_doubled);
      }
    }
    return broken;
  }

  size_t bytes_of_prefix(size_t source) const {
    return tokenizers_.decode_target(plan_.requests[source].prefix).size();
  }

  /// A draft's text with the user's prefix as it was written.
  std::string with_prefix(size_t source, const std::string& draft) const {
    const auto& literals = plan_.literals[source];
    if (literals.empty()) return draft;
    const auto rest = draft.substr(bytes_of_prefix(source));
    const bool is_apart = plan_.requests[source].prefix.empty() && !literals.front().is_joined;
    return literals.front().text + (is_apart ? " " : "") + rest;
  }

  /// The hypotheses of each source with the drafts' texts.
  std::vector<Hypotheses> search_drafts(const std::vector<std::vector<TermDraft>>& drafts) {
    std::vector<size_t> numbers;
    std::vector<Tokens> tokens;
    std::vector<std::pair<size_t, Literal>> drafted;
    for (const size_t source : lacking_) {
      for (const auto& draft : drafts[source]) {
        numbers.push_back(source);
        tokens.push_back(tokenizers_.encode_target(draft.text));
        drafted.emplace_back(source, Literal{tokens.back(), with_prefix(source, draft.text)});
      }
    }
    auto hypotheses = forced(selector_.of(numbers), tokens);
    for (auto& [source, literal] : drafted) plan_.literals[source].push_back(std::move(literal));
    std::vector<Hypotheses> of_sources(found_.size());
    for (size_t i = 0; i < numbers.size(); ++i) {
      of_sources[numbers[i]].push_back(std::move(hypotheses[i]));
    }
    return of_sources;
  }

  /// The hypotheses of each source whose terms the vocabulary can write.
  std::vector<Hypotheses> constrained_search() const {
    std::vector<Hypotheses> of_sources(found_.size());
    if (plan_.alternatives > 0) return of_sources;
    const auto edges =
        std::make_shared<const search::TokenEdges>(token_edges_of(tokenizers_.target()));
    std::vector<size_t> numbers;
    std::vector<search::Request> requests;
    for (const size_t source : lacking_) {
      auto request = plan_.requests[source];
      bool is_written = true;
      for (const auto* term : plan_.terms[source]) {
        auto phrase = tokenizers_.encode_target(term->target);
        phrase.pop_back();  // eos
        is_written = is_written && tokenizers_.decode_target(phrase) == term->target;
        request.may_end_words.insert(request.may_end_words.end(), phrase.begin(), phrase.end());
        request.phrases.push_back(std::move(phrase));
      }
      if (!is_written) continue;
      request.edges = edges;
      numbers.push_back(source);
      requests.push_back(std::move(request));
    }
    if (numbers.empty()) return of_sources;
    auto selected = selector_.of(numbers);
    selected.plan.requests = std::move(requests);
    auto found = search_(selected.sources, selected.plan);
    for (size_t i = 0; i < numbers.size(); ++i) of_sources[numbers[i]] = std::move(found[i]);
    return of_sources;
  }

  /// Drops the hypotheses of constrained search that are not whole sentences.
  void drop_broken(const std::vector<std::vector<TermDraft>>& drafts,
                   std::vector<Hypotheses>& constrained) const {
    for (const size_t source : lacking_) {
      const auto& free = found_[source].front();
      const auto free_text = text_of(source, free);
      std::vector<std::string> targets;
      for (const auto& term : unmet_of(source, free)) targets.push_back(term.target);
      const auto replaced =
          drafts[source].empty() ? std::vector<std::string>() : drafts[source].front().replaced;
      std::erase_if(constrained[source], [&](const Hypothesis& one) {
        return !one.finished || !unmet_of(source, one).empty() ||
               !is_whole(text_of(source, one), free_text, targets, replaced);
      });
    }
    const auto words = words_of_terms(constrained);
    for (const size_t source : lacking_) {
      size_t number = 0;
      std::erase_if(constrained[source], [&](const Hypothesis&) {
        const size_t one = number++;
        return one < words[source].size() &&
               std::ranges::any_of(words[source][one],
                                   &WordsOfTerm::is_translated_beside_its_translation);
      });
    }
  }

  /// The candidates with most terms; of those, the whole sentences, and of those, the likeliest.
  void take_best(size_t source, Hypotheses constrained, Hypotheses drafted,
                 const std::vector<bool>& broken) {
    auto& found = found_[source];
    const size_t most = found.size(), whole = constrained.size();
    Hypotheses all = std::move(constrained);
    std::ranges::move(drafted, std::back_inserter(all));
    std::ranges::move(found, std::back_inserter(all));
    std::vector<std::tuple<size_t, bool, double>> cost;
    std::vector<size_t> order(all.size());
    for (size_t one = 0; one < all.size(); ++one) {
      const bool is_draft = one >= whole && one - whole < broken.size();
      cost.emplace_back(unmet_of(source, all[one]).size(), is_draft && broken[one - whole],
                        -all[one].score);
    }
    std::iota(order.begin(), order.end(), size_t{0});
    std::ranges::stable_sort(order, {}, [&](size_t one) { return cost[one]; });
    found.clear();
    for (size_t rank = 0; rank < most; ++rank) found.push_back(std::move(all[order[rank]]));
  }

  const Search& search_;
  const text::TokenizerPair& tokenizers_;
  const Sources& sources_;
  Plan& plan_;
  std::vector<Hypotheses>& found_;
  const Selector selector_;
  std::vector<size_t> lacking_;
  std::vector<std::vector<TermInSource>> terms_;  // by source that lacks terms
};

}  // namespace

void place_terms(const Search& search, const text::TokenizerPair& tokenizers,
                 const Sources& sources, Plan& plan, std::vector<Hypotheses>& found) {
  if (plan.glossary != nullptr) Placement(search, tokenizers, sources, plan, found).run();
}

}  // namespace regard::translate
