#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace regard::text {

/// An entry of a translation memory that matches a text.
struct MemoryMatch {
  std::string source;
  std::string target;
  int score = 0;  ///< 100 for the same text (TranslationMemory::similar)

  bool operator==(const MemoryMatch&) const = default;
};

/// Texts with translations made by people. Several threads may use one memory.
class TranslationMemory {
 public:
  struct Entry {
    std::string source;
    std::string target;
  };

  /// Limits the result of similar(): at most `most` entries, each with a score of at least `least`.
  struct Wanted {
    size_t most = 3;
    int least = 70;
  };

  /// Entries with an empty side are dropped. Of entries with the same source, the last one counts.
  explicit TranslationMemory(std::vector<Entry> entries);
  ~TranslationMemory();
  TranslationMemory(TranslationMemory&&) noexcept;
  TranslationMemory& operator=(TranslationMemory&&) noexcept;

  size_t size() const;

  /// The translation of a text that is in the memory, or null. The kind and number of blanks do not
  /// matter.
  const std::string* translation_of(std::string_view text) const;

  /// The entries most similar to a text, best first. The score is 100 minus the percentage of
  /// words, numbers and marks of the longer text that must be inserted, deleted or replaced; a word
  /// in a different case counts half. It is at most 99 unless the texts are the same. The time is
  /// proportional to the number of entries that share one of the text's rarest words.
  std::vector<MemoryMatch> similar(std::string_view text, const Wanted& wanted) const;
  std::vector<MemoryMatch> similar(std::string_view text) const { return similar(text, {}); }

 private:
  struct Index;
  std::unique_ptr<const Index> index_;
};

}  // namespace regard::text
