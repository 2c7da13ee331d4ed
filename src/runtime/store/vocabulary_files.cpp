#include "store/vocabulary_files.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "regard/base/str.h"

namespace regard::interop {

using text::VocabularyList;

VocabularyList marian_vocabulary(const std::string& path, const JsonFile& config) {
  const JsonFile file(path);
  if (!file.json().is_object()) file.fail("is no JSON object of pieces and numbers");
  VocabularyList list;
  list.pieces.resize(file.json().size());
  std::vector<bool> is_taken(list.pieces.size());
  for (const auto& [piece, number] : file.json().items()) {
    const bool is_place =
        number.is_number_unsigned() && number.get<uint64_t>() < list.pieces.size();
    if (!is_place || is_taken[number.get<size_t>()]) {
      file.fail(str("gives ", piece, " the number ", number.dump(), ", but its ",
                    list.pieces.size(), " pieces must have the numbers from 0, each once"));
    }
    is_taken[number.get<size_t>()] = true;
    list.pieces[number.get<size_t>()] = piece;
  }
  const auto unknown = std::find(list.pieces.begin(), list.pieces.end(), "<unk>");
  if (unknown != list.pieces.end()) list.unk = unknown - list.pieces.begin();
  list.eos = config.number("eos_token_id");
  list.pad = config.number("pad_token_id");
  const auto start = config.number("decoder_start_token_id");
  if (start != list.pad) list.bos = start;
  text::check(list, path);
  return list;
}

VocabularyList ctranslate2_vocabulary(const std::string& path, const JsonFile& config,
                                      bool from_zero) {
  const JsonFile file(path);
  VocabularyList list;
  if (!file.json().is_array()) file.fail("is no JSON list of pieces");
  for (const auto& piece : file.json()) {
    if (!piece.is_string()) file.fail(str("has ", piece.dump(), ", which is not a piece"));
    list.pieces.push_back(piece.get<std::string>());
  }
  const auto place = [&](const std::string& piece) {
    const auto found = std::find(list.pieces.begin(), list.pieces.end(), piece);
    return found == list.pieces.end() ? VocabularyList::kNone : found - list.pieces.begin();
  };
  list.unk = place(config.text("unk_token", "<unk>"));
  list.eos = place(config.text("eos_token", "</s>"));
  if (!from_zero) list.bos = place(config.text("decoder_start_token", "<s>"));
  text::check(list, path);
  return list;
}

}  // namespace regard::interop
