#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace regard::serve {

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
