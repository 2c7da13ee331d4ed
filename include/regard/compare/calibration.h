#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "regard/compare/fact.h"

namespace regard::compare {

/// Whether a model is as often right as it is sure: over the tokens that it wrote, their
/// probability against whether they are right, which is where the longest common subsequence of the
/// pieces of hypothesis and reference has them (after Wang, Tu, Shi and Liu, 2020,
/// arXiv:2005.00963, who align by TER).
struct Calibration {
  struct Bin {
    double low = 0;  ///< of probability
    double high = 0;
    int64_t tokens = 0;
    double confidence = 0;  ///< mean probability of its tokens
    double accuracy = 0;    ///< share of them that is right

    template <class Visitor>
    static void describe(Visitor& v) {
      using O = Bin;
      v.facts("low", &O::low, "high", &O::high, "tokens", &O::tokens, "confidence", &O::confidence,
              "accuracy", &O::accuracy);
    }
  };

  std::vector<Bin> bins = {};  ///< ten of equal width; some may be empty
  int64_t tokens = 0;
  double confidence = 0;  ///< of all tokens
  double accuracy = 0;
  /// Expected calibration error: mean over all tokens of |accuracy − confidence| of their bins (Guo
  /// et al., 2017, arXiv:1706.04599).
  double expected_error = 0;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = Calibration;
    v.facts("bins", &O::bins);
    v.fact("tokens", &O::tokens, {"tokens", "written by the model"});
    v.fact("confidence", &O::confidence, {"confidence", "mean probability of a token", percent});
    v.fact("accuracy", &O::accuracy,
           {"accuracy", "share of tokens that are also in the reference", percent});
    v.fact(
        "expected_error", &O::expected_error,
        {"calibration error", "mean gap between the two; lower is better", percent, Best::lowest});
  }
};

/// A token that was written.
struct JudgedToken {
  double probability = 0;
  bool right = false;
};

/// Of each piece of the hypothesis, whether it is right.
std::vector<bool> right_pieces(const std::vector<std::string>& hypothesis,
                               const std::vector<std::string>& reference);

Calibration calibrate(const std::vector<JudgedToken>& tokens);

}  // namespace regard::compare
