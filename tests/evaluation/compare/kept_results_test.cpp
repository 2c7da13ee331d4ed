#include "compare/run.h"

#include <gtest/gtest.h>

#include "base/digest.h"
#include "base/log.h"
#include "support/base/temporary_folder.h"
#include "support/tiny_model.h"

namespace regard::compare {
namespace {

class KeptResultsTest : public testing::Test {
 protected:
  KeptResultsTest() { test::tiny_model().save(folder_ / "run"); }

  /// The result, with a mark if it had to be computed.
  std::string get(const std::string& depends_on, const std::string& cache = "auto") const {
    bool made = false;
    std::string text;
    const auto make = [&] {
      made = true;
      return nlohmann::json{"of " + depends_on};
    };
    KeptResults({.name = "run", .directory = folder_ / "run", .experiment = {}}, cache)
        .get("texts", depends_on, make,
             [&](const nlohmann::json& json) { text = json.at(0).get<std::string>(); });
    return text + (made ? ", made" : "");
  }

  test::TemporaryFolder folder_;
};

TEST_F(KeptResultsTest, AreMadeOnceForWhatTheyDependOn) {
  EXPECT_EQ(get("a"), "of a, made");
  EXPECT_EQ(get("a"), "of a");
  EXPECT_EQ(get("b"), "of b, made");
  EXPECT_EQ(folder_.names(), (std::vector<std::string>{".regard-cache", "run"}));
}

TEST_F(KeptResultsTest, AreMadeAgainForAnotherModel) {
  EXPECT_EQ(get("a"), "of a, made");
  std::filesystem::remove_all(folder_ / "run");
  test::tiny_model("transformer", 2).save(folder_ / "run");
  EXPECT_EQ(get("a"), "of a, made");
}

TEST_F(KeptResultsTest, AreMadeAgainIfTheyAreDamaged) {
  get("a");
  for (const auto& file : std::filesystem::directory_iterator(folder_ / ".regard-cache")) {
    std::ofstream(file.path(), std::ios::app) << "x";
  }
  EXPECT_EQ(get("a"), "of a, made");
  EXPECT_EQ(get("a"), "of a");
}

TEST_F(KeptResultsTest, AreMadeAgainIfTheyAreSomethingElse) {
  set_quiet(true);
  for (const std::string other : {"", "[]", "{}", "[1]", "null", "[[[[", R"(["a")"}) {
    get("a");
    for (const auto& file : std::filesystem::directory_iterator(folder_ / ".regard-cache")) {
      std::ofstream(file.path()) << sha256(other) << other;
    }
    EXPECT_EQ(get("a"), "of a, made") << other;
    EXPECT_EQ(get("a"), "of a");
  }
  set_quiet(false);
}

TEST_F(KeptResultsTest, AreNotStoredIfUnwantedOrImpossible) {
  EXPECT_EQ(get("a", "none"), "of a, made");
  EXPECT_EQ(get("a", "none"), "of a, made");
  EXPECT_EQ(get("a", folder_.write("file", "")), "of a, made");
  EXPECT_FALSE(std::filesystem::exists(folder_ / ".regard-cache"));
}

}  // namespace
}  // namespace regard::compare
