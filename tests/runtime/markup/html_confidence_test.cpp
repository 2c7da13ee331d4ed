#include <gtest/gtest.h>

#include "markup/html_text.h"

namespace regard::serve {
namespace {

TEST(HtmlConfidence, IsGivenForATranslationWhereElementsAreAllowed) {
  const auto judged = [](const std::string& html, Markup markup = Markup::html) {
    const TranslatedText result = {.text = "un chat", .confidence = 0.25};
    return HtmlText(html, markup, {}).rebuilt({&result, 1});
  };
  const std::string begin =
      "<span its-mt-confidence=\"0.2500\" its-annotators-ref=\"mt-confidence|regard\">";
  EXPECT_EQ(judged("<p> a cat</p>"), "<p>" + begin + " un chat</span></p>");
  EXPECT_EQ(judged("a cat"), begin + "un chat</span>");
  EXPECT_EQ(judged("<title>a cat</title>"), "<title>un chat</title>");
  EXPECT_EQ(judged("<select><OPTION>a cat"), "<select><OPTION>un chat");
  EXPECT_EQ(judged("<p>a cat</b>").find("its-"), std::string::npos) << "its <b> is elsewhere";
  EXPECT_EQ(judged("<p>a cat</p>", Markup::xml), "<p>un chat</p>");
}

}  // namespace
}  // namespace regard::serve
