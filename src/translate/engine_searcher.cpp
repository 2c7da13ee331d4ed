#include <ATen/Parallel.h>

#include <utility>

#include "regard/translate/searchers.h"

namespace regard::translate {
namespace {

class EngineSearcher final : public Searcher {
 public:
  explicit EngineSearcher(engine::Engine engine) : engine_(std::move(engine)) {}

  bool can(const Plan& plan) const override {
    const auto& beam = plan.beam;
    return !plan.draw && plan.alternatives == 0 && !plan.constrained && beam.groups == 1 &&
           beam.rules.empty();
  }

  std::vector<Hypotheses> search(const Sources& sources, const Plan& plan,
                                 const std::function<void()>& before_step) const override {
    return engine_.translate(sources.tokens, plan.beam,
                             {.sentences = plan.batch_size,
                              .threads = at::get_num_threads(),
                              .requests = plan.requests,
                              .check = before_step});
  }

 private:
  engine::Engine engine_;
};

}  // namespace

std::unique_ptr<const Searcher> engine_searcher(engine::Engine engine) {
  return std::make_unique<EngineSearcher>(std::move(engine));
}

}  // namespace regard::translate
