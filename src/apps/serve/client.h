#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "serve/http_message.h"

namespace regard::serve {

/// The address of a client behind a proxy: the last element of the last X-Forwarded-For, which is
/// the proxy's own word, without its port. Elements and headers before it are the client's. That of
/// the connection if there is none.
std::string forwarded_address(const HttpRequest& request);

/// The address below which a client reaches the server, as "https://example.org/translator": scheme
/// and host as the headers Forwarded, X-Forwarded-Proto and X-Forwarded-Host say, else http and
/// Host; X-Forwarded-Prefix before `prefix`, the server's own. Without a host, the path alone. A
/// header that is not what it should be does not count. Only for links in the answer to this very
/// request, because a client may write these headers, too.
std::string public_address(const HttpRequest& request, std::string_view prefix);

/// The keys that a server knows, by their SHA-256: the file tells nobody a key.
class ApiKeys {
 public:
  struct Key {
    std::string hash;  ///< 64 hexadecimal digits
    std::string name;
    std::optional<double> per_minute = {};  ///< requests, if the key has a limit of its own
  };

  ApiKeys() = default;
  /// Reads a file of lines: hash, name and, if there is one, a number of requests per minute.
  /// Blank lines and those that begin with # are left out. Throws Error, naming file and line.
  static ApiKeys load(const std::string& path);

  bool is_empty() const { return keys_.empty(); }

  /// Null if it is unknown. Takes the same time for each key, known or not.
  const Key* find(std::string_view key) const;

 private:
  std::vector<Key> keys_;
};

}  // namespace regard::serve
