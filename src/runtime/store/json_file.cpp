#include "store/json_file.h"

#include <filesystem>

#include "base/atomic_file.h"
#include "base/regular_file.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"

namespace regard::interop {
namespace {

nlohmann::json parse(const std::string& text, const std::string& path) {
  size_t values = 0;
  const auto check_bounds = [&](int depth, nlohmann::json::parse_event_t, nlohmann::json&) {
    if (depth > limits::kJsonDepth || ++values > limits::kJsonValues) {
      throw Error(str("has more than ", limits::kJsonValues, " values or is nested deeper than ",
                      limits::kJsonDepth),
                  path, "a file of a model is smaller; name another", ExitCode::failure);
    }
    return true;
  };
  auto json = nlohmann::json::parse(text, check_bounds, false);
  if (json.is_discarded()) {
    throw Error("is not valid JSON", path, "it was truncated or changed; use a complete copy",
                ExitCode::failure);
  }
  return json;
}

}  // namespace

JsonFile::JsonFile(const std::string& path)
    : path_(path), json_(parse(read_file(path, limits::kJsonBytes), path)) {}

JsonFile JsonFile::if_there(const std::string& path) {
  if (is_there(path)) return JsonFile(path);
  JsonFile none;
  none.path_ = path;
  return none;
}

const nlohmann::json* JsonFile::find(const char* key) const {
  if (!json_.is_object()) fail("is no JSON object");
  const auto found = json_.find(key);
  return found == json_.end() || found->is_null() ? nullptr : &*found;
}

int64_t JsonFile::number(const char* key) const {
  if (find(key) == nullptr) fail(str("has no ", key));
  return number(key, 0);
}

int64_t JsonFile::number(const char* key, int64_t otherwise) const {
  const auto* value = find(key);
  if (value == nullptr) return otherwise;
  if (!value->is_number_integer()) fail(str(key, " is ", value->dump(), ", but must be a number"));
  return value->get<int64_t>();
}

double JsonFile::real(const char* key, double otherwise) const {
  const auto* value = find(key);
  if (value == nullptr) return otherwise;
  if (!value->is_number()) fail(str(key, " is ", value->dump(), ", but must be a number"));
  return value->get<double>();
}

bool JsonFile::flag(const char* key, bool otherwise) const {
  const auto* value = find(key);
  if (value == nullptr) return otherwise;
  if (!value->is_boolean()) fail(str(key, " is ", value->dump(), ", but must be true or false"));
  return value->get<bool>();
}

std::string JsonFile::text(const char* key, const std::string& otherwise) const {
  const auto* value = find(key);
  if (value == nullptr) return otherwise;
  if (!value->is_string()) fail(str(key, " is ", value->dump(), ", but must be a text"));
  return value->get<std::string>();
}

void JsonFile::fail(const std::string& what, const std::string& remedy) const {
  throw Error(what, path_, remedy, ExitCode::failure);
}

void write_json(const std::string& path, const nlohmann::ordered_json& json) {
  write_file_atomically(path, json.dump(2) + "\n");
}

}  // namespace regard::interop
