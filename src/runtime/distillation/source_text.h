#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "config/data_options.h"
#include "corpus/cleaning.h"
#include "text/line_reader.h"

namespace regard::distillation {

/// Reads what a teacher translates: a parallel text, whose targets are the references, or plain
/// text (ParallelText::text), which has none.
class SourceText {
 public:
  /// Throws Error as corpus::ParallelReader does.
  explicit SourceText(const config::ParallelText& text);

  /// At most `most` lines, the next ones; none at the end. Throws Error as ParallelReader does, and
  /// for a plain line with a NUL byte; Interrupted if a signal asked to stop.
  std::vector<corpus::LinePair> next(size_t most);

 private:
  bool next(corpus::LinePair& pair);

  std::optional<corpus::ParallelReader> pairs_;
  std::optional<text::LineReader> lines_;
};

/// Reads it to the end. Throws Error as SourceText does.
int64_t count_lines(const config::ParallelText& text);

}  // namespace regard::distillation
