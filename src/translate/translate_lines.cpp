#include "regard/translate/translate_lines.h"

#include <ATen/Parallel.h>

#include <random>

#include "regard/search/random_translation.h"
#include "regard/text/special_tokens.h"
#include "regard/translate/translate_by_modules.h"
#include "translate/batches.h"
#include "translate/candidates.h"
#include "translate/search_settings.h"
#include "translate/sources.h"

namespace regard::translate {
namespace {

std::vector<Translation> by_engine(const engine::Engine& engine,
                                   const text::TokenizerPair& tokenizers,
                                   std::span<const std::string> lines,
                                   const search::BeamSearchOptions& options, int64_t batch_size,
                                   const std::function<void()>& check) {
  const Sources sources(tokenizers, lines);
  auto found =
      engine.translate(sources.tokens, options,
                       {.sentences = batch_size, .threads = at::get_num_threads(), .check = check});
  std::vector<Translation> translations(lines.size());
  for (size_t i = 0; i < found.size(); ++i) {
    const size_t line = sources.lines[i];
    translations[line] =
        translation_of(std::move(found[i]), tokenizers, lines[line], sources.tokens[i]);
  }
  return translations;
}

}  // namespace

std::vector<Translation> translate_lines(model::Seq2SeqModel& model,
                                         const text::TokenizerPair& tokenizers,
                                         std::span<const std::string> lines,
                                         const config::SearchOptions& options, int64_t n_best,
                                         const std::function<void()>& before_step,
                                         const std::optional<engine::Engine>& engine) {
  const auto search = beam_search_options(options, tokenizers, n_best);
  if (engine && search.is_plain() && options.min_length_ratio == 0) {
    return by_engine(*engine, tokenizers, lines, search, options.batch_size, before_step);
  }
  return translate_by_modules({.models = {&model}}, tokenizers, lines, options, n_best, {},
                              before_step);
}

std::vector<Translation> sample_lines(model::Seq2SeqModel& model,
                                      const text::TokenizerPair& tokenizers,
                                      std::span<const std::string> lines,
                                      const config::SearchOptions& options,
                                      const config::GenerationOptions& sampling,
                                      int64_t first_number,
                                      const std::function<void()>& before_step) {
  const search::RandomTranslationOptions random_options{
      .sampling = {.temperature = sampling.temperature,
                   .top_k = sampling.top_k,
                   .top_p = sampling.top_p,
                   .epsilon = sampling.epsilon},
      .max_length_ratio = options.max_length_ratio,
      .max_length_extra = options.max_length_extra,
      .never = {text::kPad, text::kUnk, text::kBos},
      .bos = text::kBos,
      .eos = text::kEos};
  const auto engine = [&](size_t line) {
    const auto seed = static_cast<uint64_t>(sampling.seed);
    const uint64_t number = static_cast<uint64_t>(first_number) + line;
    std::seed_seq sequence = {seed & 0xFFFFFFFFU, seed >> 32U, number & 0xFFFFFFFFU, number >> 32U};
    return std::mt19937_64(sequence);
  };
  const torch::InferenceMode inference;
  const EvalMode eval(model);
  const auto device = device_of(model);
  const Sources sources(tokenizers, lines);
  std::vector<Translation> translations(lines.size());
  for (const auto& batch : sources.batches(options.batch_size)) {
    std::vector<const Tokens*> rows;
    std::vector<std::mt19937_64> random;
    for (const size_t source : batch) {
      rows.push_back(&sources.tokens[source]);
      random.push_back(engine(sources.lines[source]));
    }
    auto found = search::random_translations(model, padded(rows, device), lengths_of(rows, device),
                                             random_options, random, before_step);
    for (size_t row = 0; row < batch.size(); ++row) {
      const size_t line = sources.lines[batch[row]];
      translations[line] =
          translation_of({std::move(found[row])}, tokenizers, lines[line], *rows[row]);
    }
  }
  return translations;
}

}  // namespace regard::translate
