#include "draw/phrases.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "draw/picture.h"

namespace regard::draw {
namespace {

using Texts = std::vector<std::string>;

const Phrases& french() {
  static const Phrases phrases(
      "# a comment\n"
      "layer {}, head {}\tcouche {}, tête {}\n"
      "{} parameters\t{} paramètres\n"
      "tokens\tmots\n"
      "batch\tlot\n"
      "error {}\terreur {}\n"
      "softmax\n"
      ": \t : \n");
  return phrases;
}

TEST(DrawnPhrases, HaveTheNumbersOfTheText) {
  EXPECT_EQ(french().of("layer 1, head 12"), "couche 1, tête 12");
  EXPECT_EQ(french().of("1,929,416 parameters"), "1,929,416 paramètres");
  EXPECT_EQ(french().of("error 0.25"), "erreur 0.25");
  EXPECT_EQ(french().of("error 6.7×10⁻¹⁶"), "erreur 6.7×10⁻¹⁶");
}

TEST(DrawnPhrases, AreOfPartsAndShapes) {
  EXPECT_EQ(french().of("184 parameters · nn/linear.h"), "184 paramètres · nn/linear.h");
  EXPECT_EQ(french().of("tokens (batch, 8)"), "mots (lot, 8)");
  EXPECT_EQ(french().of("(batch, 2, x)"), "(lot, 2, x)");
  EXPECT_EQ(french().of("tokens: layer 1, head 2"), "mots : couche 1, tête 2");
}

TEST(DrawnPhrases, LeaveUnknownTextsAsTheyAre) {
  EXPECT_EQ(french().of("a state"), "a state");
  EXPECT_EQ(french().of("layer 1"), "layer 1");
}

TEST(DrawnPhrases, SayWhichWordsAreUnknown) {
  EXPECT_EQ(french().unknown("a state (batch, source)"), (Texts{"a state", "source"}));
  EXPECT_EQ(french().unknown("softmax(x) W_q, nn/linear.h, torch::nn::Linear, 12"), Texts{});
  EXPECT_EQ(french().unknown("layer 1, head 2"), Texts{});
}

TEST(DrawnPhrases, WithDifferentNumbersAreRefused) {
  EXPECT_THROW(Phrases("{} heads\ttêtes\n"), std::invalid_argument);
}

TEST(DrawnPhrases, AreDrawnWhereTheyAreInUse) {
  const auto drawn = [] {
    Picture picture(100, 100);
    picture.text({0, 0}, "layer 1, head 2");
    return picture.svg("");
  };
  {
    const DrawnIn in_french(&french());
    EXPECT_NE(drawn().find(">couche 1, tête 2<"), std::string::npos);
    const DrawnIn in_english(nullptr);
    EXPECT_NE(drawn().find(">layer 1, head 2<"), std::string::npos);
  }
  EXPECT_NE(drawn().find(">layer 1, head 2<"), std::string::npos);
}

TEST(DrawnPhrases, BreakBetweenEastAsianLettersAndNotBeforeTheirMarks) {
  const double two_letters = text_width("编码");
  EXPECT_EQ(wrap("编码解码。", two_letters), (Texts{"编码", "解", "码。"}));
  EXPECT_EQ(wrap("the encoder", text_width("encoder")), (Texts{"the", "encoder"}));
  EXPECT_EQ(wrap(" ", 100), Texts{""});
  EXPECT_EQ(wrap("", 100), Texts{});
}

TEST(DrawnPhrases, TakePartsAndLabels) {
  const DrawnIn in_french(&french());
  EXPECT_EQ(drawn_text("layer {}, head {}", {"1", "{}"}), "couche 1, tête {}");
  EXPECT_EQ(drawn_html("<b aria-label=\"layer 1, head 2\" id=\"a\">layer 1, head 2</b>"),
            "<b aria-label=\"couche 1, tête 2\" id=\"a\">couche 1, tête 2</b>");
}

}  // namespace
}  // namespace regard::draw
