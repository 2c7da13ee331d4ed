#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace regard::compare {

/// Quality and speed over the size of the beam, on some of the sentences.
struct BeamCurve {
  struct Point {
    int64_t beam_size = 1;
    double bleu = 0;
    double chrf = 0;
    double length_ratio = 0;  ///< words of the hypotheses by those of the references
    double sentences_per_second = 0;
    double log_prob =
        0;  ///< mean of a sentence's best hypothesis: a wider beam finds likelier ones
  };

  std::size_t sentences = 0;
  std::vector<Point> points = {};  ///< by beam size
};

}  // namespace regard::compare
