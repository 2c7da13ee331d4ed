#include "web/words.h"

#include <algorithm>

#include "regard/translate/word_alignment.h"

namespace regard::web {

std::vector<std::string> texts_of_words(const std::vector<std::string>& pieces,
                                        const text::Tokenizer& tokenizer) {
  std::vector<std::vector<std::string>> words;
  const auto numbers = translate::words_of(pieces);
  for (size_t i = 0; i < pieces.size(); ++i) {
    if (numbers[i] < 0) continue;
    words.resize(std::max(words.size(), static_cast<size_t>(numbers[i]) + 1));
    words[static_cast<size_t>(numbers[i])].push_back(pieces[i]);
  }
  std::vector<std::string> texts;
  for (const auto& word : words) texts.push_back(tokenizer.decode_pieces(word));
  return texts;
}

std::vector<std::string> source_words(const translate::Sources& sources,
                                      const text::TokenizerPair& tokenizers) {
  std::vector<std::string> all;
  for (const auto& text : sources.texts) {
    const auto words = texts_of_words(tokenizers.source_pieces(text), tokenizers.source());
    all.insert(all.end(), words.begin(), words.end());
  }
  return all;
}

}  // namespace regard::web
