// Where gradients flow back, for each way to cut back-propagation through time (d2l 9.7).
#include "regard/nn/truncation.h"

#include <torch/utils.h>

#include <sstream>
#include <string>
#include <vector>

#include "regard/draw/diagram.h"
#include "regard/draw/picture.h"
#include "texts.h"

namespace regard::figures {
namespace {

constexpr uint64_t kTruncationSeed = 2;
constexpr size_t kTokens = 10;
constexpr double kBoxHeight = 26, kRowHeight = 104;

struct Strategy {
  std::string title;
  nn::TruncationOptions options;
};

// Boxes of the tokens, coloured by turns where a new piece begins, and below them the gradient's
// way back.
draw::Picture strategy_row(const Strategy& strategy, const std::vector<std::string>& tokens) {
  // A seed whose draws show both kinds of steps: those that pass the gradient on and those that do
  // not.
  const auto generator = torch::make_generator<torch::CPUGeneratorImpl>(kTruncationSeed);
  auto factors =
      nn::gradient_factors(strategy.options, static_cast<int64_t>(tokens.size()), generator);
  factors.front() = 0;  // nothing lies before
  draw::Picture picture(draw::kWidth, kRowHeight);
  picture.text({2, 16}, strategy.title, {.bold = true});
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
  for (const auto& strategy : {Strategy{"full: back to the first step", {.mode = Truncation::full}},
                               Strategy{"truncated: cut before every fourth step",
                                        {.mode = Truncation::truncated, .every = 4}},
                               Strategy{"randomly truncated: each step passed on with probability "
                                        "0.75, and then ×1/0.75",
                                        {.mode = Truncation::random, .keep = 0.75}}}) {
    rows.push_back(strategy_row(strategy, tokens));
  }
  return draw::arrange(rows, 1, "Where the gradient flows back through time");
}

}  // namespace regard::figures
