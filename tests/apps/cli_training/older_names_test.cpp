// Former names of options, with which older scripts continue to work.
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>

#include "cli/program.h"
#include "cli/run_program.h"
#include "cli_training/commands.h"
#include "regard/base/str.h"

namespace regard::cli {
namespace {

struct OlderName {
  const char* command;
  const char* option;
  const char* newer;
  const char* value = "file";
};

void PrintTo(const OlderName& name, std::ostream* out) { *out << name.command << name.option; }

class OlderNames : public testing::TestWithParam<OlderName> {};

TEST_P(OlderNames, AreUnderstoodButNotShown) {
  const auto command = declared(training_program(), command_named(GetParam().command));
  testing::internal::CaptureStderr();
  EXPECT_NO_THROW(parse(*command.app, {"runs/mine", GetParam().option, GetParam().value}));
  const auto said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find(str(GetParam().option, " is deprecated: use ", GetParam().newer)),
            std::string::npos)
      << said;
  EXPECT_EQ(command.app->count(GetParam().newer), 1U);
  for (const auto& option : grammar_of(*command.app).options) {
    EXPECT_NE(option.names.back(), GetParam().option);
  }
}

INSTANTIATE_TEST_SUITE_P(All, OlderNames,
                         testing::Values(OlderName{"bench", "--source", "--input"},
                                         OlderName{"compare", "--rounds", "--repeats", "2"},
                                         OlderName{"rerank", "--n-best", "--candidates", "2"},
                                         OlderName{"train", "--model", "--architecture",
                                                   "bahdanau"},
                                         OlderName{"shortlist", "--target", "--reference"},
                                         OlderName{"score", "--target", "--input"},
                                         OlderName{"serve", "--prefix", "--path-prefix", "/x"},
                                         OlderName{"serve", "--cache", "--cache-size", "2"},
                                         OlderName{"translate", "--source", "--input"}));

}  // namespace
}  // namespace regard::cli
