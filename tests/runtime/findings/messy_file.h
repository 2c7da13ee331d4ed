#pragma once
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace regard::test {

/// The pairs of data/train with every kind of problem added.
struct MessyFile {
  std::string content;                  ///< content of a .tsv file
  std::map<std::string, int64_t> dirt;  ///< number of lines with each kind of finding
};

MessyFile messy_file();

}  // namespace regard::test
