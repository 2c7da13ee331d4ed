#include "translate/agreement.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace regard::translate {
namespace {

using Texts = std::pair<const char*, const char*>;

TEST(Agreement, IsInWordsThatGoWithANoun) {
  for (const auto& [one, other] :
       {Texts{"Le a été volé.", "La a été volée."}, Texts{"au nouvel an", "à la nouvelle an"},
        Texts{"Un vieux : il est blanc et sec", "Une vieille : elle est blanche et sèche"},
        Texts{"tous les", "toutes les"}, Texts{"Les grands sont beaux", "Les grandes sont belles"},
        Texts{"beaucoup de", "beaucoup d'"}, Texts{"son premier, heureux", "sa première, heureuse"},
        Texts{"les derniers naïfs", "les dernières naïves"}, Texts{"principaux", "principales"},
        Texts{"", ""}, Texts{"l’ancien", "l'ancienne"},
        Texts{"ils seront gros", "elles seront grosses"},
        Texts{"mis, assis, nets", "mises, assises, nettes"}}) {
    EXPECT_TRUE(words_between(one, {other}, Agreement::any)) << one;
    EXPECT_TRUE(words_between(other, {one}, Agreement::any)) << one;
  }
  EXPECT_FALSE(words_between("un vieux", {"une vieille"}, Agreement::same));
  EXPECT_TRUE(words_between("Du pain.", {"de le pain ."}, Agreement::same));
}

TEST(Agreement, IsNotInOtherWords) {
  for (const auto& [one, other] :
       {Texts{"le", "les"}, Texts{"Le petit", "Le grand"}, Texts{"il est", "elle était"},
        Texts{"le seul", "seul"}, Texts{"vendu.", "vendue !"}, Texts{"mon", "son"},
        Texts{"un", "deux"}, Texts{"a", "à"}, Texts{"", "le"}}) {
    EXPECT_FALSE(words_between(one, {other}, Agreement::any)) << one;
  }
}

TEST(Runs, HaveOtherWordsBetweenThem) {
  using Words = std::vector<std::string>;
  const auto between = [](std::string_view text, const std::vector<std::string_view>& runs) {
    return words_between(text, runs, Agreement::any).value_or(Words{"none"});
  };
  EXPECT_EQ(between("Le chat dort", {"la", "dort"}), Words{"chat"});
  EXPECT_EQ(between("la mise à jour est là", {"le", "est là"}), Words{"mise à jour"});
  EXPECT_EQ(between("un chat et un chien", {"un", "et un", ""}), (Words{"chat", "chien"}));
  EXPECT_EQ(between("chat, chat, chat", {"", ", chat, ", ""}), (Words{"chat", "chat"}));
  EXPECT_EQ(between("le", {"la"}), Words{});
  for (const auto& [text, runs] :
       std::vector<std::pair<const char*, std::vector<std::string_view>>>{
           {"le dort", {"la", "dort"}},
           {"le chat dort", {"la", "dort", ""}},
           {"le chat dort ici", {"la", "dort"}},
           {"a 1 2 3 4 5 6 7 b", {"a", "b"}},
           {"", {"", ""}},
           {"", {}}}) {
    EXPECT_EQ(between(text, runs), Words{"none"}) << text;
  }
}

}  // namespace
}  // namespace regard::translate
