// SentencePiece models (text/tokenizer.h), and what is read of them besides.
#include "fuzz/target.h"
#include "regard/base/error.h"
#include "regard/text/tokenizer.h"
#include "regard/text/tokenizer_trainer.h"

namespace regard::fuzz {

namespace {

/// With as many pieces as the lines are good for.
text::Tokenizer trained(config::TokenizerOptions options) {
  const std::vector<std::string> lines = {"the cat sees a dog", "a dog eats in my old house",
                                          "the house"};
  for (options.vocab_size = 24;; --options.vocab_size) {
    try {
      return text::train_tokenizer(lines, options);
    } catch (const Error&) {
      if (options.vocab_size == 5) throw;
    }
  }
}

}  // namespace

std::vector<std::string> seeds() {
  std::vector<std::string> models;
  using config::TokenizerType;
  for (const auto type : {TokenizerType::bpe, TokenizerType::unigram, TokenizerType::word,
                          TokenizerType::character}) {
    config::TokenizerOptions options;
    options.type = type;
    options.normalization = config::Normalization::identity;
    if (type == TokenizerType::unigram) options.symbols = {"<tag>"};
    models.push_back(trained(options).bytes());
  }
  text::VocabularyList list;
  list.pieces = {"</s>", "<unk>", "\u2581the", ">>fra<<"};
  list.eos = 0;
  list.unk = 1;
  models.push_back(list.attach_to(models.front()));
  return models;
}

void try_input(std::string_view input) {
  const auto tokenizer = text::Tokenizer::from_bytes(std::string(input), "input");
  tokenizer.type();
  tokenizer.normalization();
  tokenizer.symbols();
  tokenizer.text_pieces();
  for (const char* line : {"", "the cat <tag> sees", ">>fra<< my old house é\xFF\u2581"}) {
    const auto ids = tokenizer.encode(line);
    for (const int64_t id : ids) {
      if (id < 0 || id >= tokenizer.size()) throw "an id that the vocabulary lacks";
      tokenizer.piece(id);
    }
    tokenizer.decode(ids);
    tokenizer.normalize(line);
  }
}

}  // namespace regard::fuzz
