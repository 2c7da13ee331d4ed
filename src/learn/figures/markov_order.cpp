// Perplexity of character Markov models by order, on a text and on the same characters shuffled.
#include "base/random.h"
#include "draw/charts.h"
#include "figures/character_model.h"
#include "lessons/markov.h"

namespace regard::figures {
namespace {

constexpr int64_t kLongestOrder = 6;

/// The same characters in random order, which makes them independent.
std::vector<int32_t> shuffled(std::span<const int32_t> text) {
  std::vector<int32_t> characters(text.begin(), text.end());
  RandomEngine random(1);
  shuffle(characters, random);
  return characters;
}

draw::Series perplexities(const std::string& name, std::span<const int32_t> learned,
                          std::span<const int32_t> measured, int64_t vocab, size_t colour) {
  draw::Series series{.name = name, .points = true, .colour = colour};
  for (int64_t order = 0; order <= kLongestOrder; ++order) {
    nn::MarkovModel model(order, vocab);
    model.learn(learned);
    series.x.push_back(static_cast<double>(order));
    series.y.push_back(model.perplexity(measured));
  }
  return series;
}

}  // namespace

draw::Picture markov_order() {
  const auto text = read_character_text();
  const auto train = text.train.tokens(), valid = text.valid.tokens();
  const auto train_shuffled = shuffled(train), valid_shuffled = shuffled(valid);
  auto seen = perplexities("the text that was counted", train, train, text.vocab, 0);
  seen.dash = draw::Dash::dashed;
  return draw::draw(
      draw::LineChart{.title = "Perplexity of characters by the order of a Markov model",
                      .x = {.title = "order τ (characters of the past)", .min = 0},
                      .y = {.title = "perplexity", .scale = draw::Scale::log},
                      .series = {perplexities("held-out text", train, valid, text.vocab, 0), seen,
                                 perplexities("the same characters, shuffled", train_shuffled,
                                              valid_shuffled, text.vocab, 1)}});
}

}  // namespace regard::figures
