#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "alignment/expected_count.h"

namespace regard::alignment {

/// P(jump), up to a factor; a jump is the distance between the places of successive aligned words.
/// Jumps of kFar words or more share one weight.
class Jumps {
 public:
  static constexpr int64_t kFar = 40;
  static constexpr size_t kCount = 2 * kFar + 1;
  using Counts = std::array<ExpectedCount, kCount>;

  static size_t index(int64_t jump) {
    return static_cast<size_t>(std::clamp(jump, -kFar, kFar) + kFar);
  }
  float weight(int64_t jump) const { return weights_[index(jump)]; }

  /// Sets the weights from the counts, with smoothing.
  void maximize(const Counts& counts);

 private:
  std::array<float, kCount> weights_ = ones();

  static std::array<float, kCount> ones() {
    std::array<float, kCount> weights;
    weights.fill(1);
    return weights;
  }
};

/// A sentence pair in one direction: each of the `words` words of one side comes from one of the
/// `places` words of the other, or from nothing.
struct Emissions {
  size_t words = 0, places = 0;
  std::vector<float> from_place = {};    ///< (words, places): P(word | word at the place)
  std::vector<float> from_nothing = {};  ///< (words): P(word | nothing)
};

/// P(place | word, sentence pair).
struct Posteriors {
  std::vector<float> of_place;    ///< (words, places)
  std::vector<float> of_nothing;  ///< (words)
};

/// IBM model 1 (Brown et al., 1993, aclanthology.org/J93-2003): a word comes from nothing with
/// probability `nothing`, and otherwise from each place with equal probability.
void model_1(const Emissions& emissions, float nothing, Posteriors& posteriors);

/// The hidden Markov model of Vogel et al. (1996, aclanthology.org/C96-2141), with the empty word
/// of Och and Ney (2003, aclanthology.org/J03-1002): a word that comes from nothing leaves the
/// state unchanged. The first jump starts before the first place, and the last jump ends after the
/// last place.
class HiddenMarkov {
 public:
  /// `nothing`: P(a word comes from nothing).
  HiddenMarkov(const Jumps& jumps, float nothing) : jumps_(jumps), nothing_(nothing) {}

  /// Runs the forward-backward algorithm.
  void compute(const Emissions& emissions, Posteriors& posteriors);
  /// Adds the expected jumps of the last sentence pair.
  void count_jumps(Jumps::Counts& counts) const;

 private:
  // A state is the place that the last aligned word came from: 0 is before the first place, 1 is
  // the first place.
  void prepare();
  void forward(const Emissions& emissions);
  void backward(const Emissions& emissions, Posteriors& posteriors);
  void begin_backward();
  void add_up_jumps();
  /// Weights of the jumps from a state to each place and to the end.
  const float* jumps_from(size_t state) const { return weights_.data() + places_ - state; }

  const Jumps& jumps_;
  float nothing_;
  size_t words_ = 0, places_ = 0, states_ = 0;
  std::vector<float> weights_;    // weights of jumps from 1 - places to 1 + places
  std::vector<float> reversed_;   // weights_ in reverse order
  std::vector<float> normal_;     // (states): 1 / sum of the weights of jumps to a place
  std::vector<float> forward_;    // (1 + words, states): P(state, words so far), scaled
  std::vector<float> leaving_;    // (words, states): forward_ before the word, times normal_
  std::vector<float> aligned_;    // (words, places): the part of forward_ with an aligned last word
  std::vector<float> scale_;      // (words)
  std::vector<float> backward_;   // (states): P(later words | state), scaled
  std::vector<float> reached_;    // (states): the part of backward_ with an aligned next word
  std::vector<float> following_;  // (words, places): P(word from the place, later words), scaled
  std::vector<float> jumped_;     // (states, places): expected jumps, without the factor weights_
  std::vector<float> jump_sums_;  // expected count of each jump in weights_
};

}  // namespace regard::alignment
