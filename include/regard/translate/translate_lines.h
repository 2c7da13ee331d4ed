#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "regard/config/generation_options.h"
#include "regard/config/search_options.h"
#include "regard/engine/engine.h"
#include "regard/model/seq2seq_model.h"
#include "regard/text/tokenizer_pair.h"
#include "regard/translate/translation.h"
#include "regard/translate/translation_model.h"

namespace regard::translate {

/// Where options.longest_source is 0: tokens of a line that are translated in one go. Far beyond
/// the sentences of a training text, search would write nonsense for minutes.
inline constexpr size_t kLongestSource = 1024;

/// One translation for each line, in the order of the lines. Blank lines give empty ones; lines
/// that are too long (options.longest_source) are translated clause by clause, and
/// Translation::parts says so. Lines of like length are translated together, `options.batch_size`
/// at a time: by the model's engine; or, without one and where the options ask for more than it can
/// do, by its modules (translate_by_modules.h). `before_step` is called before each step and may
/// throw to end the work.
std::vector<Translation> translate_lines(
    const TranslationModel& model, std::span<const std::string> lines,
    const config::SearchOptions& options, int64_t n_best = 1,
    const std::function<void()>& before_step = [] {});

/// The same with an engine of the model's weights, or none. A model in training is put back into
/// it.
std::vector<Translation> translate_lines(
    model::Seq2SeqModel& model, const text::TokenizerPair& tokenizers,
    std::span<const std::string> lines, const config::SearchOptions& options, int64_t n_best = 1,
    const std::function<void()>& before_step = [] {},
    const std::optional<engine::Engine>& engine = {});

/// One random translation for each line (search/random_translation.h), by temperature, top_k,
/// top_p, epsilon and seed of `sampling`. A line's translation depends on the seed and its number
/// alone, which is `first_number` for the first; blank lines give empty ones. `before_step` is
/// called before each step and may throw to end the work.
std::vector<Translation> sample_lines(
    model::Seq2SeqModel& model, const text::TokenizerPair& tokenizers,
    std::span<const std::string> lines, const config::SearchOptions& options,
    const config::GenerationOptions& sampling, int64_t first_number = 0,
    const std::function<void()>& before_step = [] {});

}  // namespace regard::translate
