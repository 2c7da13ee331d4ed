#include "documents/svg_texts.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "documents/document_properties.h"

namespace regard::documents {
namespace {

using Texts = std::vector<std::string>;

Texts texts_in(const std::string& html) { return texts_of(*open_document({"a.html", html})); }

TEST(SvgTexts, AreTitlesDescriptionsAndWords) {
  const std::string page =
      "<p>A cat <svg viewBox=\"0\"><title>My cat &amp; dog</title><desc>A dog</desc><style>a "
      "b</style><g><text x=\"1\">A big <tspan class=\"b\">car</tspan></text></g></svg> sleeps</p>";
  EXPECT_EQ(texts_in(page), (Texts{"My cat & dog", "A dog", "A big car", "A cat {0} sleeps"}));
  expect_keeps_bytes("a.html", page);
  EXPECT_EQ(shouted("a.html", page),
            "<p>A CAT <svg viewBox=\"0\"><title>MY CAT &amp; DOG</title><desc>A DOG</desc><style>a "
            "b</style><g><text x=\"1\">A BIG <tspan class=\"b\">CAR</tspan></text></g></svg> SLEEPS"
            "</p>");
}

TEST(SvgTexts, EndWhereThePictureMovesOn) {
  EXPECT_EQ(texts_in("<svg><text><tspan x=\"1\" y=\"1\">A cat</tspan><tspan x=\"1\" dy=\"2\">A "
                     "dog</tspan></text></svg>"),
            (Texts{"A cat", "A dog"}));
}

TEST(SvgTexts, MayBeMarkedAsUntranslated) {
  EXPECT_EQ(texts_in("<svg translate=\"no\"><title>A cat</title></svg>"), Texts{});
  EXPECT_EQ(texts_in("<svg><g class=\"notranslate\"><text>A cat</text></g><text "
                     "translate=\"no\">A car</text><text>A dog</text></svg>"),
            Texts{"A dog"});
}

TEST(SvgTexts, OfBrokenPicturesStay) {
  for (const std::string page :
       {"<svg><title>A cat", "<svg><text>A <b>cat</text></svg>", "<svg/><title/>",
        "<svg></title></svg>", "<svg><text>A cat</svg>"}) {
    expect_keeps_bytes("a.html", page);
    EXPECT_EQ(shouted("a.html", page), page);
  }
}

TEST(SvgTexts, AreNotTheContentsOfFields) {
  EXPECT_EQ(texts_in("<textarea placeholder=\"A dog\">A cat</textarea>"), Texts{"A dog"});
}

}  // namespace
}  // namespace regard::documents
