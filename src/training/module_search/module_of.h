#pragma once
#include "model/seq2seq_model.h"
#include "translate/translation_model.h"

namespace regard::translate {

/// The model's modules on their device, in eval mode, with the weights that its directory had when
/// it was opened.
model::Seq2SeqModel& module_of(const TranslationModel& model);

}  // namespace regard::translate
