#pragma once
#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <string_view>

/// A folder in one input: each file follows a line with `%% ` and its name.
namespace regard::fuzz {

inline constexpr std::string_view kBeforeName = "\n%% ";

inline std::string joined(const std::map<std::string, std::string>& files) {
  std::string input;
  for (const auto& [name, content] : files) {
    input.append(kBeforeName).append(name).append("\n").append(content);
  }
  return input;
}

inline std::map<std::string, std::string> files_in(std::string_view input) {
  constexpr size_t kLongestName = 60;
  std::map<std::string, std::string> files;
  for (size_t at = input.find(kBeforeName); at != std::string_view::npos;) {
    input.remove_prefix(at + kBeforeName.size());
    at = input.find(kBeforeName);
    const auto file = input.substr(0, at);
    const auto name = file.substr(0, file.find('\n'));
    const bool is_name = !name.empty() && name.size() < kLongestName &&
                         name.find_first_not_of('.') != std::string_view::npos &&
                         name.find_first_of(std::string_view("/\0", 2)) == std::string_view::npos;
    if (is_name) files[std::string(name)] = file.substr(std::min(name.size() + 1, file.size()));
  }
  return files;
}

/// Applies `repair` to each changed file of a folder. `repair` gets its name, and its content
/// before and after the change.
inline std::string with_repaired_files(
    const std::string& before, const std::string& after,
    const std::function<std::string(const std::string&, const std::string&, std::string)>& repair) {
  const auto old = files_in(before);
  auto files = files_in(after);
  for (auto& [name, content] : files) {
    const auto found = old.find(name);
    if (found != old.end() && found->second != content) {
      content = repair(name, found->second, content);
    }
  }
  return joined(files);
}

}  // namespace regard::fuzz
