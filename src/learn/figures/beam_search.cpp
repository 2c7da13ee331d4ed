// Beam search drawn as a tree: the real search on the probabilities of a small trained model.
#include "module_search/steps.h"

#include <algorithm>

#include "draw/page.h"
#include "figures/toy_translation.h"
#include "regard/base/str.h"
#include "text/tokenizer_pair.h"

namespace regard::figures {
namespace {

constexpr double kMargin = 12;
constexpr double kTop = 56;
constexpr double kRowHeight = 54;
constexpr double kBoxHeight = 24;

bool begins_with(const std::vector<int64_t>& tokens, const std::vector<int64_t>& beginning) {
  return beginning.size() <= tokens.size() &&
         std::equal(beginning.begin(), beginning.end(), tokens.begin());
}

}  // namespace

draw::Picture beam_search() {
  const torch::NoGradGuard no_grad;
  const auto& translator = toy_translator("transformer");
  const ToyTranslation::Words sentence = {"the", "cat", "finds", "a", "house"};
  const search::BeamSearchOptions options{.beam_size = 3, .n_best = 3, .most_tokens = 12};
  const auto tree =
      search::beam_tree(search::steps_of({.models = {translator.model.get()}}, options),
                        translator.source.ids(sentence), options);
  const auto& chosen = tree.n_best.front().tokens;

  size_t most = 0;
  for (const auto& step : tree.steps) most = std::max(most, step.size());
  const double below = kTop + kRowHeight * static_cast<double>(most);
  const double listed = 18 * static_cast<double>(tree.n_best.size() + 1);
  draw::Picture picture(draw::kWidth, below + listed + kMargin);
  picture.text({draw::kWidth / 2, 22}, "Beam search with 3 hypotheses: “the cat finds a house”",
               {.size = 14, .anchor = draw::Anchor::middle, .bold = true});

  const double column = (draw::kWidth - 2 * kMargin) / static_cast<double>(tree.steps.size());
  const double box_width = std::min(column - 24, 70.0);
  const auto box_of = [&](size_t step, size_t row) {
    return draw::Box{kMargin + column * static_cast<double>(step),
                     kTop + kRowHeight * static_cast<double>(row), box_width, kBoxHeight};
  };
  draw::Picture boxes(draw::kWidth, picture.height());
  for (size_t step = 0; step < tree.steps.size(); ++step) {
    for (size_t row = 0; row < tree.steps[step].size(); ++row) {
      const auto& node = tree.steps[step][row];
      const auto box = box_of(step, row);
      const bool is_chosen = begins_with(chosen, node.tokens);
      const auto word = translator.target.word(step == 0 ? text::kBos : node.tokens.back());
      draw::text_box(boxes, box, word, is_chosen ? "chosen" : "box", draw::kSmallText);
      if (step == 0) continue;
      const auto parent = box_of(step - 1, node.parent);
      draw::arrow(picture, {parent.right(), parent.centre().y}, {box.x, box.centre().y},
                  is_chosen ? "line s0" : "axis");
      boxes.text({box.centre().x, box.bottom() + 13}, draw::label(node.probability, 2),
                 {.size = draw::kSmallText, .anchor = draw::Anchor::middle, .style = "muted"});
    }
  }
  picture.add(boxes, {0, 0});

  double y = below + 14;
  picture.text({kMargin, y}, "Finished, best first, by log P / length:", {.bold = true});
  for (const auto& hypothesis : tree.n_best) {
    std::string words;
    for (const int64_t token : hypothesis.tokens) words += translator.target.word(token) + ' ';
    y += 18;
    picture.text({kMargin + 45, y}, draw::label(hypothesis.score), {.anchor = draw::Anchor::end});
    picture.text({kMargin + 65, y}, words);
    picture.text({draw::kWidth - kMargin, y}, str("log P = ", draw::label(hypothesis.log_prob)),
                 {.anchor = draw::Anchor::end, .style = "muted"});
  }
  return picture;
}

}  // namespace regard::figures
