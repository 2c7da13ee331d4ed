#include "translate/token_edges_of.h"

#include <algorithm>

#include "base/utf8.h"
#include "text/special_tokens.h"
#include "text/word_character.h"

namespace regard::translate {

search::TokenEdges token_edges_of(const text::Tokenizer& tokenizer) {
  search::TokenEdges edges;
  const auto is_text = tokenizer.text_pieces();
  for (int64_t id = 0; id < tokenizer.size(); ++id) {
    const auto characters = decode_utf8(tokenizer.piece(id));
    const bool has_text = is_text[static_cast<size_t>(id)];
    edges.begins_word.push_back(id == text::kEos ||
                                (has_text && !text::is_of_word(characters.front())));
    edges.ends_sentence.push_back(has_text &&
                                  characters.find_first_of(U".?!\u2026") != std::u32string::npos);
  }
  return edges;
}

}  // namespace regard::translate
