#pragma once
#include "diagrams/sketch.h"
#include "diagrams/subject.h"

namespace regard::diagrams::blocks {

/// Adds the layers of a block to a column, each linked to its own diagram. An encoder's block:
/// self-attention and feed-forward network.
void add_encoder_block(Column& column, const Subject& block);

/// A decoder's block. Returns its cross-attention, which reads the encoder's states.
Placed add_decoder_block(Column& column, const Subject& block);

}  // namespace regard::diagrams::blocks
