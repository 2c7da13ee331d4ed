// White space around the tags of a translation.
#include <gtest/gtest.h>

#include <string>

#include "markup/html_properties.h"

namespace regard::serve {
namespace {

TEST(HtmlSpaces, SeparatesAMarkAtTheEdgeOfAnElementFromAdjacentWords) {
  EXPECT_EQ(
      translated("a <a>dog <iframe>x</iframe></a> in it", "un chien dedans oui", {0, 1, 2, 3}),
      "un <a>chien <iframe>x</iframe></a> dedans oui");
  EXPECT_EQ(translated("a <b><iframe>x</iframe> dog</b> in", "un chien dedans", {0, 1, 2}),
            "un <b><iframe>x</iframe> chien</b> dedans");
  EXPECT_EQ(translated("a <i><b>dog <wbr></b></i> in", "un chien dedans", {0, 1, 2}),
            "un <i><b>chien <wbr></b></i> dedans");
  EXPECT_EQ(translated("a <b>dog <wbr></b>, in", "un chien, dedans", {0, 1, 2}),
            "un <b>chien <wbr></b>, dedans");
}

TEST(HtmlSpaces, WritesOneSpaceBetweenElementsOfWhichOneEndsWithAMark) {
  for (const std::string mark : {"<wbr>", "<iframe></iframe>", "<a id=x></a>", "<s></s><wbr>"}) {
    EXPECT_EQ(translated("<i>the cat" + mark + "</i> <b>today</b>", "le chat demain", {0, 1, 2}),
              "<i>le chat" + mark + "</i> <b>demain</b>");
    EXPECT_EQ(translated("<i>the cat " + mark + "</i> <b>today</b>", "le chat demain", {0, 1, 2}),
              "<i>le chat " + mark + "</i> <b>demain</b>");
    EXPECT_EQ(translated("<i>the cat" + mark + "</i> today", "le chat demain", {0, 1, 2}),
              "<i>le chat" + mark + "</i> demain");
  }
  EXPECT_EQ(translated("we saw <a><s>h</s><s>x.y</s><s></s></a> <a>+<u>cats</u></a> here",
                       "on vit hx.y +chats ici", {0, 1, 2, 3, 4}),
            "on vit <a><s>h</s><s>x.y</s><s></s></a> <a>+<u>chats</u></a> ici");
}

TEST(HtmlSpaces, SeparatesNothingByAnElementWithoutContent) {
  for (const std::string mark : {"<em></em>", "<a id=x></a>"}) {
    const auto html = rebuilt_with("<p>I " + mark + "love you.</p>", "t'aime");
    EXPECT_NE(html.find(mark), std::string::npos);
    EXPECT_EQ(html.find(' ', html.find(mark) + mark.size()), std::string::npos) << html;
    EXPECT_NE(html[html.find(mark) - 1], ' ') << html;
  }
  EXPECT_EQ(rebuilt_with("<p>Are<i></i> you?</p>", "Es-tu"), "<p>Es<i></i>-tu</p>");
  EXPECT_EQ(translated("I <em></em>love you", "moi aime toi", {0, 1, 2}), "moi <em></em>aime toi");
  EXPECT_EQ(translated("Are<i></i> you here", "Es tu ici", {0, 1, 2}), "Es<i></i> tu ici");
}

TEST(HtmlSpaces, WritesNoneBetweenAMarkAndThePunctuationThatFollowsOnlyInTheTranslation) {
  for (const std::string mark : {",", ".", "!", ")"}) {
    EXPECT_EQ(
        translated("red<wbr> car" + mark + " here", "voiture rouge" + mark + " ici", {1, 0, 2}),
        "voiture rouge<wbr>" + mark + " ici");
  }
  EXPECT_EQ(translated("see <wbr> . here", "voir. ici", {0, 1}), "voir <wbr> . ici");
}

}  // namespace
}  // namespace regard::serve
