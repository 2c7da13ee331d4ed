// regard claims as a command.
#include "claims/claim.h"
#include "cli_learn/commands.h"
#include "cli_training/model_command.h"
#include "support/base/thrown_error.h"

namespace regard::cli {
namespace {

class ClaimsCommand : public ModelCommand {};

TEST_F(ClaimsCommand, TriesAClaim) {
  EXPECT_EQ(run(add_claims, {"kernel-consistency", "--seeds", "2", "-o", folder_ / "claims"}), 0);
  EXPECT_NE(test::content_of(folder_ / "claims/index.html").find("2 seeds"), std::string::npos);
}

TEST_F(ClaimsCommand, ListsThemAll) {
  const auto list = output_of(add_claims, {"--list"});
  for (const auto& claim : claims::claims()) {
    EXPECT_NE(list.find(std::string(claim.name) + ": "), std::string::npos) << claim.name;
  }
}

TEST_F(ClaimsCommand, RefusesNegativeThreadsAndNamesWithAList) {
  const auto problem_of = [&](const std::vector<std::string>& arguments) {
    return test::thrown_error([&] { run(add_claims, arguments); }).problem();
  };
  EXPECT_EQ(problem_of({"kernel-consistency", "--threads", "-1", "-o", folder_ / "claims"}),
            "--threads is -1, but must be from 0 to 4096");
  EXPECT_EQ(problem_of({"--list", "extra"}), "--list prints all claims, but 'extra' is given");
}

TEST_F(ClaimsCommand, RefusesUnknownNames) {
  EXPECT_EQ(test::thrown_error([&] {
              run(add_claims, {"nonsense", "-o", folder_ / "claims"});
            }).problem(),
            "unknown claim nonsense");
}

}  // namespace
}  // namespace regard::cli
