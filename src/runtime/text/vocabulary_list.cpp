#include "text/vocabulary_list.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "regard/base/error.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"
#include "text/protobuf.h"
#include "text/special_tokens.h"

namespace regard::text {
namespace {

/// ModelProto of SentencePiece: "extensions 200 to max".
constexpr uint64_t kField = 200;
constexpr uint64_t kBytes = 2;  // the wire type of strings

void append_varint(std::string& bytes, uint64_t value) {
  for (; value >= 0x80U; value >>= 7U) bytes.push_back(static_cast<char>((value & 0x7FU) | 0x80U));
  bytes.push_back(static_cast<char>(value));
}

/// The field as appended to a model.
std::string field_of(std::string_view content) {
  std::string field;
  append_varint(field, kField << 3U | kBytes);
  append_varint(field, content.size());
  return field.append(content);
}

/// The content of the last such field, if any.
std::string_view content_of_field(std::string_view model) {
  std::string_view content;
  for_each_field(model, [&](const ProtoField& field) {
    if (field.id == kField) content = field.bytes;
  });
  return content;
}

/// In the order of regard's ids.
std::array<int64_t, 4> special_places(const VocabularyList& list) {
  std::array<int64_t, 4> places{};
  places[kPad] = list.pad;
  places[kUnk] = list.unk;
  places[kBos] = list.bos;
  places[kEos] = list.eos;
  return places;
}

/// A list of pieces has two levels: the object and the list in it.
nlohmann::json parsed(std::string_view content, const std::string& name) {
  constexpr int kDepth = 2;
  size_t values = 0;
  return nlohmann::json::parse(content, [&](int depth, auto, nlohmann::json&) {
    if (depth > kDepth || ++values > limits::kJsonValues) {
      throw Error(str("carries a vocabulary of more than ", limits::kJsonValues,
                      " values, or of lists within lists"),
                  name, "it was changed; put back the file as `regard import` wrote it",
                  ExitCode::failure);
    }
    return true;
  });
}

}  // namespace

std::vector<int64_t> VocabularyList::places() const {
  const auto special = special_places(*this);
  std::vector<int64_t> places(special.begin(), special.end());
  for (int64_t place = 0; place < static_cast<int64_t>(pieces.size()); ++place) {
    if (std::find(special.begin(), special.end(), place) == special.end()) places.push_back(place);
  }
  return places;
}

std::vector<int64_t> VocabularyList::ids() const {
  std::vector<int64_t> ids(pieces.size());
  const auto all = places();
  for (size_t id = 0; id < all.size(); ++id) {
    if (all[id] != kNone) ids[static_cast<size_t>(all[id])] = static_cast<int64_t>(id);
  }
  return ids;
}

std::string VocabularyList::attach_to(std::string_view model) const {
  const nlohmann::json content = {
      {"pieces", pieces}, {"pad", pad}, {"unk", unk}, {"bos", bos}, {"eos", eos}};
  return std::string(without_list(model)) + field_of(content.dump());
}

std::optional<VocabularyList> VocabularyList::of_model(std::string_view model,
                                                       const std::string& name) {
  const auto content = content_of_field(model);
  if (content.empty()) return std::nullopt;
  VocabularyList list;
  try {
    auto json = parsed(content, name);
    for (auto& piece : json.at("pieces")) {
      list.pieces.push_back(std::move(piece.get_ref<std::string&>()));
    }
    json.at("pad").get_to(list.pad);
    json.at("unk").get_to(list.unk);
    json.at("bos").get_to(list.bos);
    json.at("eos").get_to(list.eos);
  } catch (const nlohmann::json::exception&) {
    throw Error("carries a vocabulary that cannot be read", name,
                "it was changed; put back the file as `regard import` wrote it", ExitCode::failure);
  }
  check(list, name);
  return list;
}

std::string_view without_list(std::string_view model) {
  const auto content = content_of_field(model);
  if (content.empty()) return model;
  const size_t field = field_of(content).size();
  return model.ends_with(field_of(content)) ? model.substr(0, model.size() - field) : model;
}

void check(const VocabularyList& list, const std::string& name) {
  const auto count = static_cast<int64_t>(list.pieces.size());
  std::set<int64_t> places;
  for (const int64_t place : special_places(list)) {
    if (place == VocabularyList::kNone) continue;
    if (place < 0 || place >= count || !places.insert(place).second) {
      throw Error(str("has a special token at ", place, ", which is ",
                      place < 0 || place >= count ? str("not one of its ", count, " pieces")
                                                  : std::string("another one already")),
                  name, {}, ExitCode::failure);
    }
  }
  if (list.unk == VocabularyList::kNone || list.eos == VocabularyList::kNone) {
    throw Error("has no unknown token or no end of sentence", name, {}, ExitCode::failure);
  }
  std::vector<std::string_view> sorted(list.pieces.begin(), list.pieces.end());
  std::ranges::sort(sorted);
  const auto twice = std::ranges::adjacent_find(sorted);
  if (twice == sorted.end()) return;
  throw Error(str("has the piece ", *twice, " twice"), name, {}, ExitCode::failure);
}

}  // namespace regard::text
