#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace regard::text {

/// An entry of a translation memory for a text.
struct MemoryMatch {
  std::string source;
  std::string target;
  int score = 0;  ///< 100: the same text; less: TranslationMemory::similar

  bool operator==(const MemoryMatch&) const = default;
};

/// Texts with their translations, as people have made them. Several threads may use one.
class TranslationMemory {
 public:
  struct Entry {
    std::string source;
    std::string target;
  };

  /// What similar() gives: at most `most` entries, each with a score of at least `least`.
  struct Wanted {
    size_t most = 3;
    int least = 70;
  };

  /// Entries without a text on either side are left out. Of entries with the same source, the last
  /// one counts.
  explicit TranslationMemory(std::vector<Entry> entries);
  ~TranslationMemory();
  TranslationMemory(TranslationMemory&&) noexcept;
  TranslationMemory& operator=(TranslationMemory&&) noexcept;

  size_t size() const;

  /// The translation of a text that is in the memory: the same characters in any kind and number of
  /// blanks. Null: it is not.
  const std::string* translation_of(std::string_view text) const;

  /// The entries most similar to a text, best first: 100 less the percentage of words, numbers and
  /// marks to insert, delete or replace, of the longer text; a word in another case counts half.
  /// At most 99 unless the texts are the same. Takes a time in proportion to the entries that share
  /// one of the text's rarest words.
  std::vector<MemoryMatch> similar(std::string_view text, const Wanted& wanted) const;
  std::vector<MemoryMatch> similar(std::string_view text) const { return similar(text, {}); }

 private:
  struct Index;
  std::unique_ptr<const Index> index_;
};

}  // namespace regard::text
