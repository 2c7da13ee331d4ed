#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/log.h"
#include "cli/commands.h"
#include "cli/program.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"
#include "support/command_output.h"

namespace regard::cli {
namespace {

using test::thrown_error;

class AlignCommand : public testing::Test {
 protected:
  AlignCommand() {
    std::string text;
    for (int time = 0; time < 3; ++time) {
      text += "the house\tla maison\nthe blue house\tla maison bleue\n";
      text += "the flower\tla fleur\nthe blue flower\tla fleur bleue\n";
    }
    folder_.write("pairs.tsv", text);
    folder_.write("gold", "1-1 2p3 3-2\n");
    folder_.write("one.tsv", "the blue house\tla maison bleue\n");
  }

  std::string align(std::vector<std::string> arguments) const {
    return test::output_of_command(add_align, arguments);
  }
  std::string score(const std::vector<std::string>& arguments) const {
    return test::output_of_command(
        [](CLI::App& command) {
          command.allow_extras();
          static const auto program = runtime_program();
          return add_score(command, program);
        },
        arguments);
  }

  test::TemporaryFolder folder_;
};

TEST_F(AlignCommand, WritesALineOfLinksForEachPair) {
  folder_.write("more.tsv", "\t\nthe house\tla maison\n");
  EXPECT_EQ(align({folder_ / "one.tsv", folder_ / "more.tsv", "--train", folder_ / "pairs.tsv"}),
            "0-0 1-2 2-1\n\n0-0 1-1\n");
}

TEST_F(AlignCommand, WritesTheWordsThatLinksCount) {
  folder_.write("text.en", "It's red, isn't it?\n");
  folder_.write("text.fr", "C'est rouge, n'est-ce pas ?\n");
  align({folder_ / "text.en", folder_ / "text.fr", "--words", folder_ / "words", "--words-only"});
  EXPECT_EQ(folder_.read("words"), "It 's red , is n't it ?\tC' est rouge , n' est -ce pas ?\n");
}

TEST_F(AlignCommand, RefusesTextsOfDifferentNumbersOfLines) {
  folder_.write("long", "the house\nthe flower\n\n");
  folder_.write("short", "la maison\n");
  const auto one = folder_ / "one.tsv", longer = folder_ / "long", shorter = folder_ / "short";
  using Arguments = std::vector<std::string>;
  for (const auto& arguments : {Arguments{longer, shorter}, Arguments{shorter, longer},
                                Arguments{one, longer, shorter, one},
                                Arguments{one, "--train", shorter, "--train", longer}}) {
    const std::string error = thrown_error([&] { align(arguments); }).what();
    EXPECT_NE(error.find(longer + ": has 3 lines, but " + shorter + " has 1"), std::string::npos)
        << error;
  }
}

TEST_F(AlignCommand, DrawsLinksAndGoldOnAPage) {
  align({folder_ / "one.tsv", "--train", folder_ / "pairs.tsv", "--page", folder_ / "page.html",
         "--alignment", folder_ / "gold", "-o", folder_ / "links"});
  const auto page = folder_.read("page.html");
  EXPECT_NE(page.find("AER 0.00 %"), std::string::npos);
  EXPECT_NE(page.find("title=\"blue \u2013 bleue\""), std::string::npos);
}

TEST_F(AlignCommand, RejectsGoldOfOtherWords) {
  folder_.write("gold", "1-1 4-1\n");
  const auto error = thrown_error([&] {
    align({folder_ / "one.tsv", "--alignment", folder_ / "gold"});
  });
  EXPECT_EQ(error.where(), folder_ / "gold:1");
}

TEST_F(AlignCommand, WantsALineOfGoldForEachPair) {
  folder_.write("two.tsv", "the house\tla maison\nthe flower\tla fleur\n");
  const auto error = thrown_error([&] {
    align({folder_ / "two.tsv", "--alignment", folder_ / "gold"});
  });
  EXPECT_EQ(error.where(), folder_ / "gold");
  EXPECT_EQ(error.problem(), "has 1 line, but there are 2 pairs");
}

TEST_F(AlignCommand, RefusesALineWithOneText) {
  folder_.write("more.tsv", "the house\tla maison\n\nthe flower\n");
  const auto error = thrown_error([&] { align({folder_ / "more.tsv"}); });
  EXPECT_EQ(error.where(), folder_ / "more.tsv:3");
}

TEST_F(AlignCommand, PrintsTheErrorRateEvenIfItIsQuiet) {
  set_quiet(true);
  const auto told = align({folder_ / "one.tsv", "--train", folder_ / "pairs.tsv", "--alignment",
                           folder_ / "gold", "-o", folder_ / "links"});
  set_quiet(false);
  EXPECT_TRUE(told.starts_with("AER 0.00 %")) << told;
}

TEST_F(AlignCommand, NamesWhatScoreNeeds) {
  folder_.write("links", "0-0 1-2\n");
  const auto gold = folder_ / "gold";
  const auto found = nlohmann::json::parse(score({"--alignment", gold, "-i", folder_ / "links"}));
  EXPECT_DOUBLE_EQ(found["precision"], 100);
  EXPECT_DOUBLE_EQ(found["recall"], 50);
  EXPECT_DOUBLE_EQ(found["aer"], 100 * (1 - 3.0 / 4));
  EXPECT_THROW(score({"reference", "--alignment", gold, "-i", folder_ / "links"}), Error);
  folder_.write("links", "0-0\n0-0\n");
  EXPECT_THROW(score({"--alignment", gold, "-i", folder_ / "links"}), Error);
}

}  // namespace
}  // namespace regard::cli
