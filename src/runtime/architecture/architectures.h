#pragma once
#include "architecture/rnn_attention_options.h"
#include "architecture/rnn_lm_options.h"
#include "architecture/rnn_options.h"
#include "architecture/transformer_lm_options.h"
#include "architecture/transformer_options.h"

namespace regard::model {

class RnnAttention;
class RnnContext;
class RnnLm;
class Transformer;
class TransformerLm;

/// The registry: a line for each architecture, in the order of `regard models`. Read twice, by what
/// knows options alone (registry.cpp) and by what knows the modules (modules.cpp), so that a
/// program can do without the latter, and thus without LibTorch. Calls
///     add.template operator()<Options, Module>(name, summary, paper)
/// for each translation model and each language model.
template <class Add>
void each_architecture(const Add& add) {
  add.template operator()<RnnAttentionOptions, RnnAttention>(
      "rnn_attention", "recurrent encoder-decoder with attention", "Bahdanau et al., 2015");
  add.template operator()<RnnOptions, RnnContext>(
      "rnn_context", "recurrent encoder-decoder without attention: one context vector",
      "Sutskever et al., 2014; Cho et al., 2014");
  add.template operator()<TransformerOptions, Transformer>(
      "transformer", "self-attention encoder-decoder", "Vaswani et al., 2017");
}

template <class Add>
void each_language_architecture(const Add& add) {
  add.template operator()<RnnLmOptions, RnnLm>("rnn_lm", "recurrent language model",
                                               "Mikolov et al., 2010");
  add.template operator()<TransformerLmOptions, TransformerLm>(
      "transformer_lm", "decoder-only Transformer language model", "Liu et al., 2018");
}

}  // namespace regard::model
