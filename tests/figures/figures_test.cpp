#include "regard/figures/figures.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "regard/base/log.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"
#include "support/base/xml.h"

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
    EXPECT_FALSE(figure.title.empty()) << figure.name;
    EXPECT_TRUE(figure.sentence.ends_with('.')) << figure.name;
  }
}

TEST_F(Figures, AreWrittenOneByOneAndShownTogether) {
  write_figures(folder_ / "out", {"masks"});
  write_figures(folder_ / "out", {"positional-encoding-curves"});
  const auto svg = folder_.read("out/masks.svg");
  EXPECT_EQ(test::elements_of(svg, "svg").front().number("width"), 600);
  const auto sections = test::elements_of(folder_.read("out/index.html"), "section");
  ASSERT_EQ(sections.size(), 2u);
  EXPECT_EQ(sections[0].attributes.at("id"), "masks");
}

TEST_F(Figures, AreTheSameEachTime) {
  write_figures(folder_ / "first", {"attention-scores", "masked-softmax"});
  write_figures(folder_ / "second", {"masked-softmax"});
  EXPECT_EQ(folder_.read("first/masked-softmax.svg"), folder_.read("second/masked-softmax.svg"));
}

TEST_F(Figures, NameTheOneThatWasMeant) {
  const auto error = test::thrown_error([&] { write_figures(folder_ / "out", {"mask"}); });
  EXPECT_STREQ(error.what(), "there is no figure mask");
  EXPECT_EQ(error.remedy(), "did you mean 'masks'?");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
}

// The causal mask's map: everything up to the diagonal may be seen.
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

}  // namespace
}  // namespace regard::figures
