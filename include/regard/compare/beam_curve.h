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

    template <class Visitor>
    static void describe(Visitor& v) {
      using O = Point;
      v.facts("beam_size", &O::beam_size, "bleu", &O::bleu, "chrf", &O::chrf, "length_ratio",
              &O::length_ratio, "sentences_per_second", &O::sentences_per_second, "log_prob",
              &O::log_prob);
    }
  };

  std::size_t sentences = 0;
  std::vector<Point> points = {};  ///< by beam size

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = BeamCurve;
    v.facts("sentences", &O::sentences, "points", &O::points);
  }
};

}  // namespace regard::compare
