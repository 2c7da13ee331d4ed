#include "text/tokenizer_pair.h"

#include <gtest/gtest.h>

#include <string>

#include "support/base/thrown_error.h"
#include "support/golden_json.h"

namespace regard::text {
namespace {

TEST(Preprocess, IsTheBooks) {
  int lines = 0;
  for (const auto& golden : test::load_golden_cases("text")) {
    if (!golden.at("inputs").contains("lines")) continue;  // not about preprocessing
    const auto& inputs = golden.at("inputs").at("lines");
    const auto& outputs = golden.at("outputs").at("lines");
    ASSERT_EQ(inputs.size(), outputs.size());
    for (size_t i = 0; i < inputs.size(); ++i, ++lines) {
      EXPECT_EQ(preprocess(inputs[i].get<std::string>(), Preprocess::d2l), outputs[i])
          << test::describe_case(golden);
    }
  }
  EXPECT_GT(lines, 0);
}

TEST(Preprocess, MakesNoBreakSpacesPlainAndThenAddsNone) {
  EXPECT_EQ(preprocess("Vraiment\u202F? «\u00A0Oui\u00A0!\u00A0»", Preprocess::d2l),
            "vraiment ? « oui ! »");
}

TEST(Preprocess, LowersLettersOfAnyAlphabet) {
  EXPECT_EQ(preprocess("ÉÀŒÇ Ωμέγα ДА", Preprocess::d2l), "éàœç ωμέγα да");
}

TEST(Preprocess, LeavesOtherMarksAlone) {
  EXPECT_EQ(preprocess("a:b;c-d'e (f)…", Preprocess::d2l), "a:b;c-d'e (f)…");
  EXPECT_EQ(preprocess("", Preprocess::d2l), "");
}

TEST(Preprocess, ChangesNothingASecondTime) {
  for (const char* line : {"Go.", "Wow!!", ".a", "3.5,2", "Éa .B,C", "? !"}) {
    const auto once = preprocess(line, Preprocess::d2l);
    EXPECT_EQ(preprocess(once, Preprocess::d2l), once);
  }
}

TEST(Preprocess, CalledNoneChangesNothing) {
  EXPECT_EQ(preprocess("Vraiment\u202F?!", Preprocess::none), "Vraiment\u202F?!");
}

TEST(Preprocess, RefusesInvalidUtf8) {
  test::thrown_error([] { preprocess("\xE9t\xE9", Preprocess::d2l); });
}

}  // namespace
}  // namespace regard::text
