#include "metrics/bleu_tokenizers.h"

#include <gtest/gtest.h>

#include "metrics/unicode.h"
#include "support/base/thrown_error.h"
#include "support/golden_json.h"

namespace regard::metrics {
namespace {

TEST(BleuTokenizers, CutLinesAsSacrebleuDoes) {
  int compared = 0;
  for (const auto& golden : test::load_golden_cases("tokenize")) {
    SCOPED_TRACE(test::describe_case(golden));
    const std::string name = golden["hyper"]["tokenize"];
    const BleuTokenizer& tokenizer = bleu_tokenizer(name);
    const auto lines = golden["inputs"]["lines"].get<std::vector<std::string>>();
    for (std::size_t i = 0; i < lines.size(); ++i) {
      EXPECT_EQ(tokenizer.tokenize(strip_right(lines[i])), golden["outputs"]["lines"][i])
          << lines[i];
      ++compared;
    }
  }
  EXPECT_GT(compared, 0);
}

TEST(TokenizerZh, MakesAWordOfEachChineseCharacterAndOfCurlyQuotes) {
  EXPECT_EQ(tokenize_zh(" 你好,world。3-4 3.5"), "你 好 , world 。 3 - 4 3.5");
  EXPECT_EQ(tokenize_zh("“ok” l’ami"), "“ ok ” l ’ ami");
}

TEST(Tokenizer13a, SeparatesAsciiPunctuationButNotApostropheOrHyphen) {
  EXPECT_EQ(tokenize_13a("l'homme d'État, 3,5 % — «oui» ?"), "l'homme d'État , 3,5 % — «oui» ?");
  EXPECT_EQ(tokenize_13a("(a+b)/c=\"d\" rendez-vous"), "( a + b ) / c = \" d \" rendez-vous");
}

TEST(Tokenizer13a, KeepsStopsAndCommasInsideNumbers) {
  EXPECT_EQ(tokenize_13a("U.S.A. 1,000.50."), "U . S . A . 1,000.50 .");
}

TEST(Tokenizer13a, SeparatesHyphensAfterDigitsOnly) {
  EXPECT_EQ(tokenize_13a("a-b 5-3 3-a"), "a-b 5 - 3 3 - a");
}

TEST(Tokenizer13a, ReplacesTheFourEntitiesOneAfterTheOther) {
  EXPECT_EQ(tokenize_13a("&quot;x&quot; &amp; &lt;y&gt;"), "\" x \" & < y >");
  EXPECT_EQ(tokenize_13a("&amp;lt;"), "<");
}

TEST(Tokenizer13a, JoinsLinesAndWordsHyphenatedAtTheirEnd) {
  EXPECT_EQ(tokenize_13a("traduc-\ntion\nneuronale<skipped>"), "traduction neuronale");
}

TEST(BleuTokenizers, AnUnknownNameIsAnErrorThatListsThem) {
  const Error error = test::thrown_error([] { bleu_tokenizer("14a"); });
  EXPECT_EQ(error.problem(), "unknown BLEU tokenizer '14a'");
  EXPECT_NE(error.remedy().find("13a"), std::string::npos) << error.remedy();
}

}  // namespace
}  // namespace regard::metrics
