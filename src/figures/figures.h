#pragma once
#include "regard/draw/picture.h"

namespace regard::figures {

// A new figure: its function here, its source beside this, and its row in figures.cpp.
draw::Picture attention_cues();
draw::Picture masks();
draw::Picture masked_softmax();
draw::Picture attention_scores();
draw::Picture positional_encoding();
draw::Picture positional_encoding_curves();
draw::Picture positional_encoding_binary();
draw::Picture position_rotation();
draw::Picture beam_search();
draw::Picture attention_encoder();
draw::Picture attention_decoder();
draw::Picture attention_cross();
draw::Picture attention_bahdanau();
draw::Picture kernel_regression();
draw::Picture kernel_width();
draw::Picture prediction_ahead();
draw::Picture vanishing_gradients();
draw::Picture truncation_strategies();
draw::Picture truncated_training();
draw::Picture layers_compared();
draw::Picture layer_times();
draw::Picture sentence_length();

}  // namespace regard::figures
