#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace regard::model {

/// The cross-attention of a decoder that serves as its alignment: it shows which source tokens a
/// target token comes from.
struct AlignmentSource {
  std::optional<int64_t> layer = {};  ///< from 0; empty: the last layer
  std::optional<int64_t> head = {};   ///< from 0; empty: the mean of all heads
  /// Whether a token's alignment is the attention of the step that reads it rather than of the step
  /// that predicts it (Chen et al., 2020, arXiv:2004.14837).
  bool shifted = false;

  bool operator==(const AlignmentSource&) const = default;

  /// The format of model files: "layer 1, head 0", "last layer, all heads, shifted".
  std::string text() const;
  /// Throws Error naming `file` for any format other than that of text().
  static AlignmentSource parse(const std::string& text, const std::string& file);

  /// The index of the layer of this attention, in a decoder with this many layers and heads per
  /// layer. Throws Error if the decoder has too few of either.
  int64_t layer_of(int64_t layers, int64_t heads) const;
};

/// Turns rows of attention, one for each step, into rows for the tokens that the steps read: each
/// token gets the row of the next step. The last token, which no step reads, keeps its own row.
void shift(std::vector<std::vector<float>>& rows);

}  // namespace regard::model
