#include "translate/written_text.h"

#include <gtest/gtest.h>

#include "support/tiny_model.h"
#include "translate/word_alignment.h"

namespace regard::translate {
namespace {

TEST(WrittenText, OfFirstTokensEndsBetweenTheCharactersOfALiteral) {
  const auto tiny = test::tiny_model("transformer");
  search::Hypothesis hypothesis;
  hypothesis.tokens = tiny.tokenizers.encode_target("the \u65E5 cat sees");  // and eos
  const std::vector<Literal> literals = {{hypothesis.tokens, "the \u65E5\u672C cat sees"}};
  const WrittenText written(hypothesis, tiny.tokenizers, {}, literals, {});
  const std::vector<std::string> beginnings = {"", "the", "the \u65E5\u672C",
                                               "the \u65E5\u672C cat"};
  for (size_t count = 0; count < beginnings.size(); ++count) {
    EXPECT_EQ(trimmed_end(written.of_first(count)), beginnings[count]);
  }
  EXPECT_EQ(written.whole(), literals.front().text);
}

TEST(WrittenText, EscapesTheApostrophesOfALineThatDoes) {
  const auto tiny = test::tiny_model("transformer");
  search::Hypothesis hypothesis;
  hypothesis.tokens = tiny.tokenizers.encode_target("the cat");
  const std::vector<Literal> literals = {{hypothesis.tokens, "the cat's '"}};
  const WrittenText written(hypothesis, tiny.tokenizers, {.text = {}, .escapes_apostrophes = true},
                            literals, {});
  EXPECT_EQ(written.whole(), "the cat\\'s \\'");
}

}  // namespace
}  // namespace regard::translate
