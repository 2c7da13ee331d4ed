#pragma once
#include <string>
#include <vector>

#include "config/data_options.h"

namespace regard::corpus {

/// A text to translate and to score, line by line.
struct TestText {
  std::vector<std::string> sources;
  std::vector<std::string> references;

  bool empty() const { return sources.empty(); }
};

/// Reads data.valid or data.test, with references prepared like the training text. Empty if
/// `files` names none. Throws Error as read_parallel_text does.
TestText read_test_text(const config::ParallelText& files, config::Preprocess preprocess);

}  // namespace regard::corpus
