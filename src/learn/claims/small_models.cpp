#include "claims/small_models.h"

#include <map>
#include <tuple>

namespace regard::claims {
namespace {

figures::SmallTraining with_attempt(figures::SmallTraining training, const Attempt& attempt) {
  training.seed = attempt.seed;
  training.learner.updates = attempt.share_of(training.learner.updates);
  return training;
}

}  // namespace

const SmallData& small_data() {
  static const SmallData kData = [] {
    auto corpus = figures::small_corpus(figures::project_sentences({"train"}));
    auto held_out = figures::project_sentences({"val", "test"});
    auto examples = figures::examples_of(held_out, corpus.tokenizers);
    return SmallData{std::move(corpus), std::move(held_out), std::move(examples)};
  }();
  return kData;
}

figures::SmallModel shared_model(const std::string& model, const Attempt& attempt,
                                 double label_smoothing) {
  static std::map<std::tuple<std::string, uint64_t, double, double>, figures::SmallModel> known;
  auto& found = known[{model, attempt.seed, attempt.effort, label_smoothing}];
  if (!found) {
    found = figures::train_small_model(
        small_data().corpus,
        with_attempt({.model = model,
                      .learner = {.updates = 2000, .learning_rate = 0.003, .warmup = 100},
                      .label_smoothing = label_smoothing},
                     attempt));
  }
  return found;
}

double trained_loss(figures::SmallTraining training, const Attempt& attempt) {
  const auto model =
      figures::train_small_model(small_data().corpus, with_attempt(std::move(training), attempt));
  return figures::loss_of(*model, small_data().held_out_examples);
}

}  // namespace regard::claims
