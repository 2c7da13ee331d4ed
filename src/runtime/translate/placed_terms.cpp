#include "translate/term_replacement.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "regard/text/glossary.h"
#include "text/tokenizer_pair.h"
#include "translate/candidates.h"
#include "translate/constrained_terms.h"
#include "translate/literal.h"
#include "translate/selection.h"
#include "translate/term_carriers.h"
#include "translate/term_probes.h"
#include "translate/terms_met.h"
#include "translate/translate_lines.h"

namespace regard::translate {
namespace {

using search::Hypothesis;
using Term = text::Glossary::Term;

/// Number of sources processed at a time, which bounds the memory.
constexpr size_t kSourcesAtOnce = 32;

class Placement {
 public:
  Placement(const Search& search, const text::TokenizerPair& tokenizers, const Sources& sources,
            Plan& plan, std::vector<Hypotheses>& found)
      : search_(search),
        tokenizers_(tokenizers),
        sources_(sources),
        plan_(plan),
        found_(found),
        selector_(sources, plan),
        probes_(search, tokenizers, sources, selector_),
        carriers_(search, tokenizers, sources, selector_) {}

  void run() {
    for (size_t source = 0; source < found_.size(); ++source) {
      const auto lacks = [&](const auto& one) { return !unmet_of(source, one).empty(); };
      if (std::ranges::any_of(found_[source], lacks)) lacking_.push_back(source);
      const bool is_last = source + 1 == found_.size();
      if (lacking_.size() == kSourcesAtOnce || (is_last && !lacking_.empty())) place();
    }
  }

 private:
  /// Places terms in the sources that lack them.
  void place() {
    terms_.resize(found_.size());
    for (const size_t source : lacking_) {
      auto& terms = terms_[source];
      // Positions refer to the tokens that the model reads, without left-out items.
      terms = terms_in_source(sources_.readings[source].text, *plan_.glossary, tokenizers_);
      if (terms.size() > TermProbes::kMost) terms.resize(TermProbes::kMost);
    }
    const auto carried = settle();
    auto drafts = write_drafts();
    for (const auto& [source, draft] : carried) drafts[source].push_back(draft);
    auto constrained = constrained_search({search_, tokenizers_, selector_, plan_}, lacking_);
    drop_broken(drafts, constrained);
    change_articles(constrained, drafts);
    auto drafted = search_drafts(drafts);
    add_continued(drafts, drafted);
    const auto broken = broken_drafts(drafts, drafted);
    for (const size_t source : lacking_) {
      take_best(source, std::move(constrained[source]), std::move(drafted[source]), drafts[source],
                broken[source]);
      terms_[source].clear();
    }
    lacking_.clear();
  }

  /// Places terms with carrier nouns where possible. Other sources remain in lacking_, as do
  /// sources with several candidates, whose drafts are returned.
  std::vector<std::pair<size_t, TermDraft>> settle() {
    std::vector<size_t> numbers;
    std::vector<std::string> free;
    std::vector<std::vector<TermInSource>> lacking;
    for (const size_t source : lacking_) {
      const bool is_whole = plan_.alternatives == 0 && plan_.requests[source].prefix.empty();
      if (!is_whole || tokenizers_.source_language().starts_with("fr")) continue;
      numbers.push_back(source);
      free.push_back(tokenizers_.decode_target(found_[source].front().tokens));
      lacking.push_back(terms_[source]);
      std::erase_if(lacking.back(), [&](const TermInSource& place) {
        return has_all_of(terms_[source], *place.term, free.back());
      });
    }
    const auto carried = carriers_.drafts(numbers, free, lacking);
    std::vector<std::vector<TermDraft>> drafts(found_.size());
    for (size_t i = 0; i < numbers.size(); ++i) {
      if (carried[i]) drafts[numbers[i]].push_back(carried[i]->draft);
    }
    auto drafted = search_drafts(drafts);
    std::vector<std::pair<size_t, TermDraft>> of_several;
    for (size_t i = 0; i < numbers.size(); ++i) {
      const size_t source = numbers[i];
      if (!carried[i]) continue;
      const bool has_terms = unmet_of(source, drafted[source].front()).empty();
      if (!has_terms || found_[source].size() > 1) {
        if (has_terms) of_several.emplace_back(source, carried[i]->draft);
        plan_.literals[source].pop_back();  // the literal of this draft
        continue;
      }
      lend_log_probs(carried[i]->carrier, Lent::in_place, drafted[source].front());
      lend_log_probs(found_[source].front(), Lent::shared, drafted[source].front());
      found_[source] = std::move(drafted[source]);
      std::erase(lacking_, source);
    }
    return of_several;
  }

