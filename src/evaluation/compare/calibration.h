#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "compare/fact_rows.h"

namespace regard::compare {

/// Whether a model is right as often as it is confident: compares the probabilities of the
/// generated tokens with the share of right tokens. A token is right if it is in the longest
/// common subsequence of the pieces of hypothesis and reference (after Wang, Tu, Shi and Liu, 2020,
/// arXiv:2005.00963, who align with TER).
struct Calibration {
  struct Bin {
    double low = 0;  ///< lower bound of the probability
    double high = 0;
    int64_t tokens = 0;
    double confidence = 0;  ///< mean probability of the bin's tokens
    double accuracy = 0;    ///< share of the bin's tokens that are right

    static void describe(auto& v) {
      v.facts("low", &Bin::low, "high", &Bin::high, "tokens", &Bin::tokens, "confidence",
              &Bin::confidence, "accuracy", &Bin::accuracy);
    }
  };

  std::vector<Bin> bins = {};  ///< ten bins of equal width
  int64_t tokens = 0;
  double confidence = 0;  ///< mean probability of all tokens
  double accuracy = 0;
  /// Expected calibration error: the mean over all tokens of |accuracy − confidence| of their bins
  /// (Guo et al., 2017, arXiv:1706.04599).
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

/// Whether the search or the model is at fault (Stahlberg and Byrne, 2019, arXiv:1908.10090). If
/// the model scores the reference higher than the hypothesis found, the search failed. If lower,
/// the model prefers its own translation.
struct SearchErrors {
  int64_t sentences = 0;
  int64_t errors = 0;    ///< sentences whose reference scores higher (after the length penalty)
  int64_t likelier = 0;  ///< sentences whose reference has a higher log-probability, at any length
  double hypothesis_log_prob = 0;  ///< mean per token of the hypotheses
  double reference_log_prob = 0;   ///< mean per token of the references

  static void describe(auto& v) {
    using O = SearchErrors;
    v.fact("sentences", &O::sentences, {"sentences", "looked at"});
    v.facts("errors", &O::errors, "likelier", &O::likelier);
    v.row({"search errors", "the reference scores higher than the translation found"},
          [](const O& o) { return part_of(o.errors, o.sentences); });
    v.row({"likelier references", "the same by log-probability, without length penalty"},
          [](const O& o) { return part_of(o.likelier, o.sentences); });
    v.fact("hypothesis_log_prob", &O::hypothesis_log_prob,
           {"per token of the translations", "mean log-probability; 0 is certain", decimals<3>});
    v.fact("reference_log_prob", &O::reference_log_prob,
           {"per token of the references", "mean log-probability", decimals<3>});
  }
};

/// The model's scores of one sentence.
struct ScoredPair {
  double hypothesis_log_prob = 0;
  double hypothesis_score = 0;  ///< after the length penalty
  int64_t hypothesis_tokens = 0;
  double reference_log_prob = 0;
  double reference_score = 0;
  int64_t reference_tokens = 0;
};

SearchErrors find_search_errors(const std::vector<ScoredPair>& pairs);

/// Quality and speed by beam size on some of the sentences.
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
