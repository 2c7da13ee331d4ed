#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "config/data_options.h"
#include "corpus/cleaning.h"
#include "corpus/mix.h"
#include "corpus/token_file.h"

namespace regard::corpus {

/// Tokenized sentence pairs, each side with EOS, stored contiguously: in a mapped file, whose pages
/// the system can reclaim, or in memory.
class Examples {
 public:
  /// No examples.
  Examples() = default;
  /// The examples of a file; `texts` are its corpora, which an epoch mixes.
  Examples(TokenFile file, std::span<const config::ParallelText> texts,
           const config::MixOptions& mix = {});

  size_t size() const { return file_ ? file_->size() : weights_.size(); }
  std::span<const int32_t> source(size_t example) const {
    return file_ ? file_->source(example) : side(source_, example);
  }
  std::span<const int32_t> target(size_t example) const {
    return file_ ? file_->target(example) : side(target_, example);
  }
  PairLengths lengths(size_t example) const {
    return {static_cast<uint32_t>(source(example).size()),
            static_cast<uint32_t>(target(example).size())};
  }
  /// Average number of times that an epoch sees the example.
  double weight(size_t example) const {
    return file_ ? text_of(example).weight : weights_[example];
  }
  /// Whether the next example is the next line of the same corpus.
  bool continues(size_t example) const;
  /// The example's "file:line", for messages.
  std::string where(size_t example) const;

  /// The file's corpora, with the weights that an epoch gives them.
  std::vector<MixedText> mixed_texts() const;

  /// Begins a corpus. Only for examples in memory.
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
    double weight = 1.0;  // weight of the file's examples
  };
  size_t end_of_text(size_t text) const {
    return text + 1 < texts_.size() ? texts_[text + 1].first_example : size();
  }
  const Text& text_of(size_t example) const;
  int64_t line(size_t example) const { return file_ ? file_->line(example) : lines_[example]; }
  static std::span<const int32_t> side(const Side& side, size_t example) {
    return std::span(side.tokens)
        .subspan(side.begins[example], side.begins[example + 1] - side.begins[example]);
  }

  std::optional<TokenFile> file_;
  Side source_, target_;
  std::vector<double> weights_;
  std::vector<int64_t> lines_;
  std::vector<Text> texts_;
  std::vector<MixedText> mix_;  // the corpora of the file, without token counts
};

/// The distinct tags of the training corpora.
std::vector<std::string> tags_of(const config::DataOptions& options);

/// With more pairs, a tokenizer learns almost the same vocabulary (docs/trials.md) but training it
/// takes several times as much time and memory.
inline constexpr size_t kPairsForATokenizer = 125'000;

/// The lines that tokenizers are trained on: both sides of each training corpus in order, after
/// preprocessing.
struct TrainingLines {
  std::vector<std::string> source;
  std::vector<std::string> target;
  size_t pairs = 0;  ///< number of pairs in the corpora; the lines come from every n-th pair
};
/// All pairs or, if the corpora have more than `most`, an evenly spaced sample of at least half of
/// `most`.
TrainingLines training_lines(const config::DataOptions& options, size_t most = kPairsForATokenizer);

/// Appends some of the lines in capitals, and a line with every character as a capital, so that the
/// tokenizer knows the capitals that noise produces (config::NoiseOptions).
void add_capitals(std::vector<std::string>& lines);

/// The file name of a corpus in error messages.
const std::string& name_of(const config::ParallelText& text);

}  // namespace regard::corpus
