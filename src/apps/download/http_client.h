#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "base/process.h"
#include "regard/base/limits.h"

namespace regard::download {

/// Fetches files from servers by HTTPS, with the certificates of the system. Follows redirects to
/// HTTPS alone; a proxy of the environment (https_proxy) is used.
class HttpClient {
 public:
  struct Options {
    bool allow_http = false;  ///< allows unencrypted connections, here and after redirects
    int64_t silence = 30;     ///< seconds without a byte after which a connection is given up
    uint64_t most_bytes = limits::kDownloadBytes;  ///< that a file may have
    int64_t retries = 4;  ///< after a lost connection or a busy server; waits 1, 2, 4, ... s
  };

  /// `interrupt` must outlive it.
  HttpClient(const Options& options, const InterruptGuard& interrupt);
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  /// Appends to the file `part` what it lacks of what the server has under `url`, from the start if
  /// the server does not continue. `bytes` is the expected size, 0 if unknown: the progress bar
  /// needs it. Returns why that failed, as "the server answered 404"; what has arrived stays in the
  /// file. Throws Interrupted, and Error if the file cannot be written or would have more than
  /// `most_bytes`.
  std::optional<std::string> fetch(const std::string& url, const std::filesystem::path& part,
                                   uint64_t bytes);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace regard::download
