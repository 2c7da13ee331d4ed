#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace regard::model {

/// Where in a decoder its alignments are read: the attention that tells which source tokens a
/// target token comes from, to whatever asks for it.
struct AlignmentSource {
  std::optional<int64_t> layer = {};  ///< from 0; none: the last
  std::optional<int64_t> head = {};   ///< from 0; none: the mean of all
  /// Whether the attention of a token is that of the step which reads it, not of the one which
  /// predicts it (Chen et al., 2020, arXiv:2004.14837).
  bool shifted = false;

  bool operator==(const AlignmentSource&) const = default;

  /// As model files keep it: "layer 1, head 0", "last layer, all heads, shifted".
  std::string text() const;
  /// Throws Error, with the file, for anything but what text() gives.
  static AlignmentSource parse(const std::string& text, const std::string& file);

  /// The number of its layer among `layers` with `heads` each. Throws Error if the decoder has
  /// fewer of either.
  int64_t layer_of(int64_t layers, int64_t heads) const;
};

/// Makes rows of attention, one for each step, those of the tokens that the steps read: each token
/// gets the next row. The last token, which no step reads, keeps its own.
void shift(std::vector<std::vector<float>>& rows);

}  // namespace regard::model
