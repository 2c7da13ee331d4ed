#include "markup/html_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <numeric>
#include <random>
#include <regex>
#include <set>

#include "markup/html_properties.h"

namespace regard::serve {
namespace {

using Texts = std::vector<std::string>;

TEST(HtmlText, ReturnsTheTextsOfBlocks) {
  EXPECT_EQ(HtmlText("<h1>A title</h1><p>One.<p>Two.<ul><li>a<li>b</ul>x<br>y<hr>z").segments(),
            (Texts{"A title", "One.", "Two.", "a", "b", "x", "y", "z"}));
  EXPECT_EQ(HtmlText("A <b>red</b> <a href=x>c<i>a</i>r</a>").segments(), (Texts{"A red car"}));
  EXPECT_EQ(HtmlText("").segments(), Texts());
}

TEST(HtmlText, WritesMarkupCharactersAsTheSourceDoes) {
  EXPECT_EQ(rebuilt_with("<p>take <1> or <%= x %></p>", "prends <1> ou <%= x %>"),
            "<p>prends <1> ou <%= x %></p>");
  EXPECT_EQ(rebuilt_with("<p>a &lt; b</p>", "a < b"), "<p>a &lt; b</p>");
  EXPECT_EQ(rebuilt_with("<p>a &lt; b < c</p>", "a < b < c"), "<p>a &lt; b &lt; c</p>");
  EXPECT_EQ(rebuilt_with("<p>a < b</p>", "<b> < c"), "<p>&lt;b&gt; < c</p>");
}

TEST(HtmlText, KeepsTheReadingsOfRuby) {
  const std::string html = "<p>the <ruby>cat<rp>(</rp><rt>neko</rt><rp>)</rp></ruby> sleeps</p>";
  EXPECT_EQ(HtmlText(html).segments(), (Texts{"the cat sleeps"}));
  EXPECT_EQ(unchanged(html), html);
}

TEST(HtmlText, TreatsElementsWithoutLettersAsMarks) {
  const std::string note = "<sup><a href=\"#n1\">[1]</a></sup>";
  EXPECT_EQ(HtmlText("<p>I am happy." + note + " Where is it?</p>").segments(),
            (Texts{"I am happy. Where is it?"}));
  EXPECT_EQ(translated("I am" + note + " happy", "je suis content", {0, 1, 2}),
            "je suis" + note + " content");
  for (const std::string mark : {"<a>[1]</a>", "<sup>2</sup>", "<b>&nbsp;</b>", "<i>*</i>",
                                 "<b>&#8226;</b>", "<sup>[<a>note 1</a>]</sup>"}) {
    const std::string html = "<p>the cat" + mark + " sleeps</p>";
    EXPECT_EQ(HtmlText(html).segments(),
              (Texts{mark.find("note") == std::string::npos ? "the cat sleeps"
                                                            : "the cat[note 1] sleeps"}))
        << mark;
    EXPECT_EQ(unchanged(html), html);
  }
  EXPECT_EQ(HtmlText("I have <b>3</b> cats and H<sub>2</sub>O").segments(),
            (Texts{"I have 3 cats and H2O"}));
}

TEST(HtmlText, LeavesInvisibleCharactersOut) {
  EXPECT_EQ(HtmlText("my mo&shy;ther&zwnj; s\u00ADees\u200B\uFEFF it").segments(),
            (Texts{"my mother sees it"}));
}

TEST(HtmlText, ReturnsWhatAReaderSees) {
  EXPECT_EQ(HtmlText(" a\n\t b&eacute;&amp;&lt;<b> c </b> d ").segments(), (Texts{"a bé&< c d"}));
  EXPECT_EQ(HtmlText("a <!-- no --> b<script>no</script>").segments(), (Texts{"a b"}));
  EXPECT_EQ(HtmlText("I <3 you & me").segments(), (Texts{"I <3 you & me"}));
  EXPECT_EQ(HtmlText("<title>a <b>b</b></title>").segments(), (Texts{"a <b>b</b>"}));
  EXPECT_EQ(HtmlText(std::string("a\0b", 3)).segments(), (Texts{"ab"}));
}

TEST(HtmlText, KeepsTextsWithoutLetters) {
  for (const std::string html :
       {"<p> 12, <b>3</b> </p>", "&#8212; ❤️ <", "5 < 6 &nbsp;", "٣"}) {
    EXPECT_TRUE(HtmlText(html).segments().empty()) << html;
    EXPECT_EQ(unchanged(html), html);
  }
}

TEST(HtmlText, KeepsWhatIsNotLanguage) {
  for (const std::string html :
       {"<code>if (a < b) <b>x</b></code>", "<pre>a\n <i>b</i></pre>", "<style>p > a {}</style>",
        "<script>'<p>' + a</script>", "<textarea>a</textarea>", "<svg><text>a</text></svg>",
        "<p translate=no>a <b>b</b><p translate='NO'>c</p>", "<div class='a notranslate'>a</div>",
        "<!doctype html><!-- a --><![CDATA[ a ]]><?a b?>", "<ul><li translate=no>a<b>b</ul>",
        "<code>a<code>b</code>c</code>", "<kbd/>a", "<!-- a", "<a href='a", "<script>a"}) {
    EXPECT_TRUE(HtmlText(html).segments().empty()) << html;
    EXPECT_EQ(unchanged(html), html);
  }
  EXPECT_EQ(HtmlText("<a class=notranslated>a</a><p translate=yes>b").segments(),
            (Texts{"a", "b"}));
}

TEST(HtmlText, IsTheSameWithTheSameTexts) {
  for (const std::string html :
       {"<p>A <b>red</b> <i>car</i>.</p>", "H<sub>2</sub>O and <b>H</b>ello",
        " <p> a <b>b</b> </p>\n<p>\tc\n</p> ", "<b><i>All of it.</i></b>", "<b>a<br>b</b> c",
        "a <img src=x> b<img>c <img>d", "a <b>b <i>c</b> d</i> e", "a</b> b <b>c", "<a/>a <x/>b",
        "x <code>y</code>. <code>z</code> a", "&nbsp;a &unknown; b&c;", "<b>a</b><i></i><b>b</b>",
        "a &unknown; \u00A0x", "a &b; &c; \u00A0x", "a\u00A0 &unknown; x",
        "a <!-- b --> <wbr>\u00A0x", "<img> a <br> <wbr>b<!-- c -->", "a <span> </span>b",
        "<a><b><p>c</p></b></a>d"}) {
    const auto same = unchanged(html);
    EXPECT_EQ(HtmlText(same).segments(), HtmlText(html).segments()) << same;
    EXPECT_EQ(unchanged(same), same);
    const bool has_other_spaces = html.find(" <span> ") != std::string::npos || html[0] == '&';
    EXPECT_TRUE(same == html || has_other_spaces) << html << "\n-> " << same;
  }
}

TEST(HtmlText, EscapesTranslations) {
  EXPECT_EQ(rebuilt_with("<p>a</p>", "1 < 2 & 3 > \"2\""), "<p>1 &lt; 2 &amp; 3 &gt; \"2\"</p>");
}

TEST(HtmlText, PutsElementsAroundTheWordsThatAttendToTheirs) {
  EXPECT_EQ(translated("A <b>red</b> <i>car</i>.", "Une voiture rouge.", {0, 2, 1}),
            "Une <i>voiture</i> <b>rouge</b>.");
  EXPECT_EQ(translated("I <b>do <i>not</i></b> know", "je ne sais pas", {0, 2, 3, 2}),
            "je <b><i>ne sais pas</i></b>");
  EXPECT_EQ(translated("<b>All of it</b>", "le tout", {0, 2}), "<b>le tout</b>");
}

TEST(HtmlText, KeepsPunctuationOutsideOfElementsWhereItWas) {
  EXPECT_EQ(translated("Click <a>here</a>, please.", "Cliquez ici, merci.", {0, 1, 2}),
            "Cliquez <a>ici</a>, merci.");
  EXPECT_EQ(translated("<b>Hello,</b> you", "Bonjour, toi", {0, 1}), "<b>Bonjour,</b> toi");
  EXPECT_EQ(translated("<b>Hello</b>!", "Bonjour\u00A0!", {0}), "<b>Bonjour</b>\u00A0!");
}

TEST(HtmlText, PutsMarksNextToTheSameWordsAsBefore) {
  EXPECT_EQ(translated("the red <wbr> car", "la voiture rouge", {0, 2, 1}),
            "la <wbr> voiture rouge");
  EXPECT_EQ(translated("a red<img> car", "une voiture rouge", {0, 2, 1}), "une voiture rouge<img>");
  EXPECT_EQ(translated("<i class=x></i> Run <wbr> now", "Maintenant lance", {1, 0}),
            "<i class=x></i> <wbr> Maintenant lance");
}

TEST(HtmlText, FindsAPlaceForAnElementWhoseWordsAreGone) {
  EXPECT_EQ(translated("it <b>just</b> works", "cela marche", {0, 2}), "cela<b></b> marche");
  TranslatedText result = {.text = "cela marche",
                           .source_words = {"it", "just", "works"},
                           .target_words = {"cela", "marche"},
                           .attention = {{1.0F, 0.0F, 0.0F}, {0.0F, 0.4F, 0.6F}}};
  EXPECT_EQ(HtmlText("it <b>just</b> works").rebuilt({&result, 1}), "cela <b>marche</b>")
      << "attends to it a little";
}

TEST(HtmlText, PlacesTagsByRelativePositionWithoutAttention) {
  EXPECT_EQ(rebuilt_with("one <b>two</b> three four", "un deux trois quatre"),
            "un <b>deux</b> trois quatre");
  EXPECT_EQ(rebuilt_with("one two <b>three</b>", "1 1 2 2 3 3"), "1 1 2 2 <b>3 3</b>");
}

TEST(HtmlText, KeepsBrokenTagsInOrder) {
  EXPECT_EQ(translated("a <b>b <i>c</b> d</i>", "B A D C", {1, 0, 3, 2}), "<b>B A D <i>C</b></i>");
  EXPECT_EQ(HtmlText("a</p>b</p><b>c").segments(), (Texts{"a", "b", "c"}));
}

TEST(HtmlText, AcceptsTranslationsOfAnyShape) {
  const std::string html = "<p>a <b>b</b> c</p><p>d <i>e</i></p>";
  const std::vector<TranslatedText> odd = {
      {.text = ""},
      {.text = "x y", .source_words = {"a"}, .target_words = {}, .attention = {{1.0F}}},
      {.text = "x",
       .source_words = {"a", "no"},
       .target_words = {"x", "no"},
       .attention = {{}, {}}},
      {.text = " x ", .source_words = {}, .target_words = {"x"}, .attention = {{1, 2, 3, 4}}},
      {.text = "\xFF <", .source_words = {"", ""}, .target_words = {""}, .attention = {{-1, NAN}}}};
  for (const auto& one : odd) {
    for (const auto& other : odd) {
      const std::vector<TranslatedText> both = {one, other, one};
      EXPECT_STREQ(broken_property(html, both), nullptr) << one.text << '|' << other.text;
    }
  }
  EXPECT_EQ(HtmlText(html).rebuilt({}), html);
  EXPECT_EQ(HtmlText(html).rebuilt({odd.data(), 1}), "<p><b></b></p><p>d <i>e</i></p>");
}

/// A document of nested elements, with a translation in which the words of each element stay
/// together.
struct RandomDocument {
  std::string html, text;
  std::vector<size_t> order;  // source words in the translation's order
  std::map<std::string, std::set<std::string>> elements_of_word;
};

class DocumentMaker {
 public:
  explicit DocumentMaker(uint64_t seed) : random_(seed) {}

