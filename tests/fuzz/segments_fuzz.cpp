// Input files of a metric: one line per sentence, plain or .gz (metrics/segment_file.h).
#include "base/utf8.h"
#include "fuzz/gzip.h"
#include "fuzz/memory_file.h"
#include "fuzz/target.h"
#include "metrics/segment_file.h"

namespace regard::fuzz {

std::vector<std::string> seeds() {
  const std::string text = "A cat.\r\n\n  two\u00A0 \nline\u2028break\v\u0085\n\xC3\xA9";
  return {text, compressed(text), compressed("a\nb\n") + compressed("c")};
}

std::string repaired(const std::string& /*before*/, std::string after) {
  return with_gzip_checksum(std::move(after));
}

void try_input(std::string_view input) {
  const MemoryFile file(input);
  const auto segments = metrics::read_segments(file.path());
  for (const auto& line : segments.lines) {
    if (first_invalid_utf8(line)) throw "a line is not UTF-8";
    if (line.find('\n') != std::string::npos) throw "a line holds two";
  }
  const auto half = metrics::parse_segments(input.substr(0, input.size() / 2), "half");
  metrics::check_same_length(segments, {&half, 1});
}

}  // namespace regard::fuzz
