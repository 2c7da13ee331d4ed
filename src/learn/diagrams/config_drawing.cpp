#include "diagrams/config_drawing.h"

#include "base/readable.h"
#include "config/experiment.h"
#include "config/reader.h"
#include "config/yaml_reader.h"
#include "model/modules.h"
#include "regard/base/str.h"

namespace regard::diagrams {
namespace {

// Vocabulary size to draw if vocab_size is auto: the size that it takes for most corpora.
constexpr int64_t kUsualVocabulary = 8000;

/// The vocabulary in the drawing of a config. A training run derives its own from the training set.
struct DrawnVocabulary {
  int64_t size;
  std::string note;  ///< empty: the run uses this size
};

DrawnVocabulary vocabulary_of(const config::TokenizerOptions& tokenizer) {
  const int64_t size = tokenizer.vocab_size.value_or(kUsualVocabulary);
  if (tokenizer.vocab_size.is_auto()) {
    return {size,
            str("drawn with ", grouped(size), " tokens; a run has as many as its text needs")};
  }
  if (tokenizer.has_pieces()) return {size, {}};
  return {size, str("drawn with ", grouped(size),
                    " tokens, the most that the config allows; a run has as many as its text "
                    "needs")};
}

}  // namespace

ConfigDrawing model_of_config(const std::string& path) {
  // The config need not be complete: its text files may be given with --set.
  const auto experiment = config::read<config::Experiment>(config::read_yaml_file(path));
  const auto [size, note] = vocabulary_of(experiment.tokenizer);
  const auto title = note.empty() ? path : str(path, " (", note, ')');
  if (experiment.task == config::Task::language_model) {
    return {model::make_language_model(experiment.model, size), title};
  }
  const bool is_joint = experiment.tokenizer.joint;
  return {model::make_seq2seq_model(experiment.model, size, size, is_joint), title};
}

}  // namespace regard::diagrams
