#pragma once
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "text/vocabulary_list.h"

namespace regard::interop {

/// A JSON file from another program. All errors are of type Error and name the file.
class JsonFile {
 public:
  /// Throws if the file is missing or not JSON.
  explicit JsonFile(const std::string& path);
  /// An empty object if the file does not exist.
  static JsonFile if_there(const std::string& path);

  const std::string& path() const { return path_; }
  const nlohmann::json& json() const { return json_; }

  /// A member of the object. Throws if it is not of this type, or if it is missing or null and
  /// there is no default.
  int64_t number(const char* key) const;
  int64_t number(const char* key, int64_t otherwise) const;
  double real(const char* key, double otherwise) const;
  bool flag(const char* key, bool otherwise) const;
  std::string text(const char* key, const std::string& otherwise) const;

  [[noreturn]] void fail(const std::string& what, const std::string& remedy = {}) const;

 private:
  JsonFile() = default;
  const nlohmann::json* find(const char* key) const;

  std::string path_;
  nlohmann::json json_ = nlohmann::json::object();
};

/// Writes indented JSON atomically.
void write_json(const std::string& path, const nlohmann::ordered_json& json);

/// A MarianMT vocab.json: an object of pieces and their ids. `config` is the model's config.json,
/// which names the special tokens; a decoder that starts with pad has no bos. Throws Error unless
/// the ids count from 0 without gaps or duplicates and include the special tokens.
text::VocabularyList marian_vocabulary(const std::string& path, const JsonFile& config);

/// A CTranslate2 vocabulary: a list of pieces. `config` names the special tokens. Without a start
/// token (`from_zero`) there is no bos. Throws Error for the same reasons as marian_vocabulary().
text::VocabularyList ctranslate2_vocabulary(const std::string& path, const JsonFile& config,
                                            bool from_zero);

}  // namespace regard::interop
