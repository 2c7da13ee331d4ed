// Marks that the model reads as words.
#include <gtest/gtest.h>

#include "markup/html_properties.h"
#include "markup/html_text.h"

namespace regard::serve {
namespace {

using Texts = std::vector<std::string>;

Texts texts_of(const std::string& html) { return HtmlText(html).segments(); }

TEST(HtmlWords, AreReadAsPlaceholders) {
  EXPECT_EQ(texts_of("Run <code>ls</code> to see <var>x</var>."), Texts{"Run {0} to see {1}."});
  EXPECT_EQ(texts_of("(<kbd>a</kbd>) is &quot;<code>b</code>&quot;"), Texts{"({0}) is \"{1}\""});
  EXPECT_EQ(texts_of("The <a href=x><code>a</code></a> <b>and</b>"), Texts{"The {0} and"})
      << "an element with nothing else";
  EXPECT_EQ(texts_of("Click <img> now"), Texts{"Click {0} now"});
  EXPECT_EQ(texts_of("Set {0} to <code>1</code>"), Texts{"Set {0} to {1}"})
      << "a placeholder that the text does not have";
}

TEST(HtmlWords, SurroundTheTranslationsOfTheirPlaceholders) {
  EXPECT_EQ(translated("The <code>a</code> option is not <code>b</code>.",
                       "L'option {0} n'est pas {1}.", {2, 1, 3, 3, 5}),
            "L'option <code>a</code> n'est pas <code>b</code>.");
  EXPECT_EQ(
      translated("Put <code>a</code> after <code>b</code>", "Après {1} mets {0}", {2, 3, 0, 1}),
      "Après <code>b</code> mets <code>a</code>");
  EXPECT_EQ(translated("See <code>a</code> now", "Vois", {0}), "Vois <code>a</code>")
      << "a lost placeholder";
  EXPECT_EQ(translated("the red <img> car", "la voiture rouge", {0, 3, 1}),
            "la <img> voiture rouge")
      << "beside the word that it was beside";
  EXPECT_EQ(translated("See <code>a</code> now", "Vois ici", {0, 1}), "Vois <code>a</code> ici")
      << "a word that attends to a lost placeholder is not lost";
  EXPECT_EQ(translated("See <code>a</code> now", "Vois {0}", {1, 0}), "Vois <code>a</code>")
      << "whatever the attention says";
  EXPECT_EQ(rebuilt_with("<code>a</code>, <img> or b", "a, b et c {1} d {0}"),
            "a, b et c <img> d <code>a</code>")
      << "without attention";
}

TEST(HtmlWords, AreMarksWithinAWord) {
  for (const std::string touching :
       {"a<code>x</code>", "<code>x</code>s", "<code>x</code>-axis", "<code>x</code><code>y</code>",
        "a<i></i><img>", "<code>x</code>2", "pre-<code>x</code>"}) {
    const auto texts = texts_of("The " + touching + " is");
    ASSERT_EQ(texts.size(), 1U);
    EXPECT_EQ(texts[0].find('{'), std::string::npos) << touching << ": " << texts[0];
  }
}

TEST(HtmlWords, AreReadAtTheBeginningOnlyIfTheSentenceGoesOn) {
  EXPECT_EQ(texts_of("<code>x</code> is a name"), Texts{"{0} is a name"});
  EXPECT_EQ(texts_of("<code>-h</code>, <code>--help</code>: show help"),
            Texts{"{0}, {1}: show help"});
  EXPECT_EQ(texts_of("<code>x</code>: the size"), Texts{": the size"}) << "a label";
  EXPECT_EQ(texts_of("<img> Open the file"), Texts{"Open the file"}) << "an icon";
  EXPECT_EQ(texts_of("<code>-h</code> \u2013 show help"), Texts{"\u2013 show help"});
}

TEST(HtmlWords, AreReadAtTheEndOnlyBehindWords) {
  EXPECT_EQ(texts_of("Type <code>ls</code>"), Texts{"Type {0}"});
  EXPECT_EQ(texts_of("<code>a</code> <code>b</code>"), Texts{});
  EXPECT_EQ(texts_of("Open<img>"), Texts{"Open"});
}

TEST(HtmlWords, AreNotWhatShowsNothing) {
  EXPECT_EQ(texts_of("a <i></i> b <wbr> c <!-- d --> e"), Texts{"a b c e"});
  EXPECT_EQ(texts_of("<ruby>a <rt>b</rt> c</ruby> d"), Texts{"a c d"});
}

TEST(HtmlWords, AreElementsOfXmlThatAreEmptyOrIgnored) {
  const auto texts = [](const std::string& xml) {
    return HtmlText(xml, Markup::xml, {.ignored = {"k"}}).segments();
  };
  EXPECT_EQ(texts("<p>Where is <x/>?</p>"), Texts{"Where is {0}?"});
  EXPECT_EQ(texts("<p>Where is <k>%s</k> in <k></k>?</p>"), Texts{"Where is {0} in {1}?"});
  EXPECT_EQ(texts("<p>See <anchor/> this</p>"), Texts{"See this"});
}

}  // namespace
}  // namespace regard::serve
