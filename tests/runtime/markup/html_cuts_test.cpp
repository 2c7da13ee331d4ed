#include "markup/html_segment.h"

#include <gtest/gtest.h>

#include "markup/html_properties.h"

namespace regard::serve {
namespace {

using Texts = std::vector<std::string>;

TEST(HtmlCuts, AreBetweenLinksAndElementsThatFollowOneAnother) {
  for (const std::string html : {"<nav><a href=1>Hello.</a><a href=2>Good morning.</a></nav>",
                                 "<nav><a href=1>Hello.</a> <a href=2>Good morning.</a></nav>",
                                 "<div><span><a>Hello.</a> | <a>Good morning.</a></span></div>",
                                 "<a><img>Hello.</a>\n\n<a>Good morning.<i class=x></i></a>",
                                 "<button>Hello.</button><button>Good morning.</button>",
                                 "<label>Hello.</label> <label>Good morning.</label>",
                                 "<select><option>Hello.<option>Good morning.</select>",
                                 "<tr><td>Hello.</td><td>Good morning.</td></tr>",
                                 "<span>Hello.</span><span>Good morning.</span>",
                                 "<b>Hello.</b> &middot; <b>Good morning.</b>"}) {
    EXPECT_EQ(HtmlText(html).segments(), (Texts{"Hello.", "Good morning."})) << html;
    EXPECT_EQ(unchanged(html), html);
  }
  EXPECT_EQ(HtmlText("See <a>here</a><a>There</a> too").segments(),
            (Texts{"See here", "There too"}));
  EXPECT_EQ(HtmlText("<span>Home</span><span>About</span>").segments(), (Texts{"Home", "About"}));
}

TEST(HtmlCuts, AreTheSameWithoutCharactersThatNoSegmentKeeps) {
  for (const auto& between : {std::string(1, '\0'), std::string("\u200B"), std::string("&shy;")}) {
    const auto html = "<a>e</a>" + between + "<a>f</a>";
    EXPECT_EQ(HtmlText(html).segments(), (Texts{"e", "f"})) << html;
    EXPECT_EQ(HtmlText(unchanged(html)).segments(), (Texts{"e", "f"})) << html;
  }
}

TEST(HtmlCuts, LeaveSentencesAndWordsWhole) {
  for (const std::string html :
       {"<b>H</b>ello", "<span>Hel</span><span>lo</span>", "<b>My</b> <i>mother</i> <u>sleeps</u>",
        "<p>Read <a>this</a> or <a>that</a>.", "<a>one <b>two</b><i>three</i></a>",
        "<p>A <b>red</b>, <i>old</i> car", "<b><i>All</i></b> of it"}) {
    EXPECT_EQ(HtmlText(html).segments().size(), 1U) << html;
  }
  for (const std::string html :
       {"<p>I am <b>very</b><i> tired</i>.</p>", "<p>The <b>cat </b><i>is </i>here.</p>",
        "<p><span>The </span><span>cat </span><span>is here.</span></p>"}) {
    EXPECT_EQ(HtmlText(html).segments().size(), 1U) << html;
  }
  EXPECT_EQ(HtmlText("<span> Home </span><span> About </span>").segments(),
            (Texts{"Home", "About"}));
  EXPECT_EQ(HtmlText("<p>Press <button>OK</button> now.</p>").segments(),
            (Texts{"Press", "OK", "now."}));
}

}  // namespace
}  // namespace regard::serve
