#include "translate/term_articles.h"

#include <gtest/gtest.h>

namespace regard::translate {
namespace {

using Texts = std::vector<std::string>;

struct Before {
  const char* text;
  const char* term;
  Texts texts;
};
class TextsBeforeTerm : public testing::TestWithParam<Before> {};

TEST_P(TextsBeforeTerm, AreInEitherGenderAndFitTheFirstLetter) {
  const auto& [text, term, texts] = GetParam();
  EXPECT_EQ(texts_before_term(text, term, "en"), texts) << text << term;
}

INSTANTIATE_TEST_SUITE_P(
    InFrench, TextsBeforeTerm,
    testing::Values(
        Before{"Il a le ", "camarade", {"Il a le ", "Il a la "}},
        Before{"l'", "camarade", {"le ", "la "}}, Before{"L\u2019", "camarade", {"Le ", "La "}},
        Before{"de la ", "avion", {"de l'"}}, Before{"près du ", "ville", {"près de la "}},
        Before{"d'", "chat", {"de "}}, Before{"au ", "école", {"à l'"}},
        Before{"Cet ", "collègue", {"Ce ", "Cette "}}, Before{"sa ", "amie", {"son "}},
        Before{"un petit ", "collègue", {"un petit ", "une petite "}},
        Before{"un nouveau ", "ordinateur", {"un nouvel "}}, Before{"l'", "hibou", {"le "}},
        Before{"ce ", "habit", {"cet "}}, Before{"tous les ", "machines", {"toutes les "}},
        Before{"de vieux ", "demeures", {"de vieilles "}},
        Before{"le son de la ", "averse", {"le son de l'"}}, Before{"les ", "chat", {"les "}},
        Before{"voile ", "chat", {"voile "}}, Before{"", "chat", {""}},
        Before{"l\u2019ami de l\u2019", "homme", {"l\u2019ami de l\u2019"}}));

TEST(TextsBeforeTerm, HaveNoSecondDeterminer) {
  EXPECT_EQ(texts_before_term("Je vois la ", "la bagnole", "en"), Texts{"Je vois "});
  EXPECT_EQ(texts_before_term("Le ", "le clébard", "en"), Texts{""});
  EXPECT_EQ(fitting_text_before("près du ", "la bagnole", "en"), "près de ");
  EXPECT_EQ(fitting_text_before("Il va au ", "notre boîte", "en"), "Il va à ");
  EXPECT_EQ(fitting_text_before("Il voit le ", "grand chien", "en"), "Il voit le ");
}

TEST(FittingTextBeforeTerm, KeepsTheGenderThatIsWritten) {
  const auto fitting = [](const char* before, const char* term) {
    return fitting_text_before(before, term, "en");
  };
  EXPECT_EQ(fitting("dans la ", "hôte"), "dans l'");
  EXPECT_EQ(fitting("ma ", "automobile"), "mon ");
  EXPECT_EQ(fitting("ma ", "souris"), "ma ");
  EXPECT_EQ(fitting("cette ", "bouquin"), "ce ");
  EXPECT_EQ(fitting("trois ", "souris"), "trois ");
}

TEST(Determiner, EndsAText) {
  for (const char* text : {"le ", "Avec des ", "à l'", "leurs "}) {
    EXPECT_TRUE(ends_with_determiner(text)) << text;
  }
  for (const char* text : {"", "voile ", "grand ", "deux "}) {
    EXPECT_FALSE(ends_with_determiner(text)) << text;
  }
}

TEST(TextsBeforeTerm, HaveAOrAnInEnglish) {
  EXPECT_EQ(texts_before_term("He has a ", "apple", "fr"), Texts{"He has an "});
  EXPECT_EQ(texts_before_term("He has an ", "cat", "fr"), Texts{"He has a "});
}

}  // namespace
}  // namespace regard::translate
