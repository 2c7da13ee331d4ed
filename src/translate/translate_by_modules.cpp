#include "regard/translate/translate_by_modules.h"

#include <deque>
#include <utility>

#include "regard/search/alternatives.h"
#include "regard/search/beam_search.h"
#include "translate/batches.h"
#include "translate/candidates.h"
#include "translate/join_parts.h"
#include "translate/search_settings.h"
#include "translate/sources.h"

namespace regard::translate {
namespace {

using Hypotheses = std::vector<search::Hypothesis>;
using Terms = std::vector<text::Glossary::Term>;

/// What is wanted of the translation of one source.
search::Request request_for(const Sources& sources, size_t source,
                            const text::TokenizerPair& tokenizers,
                            const config::SearchOptions& options, const Wishes& wishes) {
  search::Request request;
  request.min_length = least_length(options, sources.lengths[source]);
  if (!wishes.prefixes.empty() && sources.begins_line(source)) {
    request.prefix = tokenizers.encode_target(wishes.prefixes.at(sources.lines[source]));
    request.prefix.pop_back();  // eos
  }
  if (wishes.glossary != nullptr) {
    for (const auto& term : wishes.glossary->in(sources.texts[source])) {
      request.phrases.push_back(tokenizers.encode_target(term.target));
      request.phrases.back().pop_back();
    }
  }
  return request;
}

Terms unmet_terms(const std::string& line, const std::string& translation, const Wishes& wishes) {
  Terms unmet;
  if (wishes.glossary == nullptr) return unmet;
  for (const auto& term : wishes.glossary->in(line)) {
    if (!text::has_words(translation, term.target)) unmet.push_back(term);
  }
  return unmet;
}

/// So many next tokens are tried for each alternative that is wanted, since some begin the same
/// text.
constexpr int64_t kTokensOfAnAlternative = 2;

/// Search in one batch of sources.
class Batch {
 public:
  Batch(const search::Decoders& decoders, const search::BeamSearchOptions& options,
        int64_t alternatives)
      : decoders_(decoders),
        options_(options),
        alternatives_(alternatives),
        device_(device_of(*decoders.models.front())) {}

  std::vector<Hypotheses> translate(std::span<const Tokens* const> rows,
                                    std::vector<search::Request> requests) const {
    if (alternatives_ > 0) return alternatives_of(rows, requests);
    auto found = beam_search(decoders_, padded(rows, device_), lengths_of(rows, device_), options_,
                             requests);
    search_without_phrases(rows, requests, found);
    return found;
  }

 private:
  /// Once more without phrases where they cannot all be had.
  void search_without_phrases(std::span<const Tokens* const> rows,
                              std::vector<search::Request>& requests,
                              std::vector<Hypotheses>& found) const {
    std::vector<size_t> failed;
    std::vector<const Tokens*> failed_rows;
    std::vector<search::Request> failed_requests;
    for (size_t row = 0; row < rows.size(); ++row) {
      const bool has_all = requests[row].phrases.empty() || found[row].front().finished;
      if (has_all) continue;
      requests[row].phrases.clear();
      failed.push_back(row);
      failed_rows.push_back(rows[row]);
      failed_requests.push_back(requests[row]);
    }
    if (failed.empty()) return;
    auto again = beam_search(decoders_, padded(failed_rows, device_),
                             lengths_of(failed_rows, device_), options_, failed_requests);
    for (size_t i = 0; i < failed.size(); ++i) found[failed[i]] = std::move(again[i]);
  }

  std::vector<Hypotheses> alternatives_of(std::span<const Tokens* const> rows,
                                          const std::vector<search::Request>& requests) const {
    std::vector<Hypotheses> found;
    for (size_t row = 0; row < rows.size(); ++row) {
      found.push_back(search::alternatives(decoders_, padded(rows.subspan(row, 1), device_),
                                           options_, requests[row],
                                           kTokensOfAnAlternative * alternatives_));
    }
    return found;
  }

  const search::Decoders& decoders_;
  const search::BeamSearchOptions& options_;
  int64_t alternatives_;
  torch::Device device_;
};

}  // namespace

std::vector<Translation> translate_by_modules(const search::Decoders& decoders,
                                              const text::TokenizerPair& tokenizers,
                                              std::span<const std::string> lines,
                                              const config::SearchOptions& options, int64_t n_best,
                                              const Wishes& wishes,
                                              const std::function<void()>& before_step) {
  const torch::InferenceMode inference;
  std::deque<EvalMode> eval;
  for (auto* model : decoders.models) eval.emplace_back(*model);
  if (decoders.language_model != nullptr) eval.emplace_back(*decoders.language_model);
  auto search_options = beam_search_options(options, tokenizers, n_best);
  search_options.keep_attention = search_options.keep_attention || wishes.attention;

  const Sources sources(tokenizers, lines, options);
  auto watched = decoders;
  watched.before_step = before_step;
  const Batch one_batch(watched, search_options, wishes.alternatives);
  std::vector<Translation> found_of(sources.tokens.size());
  for (const auto& batch : sources.batches(options.batch_size)) {
    std::vector<const Tokens*> rows;
    std::vector<search::Request> requests;
    for (const size_t source : batch) {
      rows.push_back(&sources.tokens[source]);
      requests.push_back(request_for(sources, source, tokenizers, options, wishes));
    }
    auto found = one_batch.translate(rows, std::move(requests));
    for (size_t row = 0; row < batch.size(); ++row) {
      const size_t source = batch[row];
      found_of[source] = translation_of(
          std::move(found[row]), tokenizers, sources.texts[source], *rows[row],
          {.replace_unknown = options.replace_unknown, .attention = wishes.attention});
      if (wishes.alternatives > 0) {
        const auto most =
            sources.begins_line(source) ? static_cast<size_t>(wishes.alternatives) : 1;
        keep_different_texts(found_of[source].n_best, most);
      }
    }
  }
  const int64_t most = wishes.alternatives > 0 ? wishes.alternatives : n_best;
  auto translations = join_parts(sources, tokenizers, std::move(found_of), lines.size(), most);
  for (size_t line = 0; line < lines.size(); ++line) {
    translations[line].unmet = unmet_terms(lines[line], translations[line].text, wishes);
  }
  return translations;
}

}  // namespace regard::translate
