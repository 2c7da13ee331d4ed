#include "regard/text/tokenizer_trainer.h"

#include <sentencepiece_trainer.h>

#include <algorithm>
#include <regex>
#include <unordered_map>

#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/text/special_tokens.h"

namespace regard::text {
namespace {

constexpr int kSpecialTokens = 4;
/// Beyond this many lines more text does not change a vocabulary worth the memory; SentencePiece draws that many.
constexpr int64_t kMostLines = 2'000'000;

/// Words that are frequent enough, between any white space: what the vocabulary of a `word` tokenizer can hold.
int64_t count_words(const std::vector<std::string>& lines, int64_t min_frequency) {
  std::unordered_map<std::string, int64_t> counts;
  for (const auto& line : lines) {
    std::istringstream words(line);
    for (std::string word; words >> word;) ++counts[word];
  }
  return std::count_if(counts.begin(), counts.end(), [=](const auto& entry) { return entry.second >= min_frequency; });
}

/// SentencePiece says what it wants in words; the numbers in them are what a user needs.
[[noreturn]] void explain(const std::string& message, const config::TokenizerOptions& options) {
  std::smatch found;
  if (std::regex_search(message, found, std::regex("too high .*<= ([0-9]+)"))) {
    throw Error(str("a vocabulary of ", options.vocab_size, " is too large for this training text; the largest possible is ", found.str(1)),
                "tokenizer.vocab_size", str("set it to at most ", found.str(1), ", or give more text"));
  }
  if (std::regex_search(message, found, std::regex("required_chars[^0-9]*[0-9]+ vs ([0-9]+)"))) {
    throw Error(str("a vocabulary of ", options.vocab_size, " cannot hold every character of the training text; that takes ", found.str(1)),
                "tokenizer.vocab_size", str("set it to at least ", found.str(1), ", or lower tokenizer.character_coverage"));
  }
  throw Error(str("SentencePiece cannot train: ", message), "tokenizer", "check the training text and the tokenizer's options");
}

}  // namespace

Tokenizer train_tokenizer(const std::vector<std::string>& lines, const config::TokenizerOptions& options) {
  const bool subwords = options.type == "unigram" || options.type == "bpe";
  int64_t vocab_size = options.vocab_size;
  if (options.type == "word") vocab_size = std::min(vocab_size, count_words(lines, options.min_frequency) + kSpecialTokens);
  const std::unordered_map<std::string, std::string> arguments = {
      {"model_type", options.type},
      {"vocab_size", str(vocab_size)},
      {"hard_vocab_limit", subwords ? "true" : "false"},
      {"character_coverage", str(options.character_coverage)},
      {"byte_fallback", options.byte_fallback ? "true" : "false"},
      {"normalization_rule_name", options.normalization},
      {"input_sentence_size", str(kMostLines)},
      {"shuffle_input_sentence", "true"},
      {"train_extremely_large_corpus", "true"},
      {"max_sentence_length", "65536"},
      {"pad_id", str(kPad)},
      {"unk_id", str(kUnk)},
      {"bos_id", str(kBos)},
      {"eos_id", str(kEos)},
      {"minloglevel", "2"},
  };
  std::string model;
  const auto status = sentencepiece::SentencePieceTrainer::Train(arguments, lines, &model);
  if (!status.ok()) explain(std::string(status.message()), options);
  return Tokenizer::from_bytes(std::move(model), "the trained tokenizer");
}

}  // namespace regard::text
