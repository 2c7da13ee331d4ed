// Names that options had: scripts that use them go on working.
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>

#include "cli/command_table.h"
#include "cli/every_grammar.h"
#include "cli/parse.h"

namespace regard::cli {
namespace {

struct OlderName {
  const char* command;
  const char* option;
};

void PrintTo(const OlderName& name, std::ostream* out) { *out << name.command << name.option; }

class OlderNames : public testing::TestWithParam<OlderName> {};

TEST_P(OlderNames, AreUnderstoodButNotShown) {
  const auto command = declared(command_named(GetParam().command));
  EXPECT_NO_THROW(parse(*command.app, {"runs/mine", GetParam().option, "file"}));
  EXPECT_EQ(command.app->count(GetParam().option), 1U);
  for (const auto& option : grammar_of(*command.app).options) {
    EXPECT_NE(option.names.back(), GetParam().option);
  }
}

INSTANTIATE_TEST_SUITE_P(All, OlderNames,
                         testing::Values(OlderName{"bench", "--input"},
                                         OlderName{"shortlist", "--target"},
                                         OlderName{"score", "--target"},
                                         OlderName{"translate", "--source"}));

}  // namespace
}  // namespace regard::cli
