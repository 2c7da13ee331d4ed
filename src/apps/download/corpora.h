#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "download/layouts.h"

namespace regard::download {

/// A file of a corpus, as its publisher serves it: a text as .gz, which every part of regard reads
/// directly, a text in a .zip, or an archive whose layout is known.
struct CorpusFile {
  std::string name;         ///< file name in the folder, and on a mirror
  std::string path = {};    ///< path below the publisher's address; empty: the name
  std::string member = {};  ///< member of a .zip: the text that is unpacked next to it
  /// SHA-256 or SHA-1, depending on length, of the text in a .gz without layout, otherwise of the
  /// file itself. Empty if unknown; then all checksums within the file are verified instead.
  std::string digest = {};
  uint64_t text_bytes = 0;      ///< size of the text in a .gz without layout
  uint64_t download_bytes = 0;  ///< as published; 0: unknown

  bool has_sha1() const {
    constexpr size_t kSha1Digits = 40;
    return digest.size() == kSha1Digits;
  }
};

struct Corpus {
  std::string name;
  std::string pairs;           ///< number of sentence pairs: "31,014"; empty: unknown
  std::string domain;          ///< domain, in three words
  std::string contents;        ///< description, in half a line
  std::string license;         ///< name of its license, or what it allows
  std::string credit;          ///< whom to credit, as some licenses demand
  std::string address;         ///< address (https) of the folder with its files
  std::string next = {};       ///< a command that uses it; empty: regard train
  std::string undivided = {};  ///< a file of pairs, some to be held out; empty: none
  Layout layout = nullptr;     ///< reads the pairs for pairs.tsv; null: files are used directly
  std::vector<CorpusFile> files;

  /// Size of all downloads; 0 if unknown.
  uint64_t download_bytes() const;
  /// The folder for its files unless the user names one: "data/opus-Books-v1".
  std::string folder() const;
  std::string next_command() const;
  /// The files that the user works with, in the folder.
  std::string results() const;
};

/// The corpora outside OPUS, one for each row in recipes.cpp.
const std::vector<Corpus>& recipes();
/// Every corpus that can be downloaded, including OPUS corpora, in the order of the list.
const std::vector<Corpus>& corpora();

/// The corpus with this name; "opus:NAME" is the version in the list, "opus:NAME@VERSION" any one
/// of OPUS. Throws Error, with the nearest name, if there is none.
Corpus find_corpus(const std::string& name);

/// The output of `regard download`: names, sizes, domains and licenses, in 80 columns.
std::string list_of_corpora();

}  // namespace regard::download
