#include "engine/call.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace regard::engine {

Call::Call(std::span<const Tokens> sources, const search::BeamSearchOptions& options,
           std::span<const search::Request> requests,
           std::span<std::vector<search::Hypothesis>> found,
           const std::function<int64_t(size_t)>& bytes_of)
    : rules_(options),
      sources_(sources),
      requests_(requests),
      found_(found),
      order_(sources.size()) {
  std::iota(order_.begin(), order_.end(), size_t{0});
  std::ranges::stable_sort(
      order_, [&](size_t a, size_t b) { return sources[a].size() > sources[b].size(); });
  for (size_t sentence = 0; sentence < sources.size(); ++sentence) {
    bytes_.push_back(bytes_of(sentence));
  }
}

const search::Request& Call::request(size_t sentence) const {
  static const search::Request kNone;
  return requests_.empty() ? kNone : requests_[sentence];
}

void Call::abandon(std::exception_ptr why) {
  next_ = order_.size();
  if (!problem_) problem_ = std::move(why);
  is_abandoned_.store(true, std::memory_order_relaxed);
}

namespace {

/// Work for a sentence: each hypothesis takes about one step per source token.
double work_of(const Call& call, size_t sentence) {
  return static_cast<double>(call.source(sentence).size()) *
         static_cast<double>(call.rules().options.beam_size);
}

}  // namespace

void SentenceQueue::add(Call& call) {
  call.turn = now_;
  calls_.push_back(&call);
}

void SentenceQueue::remove(Call& call) { std::erase(calls_, &call); }

size_t SentenceQueue::waiting(Wanted wanted) const {
  size_t waiting = 0;
  for (const auto* call : calls_) {
    if (is_wanted(*call, wanted)) waiting += call->waiting();
  }
  return waiting;
}

std::optional<SentenceQueue::Sentence> SentenceQueue::next(int64_t bytes, Wanted wanted) {
  Call* chosen = nullptr;
  for (auto* call : calls_) {
    if (!is_wanted(*call, wanted)) continue;
    if (call->waiting() > 0 && (chosen == nullptr || call->turn < chosen->turn)) chosen = call;
  }
  if (chosen == nullptr || chosen->bytes(chosen->first()) > bytes) return {};
  now_ = chosen->turn;
  const size_t sentence = chosen->take();
  chosen->turn += work_of(*chosen, sentence);
  return Sentence{.call = chosen, .number = sentence};
}

}  // namespace regard::engine
