#include "cli/grammar.h"

#include <gtest/gtest.h>

#include "cli_learn/every_grammar.h"

namespace regard::cli {
namespace {

TEST(GrammarJson, HasEverythingThatHelpShows) {
  const auto program = program_grammar(every_command());
  const auto read = grammar_of_json(grammar_json(program));
  EXPECT_EQ(program_help(read), program_help(program));
  ASSERT_EQ(read.commands.size(), program.commands.size());
  for (size_t i = 0; i < read.commands.size(); ++i) {
    EXPECT_EQ(help_text(read.commands[i]), help_text(program.commands[i]));
  }
}

}  // namespace
}  // namespace regard::cli
