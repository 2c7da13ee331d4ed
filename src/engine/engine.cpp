#include "regard/engine/engine.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <iterator>
#include <mutex>
#include <optional>
#include <thread>
#include <typeinfo>

#include "engine/parameters.h"
#include "engine/rnn_steps.h"
#include "engine/rnn_weights.h"
#include "engine/transformer_steps.h"
#include "engine/transformer_weights.h"
#include "engine/worker.h"
#include "regard/model/rnn_attention.h"
#include "regard/model/rnn_context.h"
#include "regard/model/transformer.h"

namespace regard::engine {

/// The weights of an architecture and the factory of its steps.
class EngineModel {
 public:
  explicit EngineModel(PackedMatrix output) : output_(std::move(output)) {}
  virtual ~EngineModel() = default;
  virtual std::unique_ptr<Steps> steps(int64_t places, int64_t numbers) const = 0;
  const PackedMatrix& output() const { return output_; }

 private:
  PackedMatrix output_;
};

namespace {

/// How often an idle thread checks whether the work is still wanted.
constexpr std::chrono::milliseconds kPatience(10);

template <class Model, class Weights, class ItsSteps>
class EngineModelOf final : public EngineModel {
 public:
  EngineModelOf(Model& model, const Parameters& parameters, Precision precision)
      : EngineModel(parameters.output(model.output_layer(), precision)),
        weights_(model.options(), parameters, precision) {}

  std::unique_ptr<Steps> steps(int64_t places, int64_t numbers) const override {
    return std::make_unique<ItsSteps>(weights_, places, numbers);
  }

 private:
  Weights weights_;
};

/// An architecture of the registry that the engine knows.
struct EngineArchitecture {
  bool (*is)(const model::Seq2SeqModel& model);
  std::unique_ptr<EngineModel> (*make)(model::Seq2SeqModel& model, const Parameters& parameters,
                                       Precision precision);
};

/// `Weights` are made of Model::Options, Parameters and a Precision, `ItsSteps` of these weights
/// and the numbers of places and of hypotheses.
template <class Model, class Weights, class ItsSteps>
constexpr EngineArchitecture architecture() {
  return {.is = [](const model::Seq2SeqModel& model) { return typeid(model) == typeid(Model); },
          .make = [](model::Seq2SeqModel& model, const Parameters& parameters,
                     Precision precision) -> std::unique_ptr<EngineModel> {
            return std::make_unique<EngineModelOf<Model, Weights, ItsSteps>>(
                dynamic_cast<Model&>(model), parameters, precision);
          }};
}

/// One row for each architecture of model/registry.cpp.
constexpr EngineArchitecture kArchitectures[] = {
    architecture<model::Transformer, TransformerWeights, TransformerSteps>(),
    architecture<model::RnnAttention, RnnWeights, RnnSteps>(),
    architecture<model::RnnContext, RnnWeights, RnnSteps>(),
};

/// Null where it knows none.
const EngineArchitecture* architecture_of(const model::Seq2SeqModel& model) {
  const auto* found =
      std::ranges::find_if(kArchitectures, [&](const auto& row) { return row.is(model); });
  return found == std::end(kArchitectures) ? nullptr : found;
}

}  // namespace

struct Engine::Impl {
  std::unique_ptr<EngineModel> model;
  int64_t max_steps;
  std::function<std::vector<int32_t>(std::span<const int64_t>)> vocabulary;
  std::optional<SelectableMatrix> selectable = {};
};

bool Engine::supports(const model::Seq2SeqModel& model) {
  return architecture_of(model) != nullptr;
}

Engine::Engine(model::Seq2SeqModel& model, const EngineOptions& options,
               const NumbersOf& numbers_of) {
  const auto* architecture = architecture_of(model);
  TORCH_CHECK(architecture != nullptr, "Engine: the model is not supported");
  const torch::NoGradGuard no_gradients;
  const auto all = model.named_parameters();
  auto made = architecture->make(model, Parameters(all, numbers_of), options.precision);
  impl_ = std::make_unique<Impl>(Impl{
      .model = std::move(made), .max_steps = model.max_steps(), .vocabulary = options.vocabulary});
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
    Worker worker(*steps, output, options, impl_->max_steps, last - first, team);
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
