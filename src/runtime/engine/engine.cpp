#include "engine/engine.h"

#include <algorithm>
#include <exception>
#include <limits>
#include <optional>
#include <thread>

#include "engine/call.h"
#include "engine/crew.h"
#include "engine/engine_decoder.h"
#include "engine/engine_model.h"
#include "engine/worker.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::engine {
namespace {

/// Maximum sentences per thread. With more, the working set no longer fits the nearer caches.
constexpr int64_t kMostOfThread = 16;
/// Hypotheses of a thread in float32, whose products are slowest. With a small beam, a thread gets
/// more sentences to reach this number, so that more rows share the loading of the weights.
constexpr int64_t kEnoughRows = 80;

/// Calls `start` for each worker. Workers for which the system lacks threads or memory are removed
/// from the shape.
template <class Start>
void start_workers(Crew& crew, int64_t count, const Start& start) {
  for (; count > 0; --count) {
    try {
      start();
    } catch (const std::exception&) {
      return crew.lose_workers(count);
    }
  }
}

}  // namespace

struct Engine::Impl {
  struct Member {
    std::unique_ptr<EngineModel> model;
    std::optional<SelectableMatrix> selectable = {};
  };
  std::vector<Member> members;
  Precision precision = Precision::float32;
  std::function<std::vector<int32_t>(std::span<const int64_t>)> vocabulary;

  void add(std::unique_ptr<EngineModel> model) {
    auto& member = members.emplace_back(Member{.model = std::move(model)});
    if (vocabulary) member.selectable.emplace(member.model->output());
  }

  OutputLayers layers() const {
    OutputLayers layers{.all = {}, .vocabulary = vocabulary, .selectable = {}};
    for (const auto& member : members) {
      layers.all.push_back(&member.model->output());
      if (member.selectable) layers.selectable.push_back(&*member.selectable);
    }
    return layers;
  }

  int64_t max_steps() const {
    auto steps = std::numeric_limits<int64_t>::max();
    for (const auto& member : members) steps = std::min(steps, member.model->max_steps());
    return steps;
  }

  std::unique_ptr<Worker> worker(const Crew::Shape& shape) const {
    const int64_t slots = shape.slots_of_worker();
    std::vector<std::unique_ptr<Steps>> models;
    for (const auto& member : members) models.push_back(member.model->steps(slots));
    auto decoder = std::make_unique<EngineDecoder>(std::move(models), layers(), slots);
    return std::make_unique<Worker>(std::move(decoder), max_steps(), slots);
  }

  int64_t most_of_thread(int64_t beam_size) const {
    if (precision != Precision::float32) return kMostOfThread;
    return std::max(kMostOfThread, kEnoughRows / beam_size);
  }

  int64_t bytes_of(int64_t source, const search::BeamSearchOptions& options) const {
    const SentenceSize size{.source = source,
                            .numbers = options.beam_size,
                            .target = search::max_length(options, source, max_steps())};
    int64_t bytes = 0;
    for (const auto& member : members) bytes += member.model->bytes_of(size);
    return bytes;
  }

  void translate(Call& call, const Crew::Shape& shape, const std::function<void()>& check) const;

  /// The threads that all calls share, after share_threads().
  struct Shared {
    Shared(const Impl& impl, const Crew::Shape& shape) : crew(shape) {
      threads.reserve(static_cast<size_t>(shape.workers));
      start_workers(crew, shape.workers, [&] {
        threads.emplace_back([this, worker = impl.worker(shape)] { crew.work(*worker, [] {}); });
      });
      if (threads.empty()) {
        throw Error("no worker thread could be started", {},
                    "give the process more threads (ulimit -u, --pids-limit) or more memory",
                    ExitCode::failure);
      }
    }
    ~Shared() { crew.close(); }
    Shared(const Shared&) = delete;
    Shared& operator=(const Shared&) = delete;

    Crew crew;
    std::vector<std::jthread> threads;
  };
  std::unique_ptr<Shared> shared;
};

bool Engine::supports(const std::string& architecture) { return has_architecture(architecture); }

Engine::Engine(const Outline& outline, const Weights& weights, const EngineOptions& options)
    : impl_(std::make_unique<Impl>()) {
  impl_->vocabulary = options.vocabulary;
  impl_->precision = options.precision;
  impl_->add(make_engine_model(outline, weights, options.precision));
}

void Engine::join(Engine other) {
  for (auto& member : other.impl_->members) {
    const int64_t tokens = impl_->members.front().model->output().outputs(),
                  others = member.model->output().outputs();
    if (tokens != others) {
      throw Error(str("models with ", tokens, " and ", others, " tokens cannot be combined"));
    }
    impl_->add(std::move(member.model));
  }
}

Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

void Engine::share_threads(int64_t threads, int64_t sentences, int64_t most_bytes) {
  impl_->shared.reset();
  impl_->shared = std::make_unique<Impl::Shared>(
      *impl_,
      Crew::Shape{
          .workers = threads, .threads = threads, .slots = sentences, .most_bytes = most_bytes});
}

Engine::Fill Engine::fill() const { return impl_->shared ? impl_->shared->crew.fill() : Fill(); }

std::vector<std::vector<search::Hypothesis>> Engine::translate(
    std::span<const std::vector<int64_t>> sources, const search::BeamSearchOptions& options,
    const EngineRun& run) const {
  std::vector<std::vector<search::Hypothesis>> found(sources.size());
  if (sources.empty()) return found;
  run.check();  // many short calls may follow each other
  Call call(sources, options, run.requests, found, [&](size_t sentence) {
    return impl_->bytes_of(static_cast<int64_t>(sources[sentence].size()), options);
  });
  if (impl_->shared) {
    impl_->shared->crew.add(call);
    impl_->shared->crew.finish(call, run.check);
    return found;
  }
  const int64_t threads = std::max<int64_t>(run.threads, 1);
  const int64_t at_a_time = std::clamp<int64_t>(
      static_cast<int64_t>(sources.size()), 1,
      std::clamp<int64_t>(run.sentences, 1, impl_->most_of_thread(options.beam_size) * threads));
  impl_->translate(
      call, {.workers = std::min(threads, at_a_time), .threads = threads, .slots = at_a_time},
      run.check);
  return found;
}

/// Translates with threads of its own and the calling thread.
void Engine::Impl::translate(Call& call, const Crew::Shape& shape,
                             const std::function<void()>& check) const {
  Crew crew(shape);
  crew.add(call);
  crew.close();
  const auto work = [&](const std::function<void()>& its_check) {
    try {
      crew.work(*worker(shape), its_check);
    } catch (...) {
      crew.abandon(call, std::current_exception());
    }
  };
  std::vector<std::jthread> others;
  start_workers(crew, shape.workers - 1, [&] { others.emplace_back([&] { work([] {}); }); });
  work(check);
  if (!call.is_abandoned()) return crew.finish(call, check);  // while others are still translating
  others.clear();
  std::rethrow_exception(call.problem());
}

}  // namespace regard::engine
