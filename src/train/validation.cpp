#include "regard/train/validation.h"

#include "regard/base/atomic_file.h"
#include "regard/metrics/bleu.h"
#include "regard/translate/score_text.h"
#include "regard/translate/translate_lines.h"

namespace regard::train {

Validation validate_model(model::Seq2SeqModel& model, const text::TokenizerPair& tokenizers,
                          const ValidationText& text,
                          const std::optional<config::SearchOptions>& search,
                          const std::string& translations) {
  Validation validation;
  validation.loss = translate::score_text(model, tokenizers, text.sources, text.references).loss;
  if (!search) return validation;
  std::vector<std::string> hypotheses;
  std::string lines;
  for (const auto& translation :
       translate::translate_lines(model, tokenizers, text.sources, *search)) {
    hypotheses.push_back(translation.text);
    lines += translation.text + '\n';
  }
  validation.bleu = metrics::corpus_bleu(hypotheses, std::span(&text.references, 1)).score;
  write_file_atomically(translations, lines);
  return validation;
}

}  // namespace regard::train
