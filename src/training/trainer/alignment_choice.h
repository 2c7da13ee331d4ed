#pragma once
#include <optional>

#include "alignment/token_linker.h"
#include "architecture/alignment_source.h"
#include "corpus/examples.h"
#include "model/seq2seq_model.h"

namespace regard::train {

/// The best source of a model's alignments, and its agreement with the word links.
struct AlignmentChoice {
  model::AlignmentSource source;
  double agreement = 0.0;  ///< mean weight in linked_tokens() of the most attended token
};

/// Chooses among all layers, heads, means of a layer's heads, and steps (AlignmentSource::shifted)
/// the combination whose most attended source token is most often linked with the target token;
/// ends of sentences do not count. Uses at most 1,000 of the examples, which end with eos. Ties go
/// to the last layer, the mean and the step that predicts. Returns nullopt if the model has no
/// attention or there are no examples.
std::optional<AlignmentChoice> choose_alignment(model::Seq2SeqModel& model,
                                                const corpus::Examples& examples,
                                                const alignment::TokenLinker& linker);

}  // namespace regard::train
