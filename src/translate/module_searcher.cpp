#include <deque>
#include <utility>

#include "regard/search/alternatives.h"
#include "regard/search/beam_search.h"
#include "regard/translate/searchers.h"
#include "translate/batches.h"
#include "translate/one_thread.h"

namespace regard::translate {
namespace {

/// Next tokens tried per alternative, since several may start the same text.
constexpr int64_t kTokensOfAnAlternative = 2;

/// Search within a batch.
class BatchSearch {
 public:
  BatchSearch(const search::Decoders& decoders, const search::BeamSearchOptions& options)
      : decoders_(decoders), options_(options), device_(device_of(*decoders.models.front())) {}

  /// A row whose phrases search cannot place is searched again without them.
  std::vector<Hypotheses> n_best(const std::vector<const Tokens*>& rows,
                                 std::vector<search::Request> requests) const {
    auto found = search(rows, requests);
    std::vector<size_t> failed;
    std::vector<const Tokens*> failed_rows;
    std::vector<search::Request> failed_requests;
    for (size_t row = 0; row < rows.size(); ++row) {
      if (requests[row].phrases.empty() || found[row].front().finished) continue;
      requests[row].phrases.clear();
      failed.push_back(row);
      failed_rows.push_back(rows[row]);
      failed_requests.push_back(std::move(requests[row]));
    }
    if (failed.empty()) return found;
    auto again = search(failed_rows, failed_requests);
    for (size_t i = 0; i < failed.size(); ++i) found[failed[i]] = std::move(again[i]);
    return found;
  }

  std::vector<Hypotheses> alternatives(std::span<const Tokens* const> rows,
                                       const std::vector<search::Request>& requests,
                                       int64_t count) const {
    const OneThread one_thread;
    std::vector<Hypotheses> found;
    for (size_t row = 0; row < rows.size(); ++row) {
      found.push_back(search::alternatives(decoders_, padded(rows.subspan(row, 1), device_),
                                           options_, requests[row], count));
    }
    return found;
  }

 private:
  std::vector<Hypotheses> search(std::span<const Tokens* const> rows,
                                 std::span<const search::Request> requests) const {
    return beam_search(decoders_, padded(rows, device_), lengths_of(rows, device_), options_,
                       requests);
  }

  const search::Decoders& decoders_;
  const search::BeamSearchOptions& options_;
  torch::Device device_;
};

class ModuleSearcher final : public Searcher {
 public:
  explicit ModuleSearcher(std::function<search::Decoders()> decoders)
      : decoders_(std::move(decoders)) {}

  bool can(const Plan& plan) const override { return !plan.draw; }

  std::vector<Hypotheses> search(const Sources& sources, const Plan& plan,
                                 const std::function<void()>& before_step) const override {
    const torch::InferenceMode inference;
    auto decoders = decoders_();
    decoders.language_weight = plan.language_model_weight;
    decoders.before_step = before_step;
    std::deque<EvalMode> eval;
    for (auto* model : decoders.models) eval.emplace_back(*model);
    if (decoders.language_model != nullptr) eval.emplace_back(*decoders.language_model);
    const BatchSearch batch_search(decoders, plan.beam);
    std::vector<Hypotheses> found(sources.tokens.size());
    for (const auto& batch : batches_of(sources, plan.batch_size)) {
      std::vector<search::Request> requests;
      for (const size_t source : batch.numbers) requests.push_back(plan.requests[source]);
      auto of_batch = plan.alternatives > 0
                          ? batch_search.alternatives(batch.rows, requests,
                                                      kTokensOfAnAlternative * plan.alternatives)
                          : batch_search.n_best(batch.rows, std::move(requests));
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
