#pragma once
#include <array>
#include <cstdint>

#include "regard/config/check.h"

namespace regard::distillation {

/// The translations of a line that become training pairs.
enum class Pick { all, bleu, chrf };
constexpr auto names_of(Pick) { return std::array{"all", "bleu", "chrf"}; }

/// Options that select the teacher's translations from which the student learns.
struct DistilOptions {
  int64_t n_best = 1;
  bool sample = false;
  Pick pick = Pick::all;
  double keep = 1.0;
  double least_probability = 0.0;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = DistilOptions;
    v.field("n_best", &O::n_best, config::count_of(1, limits::kBeam),
            "Number of translations per line.");
    v.field("sample", &O::sample,
            "Draw translations at random instead of searching for the best; see temperature, "
            "top_k, top_p, epsilon and seed.");
    v.field("pick", &O::pick,
            "Which of the --n-best translations of a line to train on: all, or the one most "
            "similar to the line's reference by sentence BLEU or chrF (sequence-level "
            "interpolation). A line without a reference gets the first.");
    v.field("keep", &O::keep, config::above_to(0.0, 1.0),
            "Share of the translations of each text to keep: those that the teacher finds most "
            "probable per token.");
    v.field("least_probability", &O::least_probability, config::from_to_below(0.0, 1.0),
            "Drop translations whose tokens have a geometric mean probability below this. 0: drop "
            "none.");
  }
};

}  // namespace regard::distillation
