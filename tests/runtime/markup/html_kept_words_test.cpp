#include "markup/html_segment.h"

#include <gtest/gtest.h>

#include "markup/html_properties.h"

namespace regard::serve {
namespace {

using Texts = std::vector<std::string>;

TEST(HtmlKeptWords, StayInTheirSentence) {
  const std::string html = "The <span translate=\"no\">red <b>cat</b></span> is here.";
  EXPECT_EQ(HtmlText(html).segments(), (Texts{"The red cat is here."}));
  EXPECT_EQ(translated(html, "Le chat rouge est ici.", {0, 2, 1, 3, 4}),
            "Le <span translate=\"no\">red <b>cat</b></span> est ici.");
  EXPECT_EQ(translated("I see <i class=notranslate>cats</i> now", "Maintenant je vois", {3, 0, 1}),
            "Maintenant je vois <i class=notranslate>cats</i>");
  const TranslatedText nothing = {.text = ""};
  EXPECT_EQ(HtmlText("<p>a <b translate=no>b</b></p>").rebuilt({&nothing, 1}),
            "<p><b translate=no>b</b></p>");
  for (const std::string mark :
       {"<a translate=no>%s</a>", "<code>cat</code>", "<x translate=no>a b c d e</x>",
        "<x translate=no> a</x>", "<x translate=no></x>", "<x translate=no><p>a</p></x>",
        "<x translate=no>&eacute;</x>"}) {
    EXPECT_EQ(HtmlText("one " + mark + " two").segments(), (Texts{"one {0} two"})) << mark;
  }
}

}  // namespace
}  // namespace regard::serve
