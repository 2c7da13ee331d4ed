#pragma once
#include <string>
#include <vector>

#include "documents/translated_file.h"

namespace regard::cli {

/// Files that are translated in their formats, each to one file.
struct TranslatedFiles {
  std::vector<std::string> sources;
  std::vector<std::string> targets;  ///< one for each source
};

/// Removes file names from the command's words: names that have the suffix of a format, of existing
/// files or, if an output is named, also of missing files. `output` is the directory of the
/// translations or, for one file, the translation's own name. Returns nothing if no word names a
/// file. Throws Error if words and output do not match, and for a file with a different suffix.
TranslatedFiles take_files(std::vector<std::string>& words, const std::string& output,
                           bool names_output = false);

/// take_files() for a command that writes no files.
std::vector<std::string> take_sources(std::vector<std::string>& words, bool has_output);

/// Reads all files, then translates one after the other. Throws Error, before anything is written,
/// if that would replace a source, another output or one of `read`, the other files that the
/// command reads.
void translate_files(const TranslatedFiles& files, const documents::FileWork& work,
                     const std::vector<std::string>& read = {});

}  // namespace regard::cli
