#include "compare/run.h"

#include <gtest/gtest.h>

#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"
#include "support/tiny_language_model.h"
#include "support/tiny_model.h"

namespace regard::compare {
namespace {

class OpenRuns : public testing::Test {
 protected:
  std::string save(const std::string& name, const std::string& architecture) const {
    test::tiny_model(architecture).save(folder_ / name);
    return folder_ / name;
  }
  test::TemporaryFolder folder_;
};

TEST_F(OpenRuns, NamesThemAndDistinguishesTheirModels) {
  const auto runs = open_runs({save("a", "transformer"), save("b", "rnn_attention")}, true);
  ASSERT_EQ(runs.size(), 2U);
  EXPECT_EQ(runs[1].name, "b");
  const auto options = differing_options(runs);
  EXPECT_EQ(options[0].front(), "type: transformer");
  EXPECT_EQ(options[1].front(), "type: rnn_attention");
  for (const auto& option : options[0])
    EXPECT_NE(option, "tied_embeddings: all");  // both runs have it
  const auto of_one = differing_options({runs[0]});
  EXPECT_NE(std::find(of_one[0].begin(), of_one[0].end(), "tied_embeddings: all"), of_one[0].end());
}

TEST_F(OpenRuns, ReadsConfigAndLog) {
  const auto directory = save("a", "transformer");
  folder_.write("a/log.jsonl",
                R"({"event":"train","step":10,"tokens_per_second":100,"seconds_per_step":2})"
                "\n"
                R"({"event":"train","step":30,"tokens_per_second":50,"seconds_per_step":4})"
                "\n"
                R"({"event":"valid","step":30,"loss":2.5,"bleu":12.5,"minutes":3,"joules":700})"
                "\n");
  const auto facts = facts_of_training(open_runs({directory}, true).front());
  EXPECT_EQ(facts.architecture, "transformer");
  EXPECT_EQ(facts.steps, 30);
  EXPECT_EQ(facts.minutes, 3.0);
  EXPECT_EQ(facts.joules, 700.0);
  EXPECT_EQ(facts.tokens, 10 * 100 * 2 + 20 * 50 * 4);
  EXPECT_EQ(facts.valid_bleu, 12.5);
  EXPECT_EQ(facts.search, "beam size 5, length penalty 1");
  EXPECT_FALSE(facts.ended);
  EXPECT_EQ(facts.curves.at("valid/loss").values, std::vector<double>{2.5});
}

TEST_F(OpenRuns, RefusesRunsThatCannotBeCompared) {
  const auto a = save("a", "transformer");
  EXPECT_EQ(test::thrown_error([&] {
              open_runs({a, folder_ / "nothing"}, true);
            }).problem(),
            "no such model");
  EXPECT_EQ(test::thrown_error([&] { open_runs({a, a + "/"}, true); }).problem(), "is given twice");
  auto other = test::tiny_model();
  other.experiment.data.target_language = "de";
  other.save(folder_ / "german");
  EXPECT_EQ(test::thrown_error([&] {
              open_runs({a, folder_ / "german"}, true);
            }).problem(),
            ("translates en to de, but " + a + " en to fr").c_str());
  test::tiny_language_model().save(folder_ / "lm");
  EXPECT_EQ(test::thrown_error([&] { open_runs({folder_ / "lm"}, true); }).problem(),
            "is a language model, which cannot translate");
}

}  // namespace
}  // namespace regard::compare
