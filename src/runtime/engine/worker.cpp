#include "engine/worker.h"

#include <algorithm>
#include <utility>

#include "architecture/alignment_source.h"
#include "engine/profile.h"

namespace regard::engine {

Worker::Worker(std::unique_ptr<Decoder> decoder, int64_t max_steps, int64_t slots)
    : decoder_(std::move(decoder)), max_steps_(max_steps) {
  for (int64_t slot = slots - 1; slot >= 0; --slot) free_slots_.push_back(slot);
  // Reserves memory, so that removing a sentence does not allocate.
  active_.reserve(free_slots_.size());
  left_.reserve(free_slots_.size());
}

int64_t Worker::bytes() const {
  int64_t bytes = 0;
  for (const auto& [sentence, search, slot, position, paths] : active_) {
    bytes += sentence.call->bytes(sentence.number);
  }
  return bytes;
}

void Worker::begin(std::span<const SentenceQueue::Sentence> sentences, Team& team) {
  const size_t before = active_.size();
  try {
    begin_one_by_one(sentences, team);
  } catch (...) {
    for (size_t added = before; added < active_.size(); ++added) clear(active_[added]);
    active_.erase(active_.begin() + static_cast<std::ptrdiff_t>(before), active_.end());
    throw;
  }
}

void Worker::begin_one_by_one(std::span<const SentenceQueue::Sentence> sentences, Team& team) {
  std::vector<Source> read;
  for (const auto& sentence : sentences) {
    const auto& [call, number] = sentence;
    const auto& rules = call->rules();
    const auto& source = call->source(number);
    const auto& request = call->request(number);
    const int64_t longest =
        search::max_length(rules.options, static_cast<int64_t>(source.size()), max_steps_);
    active_.push_back({.sentence = sentence,
                       .search = {longest, rules.options, request},
                       .slot = free_slots_.back()});
    free_slots_.pop_back();
    auto& added = active_.back();
    added.paths.resize(added.search.rows().size());
    read.push_back({.slot = added.slot,
                    .numbers = rules.options.beam_size,
                    .tokens = source,
                    .request = &request,
                    .rules = &rules});
  }
  decoder_->read(read, team);
}

void Worker::clear(const Active& sentence) {
  decoder_->leave(sentence.slot);
  free_slots_.push_back(sentence.slot);
}

void Worker::leave(const Active& sentence) {
  clear(sentence);
  left_.push_back(sentence.sentence);
}

void Worker::drop_abandoned() {
  std::erase_if(active_, [&](const Active& sentence) {
    if (!sentence.sentence.call->is_abandoned()) return false;
    leave(sentence);
    return true;
  });
}

void Worker::drop_all() {
  for (const auto& sentence : active_) leave(sentence);
  active_.clear();
}

void Worker::gather_rows() {
  rows_.clear();
  for (auto& sentence : active_) {
    int64_t number = 0;
    for (const auto& row : sentence.search.rows()) {
      const auto& tokens = row.living->tokens;
      rows_.push_back({.slot = sentence.slot,
                       .number = number,
                       .previous = tokens.empty() ? sentence.rules().options.bos : tokens.back(),
                       .position = sentence.position,
                       .path = sentence.paths[static_cast<size_t>(number)].data(),
                       .hypothesis = row,
                       .rules = &sentence.rules()});
      ++number;
    }
  }
}

void Worker::step(Team& team) {
  drop_abandoned();
  if (active_.empty()) return;
  gather_rows();
  const auto next = decoder_->step(rows_, team);
  const PhaseTimer timer(Phase::search, team.members());
  size_t first = 0;
  for (auto& sentence : active_) {
    const size_t count = sentence.paths.size();
    advance(sentence, next, first);
    first += count;
  }
  std::erase_if(active_, [&](Active& active) {
    if (!active.search.is_done()) return false;
    auto n_best = active.search.n_best();
    if (next.attention.shifted) {
      for (auto& hypothesis : n_best) model::shift(hypothesis.attention);
    }
    active.sentence.call->keep(active.sentence.number, std::move(n_best));
    leave(active);
    return true;
  });
}

/// `first_row`: the sentence's first row in the step.
void Worker::advance(Active& sentence, const NextStep& next, size_t first_row) {
  const size_t count = sentence.paths.size();
  std::span<const search::AttentionRow> attention;
  if (sentence.search.wants_attention() && !next.attention.rows.empty()) {
    attention = std::span(next.attention.rows).subspan(first_row, count);
  }
  sentence.search.advance(next.continuations.subspan(first_row, count), attention);
  ++sentence.position;
  std::vector<std::vector<int32_t>> paths;
  for (const auto& row : sentence.search.rows()) {
    paths.push_back(sentence.paths[static_cast<size_t>(row.living->row)]);
    paths.back().push_back(static_cast<int32_t>(row.living->row));
  }
  sentence.paths = std::move(paths);
}

}  // namespace regard::engine
