#include "module_search/searchers.h"

#include <ATen/Parallel.h>

#include <deque>
#include <mutex>
#include <optional>
#include <utility>

#include "module_search/batches.h"
#include "module_search/steps.h"
#include "translate/searcher.h"

namespace regard::translate {
namespace {

/// LibTorch has one thread count for all threads that have not computed yet. OneThread objects that
/// exist at the same time therefore restore the count that the first of them found.
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

class ModuleSearcher final : public Searcher {
 public:
  explicit ModuleSearcher(std::function<search::Decoders()> decoders)
      : decoders_(std::move(decoders)) {}

  std::vector<Hypotheses> search(const Sources& sources, const Plan& plan,
                                 const std::function<void()>& before_step) const override {
    const torch::InferenceMode inference;
    auto decoders = decoders_();
    decoders.language_weight = plan.language_model_weight;
    if (plan.draw) decoders.language_model = nullptr;  // the sum is not a distribution
    std::deque<EvalMode> eval;
    for (auto* model : decoders.models) eval.emplace_back(*model);
    if (decoders.language_model != nullptr) eval.emplace_back(*decoders.language_model);
    std::optional<OneThread> one_thread;
    if (plan.alternatives > 0) one_thread.emplace();
    return find_planned(sources, plan, [&](auto some, const auto& options, auto requests) {
      return search::beam_search(
          decoders, some, options,
          {.sentences = plan.batch_size, .requests = requests, .check = before_step});
    });
  }

 private:
  std::function<search::Decoders()> decoders_;
};

}  // namespace

std::unique_ptr<const Searcher> module_searcher(std::function<search::Decoders()> decoders) {
  return std::make_unique<ModuleSearcher>(std::move(decoders));
}

}  // namespace regard::translate
