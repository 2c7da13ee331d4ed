#pragma once
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bitext/pair_reader.h"
#include "support/base/temporary_folder.h"

namespace regard::test {

/// Fixture for tests that read files of pairs.
class ReadPairs : public testing::Test {
 protected:
  static std::vector<bitext::Pair> read(const std::vector<std::string>& files,
                                        const bitext::ReadOptions& options = {}) {
    const auto reader = bitext::open_pairs(files, options);
    std::vector<bitext::Pair> pairs;
    for (bitext::Pair pair; reader->next(pair);) pairs.push_back(pair);
    return pairs;
  }

  /// The numbers and texts of the pairs in a file: "1 a|b; 2 c|d".
  std::string listed(const std::string& name, const std::string& content,
                     const bitext::ReadOptions& options = {}) const {
    return listed(read({folder_.write(name, content)}, options));
  }
  static std::string listed(const std::vector<bitext::Pair>& pairs) {
    std::string text;
    for (const auto& pair : pairs) {
      text += (text.empty() ? "" : "; ") + std::to_string(pair.number) + ' ' + pair.source + '|' +
              pair.target;
    }
    return text;
  }

  TemporaryFolder folder_;
};

}  // namespace regard::test
