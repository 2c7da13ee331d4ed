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

/// Links the words of any sentence pair, as an Aligner learned from others. Safe to use from
/// several threads.
class WordLinker {
 public:
  /// For `after`, see Aligner::learn.
  static WordLinker learned_from(const WordPairs& pairs, const Aligner::Options& options,
                                 const std::function<void(int64_t done, int64_t all)>& after = {});
  /// What bytes() of a linker gave; nothing if these are none.
  static std::optional<WordLinker> from_bytes(std::string_view bytes);
  std::string bytes() const;

  /// Links that both directions together find likelier than not.
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

  std::array<Side, 2> sides_;  // source, target
  int64_t letters_;            // of a stem
  mutable LinkModel model_;    // of which a reader changes nothing unless it counts
};

}  // namespace regard::alignment
