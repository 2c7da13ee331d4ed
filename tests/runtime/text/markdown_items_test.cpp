#include <gtest/gtest.h>

#include <string>

#include "text/found_items.h"

namespace regard::text {
namespace {

TEST(MarkdownItems, AreMarksNextToWords) {
  EXPECT_EQ(found("a **big** _old_ ~~red~~ *cat's* ***x y*** __a b__"),
            (Texts{"**", "**", "_", "_", "~~", "~~", "*", "*", "***", "***", "__", "__"}));
  EXPECT_EQ(found("a ==big cat==, ^^old^^ or ||red|| dog"),
            (Texts{"==", "==", "^^", "^^", "||", "||"}));
  EXPECT_EQ(found("See [the cat](https://a.b/c_d) or ![a cat](cat.png)."),
            (Texts{"[", "](https://a.b/c_d)", "![a cat](cat.png)"}));
  EXPECT_EQ(found("See [the cat](a.md \"A title\"), [a dog](<a b.md>) or [x y][ref-1]."),
            (Texts{"[", "](a.md \"A title\")", "[", "](<a b.md>)", "[", "][ref-1]"}));
  EXPECT_EQ(found("See ![a cat](a.png 'A title') here"), Texts{"![a cat](a.png 'A title')"});
  EXPECT_EQ(found("See [this](%(url)s) or [the cat](a_(b).md \"A (title\")."),
            (Texts{"[", "](%(url)s)", "[", "](a_(b).md \"A (title\")"}));
  EXPECT_EQ(found("See [[the cat]], [[Cat|the cats]], [[name]] or [[File:a b.png|thumb|a cat]]"),
            (Texts{"[[", "]]", "[[Cat|", "]]", "[[name]]", "[[File:a b.png|thumb|a cat]]"}));
  for (const char* text :
       {"2 \u00B7 a * b", "a*b*c", "word* and one", "*args", "[a] (b)", "[a](b c)"}) {
    for (const auto& one : found(text))
      EXPECT_EQ(one.find_first_not_of("*\u00B72"), std::string::npos) << text;
  }
  EXPECT_EQ(found("__init__ and foo_bar"), (Texts{"__init__", "foo_bar"}));
}

TEST(MarkdownItems, LeaveItemsBetweenThemWhole) {
  EXPECT_EQ(found("a _%s_ or _https://a.b/c_d_, ~~{x}~~, *foo_bar*, _a_b_ and _5 cats_"),
            (Texts{"_", "%s", "_", "_", "https://a.b/c_d", "_", "~~", "{x}", "~~", "*", "foo_bar",
                   "*", "_", "a_b", "_", "_", "5", "_"}));
}

TEST(MarkdownItems, AreDefinitionsOfLinksAndCallouts) {
  EXPECT_EQ(found("[the cat]: https://a.b/c \"The cat\""),
            (Texts{"[the cat]: https://a.b/c \"", "\""}));
  EXPECT_EQ(found("A cat\n  [my-ref]: ./a.md\n[b]: <a/b> (The cat)"),
            (Texts{"[my-ref]: ./a.md", "[b]: <a/b> (", ")"}));
  EXPECT_EQ(found("> [!NOTE]\n> The cat"), (Texts{">", "[!NOTE]", ">"}));
  EXPECT_EQ(found("> [!tip]- The cat"), (Texts{">", "[!tip]-"}));
  for (const char* text : {"[Mary]: the cat is here.", "the [cat]: a/b", "[!the cat]"}) {
    for (const auto& one : found(text)) EXPECT_EQ(one, "a/b") << text;
  }
}

}  // namespace
}  // namespace regard::text
