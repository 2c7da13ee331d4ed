// Scaled dot-product, multi-head and additive attention, as in figure 2 of Vaswani et al. (2017)
// and appendix A.1.2 of Bahdanau et al. (2015).
#include "diagrams/subject.h"
#include "nn/additive_attention.h"
#include "nn/multi_head_attention.h"
#include "regard/base/str.h"

namespace regard::diagrams::attention {
namespace {

using draw::Point;

constexpr double kWidth = 620;
constexpr double kLeft = 110, kMiddle = 310, kRight = 510, kBoxWidth = 184;

/// The axes of queries and keys: a decoder's own positions, or the source that it attends to.
struct Axes {
  std::string query;
  std::string key;
};

Axes axes_of(const Subject& attention) {
  const auto name = attention.name();
  const auto axis = attention.axis();
  if (axis == "position" && attention.path.empty()) return {"query", "key"};
  const bool is_cross = axis == "target" && (name == "attention" || name == "attention2");
  return {axis, is_cross ? "source" : axis};
}

/// Whether a query sees only the keys up to its own position, as in a decoder or a language model.
bool is_causal(const Axes& axes) {
  return axes.key == axes.query && (axes.query == "target" || axes.query == "position");
}

std::string weights_shape(const Axes& axes, int64_t heads) {
  return heads == 0 ? str("(batch, ", axes.query, ", ", axes.key, ')')
                    : str("(batch, ", heads, ", ", axes.query, ", ", axes.key, ')');
}

struct Heads {
  int64_t count;
  int64_t key_width;
  int64_t value_width;
};

Heads heads_of(const Subject& attention) {
  const int64_t count = attention.as<nn::MultiHeadAttentionImpl>().heads();
  return {count, attention.size_of("W_q.weight", 0) / count,
          attention.size_of("W_v.weight", 0) / count};
}

bool is_additive(const Subject& attention) { return attention.has("w_v"); }

void draw_scaled_dot_product(Sketch& sketch, const Subject& attention) {
  const auto axes = axes_of(attention);
  const auto [heads, key_width, value_width] = heads_of(attention);
  const auto scores = weights_shape(axes, heads);
  if (is_additive(attention)) sketch.set_title("Additive attention of each head");
  const auto per_head = [heads = heads](const std::string& axis, int64_t width) {
    return str("(batch, ", heads, ", ", axis, ", ", width, ')');
  };
  constexpr double left = 190, right = 480;
  const auto input = [&](double x, const std::string& name, const std::string& shape) {
    return sketch.box({.title = name, .shape = shape, .style = style::kData}, {x, 0}, 170);
  };
  const auto queries = input(100, "Q: queries", per_head(axes.query, key_width));
  const auto keys = input(290, "K: keys", per_head(axes.key, key_width));
  const auto values = input(right, "V: values", per_head(axes.key, value_width));

  Column column(sketch, left, 290, queries.top + 26);
  const auto product =
      column.add(is_additive(attention)
                     ? Part{.title = "additive score",
                            .equation = "a(q, k) = w_v · tanh(q + k), a vector w_v for each head",
                            .shape = scores,
                            .header = "ops/head_attention.h",
                            .style = style::kAttention}
                     : Part{.title = "product",
                            .equation = "Q Kᵀ",
                            .shape = scores,
                            .style = style::kAttention});
  sketch.arrow({queries.above(), {queries.middle(), product.bottom}});
  sketch.arrow({keys.above(), {keys.middle(), product.bottom}});
  if (!is_additive(attention)) {
    column.add({.title = "scale",
                .equation = str("Q Kᵀ / √dₖ, with √", key_width, " = ",
                                draw::label(std::sqrt(static_cast<double>(key_width)))),
                .shape = scores});
  }
  column.add(
      {.title = "mask",
       .equation = is_causal(axes) ? "scores of later positions: −10⁶" : "scores of padding: −10⁶",
       .shape = scores,
       .header = "nn/mask.h"});
  column.add({.title = "softmax over the keys",
              .equation = "α = exp(score) / Σ exp(score)",
              .shape = scores,
              .header = "ops/head_attention.h",
              .style = style::kRecurrent});
  const auto result = column.add({.title = "product",
                                  .equation = "α V, a weighted mean of the values",
                                  .shape = per_head(axes.query, value_width),
                                  .header = "ops/head_attention.h",
                                  .style = style::kAttention});
  sketch.arrow({values.above(), {right, result.centre()}, result.at_right()});
  column.name("a context for each query and head");
}

/// Draws the inputs of the projections: one state for all, or a different one for the query.
void draw_inputs(Sketch& sketch, const Axes& axes, const Placed& q, const Placed& k,
                 const Placed& v) {
  const bool is_self = axes.query == axes.key && axes.query != "query";
  if (is_self) {
    sketch.text({kMiddle, 4}, "x = y, the states of the layer below");
    for (const auto& box : {q, k, v}) {
      sketch.arrow({{kMiddle, 18}, {kMiddle, 38}, {box.middle(), 38}, box.below()});
    }
  } else {
    sketch.text({kLeft, 4}, "x, the querying states");
    sketch.text({(kMiddle + kRight) / 2, 4}, "y, the attended states");
    sketch.arrow({{kLeft, 18}, q.below()});
    for (const auto& box : {k, v}) {
      const double from = (kMiddle + kRight) / 2;
      sketch.arrow({{from, 18}, {from, 38}, {box.middle(), 38}, box.below()});
    }
  }
}

/// Draws the heads, one behind the other, above the three projections.
Placed draw_heads(Sketch& sketch, const Part& attend, int64_t heads, const Placed& q,
                  const Placed& k, const Placed& v) {
  const double bottom = q.top + 34;
  for (int behind = heads > 1 ? 2 : 0; behind > 0; --behind) {
    sketch.box(
        {.title = " ", .equation = " ", .shape = " ", .header = " ", .style = style::kAttention},
        {kMiddle + 7.0 * behind, bottom + 7.0 * behind}, 300);
  }
  const auto front = sketch.box(attend, {kMiddle, bottom}, 300);
  sketch.arrow({q.above(),
                {q.middle(), bottom - 14},
                {kMiddle - 110, bottom - 14},
                {kMiddle - 110, bottom}});
  sketch.arrow({k.above(), {kMiddle, bottom}});
  sketch.arrow({v.above(),
                {v.middle(), bottom - 14},
                {kMiddle + 110, bottom - 14},
                {kMiddle + 110, bottom}});
  return front;
}

void draw_multi_head(Sketch& sketch, const Subject& attention) {
  const auto axes = axes_of(attention);
  const auto [heads, key_width, value_width] = heads_of(attention);
  const auto with_bias = [&](const std::string& equation, const char* bias) {
    const bool has_bias = attention.module->named_parameters().contains("W_q.bias");
    return has_bias ? str(equation, " + ", bias) : equation;
  };
  const auto projection = [&](double x, const char* name, const std::string& equation,
                              const std::string& axis, int64_t width) {
    return sketch.box(attention.child(name).as_part({.title = name,
                                                     .equation = equation,
                                                     .shape = shape(axis, width),
                                                     .style = style::kLinear}),
                      {x, 60}, kBoxWidth);
  };
  const auto q =
      projection(kLeft, "W_q", with_bias("Q = x W_q", "b_q"), axes.query, heads * key_width);
  const auto k =
      projection(kMiddle, "W_k", with_bias("K = y W_k", "b_k"), axes.key, heads * key_width);
  const auto v =
      projection(kRight, "W_v", with_bias("V = y W_v", "b_v"), axes.key, heads * value_width);
  draw_inputs(sketch, axes, q, k, v);

  const Part attend{
      .title = is_additive(attention) ? "additive attention" : "scaled dot-product attention",
      .equation = is_additive(attention) ? "softmax(w_v · tanh(q + k)) V, head by head"
                                         : "softmax(Q Kᵀ / √dₖ) V, head by head",
      .shape = str(heads, " heads: dₖ = ", key_width, ", dᵥ = ", value_width),
      .header = "ops/head_attention.h",
      .path = attention.below("scaled_dot_product"),
      .style = style::kAttention};
  const auto attended = draw_heads(sketch, attend, heads, q, k, v);

  Column column(sketch, kMiddle, 300, attended.top + 36);
  sketch.arrow({attended.above(), {kMiddle, attended.top + 36}});
  column.add({.title = "concatenate",
              .equation = "[head₁; …; headₕ]",
              .shape = shape(axes.query, heads * value_width)});
  column.add(attention.child("W_o").as_part(
      {.title = "W_o",
       .equation = with_bias("[head₁; …; headₕ] W_o", "b_o"),
       .shape = shape(axes.query, attention.size_of("W_o.weight", 0)),
       .style = style::kLinear}));
  column.name("the result of each query");
  if (is_additive(attention)) {
    const auto vectors = attention.child("w_v");
    const auto box = sketch.box(vectors.as_part({.title = "w_v",
                                                 .shape = str('(', heads, ", ", key_width, ')'),
                                                 .style = style::kLinear}),
                                {kMiddle + 215, attended.bottom}, 108);
    sketch.arrow({box.at_left(), {attended.right, box.centre()}});
  }
}

void draw_additive(Sketch& sketch, const Subject& attention) {
  const auto axes = axes_of(attention);
  const int64_t hidden = attention.size_of("w_v.weight", 1);
  const int64_t query_size = attention.size_of("W_q.weight", 1);
  const int64_t key_size = attention.size_of("W_k.weight", 1);
  const auto input = [&](double x, const std::string& name, const std::string& shape) {
    return sketch.box({.title = name, .shape = shape, .style = style::kData}, {x, 0}, kBoxWidth);
  };
  const auto query = input(kLeft, "query", shape(axes.query, query_size));
  const auto keys = input(kMiddle, "keys", shape(axes.key, key_size));
  const auto values = input(kRight, "values", str("(batch, ", axes.key, ", values)"));
  const auto projection = [&](const Placed& of, const char* name, const std::string& equation,
                              const std::string& axis) {
    const auto box = sketch.box(attention.child(name).as_part({.title = name,
                                                               .equation = equation,
                                                               .shape = shape(axis, hidden),
                                                               .style = style::kLinear}),
                                {of.middle(), of.top + Column::kGap}, kBoxWidth);
    sketch.arrow({of.above(), box.below()});
    return box;
  };
  const auto q = projection(query, "W_q", "W_q q, once for a step", axes.query);
  const auto k = projection(keys, "W_k", "W_k k, once for a sentence", axes.key);

  const double middle = (kLeft + kMiddle) / 2;
  Column column(sketch, middle, 320, q.top + 30);
  const auto features =
      column.add({.title = "tanh of each query with each key",
                  .equation = "tanh(W_q q + W_k k)",
                  .shape = str("(batch, ", axes.query, ", ", axes.key, ", ", hidden, ')'),
                  .header = "ops/head_attention.h",
                  .style = style::kAttention});
  sketch.arrow({q.above(), {q.middle(), features.bottom}});
  sketch.arrow({k.above(), {k.middle(), features.bottom}});
  column.add(attention.child("w_v").as_part({.title = "w_v",
                                             .equation = "a(q, k) = w_v · tanh(W_q q + W_k k)",
                                             .shape = weights_shape(axes, 0),
                                             .style = style::kLinear}));
  column.add({.title = "masked softmax over the keys",
              .equation = "α = exp(a) / Σ exp(a); padding gets 0",
              .shape = weights_shape(axes, 0),
              .header = "ops/head_attention.h",
              .style = style::kRecurrent});
  const auto context = column.add({.title = "weighted mean of the values",
                                   .equation = "c = Σ α v",
                                   .shape = str("(batch, ", axes.query, ", values)"),
                                   .header = "ops/head_attention.h",
                                   .style = style::kAttention});
  sketch.arrow({values.above(), {kRight, context.centre()}, context.at_right()});
  column.name("a context for each query");
}

}  // namespace

std::vector<DrawnClass> drawn_classes() {
  return {
      {is_a<nn::MultiHeadAttentionImpl>,
       "nn/multi_head_attention.h",
       {{"", "Multi-head attention", kWidth, draw_multi_head},
        {"scaled_dot_product", "Scaled dot-product attention", kWidth, draw_scaled_dot_product}}},
      {is_a<nn::AdditiveAttentionImpl>,
       "nn/additive_attention.h",
       {{"", "Additive attention", kWidth, draw_additive}}}};
}

}  // namespace regard::diagrams::attention
