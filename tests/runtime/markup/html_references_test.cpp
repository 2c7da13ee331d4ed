#include <gtest/gtest.h>

#include <string>

#include "markup/html_properties.h"
#include "markup/html_text.h"

namespace regard::serve {
namespace {

TEST(HtmlReferences, WritesCharactersAsReferencesIfTheSourceDoes) {
  EXPECT_EQ(rebuilt_with("<p>&copy; 2026 caf&eacute;</p>", "\u00A9 2026 caf\u00E9 bond\u00E9"),
            "<p>&copy; 2026 caf&eacute; bond&eacute;</p>");
  EXPECT_EQ(rebuilt_with("<p>a &#8212; b, &quot;c&quot;</p>", "a \u2014 \"b c\""),
            "<p>a &#8212; &quot;b c&quot;</p>");
  EXPECT_EQ(rebuilt_with("<p>it&apos;s it's</p>", "c'est"), "<p>c'est</p>") << "both are there";
  EXPECT_EQ(unchanged("<p>10&nbsp;km &amp; &lt;b</p>"), "<p>10&nbsp;km &amp; &lt;b</p>");
}

TEST(HtmlReferences, KeepsWhiteSpaceAfterALastReference) {
  EXPECT_EQ(rebuilt_with("<p>\n a &unknown; \n</p>", "b"), "<p>\n b &unknown; \n</p>");
}

}  // namespace
}  // namespace regard::serve
