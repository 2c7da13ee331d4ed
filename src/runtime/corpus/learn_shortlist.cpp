#include "corpus/learn_shortlist.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "base/utf8.h"
#include "text/characters.h"
#include "text/tokenizer_pair.h"

namespace regard::corpus {
namespace {

using Counts = std::unordered_map<std::string, int64_t>;

/// Whether a character is a letter of a script with spaces between words: Latin, Greek, Cyrillic or
/// Armenian.
bool is_spaced_letter(char32_t c) {
  const bool is_digit = c >= U'0' && c <= U'9';
  const bool is_of_scripts = c < 0x590 || (c >= 0x1E00 && c < 0x2000);
  return is_of_scripts && !is_digit && text::is_of_word(c);
}

class WordCounter {
 public:
  explicit WordCounter(const text::Tokenizer& target) {
    const auto is_text = target.text_pieces();
    for (int64_t id = 0; id < target.size(); ++id) {
      const bool has_text = is_text[static_cast<size_t>(id)];
      texts_.push_back(has_text ? text::lower(decode_utf8(target.piece(id))) : U" ");
    }
  }

  /// Counts the words of a sentence.
  void count(std::span<const int32_t> tokens, Counts& counts) {
    for (const int32_t token : tokens) {
      for (const char32_t c : texts_[static_cast<size_t>(token)]) {
        text::is_of_word(c) ? word_.push_back(c) : end_word(counts);
      }
    }
    end_word(counts);
  }

 private:
  void end_word(Counts& counts) {
    const bool is_counted = !word_.empty() && word_.size() <= text::HalfWords::kLongestWord &&
                            std::ranges::all_of(word_, is_spaced_letter);
    if (is_counted) {
      std::string word;
      for (const char32_t c : word_) append_utf8(c, word);
      ++counts[word];
    }
    word_.clear();
  }

  std::vector<std::u32string> texts_;  // lowercase text of each token; a space if it has none
  std::u32string word_;
};

/// The most frequent words; equally frequent words are in alphabetical order.
std::vector<std::string> most_frequent(const Counts& counts, size_t most) {
  std::vector<std::string> words;
  for (const auto& [word, count] : counts) words.push_back(word);
  std::ranges::sort(words, [&](const auto& a, const auto& b) {
    const int64_t of_a = counts.at(a), of_b = counts.at(b);
    return of_a == of_b ? a < b : of_a > of_b;
  });
  if (words.size() > most) words.resize(most);
  return words;
}

}  // namespace

std::vector<std::string> learn_words(const Examples& examples, const text::Tokenizer& target,
                                     const std::vector<std::string>& before, size_t most) {
  Counts counts;
  for (const auto& word : before) ++counts[word];
  WordCounter counter(target);
  for (size_t example = 0; example < examples.size(); ++example) {
    counter.count(examples.target(example), counts);
  }
  const auto frequent = most_frequent(counts, most);
  std::unordered_set<std::string> chosen(frequent.begin(), frequent.end());
  for (const auto& word : frequent) {
    for (size_t size = 1; size < word.size(); ++size) {
      const auto beginning = word.substr(0, size);
      if (counts.contains(beginning)) chosen.insert(beginning);
    }
  }
  std::vector<std::string> words(chosen.begin(), chosen.end());
  std::ranges::sort(words);
  if (words.size() > text::HalfWords::kMostWords) return {};  // more words than any language has
  return words;
}

namespace {

std::vector<int32_t> most_frequent(const Examples& examples, std::span<const size_t> chosen,
                                   int64_t vocab, int64_t wanted) {
  std::vector<int64_t> counts(static_cast<size_t>(vocab));
  for (const size_t example : chosen) {
    for (const int32_t token : examples.target(example)) ++counts[static_cast<size_t>(token)];
  }
  std::vector<int32_t> tokens(counts.size());
  std::iota(tokens.begin(), tokens.end(), 0);
  std::ranges::stable_sort(tokens, std::greater<>(),
                           [&](int32_t token) { return counts[static_cast<size_t>(token)]; });
  if (tokens.size() > static_cast<size_t>(wanted)) tokens.resize(static_cast<size_t>(wanted));
  return tokens;
}

/// The likeliest translations of a source token; equally likely translations are in order of id.
std::vector<int32_t> likeliest(const LexicalTable& table, int64_t source, int64_t wanted) {
  const auto targets = table.targets(source);
  const auto probabilities = table.probabilities(source);
  std::vector<size_t> order(targets.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, std::greater<>(), [&](size_t i) { return probabilities[i]; });
  std::vector<int32_t> tokens;
  for (const size_t i : order) {
    if (tokens.size() == static_cast<size_t>(wanted)) break;
    tokens.push_back(targets[i]);
  }
  return tokens;
}

}  // namespace

text::Shortlist learn_shortlist(const Examples& examples, const text::TokenizerPair& tokenizers,
                                const ShortlistOptions& options) {
  const auto chosen = evenly_spread(examples, options.pairs);
  const int64_t source_vocab = tokenizers.source().size();
  const int64_t target_vocab = tokenizers.target().size();
  LexicalTable table(examples, chosen, source_vocab);
  table.learn_enough();
  std::vector<std::vector<int32_t>> of_source;
  for (int64_t token = 0; token < source_vocab; ++token) {
    of_source.push_back(likeliest(table, token, options.best));
    if (tokenizers.one_vocabulary()) of_source.back().push_back(static_cast<int32_t>(token));
  }
  return {tokenizers.hash(), target_vocab,
          most_frequent(examples, chosen, target_vocab, options.frequent), std::move(of_source)};
}

double mean_size(const text::Shortlist& shortlist, const Examples& examples, int64_t sentences) {
  const auto chosen = evenly_spread(examples, sentences);
  size_t tokens = 0;
  for (const size_t example : chosen) {
    const auto source = examples.source(example);
    tokens += shortlist.tokens_for(std::vector<int64_t>(source.begin(), source.end())).size();
  }
  return static_cast<double>(tokens) / static_cast<double>(std::max<size_t>(chosen.size(), 1));
}

}  // namespace regard::corpus
