#include "alignment/hidden_markov.h"

#include "math/kernels.h"

namespace regard::alignment {

void Jumps::maximize(const Counts& counts) {
  constexpr double kPrior = 0.5;
  constexpr double kFarPlaces = 20;  // which share the probability of a far jump
  double all = 0;
  for (const auto& count : counts) all += count.value() + kPrior;
  for (size_t at = 0; at < kCount; ++at) {
    const bool is_far = at == 0 || at + 1 == kCount;
    const double share = (counts[at].value() + kPrior) / all;
    weights_[at] = static_cast<float>(is_far ? share / kFarPlaces : share);
  }
}

void model_1(const Emissions& emissions, float nothing, Posteriors& posteriors) {
  const size_t words = emissions.words, places = emissions.places;
  posteriors.of_place.resize(words * places);
  posteriors.of_nothing.resize(words);
  const float each = (1 - nothing) / static_cast<float>(places);
  for (size_t word = 0; word < words; ++word) {
    const float* in = &emissions.from_place[word * places];
    float* out = &posteriors.of_place[word * places];
    const float from_nothing = nothing * emissions.from_nothing[word];
    float sum = from_nothing;
    for (size_t place = 0; place < places; ++place) sum += out[place] = each * in[place];
    for (size_t place = 0; place < places; ++place) out[place] /= sum;
    posteriors.of_nothing[word] = from_nothing / sum;
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
  normal_.resize(states_);
  for (size_t state = 0; state < states_; ++state) {
    float sum = 0;
    for (size_t place = 0; place < places_; ++place) sum += jumps_from(state)[place];
    normal_[state] = 1 / sum;
  }
}

void HiddenMarkov::forward(const Emissions& emissions) {
  const auto& kernels = math::kernels();
  const auto places = static_cast<int64_t>(places_);
  forward_.assign((words_ + 1) * states_, 0);
  aligned_.assign(words_ * places_, 0);
  scale_.resize(words_);
  forward_[0] = 1;
  for (size_t word = 0; word < words_; ++word) {
    const float* before = &forward_[word * states_];
    float* after = &forward_[(word + 1) * states_];
    float* aligned = &aligned_[word * places_];
    for (size_t state = 0; state < states_; ++state) {
      if (before[state] == 0) continue;
      kernels.add_scaled(jumps_from(state), before[state] * normal_[state], aligned, places);
    }
    const float* from_place = &emissions.from_place[word * places_];
    const float nothing = nothing_ * emissions.from_nothing[word];
    float sum = after[0] = before[0] * nothing;
    for (size_t place = 0; place < places_; ++place) {
      aligned[place] *= (1 - nothing_) * from_place[place];
      sum += after[place + 1] = aligned[place] + before[place + 1] * nothing;
    }
    const float scale = scale_[word] = 1 / sum;
    for (size_t state = 0; state < states_; ++state) after[state] *= scale;
    for (size_t place = 0; place < places_; ++place) aligned[place] *= scale;
  }
}

void HiddenMarkov::begin_backward() {
  const float* last = &forward_[words_ * states_];
  backward_.resize(states_);
  float all = 0;
  for (size_t state = 0; state < states_; ++state) {
    backward_[state] = jumps_from(state)[places_] * normal_[state];
    all += last[state] * backward_[state];
  }
  jump_sums_.assign(weights_.size(), 0);
  for (size_t state = 0; state < states_; ++state) {
    jump_sums_[2 * places_ - state] = last[state] * normal_[state] / all;  // to the end
    backward_[state] /= all;
  }
}

void HiddenMarkov::backward(const Emissions& emissions, Posteriors& posteriors) {
  const auto& kernels = math::kernels();
  const auto places = static_cast<int64_t>(places_);
  following_.resize(places_);
  begin_backward();
  for (size_t word = words_; word-- > 0;) {
    const float* before = &forward_[word * states_];
    const float* aligned = &aligned_[word * places_];
    const float* from_place = &emissions.from_place[word * places_];
    float* of_place = &posteriors.of_place[word * places_];
    float sum = 0;
    for (size_t place = 0; place < places_; ++place) {
      sum += of_place[place] = aligned[place] * backward_[place + 1];
      following_[place] = scale_[word] * (1 - nothing_) * from_place[place] * backward_[place + 1];
    }
    posteriors.of_nothing[word] = std::max(0.0F, 1 - sum);
    const float nothing = scale_[word] * nothing_ * emissions.from_nothing[word];
    for (size_t state = 0; state < states_; ++state) {
      const float* jumps = jumps_from(state);
      if (before[state] > 0) {
        kernels.add_scaled(following_.data(), before[state] * normal_[state],
                           &jump_sums_[places_ - state], places);
      }
      backward_[state] = backward_[state] * nothing +
                         normal_[state] * kernels.dot(jumps, following_.data(), places);
    }
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
