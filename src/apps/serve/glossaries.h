#pragma once
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "regard/text/glossary.h"

namespace regard::serve {

/// The language pair of a glossary.
struct Direction {
  std::string source, target;
};

/// Reads the entries of a glossary as DeepL's clients send them: "tsv", lines with a term, a tab
/// and its translation; or "csv" as in RFC 4180, with or without two more columns of languages.
/// Throws Refusal (400), naming the line, for anything else and for wrong languages.
std::vector<text::Glossary::Term> read_entries(std::string_view entries, std::string_view format,
                                               const Direction& direction);

/// The entries of a glossary as "tsv".
std::string written_entries(const text::Glossary& glossary);

/// Glossaries that clients have made: limited per client and in total (limits.h), so that no client
/// uses up the others' share. Thread-safe.
class Glossaries {
 public:
  /// Without a file, glossaries last until the server stops. A file keeps them across restarts:
  /// it is read here, and replaced after each change. Throws Error for a file that another program
  /// has written.
  explicit Glossaries(std::string file = {});

  /// The terms for a direction.
  struct Dictionary {
    std::string source, target;  ///< language codes
    std::shared_ptr<const text::Glossary> glossary;
  };

  struct Entry {
    std::string id;
    std::string name;
    std::string created;  ///< as in RFC 3339
    std::string owner;    ///< name of a key; empty: everyone
    std::vector<Dictionary> dictionaries = {};
    std::string client = {};  ///< client whose quota it counts against: a key or an address

    /// The dictionary for a direction; null if there is none.
    const Dictionary* dictionary(const std::string& source, const std::string& target) const;
    /// Adds a dictionary, or replaces the one for its direction.
    void put(Dictionary dictionary);
  };

  /// Adds an entry and returns it with its id and time. Throws Refusal if there are too many
  /// entries, or if this one is too large.
  Entry add(Entry entry);
  std::vector<Entry> of(const std::string& owner) const;
  /// The glossary with this id. Throws Refusal (404) if there is none.
  Entry find(const std::string& id, const std::string& owner) const;
  /// Changes an entry and returns it. Throws Refusal as find, add and `change` do, and then leaves
  /// the entry unchanged.
  Entry change(const std::string& id, const std::string& owner,
               const std::function<void(Entry&)>& change);
  void remove(const std::string& id, const std::string& owner);

 private:
  void save() const;
  /// Throws Refusal if the entries would be too large with `entry` in place of `old`.
  void check(const Entry& entry, const Entry* old) const;
  void check_limits(const Entry& entry, const Entry* old) const;

  const std::string file_;
  mutable std::mutex mutex_;
  std::deque<Entry> entries_;
};

/// The content of the file that keeps glossaries, in JSON.
std::string written_glossaries(const std::deque<Glossaries::Entry>& entries);
/// Reads a file of glossaries. Throws Error, naming `path`, if `text` is something else.
std::deque<Glossaries::Entry> read_glossaries(const std::string& text, const std::string& path);

/// Throws Refusal (400) for a glossary with more terms or bytes than a request may have.
void check_glossary(const text::Glossary& glossary);

}  // namespace regard::serve
