#pragma once
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/target.h"

namespace regard::fuzz {

/// A text in a good input, and its replacement in a bad one.
struct Change {
  std::string from;
  std::string to;
  bool is_repaired = true;  ///< false: lengths, offsets and checksums stay unchanged
};

/// For each change, the first of `inputs` that contains its text, with the text replaced. Random
/// changes rarely produce the one thing that a check rejects; these seeds start with it.
inline std::vector<std::string> changed(const std::vector<std::string>& inputs,
                                        std::initializer_list<Change> changes) {
  std::vector<std::string> all;
  for (const auto& change : changes) {
    size_t at = std::string::npos;
    for (const auto& input : inputs) {
      at = input.find(change.from);
      if (at == std::string::npos) continue;
      auto other = input;
      other.replace(at, change.from.size(), change.to);
      all.push_back(change.is_repaired ? repaired(input, std::move(other)) : other);
      break;
    }
    if (at == std::string::npos) throw std::logic_error("no seed has " + change.from);
  }
  return all;
}

/// Appends inputs to others.
inline void append(std::vector<std::string>& inputs, std::vector<std::string> more) {
  for (auto& input : more) inputs.push_back(std::move(input));
}

}  // namespace regard::fuzz
