#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "regard/config/search_options.h"
#include "regard/search/steps.h"
#include "regard/text/tokenizer_pair.h"
#include "regard/translate/translation.h"
#include "regard/translate/wishes.h"

namespace regard::translate {

/// One translation for each line, in the order of the lines, with the models' own modules: the way
/// that can do all that search can. Blank lines give empty ones; of a line that is translated in
/// parts a prefix and alternatives are those of the first. Models in training are put back into it.
/// `before_step` is called before each step and may throw to end the work.
std::vector<Translation> translate_by_modules(
    const search::Decoders& decoders, const text::TokenizerPair& tokenizers,
    std::span<const std::string> lines, const config::SearchOptions& options, int64_t n_best = 1,
    const Wishes& wishes = {}, const std::function<void()>& before_step = [] {});

}  // namespace regard::translate
