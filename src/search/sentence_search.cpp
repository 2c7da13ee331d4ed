#include "regard/search/sentence_search.h"

#include <c10/util/Exception.h>

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

namespace regard::search {

bool Continuation::operator<(const Continuation& other) const {
  return std::tie(other.log_prob, token) < std::tie(log_prob, other.token);
}

int64_t max_length(const BeamSearchOptions& options, int64_t source_tokens, int64_t max_steps) {
  const auto allowed =
      static_cast<int64_t>(options.max_length_ratio * static_cast<double>(source_tokens));
  return std::clamp<int64_t>(allowed + options.max_length_extra, 1, max_steps);
}

SentenceSearch::SentenceSearch(int64_t index, int64_t max_length, const BeamSearchOptions& options)
    : index_(index), max_length_(max_length), options_(&options), living_(1) {
  TORCH_CHECK(options.beam_size >= 1, "beam_search: beam_size must be at least 1, got ",
              options.beam_size);
  TORCH_CHECK(options.n_best >= 1, "beam_search: n_best must be at least 1, got ", options.n_best);
  TORCH_CHECK(options.penalty.alpha >= 0.0, "beam_search: alpha must be at least 0, got ",
              options.penalty.alpha);
  TORCH_CHECK(max_length >= 1, "beam_search: max_lengths must be at least 1, got ", max_length);
  living_.front().row = index;
}

std::vector<SentenceSearch::Candidate> SentenceSearch::ordered(
    std::span<const std::vector<Continuation>> continuations) const {
  std::vector<Candidate> candidates;
  for (size_t parent = 0; parent < living_.size(); ++parent) {
    for (const auto& [log_prob, token] : continuations[parent]) {
      candidates.push_back(
          {living_[parent].log_prob + log_prob, static_cast<int64_t>(parent), token});
    }
  }
  std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return std::tie(b.log_prob, a.parent, a.token) < std::tie(a.log_prob, b.parent, b.token);
  });
  return candidates;
}

void SentenceSearch::advance(std::span<const std::vector<Continuation>> continuations,
                             int64_t first_row) {
  using Beam = BeamSearchOptions::Beam;
  const auto beam_size = static_cast<size_t>(options_->beam_size);
  const size_t width = options_->beam == Beam::shrink ? beam_size - finished_.size() : beam_size;
  std::vector<Living> next;
  size_t rank = 0;
  for (const auto& [log_prob, parent, token] : ordered(continuations)) {
    const bool is_among_best = rank++ < width;
    if (!is_among_best && (options_->beam == Beam::shrink || next.size() == width)) break;
    auto tokens = living_[static_cast<size_t>(parent)].tokens;
    tokens.push_back(token);
    if (token != options_->eos) {
      if (next.size() < width) next.push_back({std::move(tokens), log_prob, first_row + parent});
    } else if (is_among_best) {
      finish(tokens, log_prob, true);
    }
  }
  living_ = std::move(next);
  if (living_.empty() || nothing_better_can_come()) {
    living_.clear();
  } else if (static_cast<int64_t>(living_.front().tokens.size()) == max_length_) {
    for (const auto& living : living_) finish(living.tokens, living.log_prob, false);
    living_.clear();
  }
}

void SentenceSearch::finish(const std::vector<int64_t>& tokens, double log_prob, bool finished) {
  const auto length = static_cast<int64_t>(tokens.size());
  finished_.push_back({.tokens = tokens,
                       .log_prob = log_prob,
                       .score = options_->penalty.score(log_prob, length, finished),
                       .finished = finished});
}

bool SentenceSearch::nothing_better_can_come() const {
  if (options_->beam_size == 1) return !finished_.empty();
  const auto count = [](int64_t number) { return static_cast<size_t>(number); };
  if ((options_->stop == BeamSearchOptions::Stop::first ||
       options_->beam == BeamSearchOptions::Beam::shrink) &&
      finished_.size() >= count(options_->beam_size)) {
    return true;
  }
  if (options_->stop == BeamSearchOptions::Stop::first ||
      finished_.size() < count(options_->n_best)) {
    return false;
  }
  std::vector<double> scores;
  for (const auto& hypothesis : finished_) scores.push_back(hypothesis.score);
  const auto worst = scores.begin() + static_cast<std::ptrdiff_t>(options_->n_best) - 1;
  std::nth_element(scores.begin(), worst, scores.end(), std::greater<>());
  // Log-probabilities only fall. Divided by the largest normalizer, the best one alive bounds what
  // can still come; what ends with the same score as the worst of the n best stands behind it.
  return living_.front().log_prob / options_->penalty.normalizer(max_length_) <= *worst;
}

std::vector<Hypothesis> SentenceSearch::n_best() {
  std::stable_sort(finished_.begin(), finished_.end(),
                   [](const Hypothesis& a, const Hypothesis& b) {
                     return std::tie(a.finished, a.score) > std::tie(b.finished, b.score);
                   });
  if (finished_.size() > static_cast<size_t>(options_->n_best)) {
    finished_.resize(static_cast<size_t>(options_->n_best));
  }
  return std::move(finished_);
}

Error broken_weights() {
  return Error("the model computes no numbers (NaN): its weights are broken", {},
               "take the weights of an earlier checkpoint", ExitCode::failure);
}

}  // namespace regard::search
