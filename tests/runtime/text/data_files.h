#pragma once
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "base/atomic_file.h"

namespace regard::test {

/// The content of a file in data/.
inline std::string data_content(const std::string& file) {
  const char* root = std::getenv("REGARD_SOURCE_DIR");
  return read_file(std::string(root != nullptr ? root : ".") + "/data/" + file);
}

inline std::vector<std::string> data_lines(const std::string& file) {
  std::istringstream in(data_content(file));
  std::vector<std::string> result;
  for (std::string line; std::getline(in, line);) result.push_back(line);
  return result;
}

}  // namespace regard::test
