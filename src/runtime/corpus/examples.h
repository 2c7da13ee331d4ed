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

/// Tokenized sentence pairs, each side with its end of sentence, stored contiguously: in a mapped
/// file, whose memory the system can reclaim, or in memory.
class Examples {
 public:
  /// No examples.
  Examples() = default;
  /// The examples of a file; `texts` are those it was made from, which an epoch mixes.
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
  /// How often an epoch sees the example, on average.
  double weight(size_t example) const {
    return file_ ? text_of(example).weight : weights_[example];
  }
  /// Whether the next example is the next line of the same text.
  bool continues(size_t example) const;
  /// "file:line" of the example, for messages.
  std::string where(size_t example) const;

  /// The texts of the file as an epoch sees them.
  std::vector<MixedText> mixed_texts() const;

  /// For examples in memory.
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
  std::vector<MixedText> mix_;  // by text of the file; without tokens
};

/// The distinct tags of the training texts.
std::vector<std::string> tags_of(const config::DataOptions& options);

/// From more pairs than these a tokenizer learns hardly any other pieces (docs/trials.md), in
/// a multiple of the time and memory.
inline constexpr size_t kPairsForATokenizer = 125'000;

/// The lines that tokenizers are trained on: both sides of the training texts in turn, after
/// preprocessing.
struct TrainingLines {
  std::vector<std::string> source;
  std::vector<std::string> target;
  size_t pairs = 0;  ///< of the texts; the lines are those of every n-th of them
};
/// All pairs or, if the texts have more than `most`, at least half that number, evenly spread.
TrainingLines training_lines(const config::DataOptions& options, size_t most = kPairsForATokenizer);

/// Adds some of the lines in capitals, and each character of all lines as a capital, so that a
/// tokenizer knows what capitals noise makes (config::NoiseOptions).
void add_capitals(std::vector<std::string>& lines);

/// The file of a text, by which errors name it.
const std::string& name_of(const config::ParallelText& text);

}  // namespace regard::corpus
