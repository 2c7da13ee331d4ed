#pragma once
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "regard/text/glossary.h"

namespace regard::serve {

/// Glossaries that clients have made, in memory: so many, and no longer than the server runs.
/// Several threads may use one.
class Glossaries {
 public:
  static constexpr size_t kMost = 100;
  static constexpr size_t kMostTerms = 10'000;

  struct Entry {
    std::string id;
    std::string name;
    std::string source, target;  ///< languages
    std::string created;         ///< as in RFC 3339
    std::string owner;           ///< the name of a key; empty: everybody
    std::shared_ptr<const text::Glossary> glossary;
  };

  /// Returns it with its id and time. Throws Refusal if there are too many, or too many terms.
  Entry add(Entry entry);
  std::vector<Entry> of(const std::string& owner) const;
  /// Throws Refusal (404).
  Entry find(const std::string& id, const std::string& owner) const;
  void remove(const std::string& id, const std::string& owner);

 private:
  mutable std::mutex mutex_;
  std::deque<Entry> entries_;
};

}  // namespace regard::serve
