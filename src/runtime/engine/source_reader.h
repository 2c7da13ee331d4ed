#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/activations.h"
#include "engine/parameters.h"
#include "engine/recurrent_cell.h"
#include "engine/steps.h"
#include "engine/team.h"

namespace regard::engine {

/// Sentences that are read together, longest first. Their tokens form consecutive rows.
class SourceRows {
 public:
  explicit SourceRows(std::span<const Source> sources);

  const std::vector<Source>& sentences() const { return sentences_; }
  const Source& sentence(int64_t number) const { return sentences_[static_cast<size_t>(number)]; }
  int64_t count() const { return static_cast<int64_t>(sentences_.size()); }
  int64_t rows() const { return first_rows_.back(); }
  int64_t first_row(int64_t sentence) const { return first_rows_[static_cast<size_t>(sentence)]; }
  int64_t length(int64_t sentence) const { return first_row(sentence + 1) - first_row(sentence); }

 private:
  std::vector<Source> sentences_;
  std::vector<int64_t> first_rows_;  // first row of each sentence, and the end
};

/// The encoder's results for a group of sentences.
struct Encoded {
  Activations states;  ///< encoder state of each token
  std::vector<RecurrentStates>
      first;  ///< initial state of each layer of the decoder, for each sentence
};

/// The encoder of a recurrent model, for one thread or team.
class SourceReader {
 public:
  virtual ~SourceReader() = default;
  virtual void read(const SourceRows& sources, Team& team, Encoded& encoded) = 0;
};

struct ConvolutionalEncoderWeights {
  Matrix embedding;
  int64_t embedding_size = 0;
  std::shared_ptr<PositionTable> positions;
  PackedMatrix projection;                 ///< embedding_size -> hidden_size
  int64_t kernel = 1;                      ///< positions in a window
  std::vector<PackedMatrix> convolutions;  ///< weights for a window: values, then gates
  PackedMatrix start;                      ///< hidden state of each layer, then cell states
};

/// Convolutions over positions (model/rnn_encoder.h), each computed as one product.
class ConvolutionalReader final : public SourceReader {
 public:
  ConvolutionalReader(const ConvolutionalEncoderWeights& weights, const RecurrentCell& cell);

  void read(const SourceRows& sources, Team& team, Encoded& encoded) override;

 private:
  void embed(const SourceRows& sources);
  /// Copies the window around each row of `states`, one position after the other.
  void cut_windows(const SourceRows& sources, const Activations& states);
  void start_decoder(const SourceRows& sources, Team& team, Encoded& encoded);

  const ConvolutionalEncoderWeights& weights_;
  const RecurrentCell& cell_;
  Activations embedded_, windows_, gated_, means_, first_;
  ProductInput input_;
};

struct RecurrentEncoderWeights {
  Matrix embedding;
  int64_t embedding_size = 0;
  bool bidirectional = false;
  /// Weights by layer, with the forward direction before the backward one.
  std::vector<RecurrentWeights> layers;
  std::vector<PackedMatrix> hidden_bridge,
      cell_bridge;  ///< one matrix for each layer; empty: states pass unchanged
};

/// Recurrent layers: all sentences that have tokens left take each step together.
class RecurrentReader final : public SourceReader {
 public:
  RecurrentReader(const RecurrentEncoderWeights& weights, const RecurrentCell& cell);

  void read(const SourceRows& sources, Team& team, Encoded& encoded) override;

 private:
  /// Runs a layer in one direction over the rows `x`. Writes the states to states_.
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
  std::vector<RecurrentStates> last_;  // last states of each layer, direction and sentence
  ProductInput input_;
};

}  // namespace regard::engine
