#include "text/sentences.h"

#include <gtest/gtest.h>

#include <random>

namespace regard::text {
namespace {

using Blocks = std::vector<Block>;
using LineViews = std::vector<std::string_view>;

Blocks blocks(const LineViews& lines, Wrapping wrapping = Wrapping::detected) {
  return blocks_of(lines, wrapping);
}

TEST(Document, JoinsTheLinesOfAParagraph) {
  EXPECT_EQ(blocks({"A wrapped", "paragraph.  ", "", "Another."}),
            (Blocks{{"", "A wrapped paragraph.", "  "}, {}, {"", "Another."}}));
  EXPECT_EQ(blocks({}), Blocks{});
  EXPECT_EQ(blocks({"", " \t", "x"}), (Blocks{{}, {" \t", ""}, {"", "x"}}));
  const LineViews wide = {"The cat sleeps in the garden of the old house near",
                          "Paris and dreams of a bird that it has never seen. It", "wakes up."};
  EXPECT_EQ(blocks(wide).size(), 1U) << "a full line, and a name";
}

TEST(Document, KeepsALineOfItsOwnForEachString) {
  for (const LineViews& lines :
       {LineViews{"Hello", "Good morning", "My mother", "The station"},
        LineViews{"cat", "dog", "house"},
        LineViews{"Do you want to save the document before closing it?", "Save it now", "Cancel"},
        LineViews{"My mother is happy.", "The cat sleeps in the garden of the old house.",
                  "Hello."},
        LineViews{"Name:", "the first one", "Address:"},
        LineViews{"Your friend is here.", "open the door", "You have a message."}}) {
    EXPECT_EQ(blocks(lines).size(), lines.size()) << lines[0];
  }
}

TEST(Document, JoinsAllLinesOnRequest) {
  EXPECT_EQ(
      blocks({"I love", "my mother. Where is", "The station", "", "Good morning"}, Wrapping::all),
      (Blocks{{"", "I love my mother. Where is The station"}, {}, {"", "Good morning"}}));
}

TEST(Document, LeavesLinesAloneOnRequest) {
  EXPECT_EQ(
      blocks({"  - I love\r\n", "my mother.\n", "\n", "end"}, Wrapping::none),
      (Blocks{{"", "  - I love", "\r\n"}, {"", "my mother.", "\n"}, {"", "", "\n"}, {"", "end"}}));
}

TEST(Document, KeepsItemsOfListsApart) {
  EXPECT_EQ(blocks({"List:", "- one", "  goes on", "- two", "12. three", "• four", "a) five"}),
            (Blocks{{"", "List:"},
                    {"- ", "one goes on"},
                    {"- ", "two"},
                    {"12. ", "three"},
                    {"• ", "four"},
                    {"a) ", "five"}}));
}

TEST(Document, KeepsTheNamesOfFootnotes) {
  EXPECT_EQ(blocks({"[^1]: A note about", "the cat.", "[^my-note]: Another.", "The [^2]: cat"}),
            (Blocks{{"[^1]: ", "A note about the cat."},
                    {"[^my-note]: ", "Another."},
                    {"", "The [^2]: cat"}}));
  EXPECT_EQ(blocks({"[^]: A cat", "", "[^a b]: A cat"}),
            (Blocks{{"", "[^]: A cat"}, {}, {"", "[^a b]: A cat"}}));
}

TEST(Document, LeavesElementsWithoutNaturalLanguageAlone) {
  EXPECT_EQ(
      blocks({"<pre class=\"a\">", "a cat", "", "a</pre> b", "A dog", "<pre>a</pre>", "<prefix>"}),
      (Blocks{{"<pre class=\"a\">", ""},
              {"a cat", ""},
              {},
              {"a</pre> b", ""},
              {"", "A dog"},
              {"", "<pre>a</pre>"},
              {"", "<prefix>"}}));
}

TEST(Document, KeepsTheColumnsOfOptions) {
  EXPECT_EQ(blocks({"Options:", "  -v, --verbose   say more", "  -o, --output=FILE",
                    "                  write into", "                  the file",
                    "  add        add files", "--all  all of them", "A  cat is here."}),
            (Blocks{{"", "Options:"},
                    {"  -v, --verbose   ", "say more"},
                    {"  -o, --output=FILE", ""},
                    {"                  ", "write into"},
                    {"                  ", "the file"},
                    {"  add        ", "add files"},
                    {"--all  ", "all of them"},
                    {"", "A  cat is here."}}));
}

TEST(Document, KeepsLinesOfStructuredText) {
  EXPECT_EQ(blocks({"#: src/main.c:4\n", "msgid \"cat.title\"\n", "msgstr \"\"\n",
                    "\"Language: fr\\n\"\n", "\"and a dog.\"\n"}),
            (Blocks{{"#: src/main.c:4", "", "\n"},
                    {"msgid \"cat.title\"", "", "\n"},
                    {"msgstr \"\"", "", "\n"},
                    {"\"Language: fr\\n\"", "", "\n"},
                    {"\"", "and a dog.", "\"\n"}}));
  EXPECT_EQ(blocks({"en:", "  title: The cat is", "  text: 'sleeping now.'", "- name: a dog"}),
            (Blocks{{"en:", "", ""},
                    {"  title: ", "The cat is"},
                    {"  text: '", "sleeping now.", "'"},
                    {"- name: ", "a dog"}}));
  EXPECT_EQ(blocks({"BEGIN:VEVENT", "SUMMARY:The cat is", "DTSTART;TZID=Europe/Paris:2026T1"}),
            (Blocks{{"BEGIN:VEVENT", "", ""},
                    {"SUMMARY:", "The cat is"},
                    {"DTSTART;TZID=Europe/Paris:2026T1", "", ""}}));
  EXPECT_EQ(blocks({"\"a.b\": \"The cat\",", "\"c\" = \"sleeps\";", "title = the cat"}),
            (Blocks{{"\"a.b\": \"", "The cat", "\","},
                    {"\"c\" = \"", "sleeps", "\";"},
                    {"title = ", "the cat"}}));
  const LineViews prose = {"The cat sees three", "animals: a dog, a bird and", "a horse."};
  EXPECT_EQ(blocks(prose).size(), 1U);
  EXPECT_EQ(blocks({"Note: the cat is", "late."}).size(), 1U);
  EXPECT_EQ(blocks({"\"The cat is late,\"", "she said."}).size(), 1U);
}

std::string translated(const std::string& text, Wrapping wrapping) {
  std::string result;
  for (const auto& block : blocks_of(lines_with_ends(text), wrapping)) {
    result += block.with(block.text.empty() ? "" : "<" + block.text + ">");
  }
  return result;
}

TEST(Document, KeepsTheMessagesOfACatalogue) {
  EXPECT_EQ(blocks({"msgctxt \"menu\"\n", "msgid \"The cat\"\n", "msgid_plural \"The cats\"\n",
                    "msgstr[0] \"\"\n", "msgstr[1] \"\"\n", "\n", "msgid \"\"\n", "\"A dog\"\n",
                    "msgstr \"\"\n", "\n", "msgid \"a.title\"\n", "msgstr \"The B\"\n",
                    "\"and C\"\n", "\n", "msgid \"A cat\"\n", "msgstr \"Un chat\"\n", "\"et\"\n"}),
            (Blocks{{"msgctxt \"menu\"", "", "\n"},
                    {"msgid \"The cat\"", "", "\n"},
                    {"msgid_plural \"The cats\"", "", "\n"},
                    {"msgstr[0] \"", "The cat", "\"\n"},
                    {"msgstr[1] \"", "The cats", "\"\n"},
                    {"", "", "\n"},
                    {"msgid \"\"", "", "\n"},
                    {"\"A dog\"", "", "\n"},
                    {"msgstr \"\"", "", "\n"},
                    {"", "", "\n"},
                    {"msgid \"a.title\"", "", "\n"},
                    {"msgstr \"", "The B", "\"\n"},
                    {"\"", "and C", "\"\n"},
                    {"", "", "\n"},
                    {"msgid \"A cat\"", "", "\n"},
                    {"msgstr \"Un chat\"", "", "\n"},
                    {"\"et\"", "", "\n"}}));
}

TEST(Document, KeepsTheKeysAndMarksOfYaml) {
  EXPECT_EQ(
      blocks({"# A comment", "Title: The cat # is", "base: &base", "  flag: true", "- &a Some",
              "'a b': \"The dog\"", "other:", "  <<: *base", "  list:", "    - The bird",
              "folded: >-", "  The cat sleeps", "  on the chair.", "last: end"}),
      (Blocks{{"# A comment", ""},
              {"Title: ", "The cat", " # is"},
              {"base: &base", ""},
              {"  flag: true", ""},
              {"- &a ", "Some"},
              {"'a b': \"", "The dog", "\""},
              {"other:", ""},
              {"  <<: *base", ""},
              {"  list:", ""},
              {"    - ", "The bird"},
              {"folded: >-", ""},
              {"  ", "The cat sleeps on the chair."},
              {"last: ", "end"}}));
  EXPECT_EQ(blocks({"He said:", "the cat: a big one", "is: here"})[0].text, "He said:");
  EXPECT_EQ(blocks({"Question: Where is it?", "Answer: Here."})[0].text, "Question: Where is it?");
  EXPECT_EQ(blocks({"Recipe:", "- two eggs", "- milk"})[0].text, "Recipe:");
}

TEST(Document, ReadsEachStringOfJsonByItself) {
  for (const auto wrapping : {Wrapping::none, Wrapping::detected, Wrapping::all}) {
    EXPECT_EQ(
        translated("{\n  \"a b\": [\"The \\\"cat\\\" is here.\", \"A dog\"],\r\n\n \"n\":1.0, "
                   "\"c\": \"\", \"d\": \"One.\\n\\nTwo\" }\n",
                   wrapping),
        "{\n  \"a b\": [\"<The \\\"cat\\\" is here.>\", \"<A dog>\"],\r\n\n \"n\":1.0, "
        "\"c\": \"\", \"d\": \"<One.>\\n\\n<Two>\" }\n");
    EXPECT_EQ(translated("[1, 2]", wrapping), "[1, 2]");
  }
  const std::string written = R"(["\u0041\/b", "\/", "\u00e9 \n x"])";
  std::string same;
  for (const auto& block : blocks({written})) same += block.with(block.text);
  EXPECT_EQ(same, R"(["\u0041\/b", "\/", "é \n x"])");
  EXPECT_EQ(translated("{\"a\": \"b\"} c", Wrapping::none), "<{\"a\": \"b\"} c>");
  EXPECT_EQ(blocks({"[\"a\",", "\"b\"]"}).size(), 2U) << "lines without ends";
}

TEST(Document, KeepsIndents) {
  EXPECT_EQ(blocks({"Text", "    quoted and", "    more.", "Text"}),
            (Blocks{{"", "Text"}, {"    ", "quoted and more."}, {"", "Text"}}));
  EXPECT_EQ(blocks({"> quoted and", "> more."}), (Blocks{{"> ", "quoted and more."}}));
}

TEST(Document, DoesNotMistakeADashOrNumberInTextForAMark) {
  for (const std::string_view text : {"-5 degrees", "3.5 metres", "1999 was cold"}) {
    EXPECT_EQ(blocks({text}), (Blocks{{"", std::string(text)}}));
  }
}

TEST(Document, LeavesCodeHeadsAndTimesAlone) {
  const LineViews lines = {"---",
                           "title: A cat",
                           "---",
                           "Hello.",
                           "```c",
                           "int cat;",
                           "",
                           "```",
                           "00:00:01,000 --> 00:00:04,000",
                           "Good morning.",
                           "00:01.000 --> 00:04.000 align:start",
                           "~~~",
                           "never closed"};
  for (const auto wrapping : {Wrapping::detected, Wrapping::none}) {
    const auto found = blocks(lines, wrapping);
    ASSERT_EQ(found.size(), lines.size());
    for (size_t i = 0; i < found.size(); ++i) {
      const bool is_text = lines[i] == "Hello." || lines[i] == "Good morning.";
      EXPECT_EQ(is_text ? found[i].text : found[i].indent, lines[i]);
      EXPECT_EQ(found[i].text.empty(), !is_text) << lines[i];
    }
  }
  EXPECT_EQ(blocks({"1", "| --- |", "***"}), (Blocks{{"1", ""}, {"| --- |", ""}, {"***", ""}}));
}

TEST(Document, LeavesNotesStylesAndNamesOfWebSubtitlesAlone) {
  const LineViews lines = {"WEBVTT - The film",
                           "Kind: captions",
                           "",
                           "NOTE",
                           "Made by hand.",
                           "",
                           "STYLE",
                           "::cue { color: red }",
                           "",
                           "intro",
                           "00:01.000 --> 00:04.000",
                           "Good morning.",
                           "NOTE well.",
                           "",
                           "NOTE a remark",
                           "",
                           "Hello."};
  const auto found = blocks(lines);
  ASSERT_EQ(found.size(), lines.size());
  for (size_t i = 0; i < found.size(); ++i) {
    const bool is_text = lines[i] == "Good morning." || lines[i] == "Hello.";
    EXPECT_EQ(found[i].text.empty(), !is_text) << lines[i];
  }
  EXPECT_EQ(blocks({"NOTE", "It is late."})[0].text, "NOTE") << "no subtitles";
  EXPECT_EQ(blocks({":::note", "It is late.", ":::"})[0].text, "");
}

TEST(Document, KeepsAnItemThatSpansLinesInOneBlock) {
  const std::string message = "{n, plural,\n  one {A cat. Hello!}\n\n  other {# cats}\n}";
  for (const auto& item : {message, std::string("<a\n  href=\"x\"\n>"), std::string("{{\n x }}"),
                           std::string("<!-- One.\n\nTwo. -->"), std::string("`a.\nB`")}) {
    const auto text = "Hello. You have " + item + " here.\nIt is late.\n";
    for (const auto wrapping : {Wrapping::none, Wrapping::detected}) {
      const auto found = blocks_of(lines_with_ends(text), wrapping);
      ASSERT_EQ(found.size(), 2U) << item;
      EXPECT_EQ(found[0].text, "Hello. You have " + item + " here.");
      EXPECT_EQ(found[0].behind, "\n");
      EXPECT_EQ(found[1].text, "It is late.");
    }
  }
  EXPECT_EQ(blocks({"{{ a", "b }} c"}, Wrapping::none), (Blocks{{"", "{{ a\nb }} c"}}));
  for (const LineViews& lines :
       {LineViews{"Press ` to open", "Use `x` now"}, LineViews{"a <b and", "c> d"},
        LineViews{"`a", "", "b`"}, LineViews{"{", "Hello", "}"}}) {
    EXPECT_EQ(blocks(lines, Wrapping::none).size(), lines.size()) << lines[0];
  }
}

TEST(Document, TranslatesTextAfterALeadingRule) {
  const auto found = blocks({"---", "Good morning to you all", "", "My mother"});
  EXPECT_EQ(found[1].text, "Good morning to you all");
  EXPECT_EQ(found[3].text, "My mother");
}

TEST(Document, KnowsUnicodesEndsOfLines) {
  EXPECT_EQ(lines_with_ends("a\r\nb\rc\n\nd\u2028e\u0085f\vg"),
            (LineViews{"a\r\n", "b\r", "c\n", "\n", "d\u2028", "e\u0085", "f\v", "g"}));
  EXPECT_EQ(lines_with_ends(""), LineViews{""});
  EXPECT_EQ(lines_with_ends("a\n"), LineViews{"a\n"});
}

TEST(Document, IsItsBlocksButForEndsOfLinesWithinThem) {
  const std::vector<std::string> parts = {
      "a",   "B. ",    "\n",   "\r\n", " ",       "\t",  "- ",     "1. ",    "> ",
      "```", "`",      "{{",   "}}",   "<!--",    "-->", "NOTE\n", "WEBVTT", "---",
      "é",   "\u2028", "🙂", "| ",   "00 --> ", ": ",  "word ",  "\xFF",   "\n\n"};
  const auto without_spaces = [](std::string_view text) {
    std::string rest;
    for (const char c : text) {
      if (std::string_view(" \t\n\r>").find(c) == std::string_view::npos) rest += c;
    }
    return rest;
  };
  std::mt19937 random(3);
  for (int round = 0; round < 2'000; ++round) {
    std::string text, lines, joined;
    for (int part = 0; part < 30; ++part) text += parts[random() % parts.size()];
    for (const auto& block : blocks_of(lines_with_ends(text), Wrapping::none)) {
      lines += block.indent + block.text + block.behind;
    }
    EXPECT_EQ(lines, text);
    std::erase_if(text,
                  [](char c) { return c == '\xE2' || c == '\x80' || c == '\xA8'; });  // U+2028
    for (const auto& block : blocks_of(lines_with_ends(text))) {
      joined += block.indent + block.text + block.behind;
    }
    EXPECT_EQ(without_spaces(joined), without_spaces(text));
  }
}

}  // namespace
}  // namespace regard::text
