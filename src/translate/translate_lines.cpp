#include "regard/translate/translate_lines.h"

#include "regard/base/log.h"
#include "regard/search/beam_search.h"
#include "regard/text/special_tokens.h"
#include "translate/batches.h"
#include "translate/one_line.h"

namespace regard::translate {
namespace {

/// So that a few very long lines don't meet in one batch: attention takes memory as the square.
constexpr size_t kMostTokensInBatch = 8192;

/// The tokens to translate: of a very long line its beginning, with eos.
Tokens source_tokens(const text::TokenizerPair& tokenizers, const std::string& line) {
  auto tokens = tokenizers.encode_source(line);
  if (tokens.size() > kLongestSource) {
    log_warning("a line has ", tokens.size(), " tokens; only the first ", kLongestSource,
                " are translated");
    tokens.resize(kLongestSource - 1);
    tokens.push_back(text::kEos);
  }
  return tokens;
}

search::BeamSearchOptions search_options(const config::SearchOptions& options, int64_t n_best) {
  return {.beam_size = options.beam_size,
          .n_best = n_best,
          .penalty = {.alpha = options.length_penalty},
          .max_length_ratio = options.max_length_ratio,
          .max_length_extra = options.max_length_extra,
          .pad = text::kPad,
          .bos = text::kBos,
          .eos = text::kEos};
}

Translation translation_of(std::vector<search::Hypothesis> hypotheses,
                           const text::TokenizerPair& tokenizers) {
  Translation translation;
  for (auto& hypothesis : hypotheses) {
    translation.n_best.push_back({.text = one_line(tokenizers.decode_target(hypothesis.tokens)),
                                  .log_prob = hypothesis.log_prob,
                                  .score = hypothesis.score,
                                  .ids = std::move(hypothesis.tokens)});
  }
  if (!translation.n_best.empty()) translation.text = translation.n_best.front().text;
  return translation;
}

}  // namespace

std::vector<Translation> translate_lines(model::Seq2SeqModel& model,
                                         const text::TokenizerPair& tokenizers,
                                         std::span<const std::string> lines,
                                         const config::SearchOptions& options, int64_t n_best,
                                         const std::function<void()>& before_batch) {
  const torch::InferenceMode inference;
  const EvalMode eval(model);
  const auto device = device_of(model);
  const auto beam_search_options = search_options(options, n_best);

  std::vector<Tokens> sources;
  std::vector<size_t> line_of_source;
  std::vector<size_t> lengths;
  for (size_t line = 0; line < lines.size(); ++line) {
    auto tokens = source_tokens(tokenizers, lines[line]);
    if (tokens.size() <= 1) continue;  // eos alone: a blank line
    lengths.push_back(tokens.size());
    sources.push_back(std::move(tokens));
    line_of_source.push_back(line);
  }

  std::vector<Translation> translations(lines.size());
  const auto batch_size = static_cast<size_t>(options.batch_size);
  for (const auto& batch : batches_of_like_length(lengths, batch_size, kMostTokensInBatch)) {
    before_batch();
    std::vector<const Tokens*> rows;
    rows.reserve(batch.size());
    for (const size_t source : batch) rows.push_back(&sources[source]);
    auto found = search::beam_search(model, padded(rows, device), lengths_of(rows, device),
                                     beam_search_options);
    for (size_t row = 0; row < batch.size(); ++row) {
      translations[line_of_source[batch[row]]] = translation_of(std::move(found[row]), tokenizers);
    }
  }
  return translations;
}

}  // namespace regard::translate
