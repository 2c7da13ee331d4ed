#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "store/safetensors.h"

namespace regard::store {

/// The checked content of a header.
struct SafetensorsHeader {
  std::map<std::string, SafetensorsReader::Entry> entries;
  std::map<std::string, std::string> metadata;
  uint64_t data_begin = 0;
};

/// Reads it from the bytes of a file. Throws Error as SafetensorsReader does.
SafetensorsHeader read_safetensors_header(const std::string& path, std::span<const std::byte> file);

[[noreturn]] void fail_as_incomplete(const std::string& path, const std::string& what);

}  // namespace regard::store
