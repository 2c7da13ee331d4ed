#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "serve/http_message.h"

namespace regard::serve {

/// The address of a client behind a proxy: the last element of the last X-Forwarded-For, which the
/// proxy itself has written, without its port. Earlier elements and headers come from the client.
/// Without the header, it is the address of the connection.
std::string forwarded_address(const HttpRequest& request);

/// The path that a proxy has removed (X-Forwarded-Prefix): "/translator". Empty if it is invalid.
std::string forwarded_prefix(const HttpRequest& request);

/// The server's base address as the client sees it: "https://example.org/translator". Scheme and
/// host come from the headers Forwarded, X-Forwarded-Proto and X-Forwarded-Host, and are otherwise
/// http and Host; X-Forwarded-Prefix goes before `prefix`, the server's own. Without a host, only
/// the path. Invalid headers are ignored. Use it only for links in the answer to this request,
/// because clients can set these headers too.
std::string public_address(const HttpRequest& request, std::string_view prefix);

/// The keys that a server knows. The file has only SHA-256 hashes, so it reveals no key.
class ApiKeys {
 public:
  struct Key {
    std::string hash;  ///< 64 hexadecimal digits
    std::string name;
    std::optional<double> per_minute = {};  ///< limit on requests, if the key has its own
  };

  ApiKeys() = default;
  /// Reads a file of lines: hash, name and optionally a number of requests per minute. Skips blank
  /// lines and those that begin with #. Throws Error, naming file and line.
  static ApiKeys load(const std::string& path);

  bool is_empty() const { return keys_.empty(); }

  /// The key if it is known, or null. The time is the same for known and unknown keys.
  const Key* find(std::string_view key) const;

 private:
  std::vector<Key> keys_;
};

}  // namespace regard::serve
