#include "translate/engine_searcher.h"

#include <span>
#include <utility>

#include "base/threads.h"
#include "search/alternatives.h"

namespace regard::translate {
namespace {

class EngineSearcher final : public Searcher {
 public:
  explicit EngineSearcher(engine::Engine engine) : engine_(std::move(engine)) {}

  std::vector<Hypotheses> search(const Sources& sources, const Plan& plan,
                                 const std::function<void()>& before_step) const override {
    const auto find = [&](std::span<const Tokens> some, const search::BeamSearchOptions& options,
                          std::span<const search::Request> requests) {
      return engine_.translate(some, options,
                               {.sentences = plan.batch_size,
                                .threads = threads(),
                                .requests = requests,
                                .check = before_step});
    };
    if (plan.alternatives == 0) return find(sources.tokens, plan.beam, plan.requests);
    std::vector<Hypotheses> found;
    for (size_t source = 0; source < sources.tokens.size(); ++source) {
      const auto search_source = [&](const search::BeamSearchOptions& options,
                                     std::span<const search::Request> requests) {
        const std::vector<Tokens> copies(requests.size(), sources.tokens[source]);
        return find(copies, options, requests);
      };
      found.push_back(search::alternatives(search_source, plan.beam, plan.requests[source],
                                           plan.tokens_of_alternatives()));
    }
    return found;
  }

  engine::Engine::Fill fill() const override { return engine_.fill(); }

 private:
  engine::Engine engine_;
};

}  // namespace

std::unique_ptr<const Searcher> engine_searcher(engine::Engine engine) {
  return std::make_unique<EngineSearcher>(std::move(engine));
}

}  // namespace regard::translate
