#include "translate/item_places.h"

#include <gtest/gtest.h>

#include <sstream>

#include "support/tiny_model.h"

namespace regard::translate {
namespace {

std::vector<std::string> pieces_of(const std::string& words) {
  std::vector<std::string> pieces;
  std::istringstream in(words);
  for (std::string piece; in >> piece;) pieces.push_back(piece);
  pieces.emplace_back("</s>");
  return pieces;
}

/// A translation with its first item, where each piece attends to one piece of the source.
class Placed {
 public:
  std::string operator()(const LeftOut& item, const std::string& text, const std::string& source,
                         const std::string& target, const std::vector<size_t>& attended) const {
    const auto source_pieces = pieces_of(source), target_pieces = pieces_of(target);
    Weights attention;
    for (const size_t piece : attended) {
      attention.emplace_back(source_pieces.size(), 0.0F)[piece] = 1.0F;
    }
    attention.emplace_back(source_pieces.size(), 0.1F);
    const auto place = item_places({.text = text, .left_out = {item}}, source_pieces, target_pieces,
                                   attention, tiny_.tokenizers)
                           .target.front();
    std::string result;
    for (size_t piece = 0; piece + 1 < target_pieces.size(); ++piece) {
      if (piece == place.at)
        result += "[" + place.kept + (place.kept.empty() ? "" : " ") + item.text + "]";
      if (piece < place.at || piece >= place.at + place.replaced) result += target_pieces[piece];
    }
    return place.at + 1 == target_pieces.size() ? result + "[" + item.text + "]" : result;
  }

