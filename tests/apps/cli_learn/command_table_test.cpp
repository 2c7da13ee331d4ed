#include "cli/program.h"

#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <iomanip>
#include <sstream>

#include "cli/run_program.h"
#include "cli_learn/every_grammar.h"
#include "cli_training/commands.h"
#include "support/base/thrown_error.h"

namespace regard::cli {
namespace {

using test::thrown_error;

// Splits an example into words as a shell does, up to a redirection and without quotes.
std::vector<std::string> words_of(const std::string& example) {
  std::istringstream in(example.substr(0, example.find(" >")));
  std::vector<std::string> words;
  while (in >> std::ws && in.peek() != EOF) {
    std::string word;
    in >> std::quoted(word);
    words.push_back(word);
  }
  return words;
}

TEST(CommandTable, HasExamplesThatParse) {
  for (const auto& grammar : every_grammar()) {
    for (const auto& example : grammar.examples) {
      const auto words = words_of(example);
      ASSERT_GE(words.size(), 2U) << example;
      const auto command = declared(every_command(), command_named(words[1]));
      EXPECT_NO_THROW(parse(*command.app, {words.begin() + 2, words.end()})) << example;
    }
  }
}

TEST(CommandTable, NamesEachCommandOnce) {
  for (const auto& command : commands()) EXPECT_EQ(&command_named(command.name), &command);
}

TEST(CommandTable, HasTheCommandsOfBothPrograms) {
  const auto runtime = runtime_program();
  for (const auto& command : commands()) EXPECT_TRUE(every_command().has(command)) << command.name;
  EXPECT_EQ(every_command().commands.size(), commands().size());
  for (const auto& [name, add] : runtime.commands)
    EXPECT_EQ(every_command().commands.at(name), add);
  EXPECT_LT(runtime.commands.size(), commands().size());
}

TEST(CommandTable, SaysWhichCommandsNeedLibTorch) {
  EXPECT_EQ(thrown_error([] { declared(runtime_program(), command_named("train")); }).problem(),
            "regard train needs LibTorch, but this program was built without it");
}

TEST(CommandTable, SaysWhichCommandsTeach) {
  const auto error = thrown_error([] { declared(training_program(), command_named("explain")); });
  EXPECT_EQ(
      error.problem(),
      "regard explain belongs to the teaching material, but this program was built without it");
  EXPECT_EQ(error.remedy(), "build it with -DREGARD_LEARN=ON");
}

}  // namespace
}  // namespace regard::cli
