#include "translate/texts_of_words.h"

#include <algorithm>

#include "translate/word_alignment.h"

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

}  // namespace regard::translate
