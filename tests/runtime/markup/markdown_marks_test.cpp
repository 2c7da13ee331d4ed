#include "markup/markdown_marks.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "markup/markdown_links.h"

namespace regard::serve {
namespace {

using MarkKind = MarkdownMark::Kind;

/// The text with its marks in brackets: <**> opens, </**> closes, {`x`} and {\*} are single, / ends
/// a text.
std::string marked(const std::string& text, const std::set<std::string>& labels = {}) {
  std::string result;
  size_t at = 0;
  for (const auto& mark : markdown_marks({.text = text, .labels = &labels})) {
    const bool is_single = mark.kind == MarkKind::alone || mark.kind == MarkKind::word ||
                           mark.kind == MarkKind::picture;
    result += text.substr(at, mark.place.begin - at);
    const auto bytes = text.substr(mark.place.begin, mark.place.size());
    const bool is_stray = mark.partner == MarkdownMark::kNoPartner;
    result += mark.kind == MarkKind::ends     ? "/" + bytes + "/"
              : is_single                     ? "{" + bytes + "}"
              : is_stray                      ? "?" + bytes + "?"
              : mark.kind == MarkKind::closes ? "</" + bytes + ">"
                                              : "<" + bytes + ">";
    at = mark.place.end;
  }
  return result + text.substr(at);
}

struct MarkedText {
  const char* text;
  const char* marked;
};

class MarkdownMarksOf : public testing::TestWithParam<MarkedText> {};

TEST_P(MarkdownMarksOf, AreThoseOfCommonMark) {
  EXPECT_EQ(marked(GetParam().text, {"car", "the cat"}), GetParam().marked);
}

INSTANTIATE_TEST_SUITE_P(
    Emphasis, MarkdownMarksOf,
    testing::Values(
        MarkedText{"a **b** c", "a <**>b</**> c"}, MarkedText{"*a*, _b_", "<*>a</*>, <_>b</_>"},
        MarkedText{"***a***", "<*><**>a</**></*>"}, MarkedText{"**a *b***", "<**>a <*>b</*></**>"},
        MarkedText{"~~a~~", "<~~>a</~~>"}, MarkedText{"a * b * c", "a * b * c"},
        MarkedText{"snake_case_name", "snake_case_name"},
        MarkedText{"un*frigging*real", "un<*>frigging</*>real"}, MarkedText{"**a*", "*<*>a</*>"},
        MarkedText{"*a **b* c**", "<*>a <*><*>b</*> c</*></*>"},
        MarkedText{"l'**ancienne**", "l'<**>ancienne</**>"},
        MarkedText{"**l'**ancienne", "**l'**ancienne"}, MarkedText{"__a__", "<__>a</__>"},
        MarkedText{"**a.**~~b~~", "**a.**<~~>b</~~>"},
        MarkedText{"$a_1 * b_2 * c$ _d_", "$a_1 * b_2 * c$ <_>d</_>"}));

INSTANTIATE_TEST_SUITE_P(
    Links, MarkdownMarksOf,
    testing::Values(MarkedText{"[a *b*](u)", "<[>a <*>b</*></](u)>"},
                    MarkedText{"*a [b* c](u)", "*a <[>b* c</](u)>"},
                    MarkedText{"[a](u \"t\")", "<[>a</](u \"t\")>"},
                    MarkedText{"[](u)", "<[></](u)>"}, MarkedText{"[a](<b c>)", "<[>a</](<b c>)>"},
                    MarkedText{"[a](b(c)d)", "<[>a</](b(c)d)>"},
                    MarkedText{"![a *b*](u)", "{![a *b*](u)}"},
                    MarkedText{"[![a](b)](c)", "<[>{![a](b)}</](c)>"},
                    MarkedText{"see [car], [ Car ][] and [a][the  Cat]",
                               "see <[>car</]>, <[> Car </][]> and <[>a</][the  Cat]>"},
                    MarkedText{"[x] and a[1]", "[x] and a[1]"}, MarkedText{"a[^1] b", "a{[^1]} b"},
                    MarkedText{"[car]: http://x \"A car\"", "{[car]: http://x \"A car\"}"},
                    MarkedText{"[car]:\n  http://x", "{[car]:\n  http://x}"},
                    MarkedText{"[a [b](c) d](e)", "[a <[>b</](c)> d](e)"}));

INSTANTIATE_TEST_SUITE_P(
    Others, MarkdownMarksOf,
    testing::Values(MarkedText{"`a *b*` *c*", "{`a *b*`} <*>c</*>"},
                    MarkedText{"``a`b`` `c", "{``a`b``} `c"}, MarkedText{"\\*a\\*", "{\\*}a{\\*}"},
                    MarkedText{"<https://a.b> <a@b.c>", "{<https://a.b>} {<a@b.c>}"},
                    MarkedText{"<b>a</b> <br> <kbd>C</kbd> <img src=x>",
                               "<<b>>a</</b>> /<br>/ {<kbd>C</kbd>} {<img src=x>}"},
                    MarkedText{"*a <b>c* d</b>", "<*>a ?<b>?c</*> d?</b>?"},
                    MarkedText{"a <b> c < d", "a ?<b>? c < d"},
                    MarkedText{"|*a|b*|", "/|/*a/|/b*/|/"}, MarkedText{"a | b|c", "a /|/ b|c"},
                    MarkedText{"<!-- *a* --> b", "{<!-- *a* -->} b"},
                    MarkedText{"{{ a_b_c }} *d*", "{{ a_b_c }} <*>d</*>"}));

TEST(MarkdownMarks, HaveTheTextsThatPeopleRead) {
  const std::string text = "![a cat](u 'Its name') [b](v \"t\")";
  std::vector<std::string> texts;
  for (const auto& mark : markdown_marks({.text = text})) {
    for (const auto place : mark.texts) texts.push_back(text.substr(place.begin, place.size()));
  }
  EXPECT_EQ(texts, (std::vector<std::string>{"a cat", "Its name", "t"}));
}

TEST(MarkdownMarks, AreWordsIfTheyShowSomething) {
  std::string kinds;
  for (const auto& mark : markdown_marks(
           {.text = "`a` ![b](c) <https://d> <kbd>e</kbd> <img> \\* [^1] <!-- f --> <wbr>"})) {
    kinds += mark.kind == MarkKind::word ? 'w' : mark.kind == MarkKind::picture ? 'p' : 'a';
  }
  EXPECT_EQ(kinds, "wpwwpaaaa");
}

TEST(MarkdownMarks, EndTextsAtBreaksBetweenLines) {
  const auto marks = markdown_marks({.text = "a\\\n> b", .breaks = {{1, 5}}});
  ASSERT_EQ(marks.size(), 1U);
  EXPECT_EQ(marks[0].kind, MarkKind::ends);
  EXPECT_EQ(marks[0].place, (PlaceRange{1, 5}));
}

TEST(MarkdownMarks, TakeTimeInProportionToTheText) {
  for (const std::string part :
       {"*", "**a", "[", "![", "`", "<a ", "[a](", "*a_", "a*b", "|", "<b>", "\\"}) {
    std::string text;
    while (text.size() < 100'000) text += part;
    EXPECT_LE(markdown_marks({.text = text}).size(), text.size()) << part;
  }
}

TEST(DefinedLabel, IsTheNameOfALink) {
  EXPECT_EQ(defined_label("[My  Car]: http://x"), "My  Car");
  EXPECT_EQ(defined_label("> [a]: b"), "a");
  EXPECT_EQ(defined_label("[^1]: b"), "");
  EXPECT_EQ(defined_label("see [a]: b"), "");
  EXPECT_EQ(label_of(" My  Car"), "my car");
}

}  // namespace
}  // namespace regard::serve
