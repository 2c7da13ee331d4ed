#pragma once
#include <cstdint>
#include <string_view>

namespace regard::text {

/// Every vocabulary starts with these four, whatever the tokenizer: the models, the loss and search
/// rely on their ids.
inline constexpr int64_t kPad =
    0;  ///< pads short rows of a batch; never attended to, never generated
inline constexpr int64_t kUnk = 1;  ///< anything outside the vocabulary
inline constexpr int64_t kBos = 2;  ///< first input of the decoder
inline constexpr int64_t kEos = 3;  ///< last token of every source and every target

/// SentencePiece's mark for a space of the text: ▁.
inline constexpr std::string_view kWordMark = "\u2581";

}  // namespace regard::text
