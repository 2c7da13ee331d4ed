// Sinusoidal positions: as a heatmap, as curves, and next to binary numbers (d2l 11.6).
#include "nn/positional_encoding.h"

#include "draw/charts.h"
#include "draw/heatmap.h"
#include "figures/learner.h"
#include "regard/base/str.h"

namespace regard::figures {
namespace {

torch::Tensor positions(int64_t count, int64_t size) {
  return nn::sinusoidal_positions(0, count, size, torch::kFloat64);
}

}  // namespace

draw::Picture positional_encoding() {
  return draw::draw(draw::Heatmaps{.title = "Positional encoding of 60 positions in 32 dimensions",
                                   .maps = {{.values = matrix(positions(60, 32)),
                                             .rows = {.title = "position"},
                                             .columns = {.title = "dimension"}}},
                                   .value_title = "value",
                                   .min = -1,
                                   .max = 1,
                                   .map_height = 360});
}

draw::Picture positional_encoding_curves() {
  const auto encoding = positions(60, 32);
  draw::LineChart chart{.title = "Columns 6 to 9 of the positional encoding",
                        .x = {.title = "position (tokens)"},
                        .y = {.title = "value"}};
  for (const int64_t column : {6, 7, 8, 9}) {
    chart.series.push_back({.name = str("column ", column),
                            .x = counted(60),
                            .y = numbers(encoding.select(1, column)),
                            .dash = column % 2 == 0 ? draw::Dash::solid : draw::Dash::dashed});
  }
  return draw::draw(chart);
}

draw::Picture positional_encoding_binary() {
  constexpr int64_t count = 16, bits = 4;
  draw::Matrix binary;
  std::vector<std::string> bit_names, wave_names;
  for (int64_t number = 0; number < count; ++number) {
    auto& row = binary.emplace_back();
    for (int64_t bit = bits - 1; bit >= 0; --bit) {
      row.push_back(static_cast<double>(number >> bit & 1));
    }
  }
  for (int64_t bit = bits - 1; bit >= 0; --bit) bit_names.push_back(str(1 << bit));
  // Sines of the highest frequencies, the slowest first, in the order of the bits.
  const auto waves = positions(count, 32).slice(1, 0, 2 * bits, 2).flip(1);
  for (int64_t bit = bits - 1; bit >= 0; --bit) wave_names.push_back(str(2 * bit));

  constexpr double height = 300, width = draw::kWidth / 2;
  const auto left = draw::draw(
      draw::Heatmaps{.title = "Binary numbers",
                     .maps = {{.values = binary,
                               .rows = {.title = "number"},
                               .columns = {.title = "bit of value", .labels = bit_names}}},
                     .value_title = "bit",
                     .show_values = true,
                     .map_height = height,
                     .width = width});
  const auto right =
      draw::draw(draw::Heatmaps{.title = "Positional encoding",
                                .maps = {{.values = matrix(waves),
                                          .rows = {.title = "position"},
                                          .columns = {.title = "dimension", .labels = wave_names}}},
                                .value_title = "sine",
                                .min = -1,
                                .max = 1,
                                .map_height = height,
                                .width = width});
  return draw::arrange({left, right}, 2);
}

}  // namespace regard::figures
