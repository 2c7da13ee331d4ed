#include "regard/translate/translate_lines.h"

#include <ATen/Parallel.h>

#include <random>

#include "regard/search/random_translation.h"
#include "regard/text/special_tokens.h"
#include "regard/translate/translate_by_modules.h"
#include "translate/batches.h"
#include "translate/candidates.h"
#include "translate/join_parts.h"
#include "translate/search_settings.h"
#include "translate/sources.h"

namespace regard::translate {
namespace {

/// Nothing where the engine cannot do what the options ask for.
std::optional<std::vector<Translation>> by_engine(const std::optional<engine::Engine>& engine,
                                                  const text::TokenizerPair& tokenizers,
                                                  std::span<const std::string> lines,
                                                  const config::SearchOptions& options,
                                                  int64_t n_best,
                                                  const std::function<void()>& check) {
  const auto search = beam_search_options(options, tokenizers, n_best);
  if (!engine || !search.is_plain() || options.min_length_ratio != 0) return {};
  const Sources sources(tokenizers, lines, options);
  auto found = engine->translate(
      sources.tokens, search,
      {.sentences = options.batch_size, .threads = at::get_num_threads(), .check = check});
  std::vector<Translation> translations;
  for (size_t source = 0; source < found.size(); ++source) {
    translations.push_back(translation_of(std::move(found[source]), tokenizers,
                                          sources.texts[source], sources.tokens[source]));
  }
  return join_parts(sources, tokenizers, std::move(translations), lines.size(), n_best);
}

}  // namespace

std::vector<Translation> translate_lines(const TranslationModel& model,
                                         std::span<const std::string> lines,
                                         const config::SearchOptions& options, int64_t n_best,
                                         const std::function<void()>& before_step) {
  const auto& tokenizers = model.tokenizers();
  auto found = by_engine(model.engine(), tokenizers, lines, options, n_best, before_step);
  if (found) return std::move(*found);
  return translate_by_modules({.models = {&model.modules_for_search()}}, tokenizers, lines, options,
                              n_best, {}, before_step);
}

std::vector<Translation> translate_lines(model::Seq2SeqModel& model,
                                         const text::TokenizerPair& tokenizers,
                                         std::span<const std::string> lines,
                                         const config::SearchOptions& options, int64_t n_best,
                                         const std::function<void()>& before_step,
                                         const std::optional<engine::Engine>& engine) {
  auto found = by_engine(engine, tokenizers, lines, options, n_best, before_step);
  if (found) return std::move(*found);
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
  const auto engine = [&](size_t line, uint64_t part) {
    const auto seed = static_cast<uint64_t>(sampling.seed);
    const uint64_t number = static_cast<uint64_t>(first_number) + line;
    std::vector<uint64_t> numbers = {seed & 0xFFFFFFFFU, seed >> 32U, number & 0xFFFFFFFFU,
                                     number >> 32U};
    if (part > 0) numbers.push_back(part);
    std::seed_seq sequence(numbers.begin(), numbers.end());
    return std::mt19937_64(sequence);
  };
  const torch::InferenceMode inference;
  const EvalMode eval(model);
  const auto device = device_of(model);
  const Sources sources(tokenizers, lines, options);
  std::vector<uint64_t> parts;  // the number of a source among those of its line
  for (size_t source = 0; source < sources.lines.size(); ++source) {
    parts.push_back(sources.begins_line(source) ? 0 : parts.back() + 1);
  }
  std::vector<Translation> translations(sources.tokens.size());
  for (const auto& batch : sources.batches(options.batch_size)) {
    std::vector<const Tokens*> rows;
    std::vector<std::mt19937_64> random;
    for (const size_t source : batch) {
      rows.push_back(&sources.tokens[source]);
      random.push_back(engine(sources.lines[source], parts[source]));
    }
    auto found = search::random_translations(model, padded(rows, device), lengths_of(rows, device),
                                             random_options, random, before_step);
    for (size_t row = 0; row < batch.size(); ++row) {
      const size_t source = batch[row];
      translations[source] =
          translation_of({std::move(found[row])}, tokenizers, sources.texts[source], *rows[row]);
    }
  }
  constexpr int64_t kOne = 1;
  return join_parts(sources, tokenizers, std::move(translations), lines.size(), kOne);
}

}  // namespace regard::translate
