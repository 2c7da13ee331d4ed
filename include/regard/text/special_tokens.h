#pragma once
#include <cstdint>
#include <string_view>

namespace regard::text {

/// Every vocabulary begins with these four, whatever the tokenizer: the models, the loss and the
/// search rely on their ids.
inline constexpr int64_t kPad =
    0;  ///< fills short rows of a batch; never attended to, never generated
inline constexpr int64_t kUnk = 1;  ///< what the vocabulary does not have
inline constexpr int64_t kBos = 2;  ///< first input of the decoder
inline constexpr int64_t kEos = 3;  ///< last token of every source and every target

/// What a piece of SentencePiece has where the text has a space: ▁.
inline constexpr std::string_view kWordMark = "\u2581";

}  // namespace regard::text
