#include "diagrams/diagram.h"

#include <vector>

#include "base/readable.h"
#include "diagrams/subject.h"
#include "lessons/autoregression.h"
#include "lessons/kernel_regression.h"
#include "model/rnn_context.h"
#include "model/rnn_lm.h"
#include "model/transformer_lm.h"
#include "nn/additive_attention.h"
#include "nn/multi_head_attention.h"
#include "nn/recurrent.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::diagrams {
namespace {

using Module = std::shared_ptr<torch::nn::Module>;

// For the 28 characters of The Time Machine, with 32 hidden units: d2l 9.5 and 10.1.
template <ops::Cell cell>
Module recurrent() {
  return nn::Recurrent(nn::RecurrentOptions{.cell = cell, .input_size = 28, .hidden_size = 32})
      .ptr();
}

// For 28 characters as one-hot vectors, with 32 hidden units: d2l 9.5.
Module character_model() {
  return std::make_shared<model::RnnLm>(model::RnnLmOptions{.cell = ops::CellName::rnn,
                                                            .input = model::TokenInput::one_hot,
                                                            .hidden_size = 32,
                                                            .dropout = 0.0},
                                        28);
}

// d2l 11.3.
Module additive() {
  return nn::AdditiveAttention(
             nn::AdditiveAttentionOptions{.query_size = 20, .key_size = 2, .hidden_size = 8})
      .ptr();
}

// d2l 11.5.
Module multi_head() {
  return nn::MultiHeadAttention(nn::MultiHeadAttentionOptions{.query_size = 100,
                                                              .key_size = 100,
                                                              .value_size = 100,
                                                              .hidden_size = 100,
                                                              .heads = 5})
      .ptr();
}

// d2l 10.7.
Module encoder_decoder() {
  const model::RnnOptions options{
      .embedding_size = 256, .hidden_size = 256, .layers = 2, .dropout = 0.2};
  return std::make_shared<model::RnnContext>(options, 200, 200, false);
}

// The paper's sizes, with our own vocabulary: d2l 11.9.3.
Module decoder_only() {
  return std::make_shared<model::TransformerLm>(
      model::TransformerLmOptions{.d_model = 512, .heads = 8, .ffn_size = 2048, .layers = 6}, 8000);
}

constexpr Idea kIdeas[] = {
    {"autoregression", "9.1", "8.1", "",
     [] { return Module(nn::AutoregressiveModel(4, 10).ptr()); }},
    {"latent-autoregression", "9.1", "8.1", "unrolled", recurrent<ops::Cell::rnn_tanh>},
    {"rnn-cell", "9.4", "8.4", "cell", recurrent<ops::Cell::rnn_tanh>},
    {"character-model", "9.4", "8.4", "characters", character_model},
    {"lstm-cell", "10.1", "9.2", "cell", recurrent<ops::Cell::lstm>},
    {"gru-cell", "10.2", "9.1", "cell", recurrent<ops::Cell::gru_reset_before>},
    {"encoder-decoder", "10.6", "9.6", "", encoder_decoder},
    {"teacher-forcing", "10.7", "9.7", "teacher_forcing", encoder_decoder},
    {"feedback", "10.7", "9.7", "feedback", encoder_decoder},
    {"attention-pooling", "11.1", "10.1", "", [] { return Module(nn::KernelRegression().ptr()); }},
    {"additive-attention", "11.3", "10.3", "", additive},
    {"scaled-dot-product", "11.3", "10.3", "scaled_dot_product", multi_head},
    {"multi-head-attention", "11.5", "10.5", "", multi_head},
    {"decoder-only", "11.9", "", "", decoder_only},
};

}  // namespace

std::span<const Idea> ideas() { return kIdeas; }

std::string Idea::place(words::Language language) const {
  if (language == words::Language::en) return str("d2l ", section);
  return chinese_section.empty() ? str("d2l 英文版", section) : str("d2l ", chinese_section);
}

const Idea& find_idea(const std::string& name) {
  std::vector<std::string> known;
  for (const auto& idea : kIdeas) {
    if (idea.name == name) return idea;
    known.emplace_back(idea.name);
  }
  const auto meant = did_you_mean(name, known);
  throw Error(str("unknown drawing ", name), {},
              meant.empty() ? "choose a drawing that needs no --model: " + join(known) : meant);
}

}  // namespace regard::diagrams

