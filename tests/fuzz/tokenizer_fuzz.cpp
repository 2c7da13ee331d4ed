// SentencePiece models (text/tokenizer.h), and other readers of their files.
#include "fuzz/protobuf_lengths.h"
#include "fuzz/small_tokenizer.h"
#include "fuzz/target.h"

namespace regard::fuzz {

std::vector<std::string> seeds() {
  std::vector<std::string> models;
  using config::TokenizerType;
  for (const auto type : {TokenizerType::bpe, TokenizerType::unigram, TokenizerType::word,
                          TokenizerType::character}) {
    config::TokenizerOptions options;
    options.type = type;
    if (type == TokenizerType::unigram) options.symbols = {"<tag>"};
    models.push_back(small_tokenizer(options).bytes());
  }
  text::VocabularyList list;
  list.pieces = {"</s>", "<unk>", "\u2581the", ">>fra<<"};
  list.eos = 0;
  list.unk = 1;
  models.push_back(list.attach_to(models.front()));
  return models;
}

std::string repaired(const std::string& before, std::string after) {
  return ProtobufLengths::repaired(before, after);
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
      tokenizer.score(id);
    }
    tokenizer.decode(ids);
    tokenizer.normalize(line);
  }
}

}  // namespace regard::fuzz
