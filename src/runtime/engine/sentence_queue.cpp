#include "engine/sentence_queue.h"

#include <algorithm>

namespace regard::engine {
namespace {

/// What a sentence is to others: each of its hypotheses takes a step for about each source token.
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
