#pragma once
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// Golden values: inputs and expected outputs, produced by other programs. A set is a folder with a
/// manifest.json, described in tests/golden/README.md. Tests select cases by kind, not by name, so
/// any set in this format can replace another.
namespace regard::test {

/// The root of the sources: $REGARD_SOURCE_DIR, or where this file was compiled.
inline std::filesystem::path source_folder() {
  if (const char* folder = std::getenv("REGARD_SOURCE_DIR")) return folder;
  return std::filesystem::path(__FILE__).parent_path().parent_path().parent_path();
}

inline bool is_golden_set(const std::filesystem::path& folder) {
  return std::filesystem::exists(folder / "manifest.json");
}

/// The folder of a larger, optional set: $REGARD_GOLDEN, or shared/golden next to the sources.
inline std::filesystem::path large_golden_folder() {
  if (const char* folder = std::getenv("REGARD_GOLDEN")) return folder;
  return source_folder() / ".." / "shared" / "golden";
}

/// Available sets: tests/golden, then the larger one if it exists.
inline std::vector<std::filesystem::path> golden_folders() {
  std::vector<std::filesystem::path> folders = {source_folder() / "tests" / "golden"};
  if (is_golden_set(large_golden_folder())) folders.push_back(large_golden_folder());
  return folders;
}

/// The largest available set.
inline std::filesystem::path golden_folder() { return golden_folders().back(); }

inline nlohmann::json read_json(const std::filesystem::path& path) {
  std::ifstream input(path);
  if (!input) throw std::runtime_error("cannot read " + path.string());
  return nlohmann::json::parse(input);
}

/// Manifest entries of one kind in all sets, without optional ones. Each has an additional member
/// "folder", its set. Throws if there is none, because a test without cases must not pass.
inline std::vector<nlohmann::json> golden_cases(std::string_view kind) {
  std::vector<nlohmann::json> cases;
  for (const auto& folder : golden_folders()) {
    const nlohmann::json manifest = read_json(folder / "manifest.json");
    for (nlohmann::json entry : manifest.at("cases")) {
      if (entry.at("kind") != kind || entry.value("optional", false)) continue;
      entry["folder"] = folder.string();
      cases.push_back(std::move(entry));
    }
  }
  if (cases.empty()) throw std::runtime_error("no golden cases of kind " + std::string(kind));
  return cases;
}

/// The file that a manifest entry names.
inline std::filesystem::path golden_file(const nlohmann::json& entry) {
  return std::filesystem::path(entry.at("folder").get<std::string>()) /
         entry.at("file").get<std::string>();
}

/// Describes a case for messages: its name and its set.
inline std::string describe_case(const nlohmann::json& entry) {
  return entry.at("name").get<std::string>() + " in " + entry.at("folder").get<std::string>();
}

}  // namespace regard::test
