#pragma once
#include <vector>

#include "engine/parameters.h"
#include "engine/source_reader.h"

namespace regard::engine {

struct RecurrentEncoderWeights {
  Matrix embedding;
  int64_t embedding_size = 0;
  bool bidirectional = false;
  /// Layer by layer, forward before backward.
  std::vector<RecurrentWeights> layers;
  std::vector<PackedMatrix> hidden_bridge,
      cell_bridge;  ///< of each layer; empty: states pass unchanged
};

/// Recurrent layers: sentences step together as long as they have tokens left.
class RecurrentReader final : public SourceReader {
 public:
  RecurrentReader(const RecurrentEncoderWeights& weights, const RecurrentCell& cell);

  void read(const SourceRows& sources, Team& team, Encoded& encoded) override;

 private:
  /// A layer in one direction, over the rows `x`. Writes the states to states_.
  void read_layer(size_t number, const SourceRows& sources, const Activations& x, bool backward,
                  Team& team);
  void build_bridge(int64_t sentences, Team& team, std::vector<RecurrentStates>& first);
  /// Applies a layer of the bridge to the last states of both directions.
  void cross(const PackedMatrix& bridge, const Activations& forward, const Activations& backward,
             int64_t sentences, Team& team, Activations& first);

  const RecurrentEncoderWeights& weights_;
  const RecurrentCell& cell_;
  RecurrentStepper stepper_;
  Activations states_, input_gates_, hidden_gates_, both_;
  std::vector<RecurrentStates> last_;  // of each layer and direction, of each sentence
  ProductInput input_;
};

}  // namespace regard::engine
