#pragma once
#include <string>

#include "architecture/layer_kinds.h"
#include "diagrams/subject.h"
#include "nn/recurrent.h"

// Parts shared by the drawings of several classes.
namespace regard::diagrams {

/// Sizes of a single column, and of two columns side by side: an encoder and its decoder.
constexpr double kStackWidth = 460, kStackMiddle = 230, kBoxWidth = 310;
constexpr double kWholeWidth = 760, kEncoderMiddle = 180, kDecoderMiddle = 540;

/// The shape of recurrent states: "(source, batch, 256)".
std::string steps_shape(const std::string& axis, int64_t size);

const nn::RecurrentOptions& recurrent_options_of(const Subject& recurrent);

/// The embedding of an encoder or a decoder.
Part embedding_part(const Subject& owner);
Part recurrent_part(const Subject& recurrent, const std::string& equation);
Part bridge_part(const Subject& bridge);
Part output_part(const Subject& output, const std::string& equation);
/// Adds a softmax on top of a column that ends with the output layer `output`.
void add_softmax(Column& column, const Subject& output);

/// Adds the source tokens, the embedding and the recurrent layers of an encoder.
void add_recurrent_encoder(Column& column, const Subject& encoder);

}  // namespace regard::diagrams

namespace regard::diagrams::blocks {

/// Adds the layers of a block to a column, each linked to its own diagram. An encoder's block has
/// self-attention and a feed-forward network.
void add_encoder_block(Column& column, const Subject& block);

/// Adds a decoder's block. Returns its cross-attention, which reads the encoder's states.
Placed add_decoder_block(Column& column, const Subject& block);

}  // namespace regard::diagrams::blocks

namespace regard::diagrams::cells {

/// The name of a cell: "RNN", "GRU" or "LSTM".
std::string cell_name(ops::Cell cell);

constexpr double kWidth = 720;

/// Draws one step of the first layer of an nn::Recurrent: an RNN, GRU or LSTM cell.
void draw(Sketch& sketch, const Subject& recurrent);

}  // namespace regard::diagrams::cells

namespace regard::diagrams::unrolled {

constexpr double kWidth = 736;

/// An encoder-decoder unrolled over target steps: in training, where it reads the reference, and
/// in translation, where it reads its own output (d2l 10.7).
View teacher_forcing();
View feedback();

}  // namespace regard::diagrams::unrolled

namespace regard::diagrams::rnn_context {

/// Adds the decoder that reads one context, from the previous token to the probabilities of the
/// next one. Returns the layers that read the context.
Placed add_decoder(Column& column, const Subject& decoder);

}  // namespace regard::diagrams::rnn_context