  RandomDocument document() {
    document_ = {};
    word_ = element_ = 0;
    document_.order = content(0, {});
    return document_;
  }

 private:
  size_t below(size_t bound) { return random_() % bound; }

  /// Appends content to the document; returns its words in the translation's order.
  std::vector<size_t> content(size_t depth, const std::set<std::string>& elements) {
    std::vector<std::vector<size_t>> children;
    for (size_t left = 1 + below(4); left > 0; --left) {
      if (!children.empty()) document_.html += ' ';
      if (depth < 4 && below(2) == 0) {
        const auto name = "x-" + std::to_string(element_++);
        auto within = elements;
        within.insert(name);
        document_.html += '<' + name + '>';
        children.push_back(content(depth + 1, within));
        document_.html += "</" + name + '>';
      } else {
        const auto word = "w" + std::to_string(word_);
        document_.elements_of_word[word] = elements;
        document_.html += word;
        children.push_back({word_++});
      }
    }
    std::ranges::shuffle(children, random_);
    std::vector<size_t> words;
    for (const auto& child : children) words.insert(words.end(), child.begin(), child.end());
    return words;
  }

  std::mt19937_64 random_;
  RandomDocument document_;
  size_t word_ = 0, element_ = 0;
};

std::map<std::string, std::set<std::string>> elements_of_words(const std::string& html) {
  std::map<std::string, std::set<std::string>> of_word;
  std::vector<std::string> open;
  HtmlScanner scanner(html);
  while (const auto token = scanner.next()) {
    if (token->kind == HtmlToken::Kind::start_tag) open.push_back(token->name);
    if (token->kind == HtmlToken::Kind::end_tag) {
      EXPECT_EQ(open.back(), token->name) << html;
      open.pop_back();
    }
    if (token->kind != HtmlToken::Kind::text) continue;
    std::string text(token->bytes);
    text.erase(0, text.find_first_not_of(' '));
    for (const auto& word : words_between_spaces(text)) of_word[word] = {open.begin(), open.end()};
  }
  return of_word;
}

TEST(HtmlText, KeepsEachWordInItsElementsHoweverTheyAreReordered) {
  DocumentMaker maker(7);
  for (int i = 0; i < 2'000; ++i) {
    const auto document = maker.document();
    const HtmlText text(document.html);
    ASSERT_EQ(text.segments().size(), 1U);
    const auto translation = in_another_order(
        text.segments()[0], [&](size_t target, size_t) { return document.order[target]; });
    const auto rebuilt = text.rebuilt({&translation, 1});
    EXPECT_EQ(elements_of_words(rebuilt), document.elements_of_word)
        << document.html << "\n-> " << rebuilt;
  }
}

/// Pieces of markup and text in random order.
std::string random_soup(std::mt19937_64& random) {
  static const std::vector<std::string> kPieces = {"<b>",        "</b>",
                                                   "<i a='>'>",  "</i>",
                                                   "<p>",        "</p>",
                                                   "<br>",       "<img>",
                                                   " ",          "word",
                                                   " cat ",      "&amp;",
                                                   "&no;",       "<code>",
                                                   "</code>",    "<li>",
                                                   "</li>",      "<x/>",
                                                   "<",          ">",
                                                   "<!-- b -->", "</",
                                                   "12",         ", ",
                                                   "<div>",      "</div>",
                                                   "é",          "a",
                                                   "b c",        "<a translate=no>",
                                                   "</a>",       "<script>",
                                                   "</script>",  "'",
                                                   "<title>",    "</title>",
                                                   "<td>",       "<p translate=no>",
                                                   "<svg>",      "</svg>",
                                                   "<s/>",       "&nbsp;",
                                                   "<sup>",      "</sup>",
                                                   "[1]",        "<a>",
                                                   "<button>",   "</button>",
                                                   "&shy;",      "Hi",
                                                   "\n"};
  std::string html;
  for (size_t left = random() % 30; left > 0; --left) html += kPieces[random() % kPieces.size()];
  return html;
}

/// The texts without the placeholders of marks, which depend on the spaces around the marks.
Texts without_placeholders(Texts texts) {
  for (auto& text : texts) {
    text = std::regex_replace(text, std::regex("\\{[0-9]+\\}"), "");
    text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  }
  return texts;
}

TEST(HtmlText, KeepsEveryTagOfAnyTagSoupOnce) {
  std::mt19937_64 random(11);
  for (int i = 0; i < 20'000; ++i) {
    const auto html = random_soup(random);
    std::vector<TranslatedText> shuffled;
    const HtmlText text(html);
    for (const auto& segment : text.segments()) {
      const size_t shift = random();
      shuffled.push_back(in_another_order(
          segment, [&](size_t target, size_t count) { return (target + shift % count) % count; }));
    }
    EXPECT_STREQ(broken_property(html, shuffled), nullptr) << html;
    EXPECT_EQ(without_placeholders(HtmlText(unchanged(html)).segments()),
              without_placeholders(text.segments()))
        << html;
  }
}

TEST(HtmlText, TakesTimeInProportionToItsLength) {
  const auto seconds_for = [](const std::string& piece, size_t count) {
    std::string html;
    for (size_t i = 0; i < count; ++i) html += piece;
    const auto begin = std::chrono::steady_clock::now();
    unchanged(html + "end");
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  for (const std::string piece : {"<b>",         "</b>",           "<b>a",
                                  "<b></i>",     "<p><b>",         "<div><b>a</div>",
                                  "<",           "<code>",         "&",
                                  "a <b>b</b> ", "a<img> ",        "<b>a</b>",
                                  "a ",          "<li><b>",        "<b>a<p>",
                                  "</b>a",       "<a>b</a>",       "<a>b</a> ",
                                  "<a><b>c</b>", "<sup>[1]</sup>", "<button>a",
                                  "&shy;",       "<a>a</a> | ",    "<a '",
                                  "a<!--",       "<title>a"}) {
    EXPECT_LT(seconds_for(piece, 30'000), 3.0) << piece;
  }
}

}  // namespace
}  // namespace regard::serve