 private:
  test::TinyModel tiny_ = test::tiny_model("transformer", 3, config::TokenizerType::bpe);
};

LeftOut number(size_t at) {
  return {.text = "2", .at = at, .space_before = true, .space_after = true};
}

TEST(ItemPlaces, PutANumberInPlaceOfTheArticleOrNumberWordOfWhatItCounts) {
  const Placed placed;
  EXPECT_EQ(
      placed(number(0), "Girls sing.", "▁Girls ▁sing .", "▁Deux ▁filles ▁chantent .", {0, 0, 1, 2}),
      "[2]▁filles▁chantent.");
  EXPECT_EQ(placed(number(5), "I see old dogs", "▁I ▁see ▁old ▁dogs",
                   "▁Je ▁vois ▁des ▁vieux ▁chiens", {0, 1, 3, 2, 3}),
            "▁Je▁vois[2]▁vieux▁chiens");
  EXPECT_EQ(placed(number(12), "A picture of girls", "▁A ▁picture ▁of ▁girls",
                   "▁Une ▁photo ▁d ' ▁enfants", {0, 1, 3, 3, 3}),
            "▁Une▁photo[de 2]▁enfants");
  EXPECT_EQ(placed(number(9), "I talk to girls", "▁I ▁talk ▁to ▁girls", "▁Je ▁parle ▁aux ▁filles",
                   {0, 1, 3, 3}),
            "▁Je▁parle[\u00E0 2]▁filles");
}

TEST(ItemPlaces, PutANumberBesideNoOtherArticleOrNumberWord) {
  const Placed placed;
  EXPECT_EQ(
      placed(number(7), "She has bikes", "▁She ▁has ▁bikes", "▁Elle ▁a ▁deux ▁vélos", {0, 2, 2, 2}),
      "▁Elle▁a[2]▁vélos");
  EXPECT_EQ(placed(number(10), "There are books", "▁There ▁are ▁books", "▁Il ▁y ▁a ▁des ▁livres",
                   {0, 0, 1, 2, 0}),
            "▁Il▁y▁a[2]▁livres");
  EXPECT_EQ(placed(number(6), "I see birds", "▁I ▁see ▁birds", "▁Je ▁vois ▁beaucoup ▁d ' ▁oiseaux",
                   {0, 1, 1, 2, 2, 2}),
            "▁Je▁vois[2]▁oiseaux");
  EXPECT_EQ(placed(number(7), "I need chairs", "▁I ▁need ▁chairs", "▁J ' ▁ai ▁besoin ▁de ▁chaises",
                   {0, 0, 1, 1, 2, 2}),
            "▁J'▁ai▁besoin[de 2]▁chaises");
}

TEST(ItemPlaces, KeepAnArticleThatTheSourceHas) {
  EXPECT_EQ(Placed()(number(3), "The girls sing", "▁The ▁girls ▁sing", "▁Les ▁filles ▁chantent",
                     {1, 1, 2}),
            "▁Les[2]▁filles▁chantent");
}

TEST(ItemPlaces, KeepAllWordsBesideANumberThatCountsNothing) {
  EXPECT_EQ(Placed()(number(4), "Page of the book", "▁Page ▁of ▁the ▁book", "▁La ▁page ▁du ▁livre",
                     {0, 0, 1, 3}),
            "▁La▁page[2]▁du▁livre");
}

TEST(ItemPlaces, AreOnTheSameSideOfTheEndMark) {
  LeftOut item{.text = "%s", .at = 6, .space_before = true, .space_after = true};
  const Placed placed;
  EXPECT_EQ(placed(item, "I like", "▁I ▁like", "▁J ' aime .", {0, 0, 1, 1}), "▁J'aime[%s].");
  item.at = 7;
  EXPECT_EQ(placed(item, "I like.", "▁I ▁like .", "▁J ' aime .", {0, 0, 1, 2}), "▁J'aime.[%s]");
}

TEST(ItemPlaces, TouchTheTranslationOfTheWordThatTheyTouch) {
  const LeftOut item{.text = "%s", .at = 7, .space_after = true, .touches_before = true};
  EXPECT_EQ(Placed()(item, "The cat sleeps", "▁The ▁cat ▁sleeps", "▁Dort ▁le ▁chat", {2, 1, 1}),
            "▁Dort▁le▁chat[%s]");
}

TEST(ItemPlaces, OfATagAreBehindAllWordsThatItEnds) {
  const LeftOut item{
      .text = "[/b]", .at = 13, .space_after = true, .touches_before = true, .is_paired_tag = true};
  EXPECT_EQ(Placed()(item, "The black cat sleeps", "▁The ▁black ▁cat ▁sleeps",
                     "▁Le ▁chat ▁noir ▁dort", {0, 2, 1, 3}),
            "▁Le▁chat▁noir[[/b]]▁dort");
}

TEST(ItemPlaces, AreWithinTheirBrackets) {
  const LeftOut item{.text = "%s", .at = 12, .space_before = true};
  EXPECT_EQ(Placed()(item, "I see (a cat) here", "▁I ▁see ▁( a ▁cat ) ▁here",
                     "▁Ici ▁je ▁vois ▁( un ▁chat )", {6, 0, 1, 2, 3, 4, 5}),
            "▁Ici▁je▁vois▁(un▁chat[%s])");
}

TEST(ItemPlaces, KeepBracketsInTheirOrder) {
  const auto tiny = test::tiny_model("transformer", 3, config::TokenizerType::bpe);
  const Reading reading{.text = "The cat small is",
                        .left_out = {{.text = "(", .at = 7, .space_before = true},
                                     {.text = ")", .at = 13, .space_after = true}}};
  const auto source = pieces_of("▁The ▁cat ▁small ▁is");
  Weights attention;
  for (const size_t piece : {0, 2, 1, 3}) {
    attention.emplace_back(source.size(), 0.0F)[piece] = 1.0F;
  }
  attention.emplace_back(source.size(), 0.1F);
  const auto places =
      item_places(reading, source, pieces_of("▁Le ▁petit ▁chat ▁est"), attention, tiny.tokenizers)
          .target;
  EXPECT_LT(places[0].at, places[1].at);
}

TEST(ItemPlaces, KeepMarksApartWhoseWordsTheTranslationLacks) {
  const auto tiny = test::tiny_model("transformer", 3, config::TokenizerType::bpe);
  const Reading reading{.text = "I see a red cat",
                        .left_out = {{.text = "**", .at = 8, .space_before = true},
                                     {.text = "**", .at = 11, .space_after = true}}};
  const auto source = pieces_of("▁I ▁see ▁a ▁red ▁cat");
  const auto places = [&](const std::string& target, const std::vector<size_t>& attended) {
    Weights attention;
    for (const size_t piece : attended) {
      attention.emplace_back(source.size(), 0.0F)[piece] = 1.0F;
    }
    attention.emplace_back(source.size(), 0.1F);
    const auto found =
        item_places(reading, source, pieces_of(target), attention, tiny.tokenizers).target;
    return std::vector<size_t>{found[0].at, found[1].at};
  };
  EXPECT_EQ(places("▁Je ▁vois ▁un ▁chat", {0, 1, 2, 4}), (std::vector<size_t>{3, 4}));
  EXPECT_EQ(places("▁Je ▁vois ▁un", {0, 1, 2}), (std::vector<size_t>{2, 3}));
}

}  // namespace
}  // namespace regard::translate
