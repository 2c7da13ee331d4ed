#include "text/tokenizer.h"

#include <sentencepiece_trainer.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "config/node.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "text/tokenizer_pair.h"
#include "text/vocabulary_list.h"

namespace regard::text {
namespace {

using sentencepiece::SentencePieceNormalizer;

constexpr int64_t kSpecialTokens = 4;
/// SentencePiece deterministically samples this many lines. More would change the vocabulary too
/// little to be worth their memory.
constexpr int64_t kMostLines = 2'000'000;
/// Maximum line length in bytes; SentencePiece skips longer lines.
constexpr int64_t kLongestLine = 65536;

/// Throws Error for a text that is empty after normalization, which SentencePiece cannot handle.
void check_not_empty(const std::vector<std::string>& lines,
                     const SentencePieceNormalizer& normalizer) {
  const bool has_text = std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
    return static_cast<int64_t>(line.size()) <= kLongestLine && !normalizer.Normalize(line).empty();
  });
  if (!has_text) {
    throw Error("no text to train a tokenizer on", "",
                "give other training text: every line is empty");
  }
}

/// Counts the words that are frequent enough for the vocabulary of a `word` tokenizer.
int64_t count_words(const std::vector<std::string>& lines,
                    const SentencePieceNormalizer& normalizer, int64_t min_frequency) {
  std::unordered_map<std::string, int64_t> counts;
  for (const auto& line : lines) {
    const std::string normalized = normalizer.Normalize(line);
    size_t begin = 0;
    while (begin < normalized.size()) {
      const size_t end =
          std::min(normalized.find(kWordMark, begin + kWordMark.size()), normalized.size());
      ++counts[normalized.substr(begin, end - begin)];
      begin = end;
    }
  }
  return std::count_if(counts.begin(), counts.end(),
                       [=](const auto& entry) { return entry.second >= min_frequency; });
}

int64_t largest_word_vocabulary(const std::vector<std::string>& lines,
                                const SentencePieceNormalizer& normalizer, int64_t min_frequency) {
  const int64_t words = count_words(lines, normalizer, min_frequency);
  if (words == 0) {
    throw Error(str("no word of the training text occurs ", min_frequency, " times"),
                "tokenizer.min_frequency", "lower it, or give more text");
  }
  return words + kSpecialTokens;
}

/// The number that follows the text `words` in `message`.
std::optional<std::string> number_after(const std::string& message, const std::string& words) {
  const size_t begin = message.find(words);
  if (begin == std::string::npos) return std::nullopt;
  const size_t digits = begin + words.size();
  const size_t end = message.find_first_not_of("0123456789", digits);
  if (end == digits) return std::nullopt;
  return message.substr(digits, end == std::string::npos ? end : end - digits);
}

/// The largest and smallest vocabulary sizes that an error message of SentencePiece states.
std::optional<std::string> largest_in(const std::string& message) {
  return number_after(message, "Please set it to a value <= ");
}
std::optional<std::string> smallest_in(const std::string& message, int64_t vocab_size) {
  return number_after(message, str(vocab_size, " vs "));
}

/// Turns SentencePiece's messages about limits into errors that state the limit.
[[noreturn]] void explain(const std::string& message, int64_t vocab_size) {
  if (const auto largest = largest_in(message)) {
    throw Error(str("a vocabulary of ", vocab_size,
                    " is too large for this training text; the largest possible is ", *largest),
                "tokenizer.vocab_size", str("set it to at most ", *largest, ", or give more text"));
  }
  if (const auto smallest = smallest_in(message, vocab_size)) {
    throw Error(str("a vocabulary of ", vocab_size,
                    " cannot hold every character of the training text; the smallest possible is ",
                    *smallest),
                "tokenizer.vocab_size",
                str("set it to at least ", *smallest, ", or lower tokenizer.character_coverage"));
  }
  throw Error(str("SentencePiece cannot train: ", message), "tokenizer",
              "check the training text and the tokenizer's options");
}

/// Whether a text is so large that its suffix arrays need 64-bit indices and twice the memory.
bool is_extremely_large(const std::vector<std::string>& lines) {
  size_t bytes = 0;
  for (const auto& line : lines) bytes += line.size();
  return bytes > 2'000'000'000;
}

