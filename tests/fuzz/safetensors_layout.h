#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace regard::fuzz {

/// End of the JSON object at the start of `text`; npos if it has no end, or is deeply nested.
inline size_t end_of_object(std::string_view text) {
  constexpr int kDeepest = 8;
  int depth = 0;
  bool in_string = false;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (in_string && c == '\\') {
      ++at;
    } else if (c == '"') {
      in_string = !in_string;
    } else if (!in_string && (c == '{' || c == '[')) {
      if (++depth > kDeepest) return std::string_view::npos;
    } else if (!in_string && (c == '}' || c == ']') && --depth == 0) {
      return at + 1;
    }
  }
  return std::string_view::npos;
}

/// Size in bytes of the tensor that a header entry describes; 0 if unknown or too large.
inline uint64_t bytes_of_tensor(const nlohmann::json& entry) {
  static const std::map<std::string, uint64_t> kSizes = {
      {"F64", 8}, {"F32", 4}, {"F16", 2}, {"BF16", 2}, {"I64", 8},
      {"I32", 4}, {"I16", 2}, {"I8", 1},  {"U8", 1},   {"BOOL", 1}};
  constexpr uint64_t kMost = 1U << 15U;
  const auto type = entry.value("dtype", nlohmann::json());
  if (!type.is_string() || !kSizes.contains(type.get<std::string>())) return 0;
  uint64_t bytes = kSizes.at(type.get<std::string>());
  const auto shape = entry.value("shape", nlohmann::json());
  for (const auto& extent : shape) {
    if (!extent.is_number_unsigned() || extent.get<uint64_t>() > kMost) return 0;
    bytes *= extent.get<uint64_t>();
    if (bytes > kMost) return 0;
  }
  return bytes;
}

/// Repairs a safetensors file: corrects the length of the header, makes tensors contiguous, and
/// resizes the data to match. Unchanged if the header is not JSON.
inline std::string with_safetensors_layout(std::string file) {
  uint64_t length = 0;
  if (file.size() < sizeof(length)) return file;
  std::memcpy(&length, file.data(), sizeof(length));
  const auto rest = std::string_view(file).substr(sizeof(length));
  const size_t end = end_of_object(rest);
  if (end == std::string_view::npos) return file;
  auto header = nlohmann::json::parse(rest.substr(0, end), nullptr, /*allow_exceptions=*/false);
  if (!header.is_object()) return file;
  uint64_t place = 0;
  for (auto& [name, entry] : header.items()) {
    if (name == "__metadata__" || !entry.is_object()) continue;
    const uint64_t next = place + bytes_of_tensor(entry);
    entry["data_offsets"] = {place, next};
    place = next;
  }
  auto text = header.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  auto data = std::string(rest.substr(length < rest.size() && length >= end ? length : end));
  data.resize(place);
  length = text.size();
  return std::string(reinterpret_cast<const char*>(&length), sizeof(length)) + text + data;
}

}  // namespace regard::fuzz
