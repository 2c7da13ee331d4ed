#include "text/vocabulary_list.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "base/protobuf.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"
#include "text/tokenizer_pair.h"

namespace regard::text {
namespace {

/// Takes a varint off the front of `bytes`. Empty if the varint has more bytes than protobuf writes
/// for its value: readers disagree about such varints.
std::optional<uint64_t> take_varint(std::string_view& bytes) {
  constexpr unsigned kLastShift = 63;  // shift at which one bit is left
  uint64_t value = 0;
  for (unsigned shift = 0; !bytes.empty() && shift <= kLastShift; shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    if (shift == kLastShift && byte > 1) return {};
    value |= static_cast<uint64_t>(byte & 0x7FU) << shift;
    if ((byte & 0x80U) != 0) continue;
    return byte == 0 && shift > 0 ? std::nullopt : std::optional(value);
  }
  return {};
}

/// Takes the first `count` bytes; empty if there are fewer.
std::optional<std::string_view> take(std::string_view& bytes, uint64_t count) {
  if (count > bytes.size()) return {};
  const auto taken = bytes.substr(0, count);
  bytes.remove_prefix(count);
  return taken;
}

/// Takes the value of a field; false if it is invalid.
bool take_value(std::string_view& message, uint64_t wire_type, ProtoField& field) {
  constexpr uint64_t kVarint = 0, kEightBytes = 1, kBytes = 2, kFourBytes = 5;
  switch (wire_type) {
    case kVarint:
    case kBytes: {
      const auto number = take_varint(message);
      if (!number) return false;
      if (wire_type == kVarint) {
        field.number = *number;
        return true;
      }
      const auto bytes = take(message, *number);
      field.bytes = bytes.value_or(std::string_view());
      return bytes.has_value();
    }
    case kEightBytes:
      return take(message, 8).has_value();
    case kFourBytes:
      return take(message, 4).has_value();
    default:  // groups, which no current format uses
      return false;
  }
}

}  // namespace

bool for_each_field(std::string_view message, const std::function<void(const ProtoField&)>& use) {
  while (!message.empty()) {
    const auto tag = take_varint(message);
    if (!tag || *tag > std::numeric_limits<uint32_t>::max() || *tag >> 3U == 0) return false;
    ProtoField field = {.id = *tag >> 3U, .number = 0, .bytes = {}};
    if (!take_value(message, *tag & 7U, field)) return false;
    use(field);
  }
  return true;
}

namespace {

// The format numbers the types from 1, in the order of TokenizerType.
std::optional<config::TokenizerType> type_of(uint64_t number) {
  if (number == 0 || number > names_of(config::TokenizerType{}).size()) return std::nullopt;
  return static_cast<config::TokenizerType>(number - 1);
}

/// protobuf keeps only 32 bits of an enumerator.
uint64_t enumerator(const ProtoField& field) { return static_cast<uint32_t>(field.number); }

}  // namespace

ModelDescription describe_model(std::string_view model) {
  constexpr uint64_t kTrainerSpec = 2, kModelType = 3;
  constexpr uint64_t kNormalizerSpec = 3, kName = 1;
  constexpr uint64_t kPiece = 1, kPieceText = 1, kPieceType = 3, kUserDefined = 4;
  ModelDescription result;
  std::string_view piece;  // a piece's text comes before its type
  for_each_field(model, [&](const ProtoField& outer) {
    for_each_field(outer.bytes, [&](const ProtoField& inner) {
      if (outer.id == kPiece && inner.id == kPieceText) piece = inner.bytes;
      if (outer.id == kPiece && inner.id == kPieceType && enumerator(inner) == kUserDefined) {
        result.symbols.emplace_back(piece);
      }
      if (outer.id == kTrainerSpec && inner.id == kModelType) {
        result.type = type_of(enumerator(inner)).value_or(result.type);
      }
      if (outer.id == kNormalizerSpec && inner.id == kName) result.normalization = inner.bytes;
    });
  });
  return result;
}

namespace {

/// Number of a field that SentencePiece's ModelProto leaves to others: "extensions 200 to max".
constexpr uint64_t kField = 200;

/// The field that is appended to a model to carry `content`.
std::string field_of(std::string_view content) {
  std::string field;
  append_field(field, kField, content);
  return field;
}

/// The content of the last kField of a model; empty if there is none.
std::string_view content_of_field(std::string_view model) {
  std::string_view content;
  for_each_field(model, [&](const ProtoField& field) {
    if (field.id == kField) content = field.bytes;
  });
  return content;
}

/// Positions of the special tokens in the list, in the order of regard's ids.
std::array<int64_t, 4> special_places(const VocabularyList& list) {
  std::array<int64_t, 4> places{};
  places[kPad] = list.pad;
  places[kUnk] = list.unk;
  places[kBos] = list.bos;
  places[kEos] = list.eos;
  return places;
}

/// A vocabulary list has two levels: the object and the list inside it.
nlohmann::json parsed(std::string_view content, const std::string& name) {
  constexpr int kDepth = 2;
  size_t values = 0;
  return nlohmann::json::parse(content, [&](int depth, auto, nlohmann::json&) {
    if (depth > kDepth || ++values > limits::kJsonValues) {
      throw Error(str("contains a vocabulary with more than ", limits::kJsonValues,
                      " values, or with nested lists"),
                  name, "put back the file that regard import wrote: this one was changed",
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
    throw Error("contains a vocabulary that cannot be read", name,
                "put back the file that regard import wrote: this one was changed",
                ExitCode::failure);
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
                      place < 0 || place >= count ? str("not one of its ", count, " subwords")
                                                  : std::string("already another special token")),
                  name, {}, ExitCode::failure);
    }
  }
  if (list.unk == VocabularyList::kNone || list.eos == VocabularyList::kNone) {
    throw Error("lacks an unknown token or an end-of-sentence token", name, {}, ExitCode::failure);
  }
  std::vector<std::string_view> sorted(list.pieces.begin(), list.pieces.end());
  std::ranges::sort(sorted);
  const auto twice = std::ranges::adjacent_find(sorted);
  if (twice == sorted.end()) return;
  throw Error(str("has the subword ", *twice, " twice"), name, {}, ExitCode::failure);
}

}  // namespace regard::text
