#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "config/data_options.h"

namespace regard::corpus {

/// SHA-256 of texts, to tell whether one has changed.
class TextHashes {
 public:
  /// Reads the file unless that was done before. Throws Error if it cannot be read twice or not at
  /// all.
  const std::string& of(const std::string& path);

  /// Those of the texts that training learns from and selects weights by (data.train, data.valid),
  /// in the format of `sha256sum`. A text that is no regular file can be read only once and is left
  /// out.
  std::string list(const config::DataOptions& data);

 private:
  std::map<std::string, std::string> hashes_;  // by path
};

/// The files with other hashes in one list than in another; files that one of them lacks are not
/// compared.
std::vector<std::string> changed_texts(std::string_view before, std::string_view now);

}  // namespace regard::corpus