  std::string text_of(size_t source, const Hypothesis& hypothesis) const {
    return written_text(hypothesis.tokens, tokenizers_, plan_.literals[source]);
  }

  std::vector<Term> unmet_of(size_t source, const Hypothesis& hypothesis) const {
    return unmet_terms(text_of(source, hypothesis), plan_.terms[source], tokenizers_);
  }

  /// For each source, drafts made from its hypotheses.
  std::vector<std::vector<TermDraft>> write_drafts() const {
    const auto words = probes_.words(found_, lacking_, terms_);
    std::vector<std::vector<TermDraft>> drafts(found_.size());
    for (const size_t source : lacking_) {
      for (const auto& of_hypothesis : words[source]) {
        const bool is_best = &of_hypothesis == &words[source].front();
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
        const auto add = [&](const std::vector<TermPlace>& some) {
          auto more = term_drafts(of_hypothesis.front().text(), some, bytes_of_prefix(source),
                                  tokenizers_.source_language());
          for (auto& draft : more) draft.is_the_rest = draft.is_the_rest && is_best;
          std::ranges::move(more, std::back_inserter(drafts[source]));
        };
        add(places);
        if (of_hypothesis.size() > 1) continue;
        for (const auto& instead : of_hypothesis.front().others(places.front().words)) {
          add({{instead, places.front().term}});
        }
      }
    }
    return drafts;
  }

  /// For each draft of each source, whether it is not a whole sentence or translates a term twice.
  std::vector<std::vector<bool>> broken_drafts(const std::vector<std::vector<TermDraft>>& drafts,
                                               const std::vector<Hypotheses>& drafted) const {
    const auto words = probes_.words(drafted, lacking_, terms_);
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

  /// Turns constrained hypotheses whose articles do not fit their terms into drafts with other
  /// articles.
  void change_articles(std::vector<Hypotheses>& constrained,
                       std::vector<std::vector<TermDraft>>& drafts) const {
    for (const size_t source : lacking_) {
      if (!plan_.requests[source].prefix.empty()) continue;
      std::erase_if(constrained[source], [&](const Hypothesis& one) {
        const auto text = text_of(source, one);
        auto fitting =
            with_fitting_articles(text, plan_.terms[source], tokenizers_.source_language());
        const bool fits = fitting == text;
        if (!fits) drafts[source].push_back({.text = std::move(fitting)});
        return !fits;
      });
    }
  }

  /// Adds drafts in which the model itself writes the text after the last term of the best draft,
  /// so that it agrees with the terms.
  void add_continued(std::vector<std::vector<TermDraft>>& drafts,
                     std::vector<Hypotheses>& drafted) {
    std::vector<size_t> numbers, bests;
    std::vector<Tokens> prefixes;
    for (const size_t source : lacking_) {
      const auto best = best_draft(drafts[source], drafted[source]);
      if (!best || plan_.alternatives > 0 || !plan_.requests[source].prefix.empty()) continue;
      auto text = drafts[source][*best].text.substr(0, drafts[source][*best].end);
      auto prefix = tokenizers_.encode_target(text);
      prefix.pop_back();  // eos
      plan_.literals[source].push_back({prefix, std::move(text)});
      numbers.push_back(source);
      bests.push_back(*best);
      prefixes.push_back(std::move(prefix));
    }
    if (numbers.empty()) return;
    auto selected = selector_.of(numbers);
    for (size_t i = 0; i < numbers.size(); ++i) {
      auto& request = selected.plan.requests[i];
      request.prefix = request.may_end_words = prefixes[i];
    }
    const auto continued = search_(selected.sources, selected.plan);
    for (size_t i = 0; i < numbers.size(); ++i) {
      const size_t source = numbers[i];
      const auto& one = continued[i].front();
      if (!one.finished || !unmet_of(source, one).empty()) continue;
      TermDraft draft{.text = text_of(source, one), .replaced = drafts[source][bests[i]].replaced};
      draft.is_whole = is_whole(draft.text, text_of(source, found_[source].front()),
                                targets_of(plan_.terms[source]), draft.replaced);
      if (!draft.is_whole) continue;
      drafts[source].push_back(std::move(draft));
      drafted[source].push_back(one);
    }
  }

  size_t bytes_of_prefix(size_t source) const {
    return tokenizers_.decode_target(plan_.requests[source].prefix).size();
  }

  /// A draft's text with the user's prefix exactly as written.
  std::string with_prefix(size_t source, const std::string& draft) const {
    const auto& literals = plan_.literals[source];
    if (literals.empty()) return draft;
    const auto rest = draft.substr(bytes_of_prefix(source));
    const bool is_apart = plan_.requests[source].prefix.empty() && !literals.front().is_joined;
    return literals.front().text + (is_apart ? " " : "") + rest;
  }

  /// The hypotheses of each source for the texts of its drafts.
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
    auto hypotheses = probes_.forced(selector_.of(numbers), tokens);
    for (auto& [source, literal] : drafted) plan_.literals[source].push_back(std::move(literal));
    std::vector<Hypotheses> of_sources(found_.size());
    for (size_t i = 0; i < numbers.size(); ++i) {
      of_sources[numbers[i]].push_back(std::move(hypotheses[i]));
    }
    return of_sources;
  }

