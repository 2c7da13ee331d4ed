#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "regard/config/generation_options.h"
#include "regard/config/search_options.h"
#include "regard/model/seq2seq_model.h"
#include "regard/text/tokenizer_pair.h"
#include "regard/translate/translation.h"

namespace regard::translate {

/// Of several translations of one line the one that is most like the others: with the largest mean
/// chrF, each of the others being the reference once (minimum Bayes risk: Eikema and Aziz, 2022,
/// arXiv:2108.04718). The `n_best` best, each text once; a candidate's score is that mean, from 0
/// to 100.
Translation least_risk(const std::vector<Candidate>& samples, int64_t n_best = 1);

/// One such translation for each line, from so many random ones (sample_lines). A line's
/// translation depends on the seed and its number alone, which is `first_number` for the first;
/// blank lines give empty ones. `before_step` is called before each step and may throw to end the
/// work.
std::vector<Translation> translate_by_least_risk(
    model::Seq2SeqModel& model, const text::TokenizerPair& tokenizers,
    std::span<const std::string> lines, const config::SearchOptions& options,
    const config::GenerationOptions& sampling, int64_t samples, int64_t n_best = 1,
    int64_t first_number = 0, const std::function<void()>& before_step = [] {});

}  // namespace regard::translate
