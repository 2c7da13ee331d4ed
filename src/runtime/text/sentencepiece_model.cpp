#include "text/sentencepiece_model.h"

#include <cstdint>
#include <optional>

#include "text/protobuf.h"

namespace regard::text {
namespace {

// The format counts its types from 1, in the same order.
std::optional<config::TokenizerType> type_of(uint64_t number) {
  if (number == 0 || number > names_of(config::TokenizerType{}).size()) return std::nullopt;
  return static_cast<config::TokenizerType>(number - 1);
}

/// protobuf keeps 32 bits of an enumerator.
uint64_t enumerator(const ProtoField& field) { return static_cast<uint32_t>(field.number); }

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

}  // namespace regard::text
