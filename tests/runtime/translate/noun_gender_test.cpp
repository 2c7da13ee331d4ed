#include "translate/noun_gender.h"

#include <gtest/gtest.h>

namespace regard::translate {
namespace {

TEST(NounGender, IsThatOfItsEnding) {
  for (const char* noun : {"nation", "machines", "gazette", "mise à jour", "beauté", "chaussée",
                           "société", "boutique", "bécane"}) {
    EXPECT_EQ(gender_by_ending(noun), Gender::feminine) << noun;
  }
  for (const char* noun : {"document", "bouquin", "moniteur", "usagers", "chevaux", "hameau",
                           "programme", "combiné", "toutou"}) {
    EXPECT_EQ(gender_by_ending(noun), Gender::masculine) << noun;
  }
  for (const char* noun :
       {"", "souris", "code secret", "hôte", "Marlow", "musée", "image", "camarade", "ACME"}) {
    EXPECT_EQ(gender_by_ending(noun), std::nullopt) << noun;
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
