#include <gtest/gtest.h>

#include <string>

#include "text/found_items.h"

namespace regard::text {
namespace {

TEST(ProgramItems, ArePlaceholdersOfPrograms) {
  EXPECT_EQ(found("%s has %1$d of %.2f, %(name)s and %ds %1 %% %@ %S"),
            (Texts{"%s", "%1$d", "%.2f", "%(name)s", "%d", "%1", "%%", "%@", "%S"}));
  EXPECT_EQ(found("cut && paste"), (Texts{"&&"})) << "the & of a label with an access key";
  EXPECT_EQ(found("Hello {name}, {0} ${user.name} {{ item }} %{who} #{x} { name }!"),
            (Texts{"{name}", "{0}", "${user.name}", "{{ item }}", "%{who}", "#{x}", "{ name }"}));
  EXPECT_EQ(found("a <b>bold</b> word<br/> <0>x</0>"),
            (Texts{"<b>", "</b>", "<br/>", "<0>", "</0>"}));
  EXPECT_EQ(found("See $t(key.of, x) and [X6X] of $name, :count!"),
            (Texts{"$t(key.of, x)", "[X6X]", "$name", ":count"}));
  EXPECT_EQ(found("[DOOR OPENS] [a B] [ ] [ A]"), Texts{"[DOOR OPENS]"});
  EXPECT_EQ(found("You have {n, plural, one {# file} other {# files}}."),
            Texts{"{n, plural, one {# file} other {# files}}"});
  EXPECT_EQ(found("Call `f(x)` or foo_bar() or a::b or getName, a&nbsp;b\\nC"),
            (Texts{"`f(x)`", "foo_bar()", "a::b", "getName", "&nbsp;", "\\n"}));
}

TEST(ProgramItems, AreKeysNamesFormulasAndCommentsOfPrograms) {
  EXPECT_EQ(
      found("Use $(name), @:key.sub. @:(key) @.upper:key, ~name~, :id, ':id' (:id)"),
      (Texts{"$(name)", "@:key.sub", "@:(key)", "@.upper:key", "~name~", ":id", ":id", "(:id)"}));
  EXPECT_EQ(found("See $x^2$, \\(x^2\\), \\[a\\] or $$x = 1$$."),
            (Texts{"$x^2$", "\\(x^2\\)", "\\[a\\]", "$$x = 1$$"}));
  EXPECT_EQ(found("a <!-- b. C > --> :::note"), (Texts{"<!-- b. C > -->", ":::note"}));
  EXPECT_EQ(found("Run --all or -x, --size=3.5."), (Texts{"--all", "-x", "--size=3.5"}));
  EXPECT_EQ(found("(%s) {0}: (*) a"), (Texts{"(%s)", "{0}", "(*)"}));
}

TEST(ProgramItems, ArePlaceholdersOfEveryFramework) {
  for (const std::string item : {"{ $name }",
                                 "{$count}",
                                 "{ -brand-name }",
                                 "{ NUMBER($n, style: \"percent\") }",
                                 "%<count>s",
                                 "%#@books@",
                                 "%L1",
                                 "%1%",
                                 "%1$tD",
                                 "%tY",
                                 "%1!d!",
                                 "%Y",
                                 "yyyy-MM-dd",
                                 "HH:mm:ss",
                                 "dd/MM/yyyy",
                                 "&lt;b&gt;",
                                 "&lt;/b&gt;",
                                 "&lt;br /&gt;",
                                 "&lt;a href=\"x\"&gt;",
                                 "%(user)",
                                 "<@123456>",
                                 "<#C024BE7LR|general>",
                                 "<:cat:123>",
                                 ":+1:",
                                 ":-1:",
                                 "[b]",
                                 "[/b]",
                                 "[url=https://a.example]",
                                 "[caption id=\"a_6\" width=\"300\"]",
                                 "<a title=\"a > b\">",
                                 "\u00B0C"}) {
    EXPECT_EQ(found("See " + item + " here"), Texts{item});
    EXPECT_EQ(found("See " + item + ", here."), Texts{item});
  }
  EXPECT_EQ(found("Hello,\\nthe cat"), Texts{"\\n"});
  EXPECT_EQ(found("See [the cat] or [a cat b] here"), Texts{});
  EXPECT_EQ(found("if a &lt; b and b &gt; c"), (Texts{"&lt;", "&gt;"}));
  EXPECT_EQ(found("It opened in %Y-%m-%d'T'."), (Texts{"%Y", "%m", "%d"}));
  EXPECT_EQ(found("at yyyy-MM-dd'T'HH:mm today"), Texts{"yyyy-MM-dd'T'HH:mm"});
}

TEST(ProgramItems, AreNamesBetweenMarks) {
  for (const std::string item : {"##user##", "#name#", "###NAME###", "@user@", "%%name%%", "%name%",
                                 "~x~", "*|FNAME|*", "<<user>>", "<<first name>>", "{# a b #}",
                                 "{!! x !!}", "{#if x}", "{@html x}", "{{> part}}"}) {
    EXPECT_EQ(found("See " + item + " here"), Texts{item});
    EXPECT_EQ(found("Hello " + item + ", the cat."), Texts{item});
  }
  EXPECT_EQ(found("#a#b#c and #cat#dog"), (Texts{"#a", "#b", "#c", "#cat", "#dog"}));
  EXPECT_EQ(found("std::cout << x >> y"), (Texts{"std::cout", "<<", ">>"}));
}

TEST(ProgramItems, AreExpressionsOfPrograms) {
  for (const std::string item :
       {"$this->cat", "$user['name']", "$a->b['c']->d(x, y)", "@lang('x.y')", "@if(x)",
        "{ cats.one }", "{ $n -> [one] a cat *[other] cats }", "C++", "index.php?id=3&x=4",
        "3 x 4 m", ".NET", "%s.txt", "{file}.txt"}) {
    std::string joined;
    for (const auto& one : found("See " + item + " here")) joined += one;
    EXPECT_EQ(joined, item);
  }
  EXPECT_EQ(found("message(s) and file(s), f (s)"), (Texts{"(s)", "(s)"}));
  EXPECT_EQ(found("'''The cat''' is ''here'', isn't it"), (Texts{"'''", "'''", "''", "''"}));
  EXPECT_EQ(found("The cat''s here {0}.The dog"), Texts{"{0}"});
}

}  // namespace
}  // namespace regard::text
