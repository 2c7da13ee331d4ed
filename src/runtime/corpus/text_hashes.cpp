#include "corpus/text_hashes.h"

#include <filesystem>
#include <sstream>

#include "base/sha256.h"

namespace regard::corpus {
namespace {

constexpr size_t kHashDigits = 64;
constexpr std::string_view kBetween = "  ";

/// Hashes by file.
std::map<std::string, std::string> parse(std::string_view list) {
  std::map<std::string, std::string> hashes;
  std::istringstream lines{std::string(list)};
  for (std::string line; std::getline(lines, line);) {
    if (line.size() <= kHashDigits + kBetween.size()) continue;
    hashes.emplace(line.substr(kHashDigits + kBetween.size()), line.substr(0, kHashDigits));
  }
  return hashes;
}

}  // namespace

const std::string& TextHashes::of(const std::string& path) {
  const auto found = hashes_.find(path);
  return found != hashes_.end() ? found->second
                                : hashes_.emplace(path, sha256_of_file(path)).first->second;
}

std::string TextHashes::list(const config::DataOptions& data) {
  auto texts = data.train;
  texts.push_back(data.valid);
  std::map<std::string, std::string> found;
  for (const auto& text : texts) {
    for (const auto* file : {&text.source, &text.target, &text.tsv, &text.text}) {
      std::error_code ignored;  // the reader reports a missing file
      if (std::filesystem::is_regular_file(*file, ignored)) found.emplace(*file, of(*file));
    }
  }
  std::string list;
  for (const auto& [file, hash] : found) list.append(hash).append(kBetween).append(file) += '\n';
  return list;
}

std::vector<std::string> changed_texts(std::string_view before, std::string_view now) {
  const auto known = parse(before);
  std::vector<std::string> changed;
  for (const auto& [file, hash] : parse(now)) {
    const auto found = known.find(file);
    if (found != known.end() && found->second != hash) changed.push_back(file);
  }
  return changed;
}

}  // namespace regard::corpus
