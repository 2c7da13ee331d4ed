#pragma once
#include <string>
#include <vector>

#include "config/data_options.h"
#include "metrics/segment_file.h"

namespace regard::compare {

/// The text that all systems translate.
struct TestLines {
  std::string source_file = {};           ///< empty if there is none
  std::string reference_file = {};        ///< the source's if one holds both
  std::vector<std::string> sources = {};  ///< none, or as many as references
  std::vector<std::string> references = {};
};

/// Two files; `source` may be empty. Throws Error if their numbers of lines differ or are 0.
TestLines read_test_files(const std::string& source, const std::string& reference);
/// The test text of a config.
TestLines read_test_text(const config::ParallelText& text);
/// A file of translations. Throws Error unless it has a line per reference.
std::vector<std::string> read_translations(const std::string& file, const TestLines& test);

}  // namespace regard::compare
