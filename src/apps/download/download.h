#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "base/process.h"
#include "download/corpora.h"
#include "download/http_client.h"

namespace regard::download {

struct DownloadOptions {
  std::filesystem::path folder;
  std::string from;               ///< address of a mirror's folder; empty: the publisher's
  uint64_t most_bytes = 0;        ///< maximum size of a file; 0: what the corpus needs
  HttpClient::Options http = {};  ///< `allow_http` and `most_bytes` follow from the others
};

/// Puts the files of a corpus into the folder once their contents are verified, unpacks a text in a
/// .zip, and writes the pairs of files with a layout to pairs.tsv. An existing file is checked, and
/// neither fetched again nor overwritten. An interrupted download, NAME.part, is continued. Throws
/// Error if a file cannot be fetched, with the addresses of all missing files, or if it is not the
/// published one. Throws Interrupted, too.
void download(const Corpus& corpus, const DownloadOptions& options,
              const InterruptGuard& interrupt);

/// How a file differs from the published one: "has SHA-1 ..., but must have ..."; nullopt if it
/// does not differ.
std::optional<std::string> fault_of(const CorpusFile& file, const std::filesystem::path& path);

}  // namespace regard::download
