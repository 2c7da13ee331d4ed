#include "alignment/hidden_markov.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>

#include "math/kernels.h"

namespace regard::alignment {

void Jumps::maximize(const Counts& counts) {
  constexpr double kPrior = 0.5;
  constexpr double kFarPlaces = 20;  // places that share the probability of a far jump
  double all = 0;
  for (const auto& count : counts) all += count.value() + kPrior;
  for (size_t at = 0; at < kCount; ++at) {
    const bool is_far = at == 0 || at + 1 == kCount;
    const double share = (counts[at].value() + kPrior) / all;
    weights_[at] = static_cast<float>(is_far ? share / kFarPlaces : share);
  }
}

namespace {

/// Sums with independent accumulators, to shorten the dependency chain.
float sum_of(std::span<const float> numbers) {
  constexpr size_t kSums = 8;
  std::array<float, kSums> sums = {};
  size_t at = 0;
  for (; at + kSums <= numbers.size(); at += kSums) {
    for (size_t i = 0; i < kSums; ++i) sums[i] += numbers[at + i];
  }
  for (; at < numbers.size(); ++at) sums[0] += numbers[at];
  return std::accumulate(sums.begin(), sums.end(), 0.0F);
}

}  // namespace

void model_1(const Emissions& emissions, float nothing, Posteriors& posteriors) {
  const size_t words = emissions.words, places = emissions.places;
  posteriors.of_place.resize(words * places);
  posteriors.of_nothing.resize(words);
  const float each = (1 - nothing) / static_cast<float>(places);
  for (size_t word = 0; word < words; ++word) {
    const float* in = &emissions.from_place[word * places];
    float* out = &posteriors.of_place[word * places];
    const float from_nothing = nothing * emissions.from_nothing[word];
    const float scale = 1 / (each * sum_of({in, places}) + from_nothing);
    for (size_t place = 0; place < places; ++place) out[place] = each * scale * in[place];
    posteriors.of_nothing[word] = scale * from_nothing;
  }
}

void HiddenMarkov::compute(const Emissions& emissions, Posteriors& posteriors) {
  words_ = emissions.words;
  places_ = emissions.places;
  states_ = places_ + 1;
  posteriors.of_place.resize(words_ * places_);
  posteriors.of_nothing.resize(words_);
  prepare();
  forward(emissions);
  backward(emissions, posteriors);
}

void HiddenMarkov::prepare() {
  const auto places = static_cast<int64_t>(places_);
  weights_.resize(2 * places_ + 1);
  for (int64_t at = 0; at <= 2 * places; ++at) {
    weights_[static_cast<size_t>(at)] = jumps_.weight(at + 1 - places);
  }
  reversed_.assign(weights_.rbegin(), weights_.rend());
  normal_.resize(states_);
  for (size_t state = 0; state < states_; ++state) {
    normal_[state] = 1 / sum_of({jumps_from(state), places_});
  }
}

void HiddenMarkov::forward(const Emissions& emissions) {
  const auto& kernels = math::kernels();
  const auto places = static_cast<int64_t>(places_), states = static_cast<int64_t>(states_);
  forward_.resize((words_ + 1) * states_);
  leaving_.resize(words_ * states_);
  aligned_.resize(words_ * places_);
  scale_.resize(words_);
  std::fill_n(forward_.begin(), states_, 0.0F);
  forward_[0] = 1;
  for (size_t word = 0; word < words_; ++word) {
    const float* before = &forward_[word * states_];
    float* after = &forward_[(word + 1) * states_];
    float* leaving = &leaving_[word * states_];
    float* aligned = &aligned_[word * places_];
    for (size_t state = 0; state < states_; ++state)
      leaving[state] = before[state] * normal_[state];
    // Each row holds the jumps from one state: the row above, shifted by one place.
    kernels.small_product({.rows = 1, .inner = states, .columns = places}, {leaving, states},
                          {jumps_from(0), -1}, aligned, places);
    const float* from_place = &emissions.from_place[word * places_];
    const float nothing = nothing_ * emissions.from_nothing[word];
    // The probabilities of the states before the word add up to 1.
    const float sum = (1 - nothing_) * kernels.dot(aligned, from_place, places) + nothing;
    const float scale = scale_[word] = 1 / sum;
    const float of_place = (1 - nothing_) * scale, of_nothing = nothing * scale;
    after[0] = before[0] * of_nothing;
    for (size_t place = 0; place < places_; ++place) {
      aligned[place] *= of_place * from_place[place];
      after[place + 1] = aligned[place] + before[place + 1] * of_nothing;
    }
  }
}

void HiddenMarkov::begin_backward() {
  const float* last = &forward_[words_ * states_];
  backward_.resize(states_);
  reached_.resize(states_);
  following_.resize(words_ * places_);
  float all = 0;
  for (size_t state = 0; state < states_; ++state) {
    backward_[state] = jumps_from(state)[places_] * normal_[state];
    all += last[state] * backward_[state];
  }
  jump_sums_.assign(weights_.size(), 0);
  for (size_t state = 0; state < states_; ++state) {
    jump_sums_[2 * places_ - state] = last[state] * normal_[state] / all;  // the jump to the end
    backward_[state] /= all;
  }
}

void HiddenMarkov::backward(const Emissions& emissions, Posteriors& posteriors) {
  const auto& kernels = math::kernels();
  const auto places = static_cast<int64_t>(places_), states = static_cast<int64_t>(states_);
  begin_backward();
  for (size_t word = words_; word-- > 0;) {
    const float* aligned = &aligned_[word * places_];
    const float* from_place = &emissions.from_place[word * places_];
    float* of_place = &posteriors.of_place[word * places_];
    float* following = &following_[word * places_];
    const float of_word = scale_[word] * (1 - nothing_);
    for (size_t place = 0; place < places_; ++place) {
      of_place[place] = aligned[place] * backward_[place + 1];
      following[place] = of_word * from_place[place] * backward_[place + 1];
    }
    const float sum = kernels.dot(aligned, &backward_[1], places);
    posteriors.of_nothing[word] = std::max(0.0F, 1 - sum);
    const float nothing = scale_[word] * nothing_ * emissions.from_nothing[word];
    // Each row holds the jumps to one place from each state.
    kernels.small_product({.rows = 1, .inner = places, .columns = states}, {following, places},
                          {&reversed_[places_], -1}, reached_.data(), states);
    for (size_t state = 0; state < states_; ++state) {
      backward_[state] = backward_[state] * nothing + normal_[state] * reached_[state];
    }
  }
  add_up_jumps();
}

void HiddenMarkov::add_up_jumps() {
  const auto& kernels = math::kernels();
  const auto words = static_cast<int64_t>(words_), places = static_cast<int64_t>(places_);
  const auto states = static_cast<int64_t>(states_);
  jumped_.resize(states_ * places_);
  kernels.small_product_transposed({.rows = states, .inner = words, .columns = places},
                                   {leaving_.data(), states}, {following_.data(), places},
                                   jumped_.data(), places);
  for (size_t state = 0; state < states_; ++state) {
    kernels.add_scaled(&jumped_[state * places_], 1, &jump_sums_[places_ - state], places);
  }
  for (size_t at = 0; at < weights_.size(); ++at) jump_sums_[at] *= weights_[at];
}

void HiddenMarkov::count_jumps(Jumps::Counts& counts) const {
  for (size_t at = 0; at < jump_sums_.size(); ++at) {
    const auto jump = static_cast<int64_t>(at) + 1 - static_cast<int64_t>(places_);
    counts[Jumps::index(jump)].add(static_cast<double>(jump_sums_[at]));
  }
}

}  // namespace regard::alignment
