#include <random>
#include <utility>

#include "regard/search/random_translation.h"
#include "regard/text/special_tokens.h"
#include "regard/translate/searchers.h"
#include "translate/batches.h"

namespace regard::translate {
namespace {

/// The generator of each source: a function of the seed, its line's number and its part's.
std::vector<std::mt19937_64> random_engines(const Sources& sources, const Draw& draw) {
  const auto seed = static_cast<uint64_t>(draw.sampling.seed);
  std::vector<std::mt19937_64> engines;
  uint64_t part = 0;
  for (size_t source = 0; source < sources.lines.size(); ++source) {
    part = sources.begins_line(source) ? 0 : part + 1;
    const uint64_t number = static_cast<uint64_t>(draw.first_number) + sources.lines[source];
    std::vector<uint64_t> numbers = {seed & 0xFFFFFFFFU, seed >> 32U, number & 0xFFFFFFFFU,
                                     number >> 32U};
    if (part > 0) numbers.push_back(part);
    std::seed_seq sequence(numbers.begin(), numbers.end());
    engines.emplace_back(sequence);
  }
  return engines;
}

class RandomSearcher final : public Searcher {
 public:
  explicit RandomSearcher(std::function<model::Seq2SeqModel&()> model) : model_(std::move(model)) {}

  bool can(const Plan& plan) const override { return plan.draw.has_value(); }

  std::vector<Hypotheses> search(const Sources& sources, const Plan& plan,
                                 const std::function<void()>& before_step) const override {
    const torch::InferenceMode inference;
    auto& model = model_();
    const EvalMode eval(model);
    const auto device = device_of(model);
    search::RandomTranslationOptions options{
        .sampling = search::sampling_options(plan.draw->sampling),
        .never = {text::kPad, text::kUnk, text::kBos},
        .lengths = plan.beam};
    const auto engines = random_engines(sources, *plan.draw);
    std::vector<Hypotheses> found(sources.tokens.size());
    for (const auto& batch : batches_of(sources, plan.batch_size)) {
      std::vector<std::mt19937_64> random;
      options.min_lengths.clear();
      for (const size_t source : batch.numbers) {
        random.push_back(engines[source]);
        options.min_lengths.push_back(plan.requests[source].min_length);
      }
      auto of_batch =
          search::random_translations(model, padded(batch.rows, device),
                                      lengths_of(batch.rows, device), options, random, before_step);
      for (size_t row = 0; row < batch.rows.size(); ++row) {
        found[batch.numbers[row]] = {std::move(of_batch[row])};
      }
    }
    return found;
  }

 private:
  std::function<model::Seq2SeqModel&()> model_;
};

}  // namespace

std::unique_ptr<const Searcher> random_searcher(std::function<model::Seq2SeqModel&()> model) {
  return std::make_unique<RandomSearcher>(std::move(model));
}

}  // namespace regard::translate
