#include "figures/figures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>

#include "base/log.h"
#include "base/readable.h"
#include "draw/picture.h"
#include "lessons/kernel_regression.h"
#include "lessons/state_gradients.h"
#include "regard/base/str.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"
#include "support/base/xml.h"
#include "support/golden.h"

namespace regard::figures {
namespace {

class Figures : public testing::Test {
 protected:
  Figures() { set_quiet(true); }
  ~Figures() override { set_quiet(false); }

  const test::TemporaryFolder folder_;
};

TEST_F(Figures, HaveNamesOfTheirOwnATitleAndASentence) {
  std::set<std::string> names;
  for (const auto& figure : figures()) {
    EXPECT_TRUE(names.insert(std::string(figure.name)).second) << figure.name;
    EXPECT_EQ(figure.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"),
              std::string::npos)
        << figure.name;
    EXPECT_FALSE(figure.english.title.empty()) << figure.name;
    EXPECT_TRUE(figure.english.sentence.ends_with('.')) << figure.name;
    EXPECT_FALSE(figure.chinese.title.empty()) << figure.name;
    EXPECT_TRUE(figure.chinese.sentence.ends_with("。")) << figure.name;
  }
}

TEST_F(Figures, AreWrittenOneByOneAndShownTogether) {
  write_figures(folder_ / "out", {"masks"});
  write_figures(folder_ / "out", {"positional-encoding-curves"});
  const auto svg = folder_.read("out/masks.svg");
  EXPECT_EQ(test::elements_of(svg, "svg").front().number("width"), 600);
  const auto sections = test::elements_of(folder_.read("out/index.html"), "section");
  ASSERT_EQ(sections.size(), 2u);  // in the order of the book
  EXPECT_EQ(sections[0].attributes.at("id"), "positional-encoding-curves");
  EXPECT_EQ(sections[1].attributes.at("id"), "masks");
}

TEST_F(Figures, AreTheSameEachTime) {
  write_figures(folder_ / "first", {"attention-scores", "masked-softmax"});
  write_figures(folder_ / "second", {"masked-softmax"});
  EXPECT_EQ(folder_.read("first/masked-softmax.svg"), folder_.read("second/masked-softmax.svg"));
}

TEST_F(Figures, NameTheOneThatWasMeant) {
  const auto error = test::thrown_error([&] { write_figures(folder_ / "out", {"mask"}); });
  EXPECT_EQ(error.problem(), "unknown figure mask");
  EXPECT_EQ(error.remedy(), "did you mean 'masks'?");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
}

// In the map of the causal mask, everything up to the diagonal is visible.
TEST_F(Figures, ShowWhatWasComputed) {
  write_figures(folder_ / "out", {"masks"});
  const auto rectangles = test::elements_of(folder_.read("out/masks.svg"), "rect");
  std::vector<std::string> cells;
  for (const auto& rectangle : rectangles) {
    const auto fill = rectangle.attributes.find("fill");
    if (fill != rectangle.attributes.end()) cells.push_back(fill->second);
  }
  for (size_t query = 0; query < 8; ++query) {
    for (size_t key = 0; key < 8; ++key) {
      EXPECT_EQ(cells[query * 8 + key], key <= query ? "#fde725" : "#440154");
    }
  }
}

TEST_F(Figures, FollowTheChaptersOfBothEditions) {
  const auto place = [](std::string_view section) {
    const auto point = section.find('.');
    return std::pair(std::stoi(std::string(section.substr(0, point))),
                     std::stoi(std::string(section.substr(point + 1))));
  };
  for (size_t i = 1; i < figures().size(); ++i) {
    const auto &before = figures()[i - 1], &after = figures()[i];
    EXPECT_LE(place(before.english.section), place(after.english.section)) << after.name;
    EXPECT_LE(place(before.chinese.section), place(after.chinese.section)) << after.name;
  }
}

TEST_F(Figures, AreCaptionedInChinese) {
  write_figures(folder_ / "out", {"masks"}, Language::zh);
  const auto page = folder_.read("out/index.html");
  EXPECT_EQ(test::elements_of(page, "html").front().attributes.at("lang"), "zh");
  EXPECT_NE(page.find("10.7 因果掩码与填充掩码"), std::string::npos);
  EXPECT_NE(page.find("（英文版11.7）"), std::string::npos);
}

/// The texts of a figure.
std::vector<std::string> texts(const std::string& svg) {
  std::vector<std::string> found;
  for (const auto& text : test::elements_of(svg, "text")) found.push_back(text.text);
  return found;
}

TEST_F(Figures, ShowThePrintedNumbersOfTheBook) {
  write_figures(folder_ / "out", {"masked-softmax", "attention-scores"});
  const auto softmax = texts(folder_.read("out/masked-softmax.svg"));
  for (const auto& table : nn::kMaskedSoftmaxTables) {
    for (const auto& row : table.weights) {
      for (const float weight : row) {
        EXPECT_GT(std::count(softmax.begin(), softmax.end(), fixed(weight, 4)), 0) << weight;
      }
    }
  }
  const auto scores = texts(folder_.read("out/attention-scores.svg"));
  EXPECT_EQ(std::count(scores.begin(), scores.end(), "2, 3, 4, 5"), 2);
  EXPECT_EQ(std::count(scores.begin(), scores.end(), "10, 11, 12, 13"), 2);
}

// docs/book.md has the same formula for the longest path.
TEST_F(Figures, CountTheLongestPathOfConvolutionsAsTheMapDoes) {
  write_figures(folder_ / "out", {"layers-compared"});
  const auto shown = texts(folder_.read("out/layers-compared.svg"));
  const std::string formula = "⌈(n − 1) / (k − 1)⌉";
  const auto layers = nn::convolution_cost(512, 64, 3).longest_path;
  EXPECT_EQ(std::count(shown.begin(), shown.end(), str(formula, " = ", layers)), 1);
  const auto map = test::content_of(test::source_folder() / "docs/book.md");
  EXPECT_NE(map.find("The longest paths are " + formula), std::string::npos);
}

/// The points of each line that has this many points.
std::vector<std::vector<draw::Point>> lines_of(const std::string& svg, size_t points) {
  std::vector<std::vector<draw::Point>> lines;
  for (const auto& polyline : test::elements_of(svg, "polyline")) {
    std::istringstream numbers(polyline.attributes.at("points"));
    std::vector<draw::Point> line;
    draw::Point point;
    for (char comma = 0; numbers >> point.x >> comma >> point.y;) line.push_back(point);
    if (line.size() == points) lines.push_back(std::move(line));
  }
  return lines;
}

// The caption of kernel-width: the book's learning rate jumps across the valley; the other
// descends into it.
TEST_F(Figures, ShowOneRateThatJumpsAndOneThatDescends) {
  write_figures(folder_ / "out", {"kernel-width"});
  const auto lines = lines_of(folder_.read("out/kernel-width.svg"), 20);
  ASSERT_EQ(lines.size(), 4u);  // the losses for both rates, then both on the landscape
  for (size_t step = 1; step < 20; ++step) {
    EXPECT_GT(lines[1][step].y, lines[1][step - 1].y);  // down: y grows downwards
    EXPECT_GT(lines[3][step].x, lines[3][step - 1].x);
  }
  EXPECT_GT(lines[2][1].x - lines[2][0].x, 10 * (lines[3][1].x - lines[3][0].x));
  EXPECT_LT(lines[2].back().x, lines[2][1].x + 10);  // there, the line can only move back
}

// The caption of vanishing-gradients, at the last step; lower lines have larger y.
TEST_F(Figures, ShowThatOpenGatesKeepWhatAPlainNetworkLoses) {
  write_figures(folder_ / "out", {"vanishing-gradients"});
  std::vector<double> last;
  for (const auto& line : lines_of(folder_.read("out/vanishing-gradients.svg"), 101)) {
    last.push_back(line.back().y);
  }
  ASSERT_EQ(last.size(), 6u);  // the line for radius 0.7 leaves the picture earlier
  const double orthogonal = last[0], gru = last[2], open_gru = last[3], lstm = last[4],
               open_lstm = last[5];
  EXPECT_GT(orthogonal, gru);
  EXPECT_GT(gru, lstm);
  EXPECT_GT(lstm, open_gru);
  EXPECT_GT(open_gru, open_lstm);
}

}  // namespace
}  // namespace regard::figures
