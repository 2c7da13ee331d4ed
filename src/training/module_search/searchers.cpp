#include "module_search/searchers.h"

#include <ATen/Parallel.h>

#include <deque>
#include <mutex>
#include <utility>

#include "module_search/batches.h"
#include "module_search/steps.h"
#include "search/grouped_search.h"
#include "translate/searcher.h"

namespace regard::translate {
namespace {

/// LibTorch has one number for all threads that have not computed yet: those that live at once
/// return to the number that the first of them found.
struct Living {
  std::mutex mutex;
  int count = 0;
  int before = 1;
};

Living& living() {
  static Living all;
  return all;
}

}  // namespace

OneThread::OneThread() {
  const std::lock_guard lock(living().mutex);
  if (living().count++ == 0) living().before = at::get_num_threads();
  before_ = living().before;
  at::set_num_threads(1);
}

OneThread::~OneThread() {
  const std::lock_guard lock(living().mutex);
  --living().count;
  at::set_num_threads(before_);
}

std::unique_ptr<const Searcher> module_searcher(model::Seq2SeqModel& model) {
  return module_searcher([&] { return search::Decoders{.models = {&model}}; });
}

std::unique_ptr<const Searcher> searcher_of(model::Seq2SeqModel& model) {
  if (device_of(model).is_cpu()) {
    if (auto engine = engine_of(model)) return engine_searcher(std::move(*engine));
  }
  return module_searcher(model);
}

namespace {

/// Search within a batch.
class BatchSearch {
 public:
  BatchSearch(const search::Decoders& decoders, const search::BeamSearchOptions& options)
      : decoders_(decoders), options_(options), device_(device_of(*decoders.models.front())) {}

  std::vector<Hypotheses> n_best(const std::vector<const Tokens*>& rows,
                                 const std::vector<search::Request>& requests) const {
    return beam_search(decoders_, padded(rows, device_), lengths_of(rows, device_), options_,
                       requests);
  }

  std::vector<Hypotheses> alternatives(std::span<const Tokens* const> rows,
                                       const std::vector<search::Request>& requests,
                                       int64_t count) const {
    const OneThread one_thread;
    std::vector<Hypotheses> found;
    for (size_t row = 0; row < rows.size(); ++row) {
      const auto search_row = [&](const search::BeamSearchOptions& options,
                                  std::span<const search::Request> of_row) {
        const std::vector<const Tokens*> copies(of_row.size(), rows[row]);
        return beam_search(decoders_, padded(copies, device_), lengths_of(copies, device_), options,
                           of_row);
      };
      found.push_back(search::alternatives(search_row, options_, requests[row], count));
    }
    return found;
  }

 private:
  const search::Decoders& decoders_;
  const search::BeamSearchOptions& options_;
  torch::Device device_;
};

class ModuleSearcher final : public Searcher {
 public:
  explicit ModuleSearcher(std::function<search::Decoders()> decoders)
      : decoders_(std::move(decoders)) {}

  std::vector<Hypotheses> search(const Sources& sources, const Plan& plan,
                                 const std::function<void()>& before_step) const override {
    const torch::InferenceMode inference;
    auto decoders = decoders_();
    decoders.language_weight = plan.language_model_weight;
    decoders.before_step = before_step;
    if (plan.draw) decoders.language_model = nullptr;  // the sum is not a distribution
    std::deque<EvalMode> eval;
    for (auto* model : decoders.models) eval.emplace_back(*model);
    if (decoders.language_model != nullptr) eval.emplace_back(*decoders.language_model);
    const BatchSearch batch_search(decoders, plan.beam);
    std::vector<Hypotheses> found(sources.tokens.size());
    for (const auto& batch : batches_of(sources, plan.batch_size)) {
      std::vector<search::Request> requests;
      for (const size_t source : batch.numbers) requests.push_back(plan.requests[source]);
      auto of_batch =
          plan.alternatives > 0
              ? batch_search.alternatives(batch.rows, requests, plan.tokens_of_alternatives())
              : batch_search.n_best(batch.rows, requests);
      for (size_t row = 0; row < batch.rows.size(); ++row) {
        found[batch.numbers[row]] = std::move(of_batch[row]);
      }
    }
    return found;
  }

 private:
  std::function<search::Decoders()> decoders_;
};

}  // namespace

std::unique_ptr<const Searcher> module_searcher(std::function<search::Decoders()> decoders) {
  return std::make_unique<ModuleSearcher>(std::move(decoders));
}

}  // namespace regard::translate
