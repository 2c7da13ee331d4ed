#include "store/vocabulary_files.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "base/atomic_file.h"
#include "base/files.h"
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
                  path, "name a different file: model files are smaller", ExitCode::failure);
    }
    return true;
  };
  auto json = nlohmann::json::parse(text, check_bounds, false);
  if (json.is_discarded()) {
    throw Error("is not valid JSON", path, "use a complete copy: this one was truncated or changed",
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
  if (!json_.is_object()) fail("is not a JSON object");
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
  if (!value->is_string()) fail(str(key, " is ", value->dump(), ", but must be a string"));
  return value->get<std::string>();
}

void JsonFile::fail(const std::string& what, const std::string& remedy) const {
  throw Error(what, path_, remedy, ExitCode::failure);
}

void write_json(const std::string& path, const nlohmann::ordered_json& json) {
  write_file_atomically(path, json.dump(2) + "\n");
}

using text::VocabularyList;

VocabularyList marian_vocabulary(const std::string& path, const JsonFile& config) {
  const JsonFile file(path);
  if (!file.json().is_object()) file.fail("is not a JSON object of subwords and numbers");
  VocabularyList list;
  list.pieces.resize(file.json().size());
  std::vector<bool> is_taken(list.pieces.size());
  for (const auto& [piece, number] : file.json().items()) {
    const bool is_place =
        number.is_number_unsigned() && number.get<uint64_t>() < list.pieces.size();
    if (!is_place || is_taken[number.get<size_t>()]) {
      file.fail(str("gives ", piece, " the number ", number.dump(), ", but its ",
                    list.pieces.size(), " subwords must be numbered from 0 without gaps"));
    }
    is_taken[number.get<size_t>()] = true;
    list.pieces[number.get<size_t>()] = piece;
  }
  const auto unknown = std::find(list.pieces.begin(), list.pieces.end(), "<unk>");
  if (unknown != list.pieces.end()) list.unk = unknown - list.pieces.begin();
  list.eos = config.number("eos_token_id");
  list.pad = config.number("pad_token_id");
  const auto start = config.number("decoder_start_token_id");
  if (start != list.pad) list.bos = start;
  text::check(list, path);
  return list;
}

VocabularyList ctranslate2_vocabulary(const std::string& path, const JsonFile& config,
                                      bool from_zero) {
  const JsonFile file(path);
  VocabularyList list;
  if (!file.json().is_array()) file.fail("is not a JSON list of subwords");
  for (const auto& piece : file.json()) {
    if (!piece.is_string()) file.fail(str("has ", piece.dump(), ", which is not a subword"));
    list.pieces.push_back(piece.get<std::string>());
  }
  const auto place = [&](const std::string& piece) {
    const auto found = std::find(list.pieces.begin(), list.pieces.end(), piece);
    return found == list.pieces.end() ? VocabularyList::kNone : found - list.pieces.begin();
  };
  list.unk = place(config.text("unk_token", "<unk>"));
  list.eos = place(config.text("eos_token", "</s>"));
  if (!from_zero) list.bos = place(config.text("decoder_start_token", "<s>"));
  text::check(list, path);
  return list;
}

}  // namespace regard::interop
