#include "cli/grammar.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "cli_learn/every_grammar.h"

namespace regard::cli {
namespace {

TEST(Headings, PutAnOptionUnderTheSameHeadingInEveryLongList) {
  std::map<std::string, std::set<std::string>> headings;
  for (const auto& grammar : every_grammar()) {
    if (grammar.name == "regard score") continue;  // its options are grouped like sacreBLEU's
    std::set<std::string> of_command;
    for (const auto& option : grammar.options) of_command.insert(option.group);
    if (of_command.size() == 1) continue;
    for (const auto& option : grammar.options) {
      headings[option.names.back()].insert(option.group);
    }
  }
  headings.erase("--seed");    // for sampling, or for training
  headings.erase("--keep");    // words to keep, or pairs
  headings.erase("--memory");  // a translation memory, or the computer's
  for (const auto& [name, of_option] : headings) EXPECT_EQ(of_option.size(), 1U) << name;
  EXPECT_EQ(headings["--beam-size"], std::set<std::string>{"Search"});
  EXPECT_EQ(headings["--no-split"], std::set<std::string>{"Search"});
  EXPECT_EQ(headings["--output"], std::set<std::string>{"Output"});
  EXPECT_EQ(headings["--threads"], std::set<std::string>{"Machine"});
}

TEST(Headings, KeepTheOptionsOfAHeadingTogether) {
  for (const auto& grammar : every_grammar()) {
    std::set<std::string> ended;
    std::string current;
    for (const auto& option : grammar.options) {
      if (option.group == current) continue;
      EXPECT_TRUE(ended.insert(option.group).second) << grammar.name << ' ' << option.group;
      current = option.group;
    }
  }
}

TEST(Headings, LeaveAShortListWhole) {
  std::vector<Argument> options = {{.names = {"-h", "--help"}, .group = "Options"},
                                   {.names = {"-o", "--output"}, .group = "Options"}};
  set_headings(options);
  EXPECT_EQ(options[0].group, "Options");
  EXPECT_EQ(options[1].group, "Options");
}

}  // namespace
}  // namespace regard::cli
