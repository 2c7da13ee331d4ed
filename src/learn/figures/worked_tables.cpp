// The worked examples as tables of numbers, in the order of their computation.
#include <algorithm>

#include "base/utf8.h"
#include "draw/colours.h"
#include "draw/phrases.h"
#include "figures/learner.h"
#include "lessons/worked_examples.h"

namespace regard::figures {
namespace {

constexpr double kCellHeight = 22, kNarrowestCell = 44, kLine = 16, kBetween = 22, kPadding = 8;

double widest_of(const std::vector<std::string>& names) {
  double width = 0;
  for (const auto& name : names) width = std::max(width, draw::text_width(name, draw::kSmallText));
  return width;
}

/// Draws one table: its name, the names of its columns and rows, and its numbers.
draw::Picture table_of(const nn::WorkedTable& table) {
  const auto values = matrix(table.values);
  const auto all = numbers(table.values);
  const auto [low, high] = std::ranges::minmax(all);
  std::vector<std::string> written;
  for (const double number : all) written.push_back(draw::label(number));
  const double cell = std::max(
      {kNarrowestCell, widest_of(table.columns) + kPadding, widest_of(written) + kPadding});
  const double left = table.rows.empty() ? 0 : widest_of(table.rows) + 6;
  const double top = kLine + (table.columns.empty() ? 4 : kLine + 2);
  const auto columns = static_cast<double>(values.front().size());
  draw::Picture picture(std::max(left + cell * columns, draw::text_width(table.name)),
                        top + kCellHeight * static_cast<double>(values.size()));
  picture.text({0, kLine - 4}, table.name);
  for (size_t column = 0; column < table.columns.size(); ++column) {
    picture.text({left + cell * (static_cast<double>(column) + 0.5), top - 5},
                 table.columns[column],
                 {.size = draw::kSmallText, .anchor = draw::Anchor::middle, .style = "muted"});
  }
  for (size_t row = 0; row < values.size(); ++row) {
    const double y = top + kCellHeight * static_cast<double>(row);
    if (!table.rows.empty()) {
      picture.text({0, y + kLine - 1}, table.rows[row],
                   {.size = draw::kSmallText, .style = "muted"});
    }
    for (size_t column = 0; column < values[row].size(); ++column) {
      const double value = values[row][column];
      const draw::Box box{left + cell * static_cast<double>(column), y, cell, kCellHeight};
      const auto colour = draw::colour_of(high > low ? (value - low) / (high - low) : 0.5);
      picture.cell(box, colour);
      picture.text_on({box.centre().x, box.centre().y + 4}, draw::label(value), colour);
    }
  }
  picture.rectangle({left, top, cell * columns, picture.height() - top}, "axis");
  return picture;
}

/// Draws the tables from left to right, as many per line as fit.
draw::Picture tables_of_example(const nn::WorkedExample& example) {
  std::vector<std::pair<draw::Picture, draw::Point>> placed;
  double x = 0, y = 0, height = 0;
  for (const auto& table : example.tables) {
    auto picture = table_of(table);
    if (x > 0 && x + picture.width() > draw::kWidth) {
      x = 0;
      y += height + kBetween;
      height = 0;
    }
    height = std::max(height, picture.height());
    const double width = picture.width();
    placed.emplace_back(std::move(picture), draw::Point{x, y});
    x += width + kBetween;
  }
  draw::Picture all(draw::kWidth, y + height + 4);
  for (const auto& [picture, at] : placed) all.add(picture, at);
  auto title = draw::drawn_text(example.title);
  title[0] = upper_ascii(title[0]);
  return draw::arrange({all}, 1, title);
}

}  // namespace

draw::Picture masked_softmax_steps() { return tables_of_example(nn::masked_softmax_steps()); }
draw::Picture one_query() { return tables_of_example(nn::one_query_of_four_keys()); }
draw::Picture batch_products() { return tables_of_example(nn::batch_products()); }
draw::Picture layer_norm_steps() { return tables_of_example(nn::layer_norm_steps()); }
draw::Picture feed_forward_views() { return tables_of_example(nn::feed_forward_views()); }

}  // namespace regard::figures
