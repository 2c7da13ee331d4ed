#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "config/data_options.h"
#include "corpus/cleaning.h"
#include "text/line_reader.h"

namespace regard::distillation {

/// Reads the text for a teacher: a parallel corpus, whose targets are the references, or plain text
/// (ParallelText::text) without references.
class SourceText {
 public:
  /// Throws the same errors as corpus::ParallelReader.
  explicit SourceText(const config::ParallelText& text);

  /// The next lines, at most `most`; none at the end. Throws the same errors as ParallelReader,
  /// Error for a plain line with a NUL byte, and Interrupted if a signal requested a stop.
  std::vector<corpus::LinePair> next(size_t most);

 private:
  bool next(corpus::LinePair& pair);

  std::optional<corpus::ParallelReader> pairs_;
  std::optional<text::LineReader> lines_;
};

/// Reads the text to its end. Throws the same errors as SourceText.
int64_t count_lines(const config::ParallelText& text);

}  // namespace regard::distillation
