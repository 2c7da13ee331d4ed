#pragma once
#include <optional>

#include "alignment/token_linker.h"
#include "architecture/alignment_source.h"
#include "corpus/examples.h"
#include "model/seq2seq_model.h"

namespace regard::train {

/// Where a model's alignments are read best, and how much that is.
struct AlignmentChoice {
  model::AlignmentSource source;
  double agreement = 0.0;  ///< mean share that linked_tokens() gives what is read there
};

/// Of all layers, heads, means of a layer's heads, and steps (AlignmentSource::shifted), those
/// where the source token with most attention is most often one that a target token is linked with,
/// ends of sentences aside. Takes at most 1,000 of the examples, which end with eos. Of equals, the
/// last layer, the mean and the step that predicts are chosen. Nothing if the model attends to
/// nothing, or if there are no examples.
std::optional<AlignmentChoice> choose_alignment(model::Seq2SeqModel& model,
                                                const corpus::Examples& examples,
                                                const alignment::TokenLinker& linker);

}  // namespace regard::train