/// Joins a list as SentencePiece expects it: as one comma-separated line.
std::string comma_separated(const std::vector<std::string>& symbols) {
  if (const auto wrong = config::wrong_symbol_of(symbols)) {
    throw Error(*wrong, "tokenizer.symbols",
                "use words without commas, e.g. <bt>, or leave it out");
  }
  return join(symbols, ",");
}

/// A suitable vocabulary size: frequent words stay whole, and rare words split into subwords
/// frequent enough to be learned.
int64_t suitable_size(const std::vector<std::string>& lines, size_t all_lines,
                      const SentencePieceNormalizer& normalizer, bool subwords) {
  constexpr int64_t kFewest = 100, kMost = 32'000;
  if (!subwords) return kMost;
  constexpr std::array<std::pair<size_t, int64_t>, 2> kLargeTexts = {
      {{5'000'000, kMost}, {500'000, 16'000}}};
  int64_t most = 8'000;
  for (const auto& [least_lines, size] : kLargeTexts) {
    if (all_lines < least_lines) continue;
    most = size;
    break;
  }
  // Counts words as written, including punctuation. For the 4,600 words of data/, this gives 1,800
  // pieces; the configs for data/ use 1,500.
  constexpr int64_t kTenthsOfWords = 4;
  const int64_t words = count_words(lines, normalizer, 1) * kTenthsOfWords / 10;
  return std::clamp(words / 100 * 100, kFewest, most);
}

const char* boolean(bool value) { return value ? "true" : "false"; }

}  // namespace

Tokenizer train_tokenizer(const std::vector<std::string>& lines,
                          const config::TokenizerOptions& options, size_t all_lines) {
  sentencepiece::SetMinLogLevel(kLogErrors);
  SentencePieceNormalizer normalizer;
  const auto normalization = name_of(options.normalization);
  if (const auto status = normalizer.LoadFromRuleName(normalization); !status.ok()) {
    throw Error(str("SentencePiece has no normalization '", normalization, "'"),
                "tokenizer.normalization");
  }
  check_not_empty(lines, normalizer);
  const bool subwords = options.has_pieces();
  int64_t vocab_size =
      options.vocab_size.is_auto()
          ? suitable_size(lines, std::max(all_lines, lines.size()), normalizer, subwords)
          : *options.vocab_size.number;
  if (options.type == config::TokenizerType::word) {
    vocab_size =
        std::min(vocab_size, largest_word_vocabulary(lines, normalizer, options.min_frequency) +
                                 static_cast<int64_t>(options.symbols.size()));
  }
  std::unordered_map<std::string, std::string> arguments = {
      {"model_type", name_of(options.type)},
      {"vocab_size", str(vocab_size)},
      {"hard_vocab_limit", boolean(subwords)},
      {"character_coverage", str(options.character_coverage)},
      {"byte_fallback", boolean(subwords && options.byte_fallback)},
      {"normalization_rule_name", normalization},
      {"input_sentence_size", str(kMostLines)},
      {"shuffle_input_sentence", "true"},
      {"train_extremely_large_corpus", boolean(is_extremely_large(lines))},
      {"max_sentence_length", str(kLongestLine)},
      {"pad_id", str(kPad)},
      {"unk_id", str(kUnk)},
      {"bos_id", str(kBos)},
      {"eos_id", str(kEos)},
      {"user_defined_symbols", comma_separated(options.symbols)},
      {"minloglevel", str(kLogErrors)},
  };
  std::string model;
  auto status = sentencepiece::SentencePieceTrainer::Train(arguments, lines, &model);
  if (!status.ok() && options.vocab_size.is_auto()) {
    const std::string message(status.message());
    auto possible = largest_in(message);
    if (!possible) possible = smallest_in(message, vocab_size);
    if (possible) {
      arguments["vocab_size"] = *possible;
      status = sentencepiece::SentencePieceTrainer::Train(arguments, lines, &model);
    }
  }
  if (!status.ok()) explain(std::string(status.message()), vocab_size);
  return Tokenizer::from_bytes(std::move(model), "the trained tokenizer");
}

}  // namespace regard::text
