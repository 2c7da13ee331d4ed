#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "alignment/aligner.h"
#include "alignment/link_model.h"
#include "alignment/links.h"
#include "alignment/vocabulary.h"
#include "alignment/word_pairs.h"

namespace regard::alignment {

/// Links the words of any sentence pair with the model of an Aligner. Thread-safe.
class WordLinker {
 public:
  /// Learns from the pairs. For `after`, see Aligner::learn.
  static WordLinker learned_from(const WordPairs& pairs, const Aligner::Options& options,
                                 const std::function<void(int64_t done, int64_t all)>& after = {});
  /// Reads the result of bytes(). Returns nothing if the data is not valid.
  static std::optional<WordLinker> from_bytes(std::string_view bytes);
  std::string bytes() const;

  /// Links whose probability, averaged over both directions, is above one half.
  Links operator()(std::span<const std::string_view> source,
                   std::span<const std::string_view> target) const;

 private:
  struct Side {
    Vocabulary words, stems;
  };
  struct Numbers {
    std::vector<int32_t> words, stems;
  };

  WordLinker(std::array<Side, 2> sides, int64_t letters, LinkModel model)
      : sides_(std::move(sides)), letters_(letters), model_(std::move(model)) {}
  Numbers numbers_of(std::span<const std::string_view> sentence, const Side& side) const;

  std::array<Side, 2> sides_;  // source, then target
  int64_t letters_;            // length of a stem
  mutable LinkModel model_;    // changes only if a reader counts
};

}  // namespace regard::alignment
