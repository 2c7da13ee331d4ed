// Markdown: the model reads words without marks.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "documents/document_properties.h"

namespace regard::documents {
namespace {

using namespace std::string_literals;
using Texts = std::vector<std::string>;

Texts texts_in(const std::string& text) { return texts_of(*open_document({"a.md", text})); }

/// The document with one translation, whose words correspond to those of the text in order.
std::string translated(const std::string& text, const std::string& translation) {
  const auto document = open_document({"a.md", text});
  std::vector<TranslatedText> translations;
  for (const auto& unit : document->units()) {
    TranslatedText one{.text = translation};
    size_t words = 0;
    for (const auto* side : {&unit.text, &translation}) {
      auto& list = side == &unit.text ? one.source_words : one.target_words;
      std::string word;
      for (const char c : *side + ' ') {
        if (c != ' ') {
          word += c;
        } else {
          list.push_back(std::exchange(word, {}));
        }
      }
      words = std::max(words, list.size());
    }
    for (size_t row = 0; row < one.target_words.size(); ++row) {
      std::vector<float> attention(one.source_words.size(), 0.0F);
      attention[std::min(row, attention.size() - 1)] = 1.0F;
      one.attention.push_back(std::move(attention));
    }
    translations.push_back(std::move(one));
  }
  return document->write(translations).bytes;
}

TEST(Markdown, HasTextsWithoutMarks) {
  EXPECT_EQ(
      texts_in("# The **old** station\n\nI have *two* [big dogs](http://a \"My dogs\"), `x` and "
               "~~one~~ cat.\n\n- ![A house](a.png)\n"),
      (Texts{"The old station", "My dogs", "I have two big dogs, {0} and one cat.", "A house"}));
}

TEST(Markdown, JoinsLinesThatOmitTheMarksOfTheirParagraph) {
  const std::string a = "The cat sleeps in the garden of the very old red house",
                    b = "near the river, and the dog watches it from the small", c = "window.";
  for (const auto& [first, second, third] : {std::tuple("> ", "", "> "),
                                             {"- ", "", "  "},
                                             {"> - ", "", "> "},
                                             {"> > ", "> ", ""},
                                             {"> > ", ">> ", "> "}}) {
    const auto text = first + a + "\n" + second + b + "\n" + third + c + "\n";
    EXPECT_EQ(texts_in(text), Texts{a + " " + b + " " + c}) << text;
  }
}

TEST(Markdown, BeginsAParagraphAtAHeadingOrADeeperQuote) {
  EXPECT_EQ(texts_in("A cat\n> sleeps\n"), (Texts{"A cat", "sleeps"}));
  EXPECT_EQ(texts_in("> A cat\n> > sleeps\n"), (Texts{"A cat", "sleeps"}));
  EXPECT_EQ(texts_in("> # A cat\n> sleeps\n"), (Texts{"A cat", "sleeps"}));
  EXPECT_EQ(texts_in("- # A cat\n  sleeps\n"), (Texts{"A cat", "sleeps"}));
  EXPECT_EQ(texts_in("> A cat\n> - sleeps\n"), (Texts{"A cat", "sleeps"}));
}

TEST(Markdown, HasNoBlankBetweenALinkAndItsFirstEscape) {
  const std::string link = translated("The [black \\* cat](x) is\n", "Le noir chat est");
  EXPECT_EQ(link.find("[ "), std::string::npos) << link;
}

TEST(Markdown, KeepsItsMarks) {
  const auto text =
      "# A **b** c\n\nA _b_ [c](d \"e\") `f` <g@h.i> \\* ![j](k)\\\nnext **line**  \nand\n\n> "
      "*a\n> "
      "b*\n\n| a | **b** |\n|---|---|\n| `c|d` | e |\n\n[](u) [x][] <b>y</b>\n\n[x]: http://y "
      "\"Title\"\n[z]: http://w\n"s;
  expect_keeps_bytes("a.md", text);
  expect_loses_nothing("a.md", "A **b** c, *d*\\\ne [f](g) and `h`.\n");
  EXPECT_EQ(shouted("a.md", "A **b** [c](d \"e\") `f`\\\nnext ![g](h) a\n"),
            "A **B** [C](d \"E\") `f`\\\nNEXT ![G](h) A\n");
}

TEST(Markdown, KeepsTheCodeOfMdx) {
  const auto page =
      "import A from \"./a\"\n\nexport const a = {\n  b: 1\n}\n\n{\n  dogs.map(d => d)\n}\n\nA dog.\n"s;
  EXPECT_EQ(texts_of(*open_document({"a.mdx", page})), std::vector<std::string>{"A dog."});
  expect_keeps_bytes("a.mdx", page);
  const auto imports =
      "---\ntitle: A\n---\nimport X from './x'\nimport {\n  b,\n} from '../b';\n\nThe cat.\n\n"
      "```js\nimport y from './y'\n\nexport z\n```\n"s;
  EXPECT_EQ(shouted("a.mdx", imports).find("import X from './x'\nimport {\n  b,\n} from '../b';\n"),
            imports.find("import X"));
  expect_keeps_bytes("a.mdx", imports);
  EXPECT_EQ(texts_of(*open_document({"a.md", "export a dog\n"})),
            std::vector<std::string>{"export a dog"});
}

TEST(Markdown, KeepsHardBreaksAndEmptyLinks) {
  EXPECT_EQ(shouted("a.md", "A house\\\nand a garden.\n"), "A HOUSE\\\nAND A GARDEN.\n");
  EXPECT_EQ(shouted("a.md", "A [](http://a) cat.\n"), "A [](http://a) CAT.\n");
}

TEST(Markdown, NamesTheDefinitionOfALinkWhoseWordsChange) {
  EXPECT_EQ(shouted("a.md", "See [my car].\n\n[my car]: http://a\n"),
            "SEE [MY CAR][my car].\n\n[my car]: http://a\n");
  EXPECT_EQ(shouted("a.md", "See [my car][].\n\n[my car]: http://a 'My title'\n"),
            "SEE [MY CAR][my car].\n\n[my car]: http://a 'MY TITLE'\n");
}

TEST(Markdown, HasTitlesInEveryKindOfQuotes) {
  for (const std::string title : {"\"My 'big' cat\"", "'My \"big\" cat'", "(My big cat)"}) {
    for (const std::string around : {"A [dog](/a ", "![A dog](/a ", "A [dog](</a b> "}) {
      EXPECT_EQ(shouted("a.md", around + title + ") runs\n"),
                in_capitals(around.substr(0, around.find("("))) + around.substr(around.find("(")) +
                    in_capitals(title) + ") RUNS\n");
    }
    EXPECT_EQ(shouted("a.md", "[dog]: /a " + title + "\n"),
              "[dog]: /a " + in_capitals(title) + "\n");
  }
}

TEST(Markdown, HasEscapesAndReferencesInTitles) {
  const auto page = R"(A [dog](/a 'It\'s &quot;my&quot; cat'))"
                    "\n\n"
                    R"([a]: /a "My \"big\" cat \\")"
                    "\n"s;
  EXPECT_EQ(texts_of(*open_document({"a.md", page})),
            (Texts{"It's \"my\" cat", "A dog", R"(My "big" cat \)"}));
  expect_keeps_bytes("a.md", page);
  EXPECT_EQ(shouted("a.md", page), R"(A [DOG](/a 'IT\'S &quot;MY&quot; CAT'))"
                                   "\n\n"
                                   R"([a]: /a "MY \"BIG\" CAT \\")"
                                   "\n");
  const std::vector<TranslatedText> translations = {{.text = "(l'\\' [a])"}, {.text = "B"}};
  EXPECT_EQ(open_document({"a.md", "A [dog](/a (b))\n"})->write(translations).bytes,
            R"([B](/a (\(l'\\' \[a\]\))))"
            "\n");
}

