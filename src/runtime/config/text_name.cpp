#include "config/text_name.h"

#include <algorithm>
#include <filesystem>

#include "base/utf8.h"
#include "regard/base/str.h"

namespace regard::config {

std::string text_name(const ParallelText& text) {
  if (!text.name.empty()) return text.name;
  std::filesystem::path file;
  for (const auto* part : {&text.tsv, &text.source, &text.text}) {
    if (!part->empty()) file = std::filesystem::path(*part).filename();
  }
  for (const auto* compressed : {".gz", ".xz", ".zst"}) {
    if (file.extension() == compressed) file = file.stem();
  }
  return file.stem().string();
}

std::optional<std::string> wrong_text_name(const std::string& name) {
  constexpr size_t kMostBytes = 100;  // file systems allow 255 for the whole file name
  if (name.empty()) return "is empty";
  if (name.size() > kMostBytes) return str("has more than ", kMostBytes, " bytes");
  if (name.find('/') != std::string::npos) return "has a slash";
  const auto is_control = [](unsigned char c) { return c < ' ' || c == 0x7F; };
  if (std::ranges::any_of(name, is_control)) return "has a control character";
  if (first_invalid_utf8(name)) return "is not valid UTF-8";
  return std::nullopt;
}

}  // namespace regard::config
