#pragma once
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/golden.h"

/// The texts of golden scores: files in the same folder as the cases, which name them without
/// ".txt".
namespace regard::test {

inline std::vector<std::string> read_golden_lines(const nlohmann::json& golden,
                                                  const std::string& name) {
  const auto path = golden_file(golden).parent_path() / (name + ".txt");
  std::ifstream input(path, std::ios::binary);
  if (!input) throw std::runtime_error("cannot read " + path.string());
  std::vector<std::string> lines;
  for (std::string line; std::getline(input, line);) lines.push_back(line);
  return lines;
}

inline std::vector<std::string> read_golden_system(const nlohmann::json& golden) {
  return read_golden_lines(golden, golden["hyper"]["system"]);
}

/// The references named in the case, or "ref" if there are none.
inline std::vector<std::vector<std::string>> read_golden_references(const nlohmann::json& golden) {
  const std::vector<std::string> only_one = {"ref"};
  const auto names = golden["hyper"].value("references", only_one);
  std::vector<std::vector<std::string>> references;
  for (const std::string& name : names) references.push_back(read_golden_lines(golden, name));
  return references;
}

}  // namespace regard::test
