#include "cli/completion.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace regard::cli {
namespace {

using Words = std::vector<std::string>;
using Paths = Values::Paths;

TEST(Values, OfWordsAreThose) {
  EXPECT_EQ(values_of("text|nbest|jsonl")->words, (Words{"text", "nbest", "jsonl"}));
  EXPECT_EQ(values_of("auto|cpu|cuda[:N]")->words, (Words{"auto", "cpu", "cuda"}));
}

TEST(Values, OfWordsAndAKindAreBoth) {
  EXPECT_EQ(values_of("N|auto")->words, Words{"auto"});
  const auto values = values_of("auto|none|DIR");
  EXPECT_EQ(values->words, (Words{"auto", "none"}));
  EXPECT_EQ(values->paths, Paths::folders);
}

TEST(Values, OfNumbersAndTextsAreUnknown) {
  for (const auto* metavariable : {"", "N", "X", "TEXT"}) {
    const auto values = values_of(metavariable);
    ASSERT_TRUE(values) << metavariable;
    EXPECT_EQ(values->paths, Paths::none);
    EXPECT_TRUE(values->words.empty());
  }
}

TEST(Values, OfAKeyAreThoseOfAConfig) {
  const auto values = values_of("KEY=VALUE");
  EXPECT_EQ(values->asked, Values::Asked::key_values);
  for (const auto* key : {"task=", "training.learning_rate=", "model.type=", "model.d_model="}) {
    EXPECT_EQ(std::ranges::count(values->words, key), 1) << key;
  }
}

TEST(Values, HasNoneForCli11sTypes) {
  for (const auto* metavariable : {"INT", "UINT", "FLOAT", "INT:POSITIVE", "TEXT:{step,minutes}"}) {
    EXPECT_FALSE(values_of(metavariable)) << metavariable;
  }
}

}  // namespace
}  // namespace regard::cli
