#pragma once
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/golden.h"

/// Golden cases in JSON files, with hyper, inputs and outputs in one object.
namespace regard::test {

/// The case of a manifest entry, with the entry's "tol", "file" and "folder" added. Reads each file
/// once.
inline nlohmann::json load_golden_case(const nlohmann::json& entry) {
  static std::map<std::filesystem::path, nlohmann::json> files;
  const auto path = golden_file(entry);
  if (!files.contains(path)) files[path] = read_json(path);
  for (const nlohmann::json& found : files[path].at("cases")) {
    if (found.at("name") != entry.at("name") || found.at("kind") != entry.at("kind")) continue;
    nlohmann::json golden = found;
    for (const char* member : {"tol", "file", "folder"}) golden[member] = entry.at(member);
    return golden;
  }
  throw std::runtime_error("no case " + describe_case(entry) + " in " + path.string());
}

/// Loads every case of a kind.
inline std::vector<nlohmann::json> load_golden_cases(std::string_view kind) {
  std::vector<nlohmann::json> cases;
  for (const nlohmann::json& entry : golden_cases(kind)) cases.push_back(load_golden_case(entry));
  return cases;
}

/// |actual - golden| <= tol * (1 + |golden|), the tolerance of golden values.
inline ::testing::AssertionResult is_close(double actual, double golden, double tol) {
  const double difference = std::abs(actual - golden);
  if (difference <= tol * (1.0 + std::abs(golden))) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure()
         << actual << " is not " << golden << ": off by " << difference << ", tol is " << tol;
}

inline ::testing::AssertionResult are_close(const std::vector<double>& actual,
                                            const std::vector<double>& golden, double tol) {
  if (actual.size() != golden.size()) {
    return ::testing::AssertionFailure() << actual.size() << " values instead of " << golden.size();
  }
  for (std::size_t i = 0; i < golden.size(); ++i) {
    if (const auto result = is_close(actual[i], golden[i], tol); !result) {
      return ::testing::AssertionFailure() << "value " << i << ": " << result.message();
    }
  }
  return ::testing::AssertionSuccess();
}

}  // namespace regard::test
