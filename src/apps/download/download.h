#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "base/interrupt.h"
#include "download/corpora.h"
#include "download/http_client.h"

namespace regard::download {

struct DownloadOptions {
  std::filesystem::path folder;
  std::string from;               ///< address of a mirror's folder; empty: the publisher's
  HttpClient::Options http = {};  ///< `allow_http` follows from `from`
};

/// Puts the files of a corpus into the folder, each only after its content was checked, and unpacks
/// what is a .zip. A file that is there is checked, and fetched neither again nor over. What an
/// interrupted download left, NAME.part, is continued. Throws Error where a file cannot be fetched,
/// with the addresses of all that are missing, or is not the published one; and Interrupted.
void download(const Corpus& corpus, const DownloadOptions& options,
              const InterruptGuard& interrupt);

/// What is wrong with a file as a file of the corpus: "has SHA-1 ..., but must have ...". Nothing
/// if it is the published one.
std::optional<std::string> fault_of(const CorpusFile& file, const std::filesystem::path& path);

}  // namespace regard::download
