#pragma once
#include <optional>
#include <string>
#include <vector>

#include "alignment/token_linker.h"
#include "config/experiment.h"
#include "corpus/examples.h"
#include "corpus/training_examples.h"
#include "text/tokenizer_pair.h"
#include "trainer/run_directory.h"

namespace regard::train {

/// The words and links that a run learns from its training texts, in addition to a tokenizer: taken
/// from the cache if an earlier run stored them there, else computed and cached.
class LearnedFromTexts {
 public:
  /// The arguments must outlive the object. `resume`: the run in `directory` is resumed.
  LearnedFromTexts(const config::Experiment& experiment, const RunDirectory& directory, bool resume,
                   const text::TokenizerPair& tokenizers, const corpus::Examples& examples,
                   corpus::Cache& cache)
      : experiment_(experiment),
        directory_(directory),
        resume_(resume),
        tokenizers_(tokenizers),
        examples_(examples),
        cache_(cache) {}

  /// The words of the examples, and of the run that this one starts from.
  std::vector<std::string> words() const;
  /// Links between tokens that are translations of each other, to guide attention or to choose
  /// where alignments are read.
  alignment::TokenLinker linker() const;

 private:
  std::vector<std::string> words_of_texts() const;

  const config::Experiment& experiment_;
  const RunDirectory& directory_;
  bool resume_;
  const text::TokenizerPair& tokenizers_;
  const corpus::Examples& examples_;
  corpus::Cache& cache_;
};

}  // namespace regard::train
