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
  EXPECT_EQ(texts_of("A key (<kbd>a</kbd>) is &quot;<code>b</code>&quot;"),
            Texts{"A key ({0}) is \"{1}\""});
  EXPECT_EQ(texts_of("The <a href=x><code>a</code></a> <b>and</b>"), Texts{"The {0} and"})
      << "an element with nothing else";
  EXPECT_EQ(texts_of("See <code>ls</code>(1) and l'<code>a</code> \u2013 <code>b</code> here."),
            Texts{"See {0}(1) and l'{1} \u2013 {2} here."});
  EXPECT_EQ(texts_of("We set {0} to <code>a</code>"), Texts{"We set {0} to {1}"})
      << "a placeholder that the text does not have";
  EXPECT_EQ(texts_of("The <b translate=no>5</b> cats"), Texts{"The 5 cats"}) << "a number";
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
  EXPECT_EQ(translated("the red <code>a</code> car", "la voiture rouge", {0, 3, 1}),
            "la <code>a</code> voiture rouge")
      << "next to the same word as before";
  EXPECT_EQ(translated("See <code>a</code> now", "Vois ici", {0, 1}), "Vois <code>a</code> ici")
      << "a word that attends to a lost placeholder is not lost";
  EXPECT_EQ(translated("See <code>a</code> now", "Vois {0}", {1, 0}), "Vois <code>a</code>")
      << "whatever the attention says";
  EXPECT_EQ(rebuilt_with("<code>a</code>, <var>v</var> or b", "a, b et c {1} d {0}"),
            "a, b et c <var>v</var> d <code>a</code>")
      << "without attention";
}

/// Whether the sentence reads a placeholder.
bool has_word(const std::string& html) {
  const auto texts = texts_of(html);
  return !texts.empty() && texts[0].find("{0}") != std::string::npos;
}

TEST(HtmlWords, AreMarksIfTheyTouchAWordOrTheInsideOfAQuotation) {
  for (const std::string touching :
       {"a<code>x</code>", "<code>x</code>s", "<code>x</code>-axis", "<code>x</code><code>y</code>",
        "a<i></i><code>x</code>", "<code>x</code>2", "pre-<code>x</code>",
        "<code>x</code>\u201Cred\u201D", "<code>x</code>'red'", "<code>x</code>(a number)",
        "<code>x</code>!Red", "\u201Cred\u201D<code>x</code>", "<code>x</code>&amp;red"}) {
    EXPECT_FALSE(has_word("The " + touching + " door is open")) << touching;
  }
}

TEST(HtmlWords, AreReadAtTheBeginningOfASentenceOnlyIfItGoesOn) {
  EXPECT_TRUE(has_word("<code>x</code> is a name"));
  EXPECT_TRUE(has_word("<code>-h</code>, <code>--help</code>: show this help"));
  EXPECT_FALSE(has_word("<code>x</code>: the size of it")) << "a label";
  EXPECT_FALSE(has_word("<code>-h</code> \u2013 show this help"));
  EXPECT_FALSE(has_word("<code>1</code> Open the file"));
  EXPECT_FALSE(has_word("Read it now. <code>1</code> Open the file"));
}

TEST(HtmlWords, AreMarksInATextOfOneWord) {
  EXPECT_FALSE(has_word("not <code>x</code>"));
  EXPECT_FALSE(has_word("<code>a</code> <code>b</code>"));
  EXPECT_TRUE(has_word("Now type <code>ls</code>"));
}

TEST(HtmlWords, ArePicturesOnlyWithinASentence) {
  EXPECT_TRUE(has_word("Click <img> to open it"));
  EXPECT_TRUE(has_word("Click on <svg></svg>."));
  EXPECT_FALSE(has_word("<img> open the file")) << "an icon";
  EXPECT_FALSE(has_word("Learn more now <img>"));
  EXPECT_FALSE(has_word("On Monday <img> Tuesday <img> Wednesday"));
  EXPECT_FALSE(has_word("That is great! <img> see you soon"));
  EXPECT_FALSE(has_word("He was late, <img> again"));
  EXPECT_FALSE(has_word("Please send <img width=\"1\" height=\"1\"> me the file"));
}

TEST(HtmlWords, AreNotElementsThatShowNothing) {
  EXPECT_EQ(texts_of("one <i></i> two <wbr> three <!-- d --> four <input> five"),
            Texts{"one two three four five"});
  EXPECT_EQ(texts_of("<ruby>one <rt>b</rt> two</ruby> three"), Texts{"one two three"});
}

TEST(HtmlWords, AreElementsOfXmlThatAreEmptyOrIgnored) {
  const auto texts = [](const std::string& xml) {
    return HtmlText(xml, Markup::xml, {.ignored = {"k"}}).segments();
  };
  EXPECT_EQ(texts("<p>Where is <x/>?</p>"), Texts{"Where is {0}?"});
  EXPECT_EQ(texts("<p>Where is <k>%s</k> in <k></k>?</p>"), Texts{"Where is {0} in {1}?"});
  EXPECT_EQ(texts("<p>See <anchor/> this</p>"), Texts{"See this"});
}

TEST(HtmlWords, TakeTimeInProportionToTheText) {
  for (const std::string part : {"<x/> ", "<code>a</code>, ", "<code>a</code>\" ", "{0} <x/> "}) {
    std::string html = "two words ";
    while (html.size() < 200'000) html += part;
    EXPECT_EQ(texts_of(html).size(), 1U) << part;
  }
}

}  // namespace
}  // namespace regard::serve
