#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "alignment/vocabulary.h"

namespace regard::alignment {

/// The two directions of an alignment. In to_target, each target word comes from one source word or
/// from none; in to_source, each source word from one target word or from none.
enum Direction : size_t { to_target, to_source };

/// Sentence pairs as word numbers. Each side numbers its words from 0, in order of first
/// occurrence, ignoring case.
class WordPairs {
 public:
  using Words = std::span<const int32_t>;

  void add(std::span<const std::string_view> source, std::span<const std::string_view> target);

  /// The pairs with each word replaced by its first letters.
  WordPairs stems(int64_t letters) const;

  size_t size() const { return sides_[0].begins.size() - 1; }
  Words source(size_t pair) const { return sides_[0].words_of(pair); }
  Words target(size_t pair) const { return sides_[1].words_of(pair); }
  /// The number of distinct words on each side.
  size_t sources() const { return source_vocabulary().size(); }
  size_t targets() const { return target_vocabulary().size(); }
  const Vocabulary& source_vocabulary() const { return sides_[0].vocabulary; }
  const Vocabulary& target_vocabulary() const { return sides_[1].vocabulary; }

  /// All words of the side that is generated in this direction.
  Words all_words(Direction direction) const { return sides_[1 - direction].words; }
  size_t vocabulary(Direction direction) const { return sides_[1 - direction].vocabulary.size(); }

 private:
  struct Side {
    Vocabulary vocabulary = {};
    std::vector<int32_t> words = {};
    std::vector<size_t> begins = {0};

    void add(std::span<const std::string_view> sentence);
    Side stems(int64_t letters) const;
    Words words_of(size_t pair) const {
      return Words(words).subspan(begins[pair], begins[pair + 1] - begins[pair]);
    }
  };

  std::array<Side, 2> sides_;
};

}  // namespace regard::alignment
