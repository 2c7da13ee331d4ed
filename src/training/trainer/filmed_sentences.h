#pragma once
#include <cstdint>
#include <vector>

#include "corpus/test_text.h"
#include "model/seq2seq_model.h"
#include "runs/film.h"
#include "text/tokenizer_pair.h"

namespace regard::train {

/// Up to three lines of a text for a film, spread evenly over those with 5 to 15 words, which a
/// reader takes in at a glance, or over all of them if there are none such. A line is no longer
/// than `most_tokens`, its end included.
corpus::TestText lines_to_film(const corpus::TestText& text, const text::TokenizerPair& tokenizers,
                               int64_t most_tokens);

/// Their translations by greedy search, and the last layer's attention, averaged over heads. A
/// translation has at most 1.5 tokens for each token of its source, and 5 more, since those of a
/// model that has learnt little do not end. Draws no random numbers; a model in training returns to
/// training mode.
std::vector<FilmedSentence> filmed_sentences(model::Seq2SeqModel& model,
                                             const text::TokenizerPair& tokenizers,
                                             const corpus::TestText& text);

}  // namespace regard::train
