#include "translate/translate_lines.h"

#include <algorithm>
#include <utility>

#include "base/log.h"
#include "base/machine.h"
#include "translate/candidates.h"
#include "translate/from_memory.h"
#include "translate/plan.h"
#include "translate/selection.h"
#include "translate/term_replacement.h"
#include "translate/terms_met.h"
#include "translate/translate_document.h"
#include "translate/word_alignment.h"

namespace regard::translate {
namespace {

/// Searches; if memory runs out, retries with fewer sentences at a time, down to one.
std::vector<Hypotheses> search_in_memory(const Searcher& searcher, const Sources& sources,
                                         Plan plan, const std::function<void()>& before_step) {
  while (true) {
    try {
      return searcher.search(sources, plan, before_step);
    } catch (const std::exception& error) {
      if (!is_out_of_memory(error) || plan.batch_size == 1) throw;
    }
    plan.batch_size /= 2;
    log_warning("memory ran out; translating ", plan.batch_size,
                plan.batch_size == 1 ? " sentence" : " sentences", " at a time");
  }
}

/// Searches with the plan's tag before each source. Removes the attention to the tag, so that
/// attention matches the pieces of the reading.
std::vector<Hypotheses> search_with_tag(const Searcher& searcher, const Sources& sources,
                                        const Plan& plan,
                                        const std::function<void()>& before_step) {
  if (!plan.tag) return search_in_memory(searcher, sources, plan, before_step);
  auto tagged = sources;
  put_first(plan.tag, tagged.tokens);
  auto found = search_in_memory(searcher, tagged, plan, before_step);
  for (auto& hypotheses : found) {
    for (auto& hypothesis : hypotheses) {
      for (auto& weights : hypothesis.attention) weights.erase(weights.begin());
    }
  }
  return found;
}

/// The arguments shared by all steps of a call.
struct Call {
  const Searcher& searcher;
  const text::TokenizerPair& tokenizers;
  const TranslationRequest& request;
  const std::function<void()>& before_step;
};

/// The translation of each source, with items placed by attention.
std::vector<Translation> translate_parts(const Call& call, const Sources& sources, Plan plan) {
  for (size_t source = 0; source < sources.readings.size(); ++source) {
    plan.requests[source].keep_attention = !sources.readings[source].left_out.empty();
  }
  const Search search = [&](const Sources& some, const Plan& how) {
    return search_with_tag(call.searcher, some, how, call.before_step);
  };
  auto found = search(sources, plan);
  place_terms(search, call.tokenizers, sources, plan, found);
  std::vector<Translation> translations;
  for (size_t source = 0; source < found.size(); ++source) {
    call.before_step();
    translations.push_back(
        translation_of(std::move(found[source]), call.tokenizers, sources, source, plan));
    auto& translation = translations.back();
    translation.unmet =
        finish_terms(translation, sources.texts[source], plan.terms[source], call.tokenizers);
  }
  return translations;
}

/// Writes spelled-out numbers in digits. If the best candidate has lost or duplicated a copied
/// item, translates the sentence again without its items; the new candidates replace the faulty
/// ones.
void restore_items(const Call& call, const Sources& sources, const Plan& plan,
                   std::vector<Translation>& translations) {
  std::vector<size_t> numbers;
  for (size_t source = 0; source < translations.size(); ++source) {
    const auto& reading = sources.readings[source];
    auto& n_best = translations[source].n_best;
    if (reading.items.empty() || n_best.empty()) continue;
    for (auto& candidate : n_best) write_in_digits(candidate, reading);
    translations[source].text = n_best.front().text;
    const auto count = n_best.size();
    if (!keeps_items(n_best.front(), reading)) n_best.clear();
    std::erase_if(n_best, [&](const auto& one) { return !keeps_items(one, reading); });
    if (n_best.size() < count) numbers.push_back(source);
  }
  if (numbers.empty()) return;
  const SentenceReader reader(call.tokenizers, call.request.search, call.request.options);
  const auto some = sources.without_items(numbers, reader);
  auto again = Selector(sources, plan).of(numbers).plan;
  if (plan.draw) again.seed(plan.draw->sampling.seed, some);
  auto others = translate_parts(call, some, std::move(again));
  const auto most = static_cast<size_t>(plan.most_candidates());
  for (size_t i = 0; i < numbers.size(); ++i) {
    auto& translation = translations[numbers[i]];
    if (translation.n_best.empty()) {
      translation = std::move(others[i]);
      continue;
    }
    for (auto& candidate : others[i].n_best) translation.n_best.push_back(std::move(candidate));
    keep_different_texts(translation.n_best, most);
  }
}

std::vector<Translation> translate_as_planned(const Call& call, const Sources& sources,
                                              const Plan& plan) {
  auto translations = translate_parts(call, sources, plan);
  restore_items(call, sources, plan, translations);
  auto of_lines =
      join_parts(sources, std::move(translations), plan.most_candidates(), call.before_step);
  for (size_t line = 0; line < of_lines.size(); ++line) {
    const auto& text = sources.behind[line];
    if (!of_lines[line].n_best.empty()) continue;
    const bool is_blank = trimmed_begin(text).empty();
    if (!is_blank) of_lines[line] = copied_line(text, call.tokenizers, plan);
    of_lines[line].text = text;
  }
  return of_lines;
}

/// The best of several samples of each line.
std::vector<Translation> translate_by_least_risk(const Call& call, const Sources& sources,
                                                 const Plan& plan) {
  std::vector<std::vector<Candidate>> drawn(sources.line_count);
  std::vector<Translation> last(sources.line_count);
  auto one_draw = plan;
  for (int64_t sample = 0; sample < plan.draw->least_risk; ++sample) {
    one_draw.seed(plan.draw->sampling.seed + sample, sources);
    auto found = translate_as_planned(call, sources, one_draw);
    for (size_t line = 0; line < found.size(); ++line) {
      for (auto& candidate : found[line].n_best) drawn[line].push_back(std::move(candidate));
      last[line] = std::move(found[line]);
    }
  }
  std::vector<Translation> translations;
  for (size_t line = 0; line < drawn.size(); ++line) {
    translations.push_back(drawn[line].empty() ? last[line] : least_risk(drawn[line], plan.n_best));
    translations.back().sentences = last[line].sentences;
    translations.back().cuts = last[line].cuts;
  }
  return translations;
}

}  // namespace

std::vector<Translation> translate_sources(const Searcher& searcher,
                                           const text::TokenizerPair& tokenizers,
                                           const Sources& sources,
                                           const TranslationRequest& request,
                                           const std::function<void()>& before_step) {
  const Plan plan(request, sources, tokenizers, before_step);
  const bool by_least_risk = plan.draw && plan.draw->least_risk > 0;
  const auto translate = by_least_risk ? translate_by_least_risk : translate_as_planned;
  return translate({searcher, tokenizers, request, before_step}, sources, plan);
}

std::vector<Translation> translate_lines(const Searcher& searcher,
                                         const text::TokenizerPair& tokenizers,
                                         std::span<const std::string> lines,
                                         const TranslationRequest& request,
                                         const std::function<void()>& before_step) {
  if (request.options.memory != nullptr) {
    return translate_with_memory(lines, request, [&](auto some, const auto& without_memory) {
      return translate_lines(searcher, tokenizers, some, without_memory, before_step);
    });
  }
  const Sources sources(tokenizers, lines, request.search, {}, before_step, request.options);
  return translate_sources(searcher, tokenizers, sources, request, before_step);
}

}  // namespace regard::translate