// Ideas of the book that no translator contains: attention pooling and autoregression.
namespace regard::diagrams::ideas_only {
namespace {

constexpr double kWidth = 640;
constexpr int kShown = 4;  // keys, or numbers of a series

std::string subscript(int number) {
  constexpr const char* digits[] = {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
  return digits[number];
}

// Draws queries, keys and values: d2l 11.1.
void draw_pooling(Sketch& sketch, const Subject& regression) {
  constexpr double first = 190, pitch = 122, width = 96, middle = first + 1.5 * pitch;
  const auto query =
      sketch.box({.title = "query", .equation = "q", .style = "chosen"}, {60, 96}, 80);
  std::vector<Placed> products;
  for (int i = 0; i < kShown; ++i) {
    const double x = first + pitch * i;
    const auto n = subscript(i + 1);
    const auto key = sketch.box({.title = str("key k", n), .style = style::kLinear}, {x, 0}, width);
    const auto weight = sketch.box(
        {.title = "weight", .equation = str("α(q, k", n, ')'), .style = style::kAttention}, {x, 96},
        width);
    const auto value =
        sketch.box({.title = str("value v", n), .style = style::kRecurrent}, {x - 26, 176}, 78);
    const auto product = sketch.sign("×", {x + 34, value.centre()});
    sketch.arrow({key.above(), weight.below()});
    sketch.arrow({{x + 34, weight.top}, product.below()});
    sketch.arrow({value.at_right(), product.at_left()});
    products.push_back(product);
  }
  // One line from the query runs below all weights.
  sketch.line({query.at_right(),
               {first - pitch / 2 - 6, query.centre()},
               {first - pitch / 2 - 6, 66},
               {first + pitch * (kShown - 1) - 34, 66}});
  for (int i = 0; i < kShown; ++i) {
    sketch.arrow({{first + pitch * i - 34, 66}, {first + pitch * i - 34, 96}});
  }
  const auto sum = sketch.box({.title = "attention pooling",
                               .equation = "f(q) = Σᵢ α(q, kᵢ) vᵢ",
                               .shape = "(query)",
                               .header = "lessons/kernel_regression.h",
                               .style = style::kAttention},
                              {middle, 262}, 460);
  for (const auto& product : products) {
    sketch.arrow({product.above(), {product.middle(), 240}, {product.middle(), 262}});
  }
  sketch.arrow({sum.above(), {middle, sum.top + 22}});
  sketch.text({middle, sum.top + 28},
              "output: a mean of the values, weighted by how near their keys are");
  sketch.text({middle, sum.top + 56},
              str("a Gaussian kernel: α = softmax(−((q − k) w)² / 2), with ",
                  regression.parameters(), " parameter, w"),
              {.anchor = draw::Anchor::middle, .style = "muted"});
}

// Draws 10 hidden units that predict a number from the `order` before it: d2l 9.1 (8.1 in Chinese).
void draw_autoregression(Sketch& sketch, const Subject& model) {
  const auto order = static_cast<int>(model.as<nn::AutoregressiveModelImpl>().order());
  constexpr double middle = kWidth / 2;
  const double pitch = (kWidth - 40) / (order + 1);
  Column column(sketch, middle, 300, 86);
  const double bottom = column.top();
  const auto layers = model.children();
  bool first = true;
  for (const auto& layer : layers) {
    if (!first) column.add({.title = "relu", .equation = "max(0, x)", .style = style::kRecurrent});
    first = false;
    column.add(layer.as_part({.title = layer.name(),
                              .equation = "W x + b",
                              .shape = str("(batch, ", layer.size_of("weight", 0), ')'),
                              .style = style::kLinear}));
  }
  for (int i = 0; i <= order; ++i) {
    const double x = 20 + pitch * (i + 0.5);
    const bool is_next = i == order;
    const auto box = sketch.box({.title = is_next          ? "xₜ"
                                          : i + 1 == order ? "xₜ₋₁"
                                                           : str("xₜ₋", subscript(order - i)),
                                 .style = is_next ? "chosen" : "box"},
                                {x, 0}, std::min(pitch - 16, 90.0));
    if (is_next) {
      sketch.arrow({column.end(),
                    {middle, column.top() + 20},
                    {kWidth - 20, column.top() + 20},
                    {kWidth - 20, box.centre()},
                    box.at_right()},
                   "line s1");
    } else {
      sketch.arrow({box.above(), {middle + (x - middle) / 4, bottom}});
    }
  }
  sketch.text({middle, column.top() + 28}, "predicted; when fed back, it predicts the next number");
}

}  // namespace

std::vector<DrawnClass> drawn_classes() {
  return {{is_a<nn::KernelRegressionImpl>,
           "lessons/kernel_regression.h",
           {{"", "Attention pooling: queries, keys and values", kWidth, draw_pooling}}},
          {is_a<nn::AutoregressiveModelImpl>,
           "lessons/autoregression.h",
           {{"", "Autoregression", kWidth, draw_autoregression}}}};
}

}  // namespace regard::diagrams::ideas_only
