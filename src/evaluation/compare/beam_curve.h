#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "compare/fact.h"

namespace regard::compare {

/// Quality and speed by beam size, on some of the sentences.
struct BeamCurve {
  struct Point {
    int64_t beam_size = 1;
    double bleu = 0;
    double chrf = 0;
    double length_ratio = 0;  ///< words of the hypotheses / words of the references
    double sentences_per_second = 0;
    double log_prob = 0;  ///< mean over the sentences' best hypotheses

    static void describe(auto& v) {
      v.fact("beam_size", &Point::beam_size, {"beam size", ""});
      v.fact("bleu", &Point::bleu, {"BLEU", "", decimals<2>});
      v.fact("chrf", &Point::chrf, {"chrF2", "", decimals<2>});
      v.fact("length_ratio", &Point::length_ratio,
             {"length ratio", "words relative to the reference's", decimals<3>});
      v.fact("sentences_per_second", &Point::sentences_per_second,
             {"sentences per second", "", decimals<1>});
      v.fact("log_prob", &Point::log_prob,
             {"log-probability", "mean of the best hypotheses", decimals<2>});
    }
  };

  std::size_t sentences = 0;
  std::vector<Point> points = {};  ///< by beam size

  static void describe(auto& v) {
    v.facts("sentences", &BeamCurve::sentences, "points", &BeamCurve::points);
  }
};

}  // namespace regard::compare
