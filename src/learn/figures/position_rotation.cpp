// The matrix that maps the positional encoding of i to that of i + 3, and its effect (d2l 11.6).
#include <algorithm>
#include <cmath>

#include "draw/heatmap.h"
#include "draw/page.h"
#include "figures/learner.h"
#include "nn/positional_encoding.h"
#include "regard/base/str.h"

namespace regard::figures {
namespace {

constexpr int64_t kSize = 8;
constexpr int64_t kDelta = 3;
constexpr int64_t kPosition = 2;

// The 2 x 2 rotations as one matrix.
torch::Tensor whole_matrix() {
  const auto turns = nn::position_rotation(kDelta, kSize, torch::kFloat64).unbind(0);
  return torch::block_diag(turns);
}

// A pair (sine, cosine) as an arrow on the unit circle: the cosine to the right, the sine upwards.
void draw_circle(draw::Picture& picture, draw::Point centre, double radius,
                 const torch::Tensor& before, const torch::Tensor& after,
                 const torch::Tensor& turned) {
  const auto place = [&](const torch::Tensor& pair, double distance) {
    const auto values = numbers(pair);
    return draw::Point{centre.x + distance * values[1], centre.y - distance * values[0]};
  };
  picture.circle(centre, radius, "grid");
  picture.line({centre.x - radius, centre.y}, {centre.x + radius, centre.y}, "grid");
  picture.line({centre.x, centre.y - radius}, {centre.x, centre.y + radius}, "grid");
  draw::arrow(picture, centre, place(before, radius), draw::line_style(0));
  draw::arrow(picture, centre, place(after, radius), draw::line_style(1));
  picture.circle(place(turned, radius), 7, "line s2");
}

draw::Picture circles() {
  const auto encoding = nn::sinusoidal_positions(0, 60, kSize, torch::kFloat64);
  const auto turned = torch::mm(encoding, whole_matrix().t());
  const auto error =
      (turned.slice(0, 0, 60 - kDelta) - encoding.slice(0, kDelta)).abs().max().item<double>();

  constexpr double height = 240, radius = 52;
  constexpr int64_t pairs = kSize / 2;
  draw::Picture picture(draw::kWidth, height);
  const double width = draw::kWidth / static_cast<double>(pairs);
  for (int64_t pair = 0; pair < pairs; ++pair) {
    const auto of_pair = [&](const torch::Tensor& rows, int64_t row) {
      return rows[row].slice(0, 2 * pair, 2 * pair + 2);
    };
    const draw::Point centre{width * (static_cast<double>(pair) + 0.5), 90};
    draw_circle(picture, centre, radius, of_pair(encoding, kPosition),
                of_pair(encoding, kPosition + kDelta), of_pair(turned, kPosition));
    const double frequency =
        std::pow(10000.0, -2.0 * static_cast<double>(pair) / static_cast<double>(kSize));
    picture.text({centre.x, 164}, str("dimensions ", 2 * pair, " and ", 2 * pair + 1),
                 {.anchor = draw::Anchor::middle});
    picture.text({centre.x, 181}, str("turn ", draw::label(frequency * kDelta), " rad"),
                 {.anchor = draw::Anchor::middle, .style = "muted"});
  }
  const double y = 207;
  picture.line({20, y - 4}, {44, y - 4}, draw::line_style(0));
  picture.text({50, y}, str("position ", kPosition));
  picture.line({130, y - 4}, {154, y - 4}, draw::line_style(1));
  picture.text({160, y}, str("position ", kPosition + kDelta));
  picture.circle({252, y - 4}, 7, "line s2");
  picture.text({266, y}, str("position ", kPosition, " times the matrix"));
  picture.text({20, y + 22},
               str("Largest difference between M p(i) and p(i + ", kDelta,
                   ") over i = 0 … 56: ", draw::label(error, 2)),
               {.style = "muted"});
  return picture;
}

}  // namespace

draw::Picture position_rotation() {
  const auto heatmap =
      draw::draw(draw::Heatmaps{.title = str("The matrix M that takes p(i) to p(i + ", kDelta,
                                             "), in ", kSize, " dimensions"),
                                .maps = {{.values = matrix(whole_matrix()),
                                          .rows = {.title = "dimension of p(i + 3)"},
                                          .columns = {.title = "dimension of p(i)"}}},
                                .value_title = "entry",
                                .min = -1,
                                .max = 1,
                                .show_values = true,
                                .map_height = 240});
  return draw::arrange({heatmap, circles()}, 1);
}

}  // namespace regard::figures
