#include "search/request.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace regard::search {
namespace {

using Tokens = Phrases::Tokens;

constexpr float kImpossible = -std::numeric_limits<float>::infinity();

/// Length of the longest proper prefix of `phrase` that `tokens` ends with.
size_t begun(std::span<const int64_t> tokens, const Tokens& phrase) {
  for (size_t count = std::min(tokens.size(), phrase.size() - 1); count > 0; --count) {
    if (std::equal(phrase.begin(), phrase.begin() + static_cast<std::ptrdiff_t>(count),
                   tokens.end() - static_cast<std::ptrdiff_t>(count))) {
      return count;
    }
  }
  return 0;
}

/// Whether a phrase occurs at least `count` times, without overlap.
bool has_occurrences(std::span<const int64_t> tokens, const Tokens& phrase, size_t count) {
  auto from = tokens.begin();
  for (; count > 0; --count) {
    const auto found = std::search(from, tokens.end(), phrase.begin(), phrase.end());
    if (found == tokens.end()) return false;
    from = found + std::ssize(phrase);
  }
  return true;
}

}  // namespace

Phrases::Phrases(std::vector<Tokens> phrases, std::shared_ptr<const TokenEdges> edges)
    : phrases_(std::move(phrases)), edges_(std::move(edges)) {
  std::erase_if(phrases_, [](const Tokens& phrase) { return phrase.empty(); });
  for (auto phrase = phrases_.begin(); phrase != phrases_.end(); ++phrase) {
    needed_.push_back(1 + static_cast<size_t>(std::count(phrases_.begin(), phrase, *phrase)));
  }
}

Phrases::Progress Phrases::of(std::span<const int64_t> tokens) const {
  Progress progress{.complete = true};
  size_t most_begun = 0;
  for (size_t number = 0; number < phrases_.size(); ++number) {
    const auto& phrase = phrases_[number];
    if (has_occurrences(tokens, phrase, needed_[number])) {
      progress.tokens += static_cast<int64_t>(phrase.size());
      continue;
    }
    progress.complete = false;
    const size_t count = begun(tokens, phrase);
    progress.next.push_back(phrase[count]);
    most_begun = std::max(most_begun, count);
  }
  progress.tokens += static_cast<int64_t>(most_begun);
  return progress;
}

bool Phrases::is_just_complete(std::span<const int64_t> tokens) const {
  return std::ranges::any_of(phrases_, [&](const Tokens& phrase) {
    return tokens.size() >= phrase.size() && std::ranges::equal(tokens.last(phrase.size()), phrase);
  });
}

void Phrases::restrict_next(std::span<const int64_t> tokens, std::span<float> log_probs) const {
  if (!edges_ || phrases_.empty()) return;
  const auto progress = of(tokens);
  const bool ends_word = is_just_complete(tokens);
  if (!ends_word && progress.complete) return;
  const auto is_next = [&](size_t token) {
    return std::ranges::find(progress.next, static_cast<int64_t>(token)) != progress.next.end();
  };
  for (size_t token = 0; token < log_probs.size(); ++token) {
    const bool is_forbidden = (ends_word && !edges_->begins_word[token]) ||
                              (!progress.complete && edges_->ends_sentence[token]);
    if (is_forbidden && !is_next(token)) log_probs[token] = kImpossible;
  }
}

}  // namespace regard::search
