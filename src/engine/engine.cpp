#include "regard/engine/engine.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <iterator>
#include <limits>
#include <mutex>
#include <optional>
#include <thread>

#include "engine/parameters.h"
#include "engine/rnn_steps.h"
#include "engine/rnn_weights.h"
#include "engine/transformer_steps.h"
#include "engine/transformer_weights.h"
#include "engine/worker.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/model/read_options.h"

namespace regard::engine {

/// The weights of an architecture and the factory of its steps.
class EngineModel {
 public:
  virtual ~EngineModel() = default;
  virtual std::unique_ptr<Steps> steps(int64_t places, int64_t numbers) const = 0;
  virtual const PackedMatrix& output() const = 0;
  virtual int64_t max_steps() const = 0;
};

namespace {

/// How often an idle thread checks whether the work is still wanted.
constexpr std::chrono::milliseconds kPatience(10);

template <class Options, class ItsWeights, class ItsSteps>
class EngineModelOf final : public EngineModel {
 public:
  EngineModelOf(const Options& options, const Parameters& parameters, Vocabularies vocabularies,
                Precision precision)
      : weights_(options, parameters, vocabularies, precision) {
    if constexpr (requires { options.max_steps(); }) max_steps_ = options.max_steps();
  }

  std::unique_ptr<Steps> steps(int64_t places, int64_t numbers) const override {
    return std::make_unique<ItsSteps>(weights_, places, numbers);
  }
  const PackedMatrix& output() const override { return weights_.output_layer; }
  int64_t max_steps() const override { return max_steps_; }

 private:
  ItsWeights weights_;
  int64_t max_steps_ = std::numeric_limits<int64_t>::max();
};

/// An architecture of the registry that the engine knows.
struct EngineArchitecture {
  const char* name;
  std::unique_ptr<EngineModel> (*make)(const Outline& outline, const Parameters& parameters,
                                       Precision precision);
};

/// `ItsWeights` are made of Options, Parameters, Vocabularies and a Precision, and have an
/// output_layer; `ItsSteps` of these weights and the numbers of places and of hypotheses.
template <class Options, class ItsWeights, class ItsSteps>
constexpr EngineArchitecture architecture(const char* name) {
  return {.name = name,
          .make = [](const Outline& outline, const Parameters& parameters,
                     Precision precision) -> std::unique_ptr<EngineModel> {
            return std::make_unique<EngineModelOf<Options, ItsWeights, ItsSteps>>(
                model::read_options<Options>(outline.options), parameters,
                Vocabularies{.source = outline.source_vocab, .target = outline.target_vocab},
                precision);
          }};
}

/// One row for each architecture of model/registry.cpp.
constexpr EngineArchitecture kArchitectures[] = {
    architecture<model::TransformerOptions, TransformerWeights, TransformerSteps>("transformer"),
    architecture<model::RnnAttentionOptions, RnnWeights, RnnSteps>("rnn_attention"),
    architecture<model::RnnOptions, RnnWeights, RnnSteps>("rnn_context"),
};

/// Null where it knows none.
const EngineArchitecture* architecture_named(const std::string& name) {
  const auto* found =
      std::ranges::find_if(kArchitectures, [&](const auto& row) { return row.name == name; });
  return found == std::end(kArchitectures) ? nullptr : found;
}

}  // namespace

struct Engine::Impl {
  std::unique_ptr<EngineModel> model;
  std::function<std::vector<int32_t>(std::span<const int64_t>)> vocabulary;
  std::optional<SelectableMatrix> selectable = {};
};

bool Engine::supports(const std::string& architecture) {
  return architecture_named(architecture) != nullptr;
}

Engine::Engine(const Outline& outline, const Weights& weights, const EngineOptions& options) {
  const auto* type = outline.options.find("type");
  const std::string name = type == nullptr ? "" : type->text;
  const auto* architecture = architecture_named(name);
  if (architecture == nullptr) throw Error(str("the engine does not know the architecture ", name));
  impl_ = std::make_unique<Impl>(
      Impl{.model = architecture->make(outline, Parameters(weights), options.precision),
           .vocabulary = options.vocabulary});
  if (options.vocabulary) impl_->selectable.emplace(impl_->model->output());
}

Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

std::vector<std::vector<search::Hypothesis>> Engine::translate(
    std::span<const std::vector<int64_t>> sources, const search::BeamSearchOptions& options,
    const EngineRun& run) const {
  std::vector<std::vector<search::Hypothesis>> found(sources.size());
  if (sources.empty()) return found;
  const int64_t at_a_time = std::clamp<int64_t>(static_cast<int64_t>(sources.size()), 1,
                                                std::max<int64_t>(run.sentences, 1));
  const int64_t threads = std::max<int64_t>(run.threads, 1);
  const int64_t workers = std::min(threads, at_a_time);
  SentenceQueue queue(sources);

  const auto work = [&](int64_t number, const std::function<void()>& check) {
    const auto [first, last] = share_of(at_a_time, number, workers);
    const auto [first_thread, last_thread] = share_of(threads, number, workers);
    Team team(last_thread - first_thread);
    const auto steps = impl_->model->steps(last - first, options.beam_size);
    const OutputLayer output{.all = impl_->model->output(),
                             .vocabulary = impl_->vocabulary,
                             .selectable = impl_->selectable ? &*impl_->selectable : nullptr};
    Worker worker(*steps, output, options, impl_->model->max_steps(), last - first, team);
    worker.run(queue, sources, run.requests, found, check);
  };

  std::mutex mutex;
  std::condition_variable other_has_ended;
  int64_t others_at_work = workers - 1;
  std::exception_ptr problem;
  const auto safely = [&](const std::function<void()>& do_it) {
    try {
      do_it();
    } catch (...) {
      queue.abandon();
      const std::lock_guard lock(mutex);
      if (!problem) problem = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> others;
    for (int64_t number = 1; number < workers; ++number) {
      others.emplace_back([&, number] {
        safely([&] { work(number, [] {}); });
        const std::lock_guard lock(mutex);
        --others_at_work;
        other_has_ended.notify_one();
      });
    }
    safely([&] { work(0, run.check); });
    // This thread keeps checking while others still translate.
    std::unique_lock lock(mutex);
    while (!other_has_ended.wait_for(lock, kPatience, [&] { return others_at_work == 0; })) {
      lock.unlock();
      if (!queue.is_abandoned()) safely(run.check);
      lock.lock();
    }
  }
  if (problem) std::rethrow_exception(problem);
  return found;
}

}  // namespace regard::engine
