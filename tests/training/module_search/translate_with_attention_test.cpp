#include "module_search/searchers.h"

#include <gtest/gtest.h>

#include <numeric>

#include "support/base/thrown_error.h"
#include "support/tiny_model.h"

namespace regard::translate {
namespace {

const char* const kLine = "the cat sees my old house";

class EveryAttention : public testing::TestWithParam<std::string> {
 protected:
  AttendedTranslation attended(const std::string& line = kLine) {
    return translate_with_attention(*tiny_.model, tiny_.tokenizers, line, {});
  }

  test::TinyModel tiny_ = test::tiny_model(GetParam());
};

TEST_P(EveryAttention, IsOfTheTranslationThatIsWrittenWithoutIt) {
  const std::string lines[] = {kLine};
  const auto expected = tiny_.translate(lines).front();
  EXPECT_EQ(attended().translation.text, expected.text);
}

TEST_P(EveryAttention, IsOfTheTranslationWithItsCopiedItems) {
  for (const std::string line : {"the cat %s sees", "- {x} my old house", "a 42 dog \U0001F642"}) {
    const auto expected = tiny_.translate(std::span(&line, 1)).front().text;
    EXPECT_EQ(attended(line).translation.text, expected);
  }
  EXPECT_EQ(test::thrown_error([&] { attended("%s"); }).problem(),
            "the model reads nothing of this text: it is copied");
}

TEST_P(EveryAttention, HasARowForEachQueryAndAColumnForEachKey) {
  const auto translation = attended();
  EXPECT_EQ(translation.source.back(), "</s>");
  EXPECT_EQ(translation.read.front(), "<s>");
  EXPECT_EQ(translation.read.size(), translation.written.size());
  for (const auto& map : translation.attention) {
    using Kind = AttentionWeights::Kind;
    const auto& rows = map.kind == Kind::encoder ? translation.source : translation.written;
    const auto& columns = map.kind == Kind::decoder ? translation.read : translation.source;
    ASSERT_EQ(map.weights.size(), rows.size());
    for (const auto& row : map.weights) {
      ASSERT_EQ(row.size(), columns.size());
      EXPECT_NEAR(std::accumulate(row.begin(), row.end(), 0.0), 1.0, 1e-5);
    }
  }
}

TEST_P(EveryAttention, RefusesWhatCannotBeShown) {
  EXPECT_EQ(test::thrown_error([&] { attended("  "); }).problem(),
            "the text to translate is empty");
  std::string longest;
  for (size_t i = 0; i < kLongestAttended; ++i) longest += "cat ";
  EXPECT_EQ(test::thrown_error([&] { attended(longest); }).remedy(), "give one sentence");
}

TEST_P(EveryAttention, IsOfATranslationThatIsThereAlready) {
  const auto once = attended();
  const auto again = attention_of(*tiny_.model, tiny_.tokenizers, kLine, once.translation);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->line, kLine);
  EXPECT_EQ(again->written, once.written);
  ASSERT_EQ(again->attention.size(), once.attention.size());
  for (size_t map = 0; map < once.attention.size(); ++map) {
    EXPECT_EQ(again->attention[map].weights, once.attention[map].weights);
  }
}

TEST_P(EveryAttention, IsNoneOfBlankLinesAndOfThoseInParts) {
  EXPECT_FALSE(attention_of(*tiny_.model, tiny_.tokenizers, " ", {}));
  config::SearchOptions options;
  options.longest_source = 3;
  const std::string lines[] = {kLine};
  const auto in_parts = tiny_.translate(lines, {.search = options}).front();
  EXPECT_FALSE(attention_of(*tiny_.model, tiny_.tokenizers, kLine, in_parts));
}

TEST(TranslateWithAttention, GivesEveryLayerAndHeadOfATransformer) {
  const auto tiny = test::tiny_model("transformer");
  const auto translation = translate_with_attention(*tiny.model, tiny.tokenizers, kLine, {});
  EXPECT_EQ(translation.attention.size(), 3u * 2u * 2u);  // kinds, layers, heads
}

INSTANTIATE_TEST_SUITE_P(Architectures, EveryAttention,
                         testing::ValuesIn(test::architecture_names()), test::name_of_architecture);

}  // namespace
}  // namespace regard::translate
