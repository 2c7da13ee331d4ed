#pragma once
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace regard::interop {

/// A JSON file of another program, whose errors name it. All of them are Error.
class JsonFile {
 public:
  /// Throws where it is missing or no JSON.
  explicit JsonFile(const std::string& path);
  /// An empty object where there is no such file.
  static JsonFile if_there(const std::string& path);

  const std::string& path() const { return path_; }
  const nlohmann::json& json() const { return json_; }

  /// A member of the object. Throws where it has another type, and where it is missing or null
  /// unless there is something to take instead.
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

/// Writes a JSON value, indented; beside the file, then renamed.
void write_json(const std::string& path, const nlohmann::ordered_json& json);

}  // namespace regard::interop
