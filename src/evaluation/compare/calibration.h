#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "compare/fact.h"

namespace regard::compare {

/// Whether a model is right as often as it is confident: the probabilities of the tokens it wrote
/// against the share of them that is right. A token is right if it is in the longest common
/// subsequence of the pieces of hypothesis and reference (after Wang, Tu, Shi and Liu, 2020,
/// arXiv:2005.00963, who align by TER).
struct Calibration {
  struct Bin {
    double low = 0;  ///< of probability
    double high = 0;
    int64_t tokens = 0;
    double confidence = 0;  ///< mean probability of its tokens
    double accuracy = 0;    ///< share of them that is right

    static void describe(auto& v) {
      v.facts("low", &Bin::low, "high", &Bin::high, "tokens", &Bin::tokens, "confidence",
              &Bin::confidence, "accuracy", &Bin::accuracy);
    }
  };

  std::vector<Bin> bins = {};  ///< ten of equal width
  int64_t tokens = 0;
  double confidence = 0;  ///< of all tokens
  double accuracy = 0;
  /// Expected calibration error: mean over all tokens of |accuracy − confidence| of their bins (Guo
  /// et al., 2017, arXiv:1706.04599).
  double expected_error = 0;

  static void describe(auto& v) {
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

struct JudgedToken {
  double probability = 0;
  bool right = false;
};

/// Whether each piece of the hypothesis is right.
std::vector<bool> right_pieces(const std::vector<std::string>& hypothesis,
                               const std::vector<std::string>& reference);

Calibration calibrate(const std::vector<JudgedToken>& tokens);

}  // namespace regard::compare