  /// Drops constrained hypotheses that are not whole sentences, lack a term, or translate one
  /// twice.
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
        const auto text = text_of(source, one);
        return !one.finished || !unmet_of(source, one).empty() ||
               !is_whole(text, free_text, targets, replaced) ||
               (!drafts[source].empty() &&
                lacks_determiner(text, drafts[source].front(), plan_.terms[source]));
      });
    }
    const auto words = probes_.words(constrained, lacking_, terms_);
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

  /// Chooses the candidates with the most terms, without duplicates. Prefers whole sentences, then
  /// those that leave the rest unchanged, then those with the highest scores.
  void take_best(size_t source, Hypotheses constrained, Hypotheses drafted,
                 const std::vector<TermDraft>& drafts, const std::vector<bool>& broken) {
    auto& found = found_[source];
    const size_t most = found.size(), whole = constrained.size();
    Hypotheses all = std::move(constrained);
    for (auto& one : drafted) lend_log_probs(found.front(), Lent::in_place, one);
    std::ranges::move(drafted, std::back_inserter(all));
    std::ranges::move(found, std::back_inserter(all));
    std::vector<std::tuple<size_t, bool, bool, double>> cost;
    std::vector<size_t> order(all.size());
    for (size_t one = 0; one < all.size(); ++one) {
      const bool is_draft = one >= whole && one - whole < broken.size();
      const bool is_the_rest = is_draft && drafts[one - whole].is_the_rest;
      cost.emplace_back(unmet_of(source, all[one]).size(), is_draft && broken[one - whole],
                        !is_the_rest, -all[one].score);
    }
    std::iota(order.begin(), order.end(), size_t{0});
    std::ranges::stable_sort(order, {}, [&](size_t one) { return cost[one]; });
    found.clear();
    std::set<std::string> texts;
    for (const size_t one : order) {
      const bool has_as_many = std::get<0>(cost[one]) == std::get<0>(cost[order.front()]);
      if (found.size() == most || !has_as_many) break;
      if (texts.insert(text_of(source, all[one])).second) found.push_back(std::move(all[one]));
    }
  }

  const Search& search_;
  const text::TokenizerPair& tokenizers_;
  const Sources& sources_;
  Plan& plan_;
  std::vector<Hypotheses>& found_;
  const Selector selector_;
  const TermProbes probes_;
  const TermCarriers carriers_;
  std::vector<size_t> lacking_;
  std::vector<std::vector<TermInSource>> terms_;  // terms by source, for sources that lack terms
};

}  // namespace

void place_terms(const Search& search, const text::TokenizerPair& tokenizers,
                 const Sources& sources, Plan& plan, std::vector<Hypotheses>& found) {
  if (plan.glossary != nullptr) Placement(search, tokenizers, sources, plan, found).run();
}

}  // namespace regard::translate
