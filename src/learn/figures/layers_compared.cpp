#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "draw/page.h"
#include "draw/picture.h"
#include "lessons/state_gradients.h"

namespace regard::figures {
namespace {

constexpr int kTokens = 5, kKernel = 3;
constexpr std::array<const char*, kTokens> kNames = {"x₁", "x₂", "x₃", "x₄", "x₅"};
constexpr double kPanelWidth = 200, kPanelHeight = 200, kRadius = 12;

/// A node of a small network, whose row 0 is at the bottom.
struct Node {
  int row;
  int column;
};

class Network {
 public:
  Network(const std::string& title, int rows) : rows_(rows) {
    picture_.text({kPanelWidth / 2, 16}, title, {.anchor = draw::Anchor::middle, .bold = true});
  }

  void edge(Node from, Node to, bool on_path) {
    const auto a = place(from), b = place(to);
    const double x = b.x - a.x, y = b.y - a.y, length = std::hypot(x, y);
    const draw::Point begin{a.x + x / length * kRadius, a.y + y / length * kRadius};
    const draw::Point end{b.x - x / length * kRadius, b.y - y / length * kRadius};
    on_path ? draw::arrow(picture_, begin, end, "line s1") : picture_.line(begin, end, "axis");
  }

  draw::Picture with_nodes(const std::string& below) {
    for (int row = 0; row <= rows_; ++row) {
      for (int column = 0; column < kTokens; ++column) {
        const auto at = place({row, column});
        picture_.circle(at, kRadius, row == 0 ? "box" : "chosen");
        if (row == 0) {
          picture_.text({at.x, at.y + 4}, kNames.at(static_cast<size_t>(column)),
                        {.size = draw::kSmallText, .anchor = draw::Anchor::middle});
        }
      }
    }
    picture_.text({kPanelWidth / 2, kPanelHeight - 6}, below,
                  {.anchor = draw::Anchor::middle, .style = "muted"});
    return picture_;
  }

 private:
  draw::Point place(Node node) const {
    const double bottom = kPanelHeight - 44, top = 50;
    return {24 + node.column * (kPanelWidth - 48) / (kTokens - 1),
            bottom - node.row * (bottom - top) / std::max(rows_, 2)};
  }

  draw::Picture picture_{kPanelWidth, kPanelHeight};
  int rows_;
};

std::string path_in_words(int64_t length) {
  return "longest path: " + std::to_string(length) + (length == 1 ? " layer" : " layers");
}

draw::Picture convolutions() {
  const auto layers = static_cast<int>(nn::convolution_cost(kTokens, 1, kKernel).longest_path);
  Network network("convolution, kernel " + std::to_string(kKernel), layers);
  const int middle = kTokens / 2, reach = kKernel / 2;
  for (int row = 0; row < layers; ++row) {
    for (int column = 0; column < kTokens; ++column) {
      for (int to = std::max(0, column - reach); to <= std::min(kTokens - 1, column + reach);
           ++to) {
        // Connections run from both ends towards the middle, as far as a kernel reaches.
        const bool from_left = column == row * reach && to == column + reach;
        const bool from_right = column == kTokens - 1 - row * reach && to == column - reach;
        const bool on_path = (from_left && to <= middle) || (from_right && to >= middle);
        network.edge({row, column}, {row + 1, to}, on_path);
      }
    }
  }
  return network.with_nodes(path_in_words(layers));
}

draw::Picture recurrence() {
  Network network("recurrent layer", 1);
  for (int column = 0; column < kTokens; ++column) {
    network.edge({0, column}, {1, column}, column == 0);
    if (column > 0) network.edge({1, column - 1}, {1, column}, true);
  }
  const auto steps = nn::recurrent_cost(kTokens, 1).longest_path;
  return network.with_nodes("longest path: " + std::to_string(steps) + " steps");
}

draw::Picture self_attention() {
  Network network("self-attention", 1);
  for (int from = 0; from < kTokens; ++from) {
    for (int to = 0; to < kTokens; ++to) {
      const bool on_path = from == 0 && to == kTokens - 1;
      network.edge({0, from}, {1, to}, on_path);
    }
  }
  return network.with_nodes(path_in_words(nn::self_attention_cost(kTokens, 1).longest_path));
}

/// A row of the table. `path` is the formula of the longest path with " = " after it, or empty.
std::vector<std::string> row_of(const std::string& name, const nn::LayerCost& cost,
                                const std::string& path) {
  return {name, draw::label(static_cast<double>(cost.multiplications)),
          std::to_string(cost.sequential_operations), path + std::to_string(cost.longest_path)};
}

}  // namespace

draw::Picture layers_compared() {
  const int64_t n = 512, d = 64;
  const std::string sizes = "n = " + std::to_string(n) + ", d = " + std::to_string(d) +
                            ", k = " + std::to_string(kKernel);
  const draw::Table orders{
      .title = "For n tokens of d numbers and a kernel of k tokens",
      .head = {"layer", "multiplications", "sequential operations", "longest path"},
      .rows = {{"convolution", "O(k n d²)", "O(1)", "O(n / k)"},
               {"recurrent", "O(n d²)", "O(n)", "O(n)"},
               {"self-attention", "O(n² d)", "O(1)", "O(1)"}}};
  const draw::Table numbers{
      .title = "Counted: " + sizes,
      .head = {"layer", "multiplications", "sequential operations", "longest path"},
      .rows = {row_of("convolution", nn::convolution_cost(n, d, kKernel), "⌈(n − 1) / (k − 1)⌉ = "),
               row_of("recurrent", nn::recurrent_cost(n, d), "n = "),
               row_of("self-attention", nn::self_attention_cost(n, d), "")}};
  const auto networks = draw::arrange({convolutions(), recurrence(), self_attention()}, 3);
  return draw::arrange({networks, draw::draw(orders), draw::draw(numbers)}, 1);
}

}  // namespace regard::figures
