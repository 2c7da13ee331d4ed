// Lists of pieces: in a SentencePiece file (text/vocabulary_list.h), and next to models of other
// programs (store/vocabulary_files.h).
#include "fuzz/folder_of_files.h"
#include "fuzz/memory_file.h"
#include "fuzz/protobuf_lengths.h"
#include "fuzz/target.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"
#include "store/marian_vocabulary.h"
#include "store/vocabulary_files.h"
#include "text/vocabulary_list.h"

namespace regard::fuzz {
namespace {

const std::string kMarian = R"({"</s>": 0, "<unk>": 1, "\u2581a": 2, ">>fra<<": 3, "<pad>": 4})";
const std::string kCtranslate2 = R"(["<s>", "</s>", "<unk>", "\u2581a", "b"])";
const std::string kConfig = R"({"eos_token_id": 0, "pad_token_id": 4, "unk_token": "<unk>"})";

template <class Read>
void try_reader(const Read& read) {
  try {
    const auto list = read();
    if (list.places().size() < 4) throw "a list has no place for a special token";
    for (const int64_t id : list.ids()) {
      if (id < 0 || id >= static_cast<int64_t>(list.places().size())) throw "an id is too large";
    }
  } catch (const Error&) {
  }
}

}  // namespace

std::vector<std::string> seeds() {
  text::VocabularyList list;
  list.pieces = {"</s>", "<unk>", "a"};
  list.eos = 0;
  list.unk = 1;
  std::vector<std::string> texts = {list.attach_to("a model"), list.attach_to(""), kMarian,
                                    kCtranslate2};
  list.unk = 0;  // same id as the end of sentence
  texts.push_back(list.attach_to(""));
  list.unk = 3;  // beyond all pieces
  texts.push_back(list.attach_to(""));
  list.unk = 1;
  list.pieces.emplace_back("a");
  texts.push_back(list.attach_to(""));
  texts.emplace_back(
      "</s>: 0\n<unk>: 1\n'it''s': 2\n\"\\x85\\u2581\\U0001F642\\n\": 3\n? a\n: 4\n");
  texts.emplace_back("</s>\n<unk>\na\n");
  texts.emplace_back("</s>: 0\n\"\\UFFFFFFFF\": 1\n");
  texts.push_back(std::string(limits::kJsonDepth + 1, '['));
  return texts;
}

std::string repaired(const std::string& before, std::string after) {
  return after.starts_with('{') || after.starts_with('[')
             ? after
             : ProtobufLengths::repaired(before, after);
}

void try_input(std::string_view input) {
  try_reader([&] {
    auto list = text::VocabularyList::of_model(input, "input");
    if (!list) throw Error("has none");
    return *list;
  });
  text::without_list(input);
  const MemoryFile file(input), config_file(kConfig);
  const interop::JsonFile config(config_file.path());
  try_reader([&] { return interop::marian_vocabulary(file.path(), config); });
  for (const bool from_zero : {false, true}) {
    try_reader([&] { return interop::ctranslate2_vocabulary(file.path(), config, from_zero); });
  }
  static FolderOfFiles folder;
  for (const char* name : {"vocab.yml", "vocab.spm", "vocab.txt"}) {
    folder.set(name, input);
    try_reader([&] { return interop::read_marian_vocabulary(folder.path() + '/' + name); });
  }
  // The same bytes as a config: a member of the wrong type must throw an Error.
  const interop::JsonFile as_config(file.path());
  for (const auto& [key, value] : as_config.json().items()) {
    try {
      as_config.number(key.c_str(), 1);
      as_config.real(key.c_str(), 1);
      as_config.flag(key.c_str(), true);
      as_config.text(key.c_str(), "");
    } catch (const Error&) {
    }
  }
}

}  // namespace regard::fuzz
