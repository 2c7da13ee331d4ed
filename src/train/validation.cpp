#include "regard/train/validation.h"

#include "regard/base/atomic_file.h"
#include "regard/metrics/bleu.h"
#include "regard/metrics/chrf.h"
#include "regard/translate/score_text.h"
#include "regard/translate/translate_lines.h"

namespace regard::train {

Validation validate_model(model::Seq2SeqModel& model, const text::TokenizerPair& tokenizers,
                          const ValidationText& text,
                          const std::optional<config::SearchOptions>& search,
                          const std::string& translations,
                          const std::function<void()>& before_batch) {
  Validation validation;
  validation.loss =
      translate::score_text(model, tokenizers, text.sources, text.references, before_batch).loss;
  if (!search) return validation;
  std::vector<std::string> hypotheses;
  std::string lines;
  constexpr int64_t kBestOnly = 1;
  for (const auto& translation : translate::translate_lines(model, tokenizers, text.sources,
                                                            *search, kBestOnly, before_batch)) {
    hypotheses.push_back(translation.text);
    lines += translation.text + '\n';
  }
  const std::span references(&text.references, 1);
  validation.bleu = metrics::corpus_bleu(hypotheses, references).score;
  validation.chrf = metrics::corpus_chrf(hypotheses, references);
  write_file_atomically(translations, lines);
  return validation;
}

}  // namespace regard::train
