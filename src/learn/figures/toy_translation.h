#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/seq2seq_model.h"

namespace regard::figures {

/// Sentences of a toy English with French translations from a small grammar with changes of word
/// order, gender agreement, and words with two translations. A model learns it in seconds.
class ToyTranslation {
 public:
  using Words = std::vector<std::string>;
  struct Pair {
    Words source;
    Words target;
  };

  explicit ToyTranslation(uint64_t seed);

  Pair next();

 private:
  struct Noun;
  size_t below(size_t count);
  void add_noun_phrase(Pair& pair);

  uint64_t state_;
};

/// Maps words to ids; the special tokens of text/tokenizer_pair.h come first.
class ToyVocabulary {
 public:
  /// Ids of the words, then eos; new words get new ids.
  std::vector<int64_t> learn(const ToyTranslation::Words& words);
  /// Ids of known words, then eos. Throws std::out_of_range for unknown words.
  std::vector<int64_t> ids(const ToyTranslation::Words& words) const;
  const std::string& word(int64_t id) const { return words_.at(static_cast<size_t>(id)); }
  int64_t size() const { return static_cast<int64_t>(words_.size()); }

 private:
  std::vector<std::string> words_ = {"<pad>", "<unk>", "<s>", "</s>"};
};

/// A small model trained on the toy language, in eval mode.
struct ToyTranslator {
  std::shared_ptr<model::Seq2SeqModel> model;
  ToyVocabulary source;
  ToyVocabulary target;
};

struct ToyTraining {
  std::string architecture;  ///< transformer or rnn_attention
  int64_t updates = 250;
  uint64_t seed = 1;  ///< for the sentences and the weights
  /// Whether the decoder reads the reference in training, or its own output.
  bool teacher_forcing = true;
};
ToyTranslator train_toy_translator(const ToyTraining& training);

/// The output of greedy search that does not stop at eos: source (batch, source) with lengths
/// (batch) -> (batch, steps), int64.
torch::Tensor greedy_rows(model::Seq2SeqModel& model, const torch::Tensor& source,
                          const torch::Tensor& lengths, int64_t steps);

/// A translator that the first call trains and all calls share, always with the same weights.
/// `architecture` is transformer or rnn_attention.
const ToyTranslator& toy_translator(const std::string& architecture);

/// Rows of ids as one padded tensor (batch, longest), and their lengths.
std::pair<torch::Tensor, torch::Tensor> as_batch(std::span<const std::vector<int64_t>> rows);
/// The ids as a batch (1, source), and its length: the input of a model.
std::pair<torch::Tensor, torch::Tensor> as_batch(const std::vector<int64_t>& ids);

}  // namespace regard::figures
