#include "regard/search/phrases.h"

#include <algorithm>
#include <utility>

namespace regard::search {
namespace {

using Tokens = Phrases::Tokens;

/// Number of tokens of `phrase` at the end of `tokens`, short of all of them.
size_t begun(std::span<const int64_t> tokens, const Tokens& phrase) {
  for (size_t count = std::min(tokens.size(), phrase.size() - 1); count > 0; --count) {
    if (std::equal(phrase.begin(), phrase.begin() + static_cast<std::ptrdiff_t>(count),
                   tokens.end() - static_cast<std::ptrdiff_t>(count))) {
      return count;
    }
  }
  return 0;
}

}  // namespace

Phrases::Phrases(std::vector<Tokens> phrases) : phrases_(std::move(phrases)) {
  std::erase_if(phrases_, [](const Tokens& phrase) { return phrase.empty(); });
}

Phrases::Progress Phrases::of(std::span<const int64_t> tokens) const {
  Progress progress{.complete = true};
  size_t most_begun = 0;
  for (const auto& phrase : phrases_) {
    if (std::search(tokens.begin(), tokens.end(), phrase.begin(), phrase.end()) != tokens.end()) {
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

}  // namespace regard::search
