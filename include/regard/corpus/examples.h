#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "regard/config/data_options.h"
#include "regard/corpus/cleaning.h"
#include "regard/text/tokenizer_pair.h"

namespace regard::corpus {

/// Tokenized sentence pairs, each side with its end of sentence, packed one behind the other.
class Examples {
 public:
  size_t size() const { return weights_.size(); }
  std::span<const int32_t> source(size_t example) const { return side(source_, example); }
  std::span<const int32_t> target(size_t example) const { return side(target_, example); }
  /// How often an epoch sees the example.
  double weight(size_t example) const { return weights_[example]; }
  /// "file:line" of the example, for messages.
  std::string where(size_t example) const;

  void begin_text(std::string name);
  void add(std::span<const int64_t> source, std::span<const int64_t> target, double weight,
           int64_t line);

 private:
  struct Side {
    std::vector<int32_t> tokens;
    std::vector<size_t> begins = {0};
  };
  struct Text {
    std::string name;
    size_t first_example;
  };
  static std::span<const int32_t> side(const Side& side, size_t example) {
    return std::span(side.tokens)
        .subspan(side.begins[example], side.begins[example + 1] - side.begins[example]);
  }

  Side source_, target_;
  std::vector<double> weights_;
  std::vector<int64_t> lines_;
  std::vector<Text> texts_;
};

/// The training texts, cleaned, each source behind the tag of its text. Throws Error where nothing
/// is left, and where the source's tokenizer does not have a tag as a symbol.
Examples training_examples(const config::DataOptions& options,
                           const text::TokenizerPair& tokenizers, CleaningReport& report);

/// Every pair of a validation or test text, as it stands.
Examples all_examples(const std::vector<LinePair>& pairs, const std::string& name,
                      const text::TokenizerPair& tokenizers);

/// The tags of the training texts, each once.
std::vector<std::string> tags_of(const config::DataOptions& options);

/// The lines that tokenizers are trained on: both sides of the training texts one after the other,
/// after preprocessing.
struct TrainingLines {
  std::vector<std::string> source;
  std::vector<std::string> target;
};
TrainingLines training_lines(const config::DataOptions& options);

}  // namespace regard::corpus
