#include "text/tokenizer_pair.h"

#include "base/sha256.h"
#include "text/special_tokens.h"

namespace regard::text {
std::string TokenizerPair::hash() const {
  return joint() ? source_.hash() : sha256(source_.hash() + target_.hash());
}

void TokenizerPair::set_words(std::vector<std::string> words) {
  half_words_ =
      words.empty() ? nullptr : std::make_shared<const HalfWords>(target_, std::move(words));
}

std::vector<std::string> TokenizerPair::source_pieces(std::string_view line) const {
  return source_.encode_as_pieces(preprocess(line, preprocess_));
}

std::vector<int64_t> TokenizerPair::encode(const Tokenizer& tokenizer,
                                           std::string_view line) const {
  auto ids = tokenizer.encode(preprocess(line, preprocess_));
  ids.push_back(kEos);
  return ids;
}

}  // namespace regard::text
