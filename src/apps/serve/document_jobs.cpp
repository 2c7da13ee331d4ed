#include "serve/document_jobs.h"

#include <algorithm>
#include <utility>

#include "serve/answer_cache.h"
#include "serve/http_message.h"

namespace regard::serve {
namespace {

Refusal too_many() {
  constexpr std::chrono::seconds kLater(5);
  return {503, "too many documents are waiting; Retry-After gives the seconds to wait", kLater};
}

}  // namespace

std::string DocumentJobs::add(Work work, int64_t characters, Clock::time_point now) {
  const auto job = std::make_shared<Job>(
      Job{.key = random_name(), .work = std::move(work), .status = {.characters = characters}});
  std::unique_lock lock(mutex_);
  drop_old(now);
  make_room();
  if (waiting_.size() >= most_waiting_ || jobs_.size() >= bounds::kDocuments) throw too_many();
  jobs_.push_back(job);
  waiting_.push_back(job);
  if (working_ >= most_at_once_) return job->key;
  ++working_;
  lock.unlock();
  if (begin_task_([this] { this->work(); })) return job->key;
  lock.lock();
  if (--working_ > 0 || job->status.state != State::queued) return job->key;
  jobs_.remove(job);
  waiting_.remove(job);
  throw too_many();
}

void DocumentJobs::drop_old(Clock::time_point now) {
  jobs_.remove_if([&](const Shared& job) { return job->has_ended() && job->until < now; });
}

void DocumentJobs::make_room() {
  if (jobs_.size() < bounds::kDocuments) return;
  const auto oldest = std::ranges::find_if(jobs_, [](const auto& job) { return job->has_ended(); });
  if (oldest != jobs_.end()) jobs_.erase(oldest);
}

void DocumentJobs::work() {
  std::unique_lock lock(mutex_);
  while (!waiting_.empty()) {
    const auto job = waiting_.front();
    waiting_.pop_front();
    run(job, lock);
  }
  --working_;
}

void DocumentJobs::run(const Shared& job, std::unique_lock<std::mutex>& lock) {
  job->status.state = State::translating;
  job->status.begun = Clock::now();
  const Report report = {.tell =
                             [&](size_t done, size_t all) {
                               const std::lock_guard inner(mutex_);
                               job->status.done = done;
                               job->status.all = all;
                             },
                         .cancelled = job->stop.get_token()};
  lock.unlock();
  Outcome outcome;
  try {
    outcome = job->work(report);
  } catch (const std::exception&) {  // out of memory
    outcome.error = "memory ran out";
  }
  job->work = nullptr;  // frees the document
  lock.lock();
  job->status.state = outcome.error.empty() ? State::done : State::error;
  job->status.outcome = std::move(outcome);
  job->until = Clock::now() + kTime;
  ended_.notify_all();
}

bool DocumentJobs::cancel(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find(jobs_, key, [](const auto& job) { return job->key; });
  if (found == jobs_.end()) return false;
  (*found)->stop.request_stop();
  waiting_.remove(*found);
  jobs_.erase(found);
  return true;
}

std::optional<DocumentJobs::Status> DocumentJobs::find(const std::string& key,
                                                       std::chrono::milliseconds patience,
                                                       Clock::time_point now) {
  std::unique_lock lock(mutex_);
  drop_old(now);
  const auto found = std::ranges::find(jobs_, key, [](const auto& job) { return job->key; });
  if (found == jobs_.end()) return {};
  const auto job = *found;
  ended_.wait_for(lock, patience, [&] { return job->has_ended(); });
  return job->status;
}

}  // namespace regard::serve
