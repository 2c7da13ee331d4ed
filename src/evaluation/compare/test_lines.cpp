#include "compare/test_lines.h"

#include <utility>

#include "corpus/parallel_reader.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::compare {

TestLines read_test_files(const std::string& source, const std::string& reference) {
  auto references = metrics::read_segments(reference);
  if (references.lines.empty()) throw Error("is empty", reference);
  TestLines test{.source_file = source, .reference_file = reference};
  if (!source.empty()) {
    auto sources = metrics::read_segments(source);
    metrics::check_same_length(sources, std::span(&references, 1));
    test.sources = std::move(sources.lines);
  }
  test.references = std::move(references.lines);
  return test;
}

TestLines read_test_text(const config::ParallelText& text) {
  TestLines test{.source_file = text.tsv.empty() ? text.source : text.tsv,
                 .reference_file = text.tsv.empty() ? text.target : text.tsv};
  for (auto& pair : corpus::read_parallel_text(text)) {
    test.sources.push_back(std::move(pair.source));
    test.references.push_back(std::move(pair.target));
  }
  return test;
}

std::vector<std::string> read_translations(const std::string& file, const TestLines& test) {
  auto system = metrics::read_segments(file);
  const metrics::SegmentFile references{
      .name = test.reference_file, .lines = test.references, .odd_break = {}};
  metrics::check_same_length(system, std::span(&references, 1));
  return std::move(system.lines);
}

}  // namespace regard::compare
