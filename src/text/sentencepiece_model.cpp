#include "sentencepiece_model.h"

#include <cstdint>
#include <functional>

namespace regard::text {
namespace {

/// One field of a protobuf message; `bytes` of a string or message, `number` of all else.
struct ProtoField {
  uint64_t id;
  uint64_t number;
  std::string_view bytes;
};

/// Takes a varint off the front of `bytes`; takes everything when there is none.
uint64_t take_varint(std::string_view& bytes) {
  uint64_t value = 0;
  for (unsigned shift = 0; !bytes.empty() && shift < 64; shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    value |= static_cast<uint64_t>(byte & 0x7FU) << shift;
    if ((byte & 0x80U) == 0) return value;
  }
  bytes = {};
  return 0;
}

std::string_view take(std::string_view& bytes, uint64_t count) {
  const auto taken = bytes.substr(0, count);
  bytes.remove_prefix(taken.size());
  return taken;
}

void for_each_field(std::string_view message, const std::function<void(const ProtoField&)>& use) {
  while (!message.empty()) {
    const uint64_t tag = take_varint(message);
    ProtoField field = {.id = tag >> 3U, .number = 0, .bytes = {}};
    switch (tag & 7U) {  // the wire type
      case 0:
        field.number = take_varint(message);
        break;
      case 1:
        take(message, 8);
        break;
      case 2:
        field.bytes = take(message, take_varint(message));
        break;
      case 5:
        take(message, 4);
        break;
      default:
        return;
    }
    use(field);
  }
}

const char* type_name(uint64_t model_type) {
  switch (model_type) {
    case 1:
      return "unigram";
    case 2:
      return "bpe";
    case 3:
      return "word";
    case 4:
      return "char";
    default:
      return "unknown";
  }
}

}  // namespace

ModelDescription describe_model(std::string_view model) {
  constexpr uint64_t kTrainerSpec = 2, kModelType = 3;
  constexpr uint64_t kNormalizerSpec = 3, kName = 1;
  constexpr uint64_t kPiece = 1, kPieceText = 1, kPieceType = 3, kUserDefined = 4;
  ModelDescription result;
  std::string_view piece;  // its text comes before its type
  for_each_field(model, [&](const ProtoField& outer) {
    for_each_field(outer.bytes, [&](const ProtoField& inner) {
      if (outer.id == kPiece && inner.id == kPieceText) piece = inner.bytes;
      if (outer.id == kPiece && inner.id == kPieceType && inner.number == kUserDefined) {
        result.symbols.emplace_back(piece);
      }
      if (outer.id == kTrainerSpec && inner.id == kModelType) result.type = type_name(inner.number);
      if (outer.id == kNormalizerSpec && inner.id == kName) result.normalization = inner.bytes;
    });
  });
  return result;
}

}  // namespace regard::text
