#pragma once
#include <string>
#include <vector>

#include "documents/translated_file.h"

namespace regard::cli {

/// Files that are translated in their formats, each into one file.
struct TranslatedFiles {
  std::vector<std::string> sources;
  std::vector<std::string> targets;  ///< one for each source
};

/// Removes from the command's words the file names with the suffix of a format: those of existing
/// files and, if an output is named, those of missing files. `output` is the directory of the
/// translations or, for one file, the translation's own name. Returns no files if no word names
/// one. Throws Error if words and output do not match, and for a file with a different suffix.
TranslatedFiles take_files(std::vector<std::string>& words, const std::string& output,
                           bool names_output = false);

/// Does the same as take_files() for a command that writes no files.
std::vector<std::string> take_sources(std::vector<std::string>& words, bool has_output);

/// Reads all files, then translates one after the other. Throws Error, before anything is written,
/// if that would replace a source, another output or one of `read`, the other files that the
/// command reads.
void translate_files(const TranslatedFiles& files, const documents::FileWork& work,
                     const std::vector<std::string>& read = {});

}  // namespace regard::cli
