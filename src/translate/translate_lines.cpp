#include "regard/translate/translate_lines.h"

#include <utility>

#include "regard/base/log.h"
#include "regard/base/out_of_memory.h"
#include "regard/translate/minimum_bayes_risk.h"
#include "regard/translate/plan.h"
#include "translate/candidates.h"
#include "translate/join_parts.h"
#include "translate/placed_terms.h"

namespace regard::translate {
namespace {

/// Where memory runs out, fewer sentences at a time are tried, down to one.
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

std::vector<Translation> translate_as_planned(const Searcher& searcher,
                                              const text::TokenizerPair& tokenizers,
                                              const Sources& sources, Plan plan,
                                              const std::function<void()>& before_step) {
  const Search search = [&](const Sources& some, const Plan& how) {
    return search_in_memory(searcher, some, how, before_step);
  };
  auto found = search(sources, plan);
  place_terms(search, tokenizers, sources, plan, found);
  std::vector<Translation> translations;
  for (size_t source = 0; source < found.size(); ++source) {
    before_step();
    translations.push_back(
        translation_of(std::move(found[source]), tokenizers, sources, source, plan));
    auto& translation = translations.back();
    translation.unmet = unmet_terms(translation.text, plan.terms[source], tokenizers);
  }
  return join_parts(sources, tokenizers, std::move(translations), plan.most_candidates());
}

/// The best of several draws of each line.
std::vector<Translation> translate_by_least_risk(const Searcher& searcher,
                                                 const text::TokenizerPair& tokenizers,
                                                 const Sources& sources, Plan plan,
                                                 const std::function<void()>& before_step) {
  std::vector<std::vector<Candidate>> drawn(sources.line_count);
  std::vector<Translation> last(sources.line_count);
  auto one_draw = plan;
  for (int64_t sample = 0; sample < plan.draw->least_risk; ++sample) {
    one_draw.seed(plan.draw->sampling.seed + sample, sources);
    auto found = translate_as_planned(searcher, tokenizers, sources, one_draw, before_step);
    for (size_t line = 0; line < found.size(); ++line) {
      for (auto& candidate : found[line].n_best) drawn[line].push_back(std::move(candidate));
      last[line] = std::move(found[line]);
    }
  }
  std::vector<Translation> translations;
  for (size_t line = 0; line < drawn.size(); ++line) {
    translations.push_back(least_risk(drawn[line], plan.n_best));
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
  return translate(searcher, tokenizers, sources, plan, before_step);
}

std::vector<Translation> translate_lines(const Searcher& searcher,
                                         const text::TokenizerPair& tokenizers,
                                         std::span<const std::string> lines,
                                         const TranslationRequest& request,
                                         const std::function<void()>& before_step) {
  const Sources sources(tokenizers, lines, request.search, {}, before_step);
  return translate_sources(searcher, tokenizers, sources, request, before_step);
}

}  // namespace regard::translate
