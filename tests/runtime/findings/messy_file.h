#pragma once
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace regard::test {

/// The pairs of data/train as a file of them may be, with every kind of dirt in it.
struct MessyFile {
  std::string content;                  ///< of a .tsv
  std::map<std::string, int64_t> dirt;  ///< how many lines have a kind of finding
};

MessyFile messy_file();

}  // namespace regard::test
