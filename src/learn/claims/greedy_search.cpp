#include <torch/utils.h>

#include "claims/claim_table.h"
#include "claims/small_models.h"
#include "figures/toy_translation.h"
#include "module_search/steps.h"
#include "regard/base/str.h"

namespace regard::claims {
namespace {

constexpr int64_t kSearched = 60, kMostTokens = 12;
constexpr int64_t kUnsure = 60, kSurer = 120;  // updates

void add_searches(Measurements& measured, int64_t updates, const Attempt& attempt) {
  const auto translator = figures::train_toy_translator({.architecture = "rnn_attention",
                                                         .updates = attempt.share_of(updates),
                                                         .seed = attempt.seed});
  const torch::NoGradGuard no_grad;
  figures::ToyTranslation language(2000 + attempt.seed);
  const std::vector<int64_t> beams = {1, 2, 5, 10};
  std::vector<double> found(beams.size()), behind(beams.size());
  const auto sentences = static_cast<double>(attempt.share_of(kSearched));
  double lost_tokens = 0;
  for (int64_t i = 0; i < static_cast<int64_t>(sentences); ++i) {
    const auto pair = language.next();
    const auto tokens = translator.source.ids(pair.source);
    const auto [source, lengths] = figures::as_batch(tokens);
    const auto optimum = exact_search(*translator.model, source, lengths, kMostTokens);
    lost_tokens += 1 - static_cast<double>(optimum.tokens.size() - 1) /
                           static_cast<double>(pair.target.size());
    for (size_t b = 0; b < beams.size(); ++b) {
      const search::BeamSearchOptions options{
          .beam_size = beams[b], .penalty = {.alpha = 0}, .most_tokens = kMostTokens};
      const auto hypothesis = search::beam_search(*translator.model, tokens, options)[0];
      found[b] += hypothesis.tokens == optimum.tokens ? 1 : 0;
      behind[b] += optimum.log_prob - hypothesis.log_prob;
    }
  }
  for (size_t b = 0; b < beams.size(); ++b) {
    const auto name = str("beam ", beams[b], ", ", updates);
    measured.add("found, " + name, 100 * found[b] / sentences);
    measured.add("behind, " + name, behind[b] / sentences);
  }
  measured.add(str("shorter, ", updates), 100 * lost_tokens / sentences);
}

Measurements measure_searches(const Attempt& attempt) {
  Measurements measured;
  add_searches(measured, kUnsure, attempt);
  add_searches(measured, kSurer, attempt);
  return measured;
}

}  // namespace

Claim greedy_search() {
  return {
      .name = "greedy-search",
      .title = "Greedy search misses the optimum",
      .statement =
          "The likeliest tokens of each step need not form the likeliest translation. "
          "Exhaustive search would find it, at a cost that grows with |Y|^T. Beam search lies "
          "between the two.",
      .source = "d2l 10.8.1 to 10.8.3",
      .experiment =
          "An RNN with attention translates 60 new sentences of the toy language after 60 and "
          "after 120 updates. Exact best-first search finds the optimum among all translations of "
          "up to 12 tokens. Beams of 1 (greedy), 2, 5 and 10 search without length penalty.",
      .depends_on = "how sure the model is",
      .remark =
          "After 60 updates, the optimum is usually the empty sentence, or one without verb and "
          "object: an immediate end is unlikely, but a whole sentence of uncertain tokens is even "
          "less likely. Beam search is saved by its own search errors, as Stahlberg and Byrne "
          "(2019) observed in far larger models.",
      .seeds = 8,
      .seconds = 6,
      .measure = measure_searches,
      .checks = {{"120 updates: greedy search misses the optimum of some sentences",
                  "optimum found (%)", measured("found, beam 1, 120"), 0, 99},
                 {"a beam of 5 finds the optimum more often",
                  "found by 5 − by 1 (percentage points)",
                  difference("found, beam 5, 120", "found, beam 1, 120"), 0},
                 {"a beam of 10 finds nearly all optima", "optimum found (%)",
                  measured("found, beam 10, 120"), 95, 100.001},
                 {"60 updates: a beam of 10 finds nearly all optima", "optimum found (%)",
                  measured("found, beam 10, 60"), 95, 100.001},
                 {"60 updates: the optimum is about as long as the reference", "missing words (%)",
                  measured("shorter, 60"), -10, 10}},
      .charts = {{.title = "Sentences whose optimum was found",
                  .axis = {.title = "sentences (%)", .max = 100},
                  .rows = {{"greedy, 60 updates", "found, beam 1, 60", 0},
                           {"beam 10, 60 updates", "found, beam 10, 60", 0},
                           {"greedy, 120 updates", "found, beam 1, 120", 1},
                           {"beam 2, 120 updates", "found, beam 2, 120", 1},
                           {"beam 5, 120 updates", "found, beam 5, 120", 1},
                           {"beam 10, 120 updates", "found, beam 10, 120", 1}}},
                 {.title = "How much shorter than the reference the optimum is",
                  .axis = {.title = "words (%)"},
                  .rows = {{"60 updates", "shorter, 60", 0}, {"120 updates", "shorter, 120", 1}}}}};
}

}  // namespace regard::claims
