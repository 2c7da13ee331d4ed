#include "text/plurals.h"

#include <gtest/gtest.h>

namespace regard::text {
namespace {

struct Noun {
  const char* language;
  const char* singular;
  const char* plural;
};
class Plural : public testing::TestWithParam<Noun> {};

TEST_P(Plural, FollowsTheRulesOfALanguage) {
  const auto& [language, singular, plural] = GetParam();
  EXPECT_EQ(plural_of(singular, language), plural);
}

INSTANTIATE_TEST_SUITE_P(
    OfNouns, Plural,
    testing::Values(
        Noun{"en", "cat", "cats"}, Noun{"en", "city", "cities"}, Noun{"en", "key", "keys"},
        Noun{"en", "box", "boxes"}, Noun{"en", "watch", "watches"}, Noun{"en", "mouse", "mice"},
        Noun{"en", "shelf", "shelves"}, Noun{"en", "roof", "roofs"},
        Noun{"en", "Potato", "Potatoes"}, Noun{"en", "sheep", "sheep"}, Noun{"en", "PDF", "PDFs"},
        Noun{"en", "iPhone", "iPhones"}, Noun{"en-GB", "lady", "ladies"},
        Noun{"fr", "chat", "chats"}, Noun{"fr", "cheval", "chevaux"}, Noun{"fr", "bal", "bals"},
        Noun{"fr", "bateau", "bateaux"}, Noun{"fr", "tuyau", "tuyaux"}, Noun{"fr", "jeu", "jeux"},
        Noun{"fr", "vœu", "vœux"}, Noun{"fr", "pneu", "pneus"}, Noun{"fr", "voix", "voix"},
        Noun{"fr", "gaz", "gaz"}, Noun{"fr", "genou", "genoux"}, Noun{"fr", "trou", "trous"},
        Noun{"fr", "travail", "travaux"}, Noun{"fr", "détail", "détails"},
        Noun{"fr", "œil", "yeux"}, Noun{"fr", "État", "États"}, Noun{"fr", "PDF", "PDF"}));

}  // namespace
}  // namespace regard::text
