#pragma once
#include <filesystem>
#include <string>

#include "regard/config/search_options.h"

namespace regard::interop {

/// The files of a Marian model, as Marian, OPUS-MT, the Tatoeba Challenge, Bergamot and Firefox
/// lay them out.
struct MarianFiles {
  std::filesystem::path model;  ///< .npz or .bin
  std::filesystem::path source_vocabulary, target_vocabulary;
  std::filesystem::path source_spm, target_spm;  ///< may be the vocabularies themselves
  std::filesystem::path decoder;                 ///< search options; empty if there are none
  std::filesystem::path shortlist;               ///< empty if there is none
};

/// Whether a folder holds a model in Marian's binary format.
bool holds_marian_binary(const std::filesystem::path& folder);

/// Finds the files in a folder: from decoder.yml, MODEL.npz.decoder.yml or config.yml, else by
/// their names and first bytes. `model` is the archive, if known. Throws Error if a file is
/// missing, if there are several models, and for an ensemble.
MarianFiles find_marian_files(const std::filesystem::path& folder,
                              const std::filesystem::path& model = {});

/// For files from an archive, which must not refer to files outside it: throws Error if the
/// folder's decoder.yml names a file that is not in the folder.
void check_decoder_stays_in(const std::filesystem::path& folder);

/// Sets the search options that a decoder.yml names. Warns about those that regard lacks.
void read_marian_decoder(const std::filesystem::path& path, config::SearchOptions& search);

/// The language code after "source language" or "target language" in an OPUS-MT README.md;
/// `otherwise` if there is none or more than one.
std::string marian_language(const std::filesystem::path& folder, const std::string& side,
                            const std::string& otherwise);

}  // namespace regard::interop
