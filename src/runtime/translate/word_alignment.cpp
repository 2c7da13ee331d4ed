#include "translate/word_alignment.h"

#include <algorithm>
#include <numeric>
#include <string_view>

#include "regard/base/str.h"
#include "text/tokenizer_pair.h"

namespace regard::translate {

std::vector<std::string> texts_of_words(const text::Tokenizer& tokenizer,
                                        const std::vector<std::string>& pieces) {
  std::vector<std::vector<std::string>> words;
  const auto numbers = words_of(pieces);
  for (size_t i = 0; i < pieces.size(); ++i) {
    if (numbers[i] < 0) continue;
    words.resize(std::max(words.size(), static_cast<size_t>(numbers[i]) + 1));
    words[static_cast<size_t>(numbers[i])].push_back(pieces[i]);
  }
  std::vector<std::string> texts;
  for (const auto& word : words) texts.push_back(tokenizer.decode_pieces(word));
  return texts;
}

namespace {

bool is_special(const std::string& piece) {
  return piece == "<pad>" || piece == "<s>" || piece == "</s>";
}

size_t count_of(const std::vector<int64_t>& words) {
  const auto last = std::max_element(words.begin(), words.end());
  return last == words.end() ? 0 : static_cast<size_t>(*last + 1);
}

}  // namespace

std::vector<int64_t> words_of(const std::vector<std::string>& pieces, WordEnds ends) {
  std::vector<int64_t> words;
  int64_t word = -1;
  const std::string* before = nullptr;
  for (const auto& piece : pieces) {
    if (is_special(piece)) {
      words.push_back(-1);
      continue;
    }
    const bool is_at_mark = ends == WordEnds::at_marks && before != nullptr &&
                            *before != text::kWordMark &&
                            ends_with_word(*before) != begins_with_word(piece);
    const bool begins = piece.starts_with(text::kWordMark) || piece == "<unk>";
    if (word < 0 || begins || is_at_mark) ++word;
    words.push_back(word);
    before = &piece;
  }
  return words;
}

Weights attention_of_words(const Weights& attention, const std::vector<std::string>& source,
                           const std::vector<std::string>& target, WordEnds ends) {
  const auto source_words = words_of(source, ends), target_words = words_of(target, ends);
  Weights sums(count_of(target_words), std::vector<float>(count_of(source_words), 0.0F));
  for (size_t row = 0; row < attention.size(); ++row) {
    if (target_words[row] < 0) continue;
    for (size_t column = 0; column < attention[row].size(); ++column) {
      if (source_words[column] < 0) continue;
      sums[static_cast<size_t>(target_words[row])][static_cast<size_t>(source_words[column])] +=
          attention[row][column];
    }
  }
  for (auto& row : sums) {
    const float sum = std::accumulate(row.begin(), row.end(), 0.0F);
    if (sum > 0) {
      for (auto& weight : row) weight /= sum;
    }
  }
  return sums;
}

std::vector<AlignedWords> hard_alignment(const Weights& attention_of_words,
                                         const std::vector<size_t>& begins) {
  std::vector<AlignedWords> alignment;
  for (size_t target = 0; target < attention_of_words.size(); ++target) {
    const auto& row = attention_of_words[target];
    const auto most = std::max_element(row.begin(), row.end());
    if (most == row.end()) continue;
    const auto begin = begins.empty() ? 0 : static_cast<int64_t>(begins[target]);
    alignment.push_back({begin + (most - row.begin()), static_cast<int64_t>(target)});
  }
  std::ranges::stable_sort(alignment, {}, &AlignedWords::source);  // targets are in order
  return alignment;
}

Weights whole_rows(const Weights& attention_of_words, const std::vector<size_t>& begins,
                   size_t columns) {
  if (begins.empty()) return attention_of_words;
  Weights whole;
  for (size_t row = 0; row < attention_of_words.size(); ++row) {
    auto& weights = whole.emplace_back(begins[row], 0.0F);
    weights.insert(weights.end(), attention_of_words[row].begin(), attention_of_words[row].end());
    weights.resize(std::max(weights.size(), columns), 0.0F);
  }
  return whole;
}

std::string to_pharaoh(const std::vector<AlignedWords>& alignment) {
  return join(alignment, " ",
              [](const AlignedWords& words) { return str(words.source, '-', words.target); });
}

std::string to_soft_alignment(const Weights& attention_of_words) {
  return join(attention_of_words, " ", [](const auto& row) { return join(row, ","); });
}

}  // namespace regard::translate
