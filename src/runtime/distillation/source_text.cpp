#include "distillation/source_text.h"

#include "base/process.h"
#include "base/utf8.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::distillation {

SourceText::SourceText(const config::ParallelText& text) {
  if (text.text.empty()) {
    pairs_.emplace(text);
  } else {
    lines_.emplace(text.text);
  }
}

bool SourceText::next(corpus::LinePair& pair) {
  if (pairs_) return pairs_->next(pair);
  stop_if_interrupted();
  if (!lines_->next(pair.source)) return false;
  if (const auto at = pair.source.find('\0'); at != std::string::npos) {
    throw Error(str("has a NUL byte at column ", column_of(pair.source, at)), lines_->where(),
                "remove the line, or the byte (tr -d '\\000')");
  }
  return true;
}

std::vector<corpus::LinePair> SourceText::next(size_t most) {
  std::vector<corpus::LinePair> lines;
  corpus::LinePair pair;
  while (lines.size() < most && next(pair)) lines.push_back(pair);
  return lines;
}

int64_t count_lines(const config::ParallelText& text) {
  constexpr size_t kAtOnce = 4096;
  SourceText source(text);
  int64_t count = 0;
  for (auto lines = source.next(kAtOnce); !lines.empty(); lines = source.next(kAtOnce)) {
    count += static_cast<int64_t>(lines.size());
  }
  return count;
}

}  // namespace regard::distillation
