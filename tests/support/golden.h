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

/// Golden values: inputs and the outputs that must come out, made by other programs. A set is a
/// folder with a manifest.json; tests/golden/README.md says what stands in it. Tests walk the cases
/// by kind and know no names, so that any set of the format can be put in the place of another.
namespace regard::test {

/// The root of the sources: $REGARD_SOURCE_DIR, or where this file was compiled.
inline std::filesystem::path source_folder() {
  if (const char* folder = std::getenv("REGARD_SOURCE_DIR")) return folder;
  return std::filesystem::path(__FILE__).parent_path().parent_path().parent_path();
}

inline bool is_golden_set(const std::filesystem::path& folder) {
  return std::filesystem::exists(folder / "manifest.json");
}

/// A larger set, which need not be there: $REGARD_GOLDEN, or shared/golden beside the sources.
inline std::filesystem::path large_golden_folder() {
  if (const char* folder = std::getenv("REGARD_GOLDEN")) return folder;
  return source_folder() / ".." / "shared" / "golden";
}

/// The sets that are there: tests/golden always, then the larger one.
inline std::vector<std::filesystem::path> golden_folders() {
  std::vector<std::filesystem::path> folders = {source_folder() / "tests" / "golden"};
  if (is_golden_set(large_golden_folder())) folders.push_back(large_golden_folder());
  return folders;
}

/// The largest set that is there.
inline std::filesystem::path golden_folder() { return golden_folders().back(); }

inline nlohmann::json read_json(const std::filesystem::path& path) {
  std::ifstream input(path);
  if (!input) throw std::runtime_error("cannot read " + path.string());
  return nlohmann::json::parse(input);
}

/// The manifest's entries of one kind in all sets, without those that need not be imitated. Each
/// has one member more than in the manifest, "folder": the set that it stands in. Throws when there
/// is none: a test without cases must not pass.
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

/// A case to its reader: its name and the set that it comes from.
inline std::string describe_case(const nlohmann::json& entry) {
  return entry.at("name").get<std::string>() + " in " + entry.at("folder").get<std::string>();
}

}  // namespace regard::test
