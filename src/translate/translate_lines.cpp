#include "regard/translate/translate_lines.h"

#include <ATen/Parallel.h>

#include <random>

#include "regard/base/log.h"
#include "regard/search/beam_search.h"
#include "regard/search/random_translation.h"
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

/// The lines that are not blank, as tokens, and where each stands.
struct Sources {
  std::vector<Tokens> tokens;
  std::vector<size_t> lines;
  std::vector<size_t> lengths;

  Sources(const text::TokenizerPair& tokenizers, std::span<const std::string> all) {
    for (size_t line = 0; line < all.size(); ++line) {
      auto found = source_tokens(tokenizers, all[line]);
      if (found.size() <= 1) continue;  // eos alone: a blank line
      lengths.push_back(found.size());
      tokens.push_back(std::move(found));
      lines.push_back(line);
    }
  }
};

/// Gives `translate` the lines in batches of like length: source (batch, source), its lengths, and
/// the numbers of the lines. It returns the hypotheses of each.
template <class Translate>
std::vector<Translation> in_batches(model::Seq2SeqModel& model,
                                    const text::TokenizerPair& tokenizers,
                                    std::span<const std::string> lines, int64_t batch_size,
                                    const Translate& translate) {
  const torch::InferenceMode inference;
  const EvalMode eval(model);
  const auto device = device_of(model);
  const Sources sources(tokenizers, lines);
  std::vector<Translation> translations(lines.size());
  for (const auto& batch : batches_of_like_length(sources.lengths, static_cast<size_t>(batch_size),
                                                  kMostTokensInBatch)) {
    std::vector<const Tokens*> rows;
    std::vector<size_t> numbers;
    for (const size_t source : batch) {
      rows.push_back(&sources.tokens[source]);
      numbers.push_back(sources.lines[source]);
    }
    std::vector<std::vector<search::Hypothesis>> found =
        translate(padded(rows, device), lengths_of(rows, device), numbers);
    for (size_t row = 0; row < batch.size(); ++row) {
      translations[numbers[row]] = translation_of(std::move(found[row]), tokenizers);
    }
  }
  return translations;
}

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
    translations[sources.lines[i]] = translation_of(std::move(found[i]), tokenizers);
  }
  return translations;
}

}  // namespace

std::vector<Translation> translate_lines(model::Seq2SeqModel& model,
                                         const text::TokenizerPair& tokenizers,
                                         std::span<const std::string> lines,
                                         const config::SearchOptions& options, int64_t n_best,
                                         const std::function<void()>& before_batch,
                                         const std::optional<engine::Engine>& engine) {
  const auto beam_search_options = search_options(options, n_best);
  if (engine) {
    return by_engine(*engine, tokenizers, lines, beam_search_options, options.batch_size,
                     before_batch);
  }
  return in_batches(model, tokenizers, lines, options.batch_size,
                    [&](const torch::Tensor& source, const torch::Tensor& lengths, const auto&) {
                      before_batch();
                      return search::beam_search(model, source, lengths, beam_search_options);
                    });
}

std::vector<Translation> sample_lines(model::Seq2SeqModel& model,
                                      const text::TokenizerPair& tokenizers,
                                      std::span<const std::string> lines,
                                      const config::SearchOptions& options,
                                      const config::GenerationOptions& sampling,
                                      int64_t first_number) {
  const search::RandomTranslationOptions random_options{
      .sampling = {.temperature = sampling.temperature,
                   .top_k = sampling.top_k,
                   .top_p = sampling.top_p},
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
  return in_batches(
      model, tokenizers, lines, options.batch_size,
      [&](const torch::Tensor& source, const torch::Tensor& lengths, const auto& numbers) {
        std::vector<std::mt19937_64> random;
        for (const size_t number : numbers) random.push_back(engine(number));
        std::vector<std::vector<search::Hypothesis>> found;
        for (auto& one :
             search::random_translations(model, source, lengths, random_options, random)) {
          found.push_back({std::move(one)});
        }
        return found;
      });
}

}  // namespace regard::translate
