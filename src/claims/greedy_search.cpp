#include <torch/utils.h>

#include "exact_search.h"
#include "experiments.h"
#include "figures/toy_translation.h"
#include "regard/base/str.h"
#include "regard/search/beam_search.h"

namespace regard::claims {
namespace {

constexpr int64_t kSearched = 60, kMostTokens = 12;

Measurements measure_searches(const Attempt& attempt) {
  const auto translator = figures::train_toy_translator(
      {.architecture = "rnn_attention", .updates = attempt.share_of(60), .seed = attempt.seed});
  const torch::NoGradGuard no_grad;
  figures::ToyTranslation language(2000 + attempt.seed);
  const std::vector<int64_t> beams = {1, 2, 5, 10};
  std::vector<double> found(beams.size()), behind(beams.size());
  const int64_t sentences = attempt.share_of(kSearched);
  for (int64_t i = 0; i < sentences; ++i) {
    const auto [source, lengths] = figures::as_batch(translator.source.ids(language.next().source));
    const auto optimum = exact_search(*translator.model, source, lengths, kMostTokens);
    for (size_t b = 0; b < beams.size(); ++b) {
      const search::BeamSearchOptions options{
          .beam_size = beams[b], .penalty = {.alpha = 0}, .most_tokens = kMostTokens};
      const auto hypothesis =
          search::beam_search(*translator.model, source, lengths, options)[0][0];
      found[b] += hypothesis.tokens == optimum.tokens ? 1 : 0;
      behind[b] += optimum.log_prob - hypothesis.log_prob;
    }
  }
  Measurements measured;
  for (size_t b = 0; b < beams.size(); ++b) {
    measured.add(str("found, beam ", beams[b]), 100 * found[b] / static_cast<double>(sentences));
    measured.add(str("behind, beam ", beams[b]), behind[b] / static_cast<double>(sentences));
  }
  return measured;
}

}  // namespace

Claim greedy_search() {
  return {.name = "greedy-search",
          .title = "Greedy search misses the optimum",
          .statement =
              "The likeliest token at each step does not make the likeliest translation; "
              "exhaustive search would, at a cost that grows with |Y|^T; beam search is "
              "between the two.",
          .source = "d2l 10.8.1 to 10.8.3",
          .experiment =
              "An RNN with attention after 60 updates on the toy language, still unsure, "
              "translates 60 new sentences. An exact search, which continues the "
              "likeliest beginning first, finds the optimum among all translations of up "
              "to 12 tokens; beams of 1 (greedy), 2, 5 and 10 search without length "
              "penalty.",
          .depends_on = "the width of the beam",
          .remark =
              "The surer a model is, the more often greedy search is right: after 250 updates "
              "it hardly ever misses.",
          .seeds = 8,
          .seconds = 10,
          .measure = measure_searches,
          .checks = {{"greedy search misses the optimum of some sentences", "optimum found (%)",
                      measured("found, beam 1"), 0, 99},
                     {"a beam of 5 finds it more often", "found by 5 − by 1 (percentage points)",
                      difference("found, beam 5", "found, beam 1"), 0},
                     {"a beam of 10 finds nearly all", "optimum found (%)",
                      measured("found, beam 10"), 97, 100.001}},
          .charts = {{.title = "Sentences whose optimum was found",
                      .axis = {.title = "sentences (%)", .max = 100},
                      .rows = {{"greedy", "found, beam 1", 0},
                               {"beam 2", "found, beam 2", 1},
                               {"beam 5", "found, beam 5", 1},
                               {"beam 10", "found, beam 10", 1}}},
                     {.title = "How far log P stays behind the optimum",
                      .axis = {.title = "nats per sentence"},
                      .rows = {{"greedy", "behind, beam 1", 0},
                               {"beam 2", "behind, beam 2", 1},
                               {"beam 5", "behind, beam 5", 1},
                               {"beam 10", "behind, beam 10", 1}}}}};
}

}  // namespace regard::claims
