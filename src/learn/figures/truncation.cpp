#include <torch/utils.h>

#include <sstream>
#include <string>
#include <vector>

#include "draw/charts.h"
#include "draw/page.h"
#include "draw/picture.h"
#include "figures/character_model.h"
#include "figures/figures.h"
#include "nn/truncation.h"
#include "regard/base/str.h"

// Gradient flow for each way to truncate backpropagation through time (d2l 9.7).
namespace regard::figures {
namespace {

constexpr size_t kTokens = 10;
constexpr double kBoxHeight = 26, kRowHeight = 104;

struct Strategy {
  std::string title;
  nn::TruncationOptions options;
  uint64_t seed = 0;  ///< for random truncation
};

/// The lengths of pieces, "pieces of 3, 1 and 6". A new piece begins where the gradient is cut.
std::string lengths_in_words(const std::vector<double>& factors) {
  std::vector<size_t> lengths;
  for (size_t i = 0; i < factors.size(); ++i) {
    if (i == 0 || factors[i] == 0) lengths.push_back(0);
    ++lengths.back();
  }
  return (lengths.size() == 1 ? "one piece of " : "pieces of ") + join(lengths);
}

// Boxes of the tokens, in alternating colors by piece, and below them the path of the gradient.
draw::Picture strategy_row(const Strategy& strategy, const std::vector<std::string>& tokens) {
  const auto generator = torch::make_generator<torch::CPUGeneratorImpl>(strategy.seed);
  auto factors =
      nn::gradient_factors(strategy.options, static_cast<int64_t>(tokens.size()), generator);
  factors.front() = 0;  // no step precedes it
  draw::Picture picture(draw::kWidth, kRowHeight);
  picture.text({2, 16}, str(strategy.title, ": ", lengths_in_words(factors)), {.bold = true});
  const double pitch = draw::kWidth / static_cast<double>(tokens.size());
  const double top = 26, arrow_y = top + kBoxHeight + 14;
  bool shaded = false;
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (factors[i] == 0 && i > 0) shaded = !shaded;
    const draw::Box box{static_cast<double>(i) * pitch + 2, top, pitch - 4, kBoxHeight};
    draw::text_box(picture, box, tokens[i], shaded ? "chosen" : "box", draw::kSmallText);
    if (factors[i] != 0) {
      const double x = box.centre().x;
      draw::arrow(picture, {x - 3, arrow_y}, {x - pitch + 3, arrow_y}, "line s1");
      if (factors[i] != 1) {
        picture.text({x - pitch / 2, arrow_y + 16}, "×" + draw::label(factors[i]),
                     {.size = draw::kSmallText, .anchor = draw::Anchor::middle});
      }
    } else if (i > 0) {
      const double x = box.x - 2;
      picture.line({x, top - 4}, {x, arrow_y + 8}, "line s0 dashed");
    }
  }
  return picture;
}

}  // namespace

draw::Picture truncation_strategies() {
  std::vector<std::string> tokens;
  for (const auto& line : project_lines("val.en")) {
    std::istringstream words(line);
    for (std::string word; tokens.size() < kTokens && words >> word;) tokens.push_back(word);
  }
  using nn::Truncation;
  std::vector<draw::Picture> rows;
  const nn::TruncationOptions random{.mode = Truncation::random, .keep = 0.75};
  for (const auto& strategy :
       {Strategy{"full", {.mode = Truncation::full}},
        Strategy{"cut after every fourth step", {.mode = Truncation::truncated, .every = 4}},
        Strategy{"at random, each step passed on with probability 0.75 and then ×1/0.75", random,
                 2},
        Strategy{"the same, drawn again", random, 4}}) {
    rows.push_back(strategy_row(strategy, tokens));
  }
  return draw::arrange(rows, 1, "Where the gradient flows back through time");
}

}  // namespace regard::figures

// A character language model, trained with each way to truncate backpropagation through time
// (d2l 9.7).
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
