#include "corpus/same_texts.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <system_error>

#include "regard/base/str.h"

namespace regard::corpus {
namespace {

using config::ParallelText;

bool are_same(const std::string& one, const std::string& other) {
  std::error_code ignored;
  return !one.empty() && !other.empty() && std::filesystem::equivalent(one, other, ignored);
}

const std::string& first_file(const ParallelText& text) {
  if (!text.text.empty()) return text.text;
  return text.tsv.empty() ? text.source : text.tsv;
}

/// Whether two corpora share some lines of a file.
bool share_lines(const ParallelText& one, const ParallelText& other) {
  const auto end = [](const ParallelText& text) {
    return text.first == 0 ? std::numeric_limits<int64_t>::max() : text.skip + text.first;
  };
  return are_same(first_file(one), first_file(other)) && one.skip < end(other) &&
         other.skip < end(one);
}

}  // namespace

std::vector<std::string> warnings_of_same_files(const config::DataOptions& options) {
  std::vector<std::string> warnings;
  for (const auto& text : options.train) {
    if (are_same(text.source, text.target)) {
      warnings.push_back(
          str(text.source, " is both source and target: the model learns to copy its input"));
    }
    const auto add_if_shared = [&](const ParallelText& held, const char* key) {
      if (!share_lines(text, held)) return;
      warnings.push_back(str(first_file(held), " is both in data.train and in ", key,
                             ": the scores will be too high; give other lines (skip, first)"));
    };
    for (const auto& valid : options.valid.items) add_if_shared(valid, "data.valid");
    add_if_shared(options.test, "data.test");
  }
  return warnings;
}

}  // namespace regard::corpus
