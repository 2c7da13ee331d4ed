#include "sentencepiece_model.h"

#include <cstdint>

#include "protobuf.h"

namespace regard::text {
namespace {

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
