#include "trainer/trainer_step.h"

#include <algorithm>
#include <utility>

#include "base/atomic_file.h"
#include "metrics/metric_table.h"
#include "module_search/searchers.h"
#include "scoring/score_text.h"
#include "translate/plan.h"
#include "translate/translate_lines.h"

namespace regard::train {
namespace {

constexpr int64_t kMostOfASide = 4096;  // larger batches are not faster
constexpr size_t kSamples = 5;

int64_t longest(const std::vector<translate::Tokens>& lines) {
  size_t tokens = 1;
  for (const auto& line : lines) tokens = std::max(tokens, line.size());
  return static_cast<int64_t>(tokens);
}

}  // namespace

Validation mean_of(std::vector<Validation> texts) {
  Validation mean;
  double sum = 0;
  for (const auto& text : texts) {
    sum += text.loss * static_cast<double>(text.target_tokens);
    mean.target_tokens += text.target_tokens;
    for (const auto& [name, score] : text.scores) {
      mean.scores[name] += score / static_cast<double>(texts.size());
    }
  }
  mean.loss = sum / static_cast<double>(mean.target_tokens);
  mean.texts = std::move(texts);
  return mean;
}

Validation validate_model(model::Seq2SeqModel& model, const text::TokenizerPair& tokenizers,
                          const corpus::TestText& text, const ValidationOptions& options,
                          const std::function<void()>& before_batch) {
  // A training batch counts both sides and also keeps data for its backward pass.
  const int64_t most_of_a_side = std::max<int64_t>(options.batch_tokens / 2, 1);
  Validation validation;
  const auto source_tokens = translate::encode_sources(tokenizers, text.sources);
  auto tagged = source_tokens;
  translate::put_first(translate::tag_id(options.tag, tokenizers.source()), tagged);
  const auto score =
      translate::score_text(model, tagged, translate::encode_targets(tokenizers, text.references),
                            before_batch, std::min(most_of_a_side, kMostOfASide));
  validation.loss = score.loss;
  validation.target_tokens = score.tokens;
  if (!options.search) return validation;
  auto search = *options.search;
  search.tag = options.tag;
  search.batch_size =
      std::clamp<int64_t>(most_of_a_side / longest(source_tokens), 1, search.batch_size);
  std::vector<std::string> hypotheses;
  std::string lines;
  const translate::Sources sources(tokenizers, text.sources, search, source_tokens);
  for (const auto& translation : translate::translate_sources(
           *translate::searcher_of(model), tokenizers, sources, {.search = search}, before_batch)) {
    hypotheses.push_back(translation.text);
    lines += translation.text + '\n';
  }
  for (size_t line = 0; line < std::min(hypotheses.size(), kSamples); ++line) {
    validation.samples.push_back({text.sources[line], text.references[line], hypotheses[line]});
  }
  const std::span references(&text.references, 1);
  for (const auto* metric : metrics::metrics_that(&metrics::MetricUses::validates)) {
    validation.scores[std::string(metric->name)] =
        metrics::corpus_score(*metric->make(), hypotheses, references);
  }
  write_file_atomically(options.translations, lines);
  return validation;
}

}  // namespace regard::train
