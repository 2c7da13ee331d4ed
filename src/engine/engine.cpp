#include "regard/engine/engine.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <limits>
#include <mutex>
#include <optional>
#include <thread>

#include "engine/engine_model.h"
#include "engine/worker.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::engine {

namespace {

/// How often an idle thread checks whether the work is still wanted.
constexpr std::chrono::milliseconds kPatience(10);

}  // namespace

struct Engine::Impl {
  struct Member {
    std::unique_ptr<EngineModel> model;
    std::optional<SelectableMatrix> selectable = {};
  };
  std::vector<Member> members;
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
};

bool Engine::supports(const std::string& architecture) { return has_architecture(architecture); }

Engine::Engine(const Outline& outline, const Weights& weights, const EngineOptions& options)
    : impl_(std::make_unique<Impl>()) {
  impl_->vocabulary = options.vocabulary;
  impl_->add(make_engine_model(outline, weights, options.precision));
}

void Engine::join(Engine other) {
  for (auto& member : other.impl_->members) {
    const int64_t tokens = impl_->members.front().model->output().outputs(),
                  others = member.model->output().outputs();
    if (tokens != others) {
      throw Error(str("models of ", tokens, " and of ", others, " tokens cannot be combined"));
    }
    impl_->add(std::move(member.model));
  }
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
    std::vector<std::unique_ptr<Steps>> models;
    for (const auto& member : impl_->members) {
      models.push_back(member.model->steps(last - first, options.beam_size));
    }
    Worker worker(std::move(models), impl_->layers(), options, impl_->max_steps(), last - first,
                  team);
    worker.run({.queue = queue, .sources = sources, .requests = run.requests, .found = found},
               check);
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
