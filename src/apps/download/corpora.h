#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace regard::download {

/// A file of a corpus, as its publisher serves it: a text as .gz, which everything in regard reads
/// as it is, or a .zip with one.
struct CorpusFile {
  std::string name;         ///< file name on the server and in the folder
  std::string member;       ///< member of a .zip: the text that is unpacked next to it
  std::string digest;       ///< digest of the text in a .gz (SHA-256), of a .zip itself (by length)
  uint64_t text_bytes = 0;  ///< size of the text in a .gz
  uint64_t download_bytes = 0;  ///< as published; 0: unknown
};

struct Corpus {
  std::string name;
  std::string languages;       ///< "en, fr"
  std::string pairs;           ///< number of sentence pairs: "31,014"; empty: unknown
  std::string contents;        ///< in half a line
  std::string licence;         ///< its name, or what it allows
  std::string credit;          ///< whom to name: some licences demand it
  std::string address;         ///< address of the folder of its files, https
  std::string next;            ///< a command that uses it
  std::string undivided = {};  ///< a text of pairs to hold out some of, in the folder; empty: none
  std::vector<CorpusFile> files;

  /// 0: unknown.
  uint64_t download_bytes() const;
};

/// Every corpus that can be downloaded, in the order of the list.
const std::vector<Corpus>& corpora();

/// Throws Error, with the nearest name, if there is none.
const Corpus& find_corpus(const std::string& name);

/// What `regard download` prints: names, languages, sizes and licences, in 80 columns.
std::string list_of_corpora();

}  // namespace regard::download