TEST(Markdown, HasDefinitionsWithTheTitleOnTheNextLine) {
  EXPECT_EQ(shouted("a.md", "[a]: /a\n'My cat'\n[b]:\n  /b\n  (My big\n  dog)\n[c]: /c\n"),
            "[a]: /a\n'MY CAT'\n[b]:\n  /b\n  (MY BIG DOG)\n[c]: /c\n");
  EXPECT_EQ(shouted("a.md", "[a]: /a\n'My cat' sleeps\n"), "[a]: /a\n'MY CAT' SLEEPS\n");
}

TEST(Markdown, WritesReferencesAgain) {
  EXPECT_EQ(texts_in("5&nbsp;dogs &amp; R&D\n"), (Texts{"5\u00A0dogs & R&D"}));
  EXPECT_EQ(shouted("a.md", "5&nbsp;dogs &copy; x\n"), "5&nbsp;DOGS &copy; X\n");
}

TEST(Markdown, PutsMarksOnTheWordsThatBelongToTheirs) {
  EXPECT_EQ(translated("The **old** station\n", "La vieille gare"), "La **vieille** gare\n");
}

TEST(Markdown, HasMarksThatStillWorkNextToTheTranslation) {
  const auto with = [](const std::string& text, const TranslatedText& translation) {
    return open_document({"a.md", text})->write(std::vector{translation}).bytes;
  };
  // In "**l'**ancienne" the stars are not marks.
  const TranslatedText joined{.text = "l'ancienne",
                              .source_words = {"the", "station"},
                              .target_words = {"l'", "ancienne"},
                              .attention = {{1.0F, 0.0F}, {0.0F, 1.0F}}};
  EXPECT_EQ(with("**the** station", joined), "**l**'ancienne");
  const TranslatedText shorter{.text = "Je dors ici",
                               .source_words = {"I", "do", "sleep", "here"},
                               .target_words = {"Je", "dors", "ici"},
                               .attention = {{1, 0, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
  EXPECT_EQ(with("I **do** sleep here", shorter), "Je **dors** ici");
  EXPECT_EQ(with("I ~~**do**~~ sleep here", shorter), "Je ~~**dors**~~ ici");
  EXPECT_EQ(with("I **do** *sleep* here", shorter), "Je ***dors*** ici");
}

TEST(Markdown, HasTheTitlesOfAdmonitions) {
  EXPECT_EQ(shouted("a.md",
                    "!!! warning \"The title\"\n    The body.\n\n??? info\n    A dog.\n\n"
                    "???+ note\n    A cat.\n\n=== \"The tab\"\n    A bird.\n"),
            "!!! warning \"THE TITLE\"\n    THE BODY.\n\n??? info\n    A DOG.\n\n"
            "???+ note\n    A CAT.\n\n=== \"THE TAB\"\n    A BIRD.\n");
  EXPECT_EQ(shouted("a.md", "What??? The cat.\n\n!!! A cat is here.\n"),
            "WHAT??? THE CAT.\n\n!!! A CAT IS HERE.\n");
}

TEST(Markdown, OfMdxHasExpressions) {
  const auto text = [](const std::string& cat, const std::string& dog) {
    return "<Card title=\"a > b\" onClick={() => go(\"The dog }\")}>" + cat + "</Card>\n\n" + dog +
           " {x ? \"The dog\" : {a: 1}} <A b={`c > d`} /> " + cat + "\n";
  };
  EXPECT_EQ(shouted("a.mdx", text("The cat", "See")), text("THE CAT", "SEE"));
  EXPECT_EQ(shouted("a.md", "A {b} cat { here }\n"), "A {B} CAT { HERE }\n") << "not MDX";
}

}  // namespace
}  // namespace regard::documents
