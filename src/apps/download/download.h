#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/process.h"
#include "download/corpora.h"
#include "download/http_client.h"

namespace regard::download {

/// A file that a download fills, which an interrupted one leaves for the next. Every failure throws
/// Error.
class PartialFile {
 public:
  /// Opens or creates it; a link is not followed.
  explicit PartialFile(const std::filesystem::path& path);
  ~PartialFile();
  PartialFile(const PartialFile&) = delete;
  PartialFile& operator=(const PartialFile&) = delete;

  uint64_t size() const { return size_; }
  void empty();
  /// Throws Error beyond limits::kDownloadBytes.
  void append(std::string_view bytes);
  /// Brings it to the disk.
  void sync();

 private:
  [[noreturn]] void fail(const char* deed, int error) const;

  std::filesystem::path path_;
  int descriptor_;
  uint64_t size_ = 0;
};

/// Takes the next part of a text.
using Sink = std::function<void(std::string_view)>;

/// Unpacks the text in a .gz file (RFC 1952). Throws Error if it is damaged, is not such a
/// file, or has more than `most` bytes of text, after `most` bytes were taken.
void unpack_gzip(const std::filesystem::path& path, uint64_t most, const Sink& take);

/// Unpacks the one file in a .zip whose name, without folders, is `member`; where the archive wants
/// its files to be is of no interest. Throws Error as above, and if it has none or several.
void unpack_zip(const std::filesystem::path& path, const std::string& member, uint64_t most,
                const Sink& take);

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
