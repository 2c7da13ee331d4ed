#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "regard/translate/translation.h"

namespace regard::translate {

/// One head of one layer of attention.
struct AttentionWeights {
  enum class Kind { encoder, decoder, cross };  ///< self-attention of either, or between them

  Kind kind = Kind::cross;
  int64_t layer = 0;                             ///< of its kind, from 0
  int64_t head = 0;                              ///< of its layer, from 0
  std::vector<std::vector<float>> weights = {};  ///< rows: queries; columns: keys; rows sum to 1
};

/// A translation, and the attention of the model as it wrote it.
struct AttendedTranslation {
  std::string line;  ///< the source
  Translation translation;
  std::vector<std::string> source;   ///< pieces that the encoder read, eos last
  std::vector<std::string> written;  ///< pieces of the translation: the decoder's queries
  std::vector<std::string> read;     ///< what it had read before writing each: bos, then written
  std::vector<AttentionWeights> attention;  ///< empty if the architecture has no attention
};

}  // namespace regard::translate
