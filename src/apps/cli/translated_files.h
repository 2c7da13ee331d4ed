#pragma once
#include <string>
#include <vector>

#include "documents/translated_file.h"

namespace regard::cli {

/// Files that are translated in their formats, each to one file.
struct TranslatedFiles {
  std::vector<std::string> sources;
  std::vector<std::string> targets;  ///< as many
};

/// Takes the words that name files off the words of the command: a file that is there and has the
/// suffix of a format; where an output is named, also one that is not there. `output` is their
/// directory, or the file if there is one of its format. Empty where no word names a file. Throws
/// Error if the words or the output cannot be meant so, and for a file of another suffix.
TranslatedFiles take_files(std::vector<std::string>& words, const std::string& output);

/// Takes the words that name files off the words of the command, as take_files() does, for a
/// command that writes none.
std::vector<std::string> take_sources(std::vector<std::string>& words, bool has_output);

/// Reads all files, then translates one after the other. Throws Error, before anything is written,
/// if that would replace a source, another output or one of `read`, other files that the work
/// reads.
void translate_files(const TranslatedFiles& files, const documents::FileWork& work,
                     const std::vector<std::string>& read = {});

}  // namespace regard::cli
