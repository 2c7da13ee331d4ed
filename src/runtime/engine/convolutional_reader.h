#pragma once
#include <memory>
#include <vector>

#include "engine/parameters.h"
#include "engine/position_table.h"
#include "engine/source_reader.h"

namespace regard::engine {

struct ConvolutionalEncoderWeights {
  Matrix embedding;
  int64_t embedding_size = 0;
  std::shared_ptr<PositionTable> positions;
  PackedMatrix projection;                 ///< embedding_size -> hidden_size
  int64_t kernel = 1;                      ///< positions of a window
  std::vector<PackedMatrix> convolutions;  ///< of a window: values, then gates
  PackedMatrix start;                      ///< hidden of each layer, then cells
};

/// Convolutions over positions (model/convolutional_source_encoder.h), each one product.
class ConvolutionalReader final : public SourceReader {
 public:
  ConvolutionalReader(const ConvolutionalEncoderWeights& weights, const RecurrentCell& cell);

  void read(const SourceRows& sources, Team& team, Encoded& encoded) override;

 private:
  void embed(const SourceRows& sources);
  /// The window around each row of `states`, one position after the other.
  void cut_windows(const SourceRows& sources, const Activations& states);
  void start_decoder(const SourceRows& sources, Team& team, Encoded& encoded);

  const ConvolutionalEncoderWeights& weights_;
  const RecurrentCell& cell_;
  Activations embedded_, windows_, gated_, means_, first_;
  ProductInput input_;
};

}  // namespace regard::engine
