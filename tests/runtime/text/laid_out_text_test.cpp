// Plain text whose line breaks are kept.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "text/sentences.h"

namespace regard::text {
namespace {

using Blocks = std::vector<Block>;
using LineViews = std::vector<std::string_view>;

Blocks laid_out(const LineViews& lines) { return blocks_of(lines, Wrapping::laid_out); }

std::string as_file(const LineViews& lines, const std::string& translation) {
  std::string text, result;
  for (const auto line : lines) text.append(line).append("\n");
  for (const auto& block : blocks_of(lines_with_ends(text), Wrapping::laid_out)) {
    result += block.with(block.text.empty() || translation.empty() ? block.text : translation);
  }
  return result;
}

TEST(LaidOutText, BreaksATranslationIntoAsManyLinesOnRequest) {
  const auto found = blocks_of(lines_with_ends("The cat\n sleeps.\n\nThe cat sleeps in\n"
                                               "the garden. It\nis late."),
                               Wrapping::kept);
  ASSERT_EQ(found.size(), 4U) << "the first break has an indent, so it separates two texts";
  EXPECT_EQ(found[3].text, "The cat sleeps in the garden. It is late.");
  EXPECT_EQ(found[3].with(found[3].text), "The cat sleeps in\nthe garden. It\nis late.");
  EXPECT_EQ(found[3].with("Le chat dort dans le jardin. Il est tard."),
            "Le chat dort dans\nle jardin. Il\nest tard.");
  EXPECT_EQ(found[3].with("Chat tard."), "Chat\ntard.") << "fewer words than lines";
  EXPECT_EQ(found[3].with("Chat"), "Chat");
}

TEST(LaidOutText, KeepsBreaksThatAreNotOfAWrappedParagraph) {
  const LineViews wrapped = {"The cat sleeps in the garden of the old house near the",
                             "river, and the dog watches it from the window.", "It is late."};
  EXPECT_EQ(as_file(wrapped, ""),
            "The cat sleeps in the garden of the old house near the river, and the dog watches it "
            "from the window.\nIt is late.\n");
  for (const LineViews& lines :
       {LineViews{"The dog eats all the bread;", "the bird sings in the light."},
        LineViews{"Best regards,", "John Smith", "Head of Sales"},
        LineViews{"Text.", "", "    This paragraph is indented, as code and quotations often are",
                  "    and its lines are kept.", "", "\tSo are", "\tthese."}}) {
    std::string text;
    for (const auto line : lines) text.append(line).append("\n");
    EXPECT_EQ(as_file(lines, ""), text);
  }
}

TEST(LaidOutText, KeepsABreakBeforeAWordThatTheLineHadRoomFor) {
  const LineViews lines = {"The cat sleeps in the garden of the old house near the river", "and",
                           "the dog watches it from the window of the house. It is late."};
  EXPECT_EQ(as_file(lines, ""),
            "The cat sleeps in the garden of the old house near the river and\n"
            "the dog watches it from the window of the house. It is late.\n");
}

TEST(LaidOutText, LeavesIndentedStatementsAlone) {
  const auto found = laid_out({"Text:", "", "    int cat = 1;", "", "    the dog eats the bread;"});
  ASSERT_EQ(found.size(), 5U);
  EXPECT_EQ(found[2].text, "");
  EXPECT_EQ(found[4].text, "the dog eats the bread;");
}

TEST(LaidOutText, LeavesBlocksOfIndentedCodeAlone) {
  for (const LineViews& code :
       {LineViews{"    return cat;"}, LineViews{"    using namespace std;"},
        LineViews{"    print(the cat)"}, LineViews{"    cats = two", "    run the dog"},
        LineViews{"    if (cat) {", "        return dog;", "    }"}}) {
    auto lines = LineViews{"Text:", ""};
    lines.insert(lines.end(), code.begin(), code.end());
    for (const auto& block : laid_out(lines)) {
      EXPECT_TRUE(block.text.empty() || block.text == "Text:") << block.text;
    }
  }
  for (const auto* text : {"    The cat returns;", "    return the book to the library;",
                           "    For the cat:", "    if the cat sleeps", "    A cat (and a dog)",
                           "    Note: the cat = the dog"}) {
    const auto found = laid_out({"Text:", "", text});
    EXPECT_FALSE(found.back().text.empty()) << text;
  }
}

TEST(LaidOutText, TranslatesEachCellOfAlignedColumns) {
  const auto cells = [](const LineViews& lines) {
    std::vector<std::string> texts;
    for (const auto& block : laid_out(lines)) {
      if (!block.text.empty()) texts.push_back(block.text);
    }
    return texts;
  };
  using Texts = std::vector<std::string>;
  EXPECT_EQ(cells({"Name      Price", "A cat     three euros"}),
            (Texts{"Name", "Price", "A cat", "three euros"}));
  EXPECT_EQ(cells({"Name  Price", "cats  euros"}), (Texts{"Name", "Price", "cats", "euros"}));
  EXPECT_EQ(cells({"Chapter one ........ 12 cats"}), (Texts{"Chapter one", "12 cats"}));
  EXPECT_EQ(as_file({"Chapter one ..... 1"}, "Chapitre"), "Chapitre ..... 1\n");
  EXPECT_EQ(cells({"The cat  sleeps", "and all the  dogs eat."}).size(), 1U) << "not aligned";
  EXPECT_EQ(cells({"It is late.   The cat sleeps."}).size(), 1U) << "two sentences";
  EXPECT_EQ(cells({"  -v, --verbose   say   more"}).size(), 1U) << "an option";
}

}  // namespace
}  // namespace regard::text
