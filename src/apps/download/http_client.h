#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "base/process.h"
#include "regard/base/limits.h"

namespace regard::download {

/// Fetches files over HTTPS with the system's certificates. Follows only redirects to HTTPS. Uses
/// the proxy that the environment names (https_proxy).
class HttpClient {
 public:
  struct Options {
    bool allow_http = false;  ///< allows unencrypted connections, here and after redirects
    int64_t silence = 30;     ///< idle timeout in seconds
    uint64_t most_bytes = limits::kDownloadBytes;  ///< maximum size of a file
    int64_t retries = 4;  ///< after a lost connection or a busy server; waits 1, 2, 4, ... s
  };

  /// `interrupt` must outlive the client.
  HttpClient(const Options& options, const InterruptGuard& interrupt);
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  /// Appends the rest of the server's file at `url` to the file `part`, or starts again if the
  /// server does not continue. `bytes` is the expected size for the progress bar, 0 if unknown.
  /// Returns why that failed, such as "the server answered 404"; received bytes stay in the file.
  /// Throws Interrupted, and Error if the file cannot be written or would exceed `most_bytes`.
  std::optional<std::string> fetch(const std::string& url, const std::filesystem::path& part,
                                   uint64_t bytes);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace regard::download
