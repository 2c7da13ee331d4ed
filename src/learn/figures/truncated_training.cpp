// A language model of characters, trained with each way to cut back-propagation through time
// (d2l 9.7).
#include <string>

#include "draw/line_chart.h"
#include "figures/character_model.h"

namespace regard::figures {
namespace {

constexpr int64_t kMeasureEvery = 20;

draw::Series train(const std::string& name, const nn::TruncationOptions& truncation,
                   const CharacterText& text) {
  draw::Series curve{.name = name, .points = true};
  const auto measure = [&](model::RnnLm& model, int64_t update) {
    if (update % kMeasureEvery != 0) return;
    curve.x.push_back(static_cast<double>(update));
    curve.y.push_back(perplexity_of(model, text));
  };
  train_character_model(text, {.truncation = truncation, .after_update = measure});
  return curve;
}

}  // namespace

draw::Picture truncated_training() {
  using nn::Truncation;
  const auto text = read_character_text();
  const draw::LineChart chart{
      .title = "A language model of characters, trained with each strategy",
      .x = {.title = "updates"},
      .y = {.title = "perplexity of held-out text",
            .scale = draw::Scale::log,
            .ticks = {3, 4, 5, 6, 8, 10, 12}},
      .series = {train("full, 64 steps", {.mode = Truncation::full}, text),
                 train("cut every 16 steps", {.mode = Truncation::truncated, .every = 16}, text),
                 train("cut every 4 steps", {.mode = Truncation::truncated, .every = 4}, text),
                 train("cut at every step", {.mode = Truncation::truncated, .every = 1}, text),
                 train("truncated at random, kept with probability 0.75",
                       {.mode = Truncation::random, .keep = 0.75}, text)}};
  return draw::draw(chart);
}

}  // namespace regard::figures
