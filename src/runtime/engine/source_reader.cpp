#include "engine/source_reader.h"

#include <algorithm>

namespace regard::engine {

SourceRows::SourceRows(std::span<const Source> sources)
    : sentences_(sources.begin(), sources.end()), first_rows_{0} {
  std::ranges::stable_sort(sentences_, [](const Source& a, const Source& b) {
    return a.tokens.size() > b.tokens.size();
  });
  for (const auto& sentence : sentences_) {
    first_rows_.push_back(rows() + static_cast<int64_t>(sentence.tokens.size()));
  }
}

}  // namespace regard::engine
