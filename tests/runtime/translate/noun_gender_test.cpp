#include "translate/noun_gender.h"

#include <gtest/gtest.h>

namespace regard::translate {
namespace {

TEST(NounGender, IsThatOfItsEndingOrOfAList) {
  for (const char* noun : {"nation", "machines", "gazette", "mise à jour", "beauté", "chaussée",
                           "société", "boutique", "bécane", "souris", "clés", "image", "valeur"}) {
    EXPECT_EQ(gender_of_noun(noun), Gender::feminine) << noun;
  }
  for (const char* noun :
       {"document", "bouquin", "moniteur", "usagers", "chevaux", "hameau", "programme", "combiné",
        "toutou", "code secret", "musée", "cours", "pognon", "service", "périphériques"}) {
    EXPECT_EQ(gender_of_noun(noun), Gender::masculine) << noun;
  }
  for (const char* noun : {"", "le", "hôte", "Marlow", "camarades", "ACME", "gambe"}) {
    EXPECT_EQ(gender_of_noun(noun), std::nullopt) << noun;
  }
}

TEST(NounGender, ArticlesAreElidedBeforeVowelsAndAMuteH) {
  for (const char* word : {"avion", "Été", "œuf", "homme", "habit"}) {
    EXPECT_TRUE(begins_with_vowel(word)) << word;
  }
  for (const char* word : {"", "chat", "hameau", "Haricot", "yaourt"}) {
    EXPECT_FALSE(begins_with_vowel(word)) << word;
  }
}

}  // namespace
}  // namespace regard::translate
