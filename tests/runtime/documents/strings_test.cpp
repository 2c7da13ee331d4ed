// Files of key-value strings.
#include <gtest/gtest.h>

#include "base/atomic_file.h"
#include "documents/document_properties.h"
#include "regard/base/error.h"
#include "support/base/thrown_error.h"

namespace regard::documents {
namespace {

using namespace std::string_literals;
using Texts = std::vector<std::string>;

/// The document with every text translated as `to`.
std::string with(const std::string& name, const std::string& bytes, const std::string& to,
                 const DocumentOptions& options = {}) {
  const auto document = open_document({name, bytes}, options);
  return document->write(translations_of(*document, [&](const auto&) { return to; })).bytes;
}

TEST(JsonDocument, HasValuesOnly) {
  const auto json =
      "{\r\n  \"a key\": \"A \\\"cat\\\"\\nand a dog\", \"n\": 1.50,\r\n  \"l\": [\"x\\u00e9\", true]}\n"s;
  expect_keeps_bytes("a.json", json);
  EXPECT_EQ(shouted("a.json", json),
            "{\r\n  \"a key\": \"A \\\"CAT\\\"\\nAND A DOG\", \"n\": 1.50,\r\n  \"l\": "
            "[\"X\u00e9\", true]}\n");
  EXPECT_THROW(open_document({"a.json", "{\"a\": \"b\""}), Error);
}

TEST(Values, KeepTheirLineBreaks) {
  const auto verses = "The cat sleeps in\\nthe garden.\\n\\nIt is late."s;
  const auto shouted_verses = "THE CAT SLEEPS IN\\nTHE GARDEN.\\n\\nIT IS LATE."s;
  EXPECT_EQ(shouted("a.json", "{\"a\": \"" + verses + "\"}"),
            "{\"a\": \"" + shouted_verses + "\"}");
  EXPECT_EQ(shouted("a.properties", "a=" + verses), "a=" + shouted_verses);
  EXPECT_EQ(shouted("a.yaml", "a: \"" + verses + "\""), "a: \"" + shouted_verses + "\"");
  EXPECT_EQ(shouted("a.yaml", "a: |\n  The cat sleeps in\n  the garden.\n"),
            "a: |\n  THE CAT SLEEPS IN\n  THE GARDEN.\n");
  EXPECT_EQ(shouted("a.csv", "1,\"The cat sleeps in\nthe garden.\n\nIt is late.\"\n"),
            "1,\"THE CAT SLEEPS IN\nTHE GARDEN.\n\nIT IS LATE.\"\n");
  EXPECT_EQ(
      shouted("a.po", "msgid \"\"\n\"The cat sleeps in\\n\"\n\"the garden.\\n\"\nmsgstr \"\"\n"),
      "msgid \"\"\n\"The cat sleeps in\\n\"\n\"the garden.\\n\"\nmsgstr \"\"\n"
      "\"THE CAT SLEEPS IN\\n\"\n\"THE GARDEN.\\n\"\n");
}

std::string place_of_error(const std::string& name, const std::string& bytes) {
  return test::thrown_error([&] { open_document({name, bytes}); }).where();
}

TEST(JsonDocument, NamesTheLineOfAnError) {
  EXPECT_EQ(place_of_error("a.json", "{\n  \"a\": \"b\",\n  oh: 1\n}\n"), "a.json:3");
  EXPECT_EQ(place_of_error("a.json", "{\"a\": \"b\"\n"), "a.json:2");
  EXPECT_EQ(place_of_error("a.json", ""), "a.json:1");
}

TEST(JsonDocument, SaysWhatIsWrong) {
  const auto problem = [](const std::string& json) {
    const auto error = test::thrown_error([&] { open_document({"a.json", json}); });
    return error.where() + " " + error.problem();
  };
  const auto comma = " has a comma after the last value of an object or a list"s;
  EXPECT_EQ(problem(" \n"), "a.json:2 is empty: JSON has at least one value");
  EXPECT_EQ(problem("{\"a\": [1,\n ]}"), "a.json:1" + comma);
  EXPECT_EQ(problem("{\n\"a\": \"b,\",\n\n}"), "a.json:2" + comma);
  EXPECT_EQ(problem("{\"a\": {"), "a.json:1 is truncated: it ends within a value");
  EXPECT_EQ(problem("[\n" + std::string(64, '[')), "a.json:2 has more than 64 levels from here on");
  EXPECT_EQ(problem("{\"a\": b}"), "a.json:1 is not JSON from here on");
}

TEST(MessageChoices, AreCountedInAWarning) {
  const auto icu = "{n, plural, one {# dog} other {# dogs}}"s, java = "{0,choice,0#none|1#one}"s;
  const auto count = [](const std::string& name, const std::string& bytes) {
    const auto warnings = open_document({name, bytes})->write({}).warnings;
    return warnings.empty() ? "" : warnings.front().substr(0, warnings.front().find(" ("));
  };
  EXPECT_EQ(count("a.json", "[\"" + icu + "\", \"A " + icu + ".\", \"{n, number}, plural\"]"),
            "2 messages choose their words by a value");
  EXPECT_EQ(count("a.arb", "{\"a\": \"" + icu + "\"}"), "1 message chooses its words by a value");
  EXPECT_EQ(count("a.properties", "a=" + java + "\nb={0}, choice\n"),
            "1 message chooses its words by a value");
  EXPECT_EQ(count("a.json", "[\"{name}, one\"]"), "");
}

TEST(YamlDocument, ReadsEscapesOfEverySize) {
  EXPECT_EQ(texts_of(*open_document({"a.yaml", R"(a: "caf\xE9 \u00e9 \U0001F600")"})),
            Texts{"caf\u00e9 \u00e9 \U0001F600"});
}

TEST(AndroidStrings, DoNotBeginWithAReference) {
  EXPECT_EQ(
      with("strings.xml", "<resources><string name=\"a\">\\@home</string></resources>", "@chez"),
      "<resources><string name=\"a\">\\@chez</string></resources>");
}

TEST(JsonDocument, MayBeOneString) {
  EXPECT_EQ(shouted("a.json", " \"a cat\"\n"), " \"A CAT\"\n");
  expect_keeps_bytes("a.json", "12\n");
  EXPECT_EQ(place_of_error("a.json", "\"a\"\n\"b\""), "a.json:2");
}

TEST(JsonDocument, KeepsIdentifiers) {
  const auto json =
      R"({"a": "en-US", "b": "fa-home", "c": "v1", "d": "/usr/bin", "e": "E-mail", "f": "Hello."})"s;
  EXPECT_EQ(texts_of(*open_document({"a.json", json})), (Texts{"E-mail", "Hello."}));
}

const auto kYaml =
    "# a comment\nen:\n  title: &anchor The cat  # a note\n  \"quoted key\": \"Say \\\"hi\\\"\"\n"
    "  single: 'It''s me'\n  list:\n    - first item\n    - {flow: map}\n  on: true\n"
    "  block: |\n    One line.\n\n    Another line.\n  folded: >-\n    a text that\n    goes on\n"
    "  plain: a value that\n    goes on here\n  ref: *anchor\n"s;

TEST(YamlDocument, HasValuesInEveryStyle) {
  expect_keeps_bytes("a.yaml", kYaml);
  const auto document = open_document({"a.yml", kYaml});
  EXPECT_EQ(texts_of(*document),
            (Texts{"The cat", "Say \"hi\"", "It's me", "first item", "One line.", "Another line.",
                   "a text that goes on", "a value that goes on here"}));
  EXPECT_EQ(
      shouted(*document),
      "# a comment\nen:\n  title: &anchor THE CAT  # a note\n  \"quoted key\": \"SAY \\\"HI\\\"\"\n"
      "  single: 'IT''S ME'\n  list:\n    - FIRST ITEM\n    - {flow: map}\n  on: true\n"
      "  block: |\n    ONE LINE.\n\n    ANOTHER LINE.\n  folded: >-\n    A TEXT THAT GOES ON\n"
      "  plain: A VALUE THAT GOES ON HERE\n  ref: *anchor\n");
}

TEST(YamlDocument, KeepsWordsThatStandForValues) {
  for (const std::string word :
       {"yes", "No", "ON", "off", "y", "N", "true", "False", "null", "~"}) {
    EXPECT_EQ(texts_of(*open_document({"a.yaml", "a: " + word + "\nb: A cat\n"})), Texts{"A cat"})
        << word;
    EXPECT_EQ(with("a.yaml", "a: b\n", word), "a: \"" + word + "\"\n");
  }
  EXPECT_EQ(texts_of(*open_document({"a.yaml", "a: \"Yes\"\nb: 'No'\n"})), (Texts{"Yes", "No"}));
}

TEST(YamlDocument, FoldsTheLinesOfAValue) {
  const auto text_of = [](const std::string& value) {
    return texts_of(*open_document({"a.yaml", "a: " + value + "\n"}));
  };
  EXPECT_EQ(text_of("\"One cat\n  and two.\""), Texts{"One cat and two."});
  EXPECT_EQ(text_of("One cat\n  and two."), Texts{"One cat and two."});
  EXPECT_EQ(text_of("\"One \\\n  cat\""), Texts{"One cat"}) << "a backslash removes the line end";
  EXPECT_EQ(text_of("\"One \\\\\n  cat\""), Texts{"One \\ cat"}) << "an escaped backslash";
  for (const std::string quote : {"\"", "'", ""}) {
    const auto value = quote + "One cat.\n\n  Two cats." + quote;
    EXPECT_EQ(shouted("a.yaml", "a: " + value + "\n"), "a: \"ONE CAT.\\nTWO CATS.\"\n") << quote;
  }
}

TEST(YamlDocument, KeepsCommentsAfterTabs) {
  EXPECT_EQ(shouted("a.yaml", "a: A cat\t# the cat\nb: c# and d\n"),
            "a: A CAT\t# the cat\nb: C# AND D\n");
}

TEST(YamlDocument, HasKeysOfSeveralWordsAndDirectives) {
  const auto yaml =
      "%YAML 1.2\n---\nFirst name: A cat\nhttp://a.b/c: A dog\n\"in: quotes\": A bird\n...\n"s;
  expect_keeps_bytes("a.yaml", yaml);
  EXPECT_EQ(
      shouted("a.yaml", yaml),
      "%YAML 1.2\n---\nFirst name: A CAT\nhttp://a.b/c: A DOG\n\"in: quotes\": A BIRD\n...\n");
}

TEST(YamlDocument, NamesTheLineOfAnError) {
  EXPECT_EQ(place_of_error("a.yaml", "a: b\nc: \"d\ne: f\n"), "a.yaml:4:1");
  EXPECT_EQ(place_of_error("a.yaml", "a: b\n\tc: d\n"), "a.yaml:2:1");
  EXPECT_EQ(place_of_error("a.yaml", "a: b\n---\n[c,\n d]\n"), "a.yaml:3");
}

TEST(YamlDocument, KeepsIdentifiers) {
  EXPECT_EQ(texts_of(*open_document({"a.yaml",
                                     "image: nginx:latest\nlocale: en-US\nicon: 'fa-home'\n"
                                     "key: a.b_c\nlevel: h1\ntext: E-mail\nend: Hello.\n"
                                     "flow: \u00E9t\u00E9-hiver\n"})),
            (Texts{"E-mail", "Hello.", "\u00E9t\u00E9-hiver"}));
}

TEST(YamlDocument, QuotesWhatWouldMeanSomethingElse) {
  EXPECT_EQ(with("a.yaml", "a: b\n", "x: y"), "a: \"x: y\"\n");
  EXPECT_EQ(with("a.yaml", "a: b\n", "no"), "a: \"no\"\n");
  EXPECT_EQ(with("a.yaml", "a: 'b'\n", "l'eau"), "a: 'l''eau'\n");
  EXPECT_EQ(with("a.yaml", "a: \"b\"\n", "un \"x\""), "a: \"un \\\"x\\\"\"\n");
}

TEST(Properties, HaveValuesWithEscapes) {
  const auto text =
      "# comment\n! another\nkey = The cat\\u00e9 \\\n   goes on\nother:Hello\\n\\tyou\nempty=\n"
      "spaced\\ key  word\n"s;
  expect_keeps_bytes("a.properties", text);
  EXPECT_EQ(shouted("a.properties", text),
            "# comment\n! another\nkey = THE CAT\\u00E9 GOES ON\nother:HELLO\\n\\tYOU\nempty=\n"
            "spaced\\ key  WORD\n");
}

TEST(Properties, OfMessageFormatDoubleApostrophes) {
  EXPECT_EQ(with("a.properties", "k=The {0}\n", "L'{0}"), "k=L''{0}\n");
  EXPECT_EQ(with("a.properties", "k=The %S isn't\n", "L'%S"), "k=L'%S\n");
  EXPECT_EQ(with("a.properties", "k=a\n", "\u00e9"), "k=\\u00E9\n");
  EXPECT_EQ(with("a.properties", "# \u00e9\nk=a\n", "\u00e9"), "# \u00e9\nk=\u00e9\n");
}

TEST(Properties, OfMessageFormatMayHaveNoArgument) {
  EXPECT_EQ(with("a.properties", "a=The friend''s dog\n", "L'ami"), "a=L''ami\n");
  EXPECT_EQ(with("a.properties", "a=The friend's dog\n", "L'ami"), "a=L'ami\n");
  EXPECT_EQ(with("a.properties", "a=Say ''hello'' now\n", "L'ami"), "a=L'ami\n") << "quotes";
}

TEST(AndroidStrings, EscapeApostrophes) {
  const auto xml =
      "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<resources>\n  <string name=\"a\">Don\\'t <b>do"
      "</b> it\\nnow</string>\n  <string name=\"b\" translatable=\"false\">no</string>\n"
      "  <string-array name=\"c\"><item>One</item></string-array>\n"
      "  <string name=\"d\"><![CDATA[Some <b>html</b>]]></string>\n</resources>\n"s;
  expect_keeps_bytes("res/strings.xml", xml);
  const auto document = open_document({"strings.xml", xml});
  EXPECT_EQ(texts_of(*document), (Texts{"Don't do it", "now", "One", "Some html"}));
  EXPECT_EQ(shouted(*document),
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<resources>\n  <string name=\"a\">DON\\'T "
            "<b>DO</b> IT\\nNOW</string>\n  <string name=\"b\" translatable=\"false\">no</string>\n"
            "  <string-array name=\"c\"><item>ONE</item></string-array>\n"
            "  <string name=\"d\"><![CDATA[SOME <b>HTML</b>]]></string>\n</resources>\n");
}

TEST(Tables, HaveColumns) {
  const auto csv =
      "id,title,text\r\n1,A cat,\"A \"\"big\"\" cat, I think\"\r\n2,A dog,\"two\nlines\"\r\n"s;
  expect_keeps_bytes("a.csv", csv);
  EXPECT_EQ(
      shouted("a.csv", csv),
      "id,title,text\r\n1,A CAT,\"A \"\"BIG\"\" CAT, I THINK\"\r\n2,A DOG,\"TWO\nLINES\"\r\n");
  EXPECT_EQ(
      shouted("a.csv", csv, {.columns = "2"}),
      "id,title,text\r\n1,A CAT,\"A \"\"big\"\" cat, I think\"\r\n2,A DOG,\"two\nlines\"\r\n");
  EXPECT_EQ(shouted("a.csv", csv, {.columns = "title, text"}), shouted("a.csv", csv));
  EXPECT_THROW(open_document({"a.csv", csv}, {.columns = "nothing"}), Error);
  EXPECT_THROW(open_document({"a.csv", "a,\"b\n"}), Error);
}

TEST(Tables, HaveCellsOfManyLines) {
  std::string text;
  for (int line = 1; line <= 500; ++line) text += "A \"\"cat\"\", here.\n";
  const auto csv = "a dog,\"" + text + "\"\nA dog,a cat\n";
  expect_keeps_bytes("a.csv", csv);
  EXPECT_EQ(shouted("a.csv", csv), in_capitals(csv));
}

TEST(Tables, WithAnOpenQuoteNameTheLineOfItsRecord) {
  const auto place = [](const std::string& csv) {
    const auto error = test::thrown_error([&] { open_document({"a.csv", csv}); });
    EXPECT_EQ(error.problem(), "a quote is not closed");
    return error.where();
  };
  std::string rows;
  for (int row = 1; row <= 500; ++row) rows += "A cat,a dog\n";
  EXPECT_EQ(place("A cat,a dog\n\"A cat,a dog\n" + rows), "a.csv:2");
  EXPECT_EQ(place("A cat,a dog\n\"A cat,a dog\n" + rows + "\"A cat\",\"a dog\"\n"), "a.csv:2");
  EXPECT_EQ(texts_of(*open_document({"a.csv", "\"A\" cat,a dog\n"})), (Texts{"A cat", "a dog"}));
}

TEST(Tables, HaveTheColumnsThatAreNamed) {
  const auto error = test::thrown_error([] {
    open_document({"a.csv", "a,b,c\n1,x y,z\n"}, {.columns = "2,9"});
  });
  EXPECT_EQ(error.problem(), "has 3 columns, but none with the number 9");
  EXPECT_EQ(shouted("a.csv", "a b,c d\n", {.columns = "2"}), "a b,C D\n");
}

TEST(Tables, KeepIdentifiersInColumnsThatAreNotChosen) {
  const auto csv = "a,en-US,user_id,A cat\nb,x1,cat,B\n"s;
  EXPECT_EQ(shouted("a.csv", csv), "a,en-US,user_id,A CAT\nb,x1,CAT,B\n");
  EXPECT_EQ(shouted("a.csv", csv, {.columns = "1,2"}), "A,EN-US,user_id,A cat\nB,X1,cat,B\n");
}

TEST(Tables, KeepFormulasAndTruthValues) {
  EXPECT_EQ(shouted("a.csv", "a cat,\"=Sum(A1,b2)\",=(a1)\nTRUE,FALSE,= not (b)\n"),
            "A CAT,\"=Sum(A1,b2)\",=(a1)\nTRUE,FALSE,= NOT (B)\n");
  EXPECT_EQ(texts_of(*open_document({"a.csv", "a cat,=IF(a1)\nTRUE,FALSE\n"})), Texts{"a cat"});
}

TEST(Tables, MayDeclareTheirSeparator) {
  EXPECT_EQ(shouted("a.csv", "sep=|\r\nid|text\r\n1|A cat, here\r\n"),
            "sep=|\r\nid|text\r\n1|A CAT, HERE\r\n");
}

TEST(Tables, KeepFormulasThatJoinTexts) {
  const auto table = "id,text\n1,\"=\"\"The cat\"\"\"\n2,\"=A1&\"\" cats\"\"\"\n"s;
  EXPECT_EQ(shouted("a.csv", table), table);
}

TEST(Tables, OfTabsHaveNoQuotes) {
  const auto tsv = "a \"b\tc c\n\"d\te f\n"s;
  EXPECT_EQ(shouted("a.tsv", tsv), "A \"B\tC C\n\"D\tE F\n");
  EXPECT_EQ(with("a.tsv", "a b\tc d\n", "x\ty"), "x y\tx y\n");
  EXPECT_EQ(with("a.csv", "a b,c d\n", "x, y"), "\"x, y\",\"x, y\"\n");
}

TEST(XmlDocument, HasAnOutline) {
  const auto xml = "<doc><p>Hello <b>you</b></p>\n<p>Bye</p></doc>"s;
  expect_keeps_bytes("a.xml", xml);
  EXPECT_EQ(shouted("a.xml", xml), "<doc><p>HELLO <b>YOU</b></p>\n<p>BYE</p></doc>");
  EXPECT_THROW(open_document({"a.xml", "<doc><p>Hello</doc>"}), Error);
}

TEST(XmlDocument, KeepsTheCodeOfManuals) {
  const auto xml = [](const std::string& the, const std::string& runs) {
    return "<article><para>" + the + " <command>ls -l</command> " + runs +
           "</para><programlisting>for x in y\n  do z</programlisting>"
           "<screen>a b</screen><codeblock>int a = 1;</codeblock></article>";
  };
  EXPECT_EQ(shouted("a.xml", xml("The command", "runs")), xml("THE COMMAND", "RUNS"));
  EXPECT_EQ(texts_of(*open_document({"a.xml", xml("The", "runs")})), Texts{"The ls -l runs"});
}

TEST(XmlDocument, TranslatesTheCdataSectionOfAnElement) {
  const auto xml =
      "<doc><p>\n<![CDATA[Cats & <b>dogs</b>.]]>\n</p><p>a <![CDATA[b]]> c</p>"
      "<q translate='no'><![CDATA[d]]></q><script><![CDATA[e()]]></script></doc>"s;
  expect_keeps_bytes("a.xml", xml);
  EXPECT_EQ(texts_of(*open_document({"a.xml", xml}))[0], "Cats & dogs.");
  EXPECT_EQ(shouted("a.xml", xml),
            "<doc><p>\n<![CDATA[CATS & <b>DOGS</b>.]]>\n</p><p>A <![CDATA[b]]> C</p>"
            "<q translate='no'><![CDATA[d]]></q><script><![CDATA[e()]]></script></doc>");
  EXPECT_EQ(with("a.xml", "<a><![CDATA[b]]></a>", "x ]]> y"),
            "<a><![CDATA[x ]]]]><![CDATA[> y]]></a>");
}

TEST(XmlDocument, KeepsReferencesToEntitiesAsTheyAre) {
  const auto xml =
      "<!DOCTYPE doc [<!ENTITY a \"<p>x</p>\"> <!ENTITY b SYSTEM \"file:///etc/passwd\">]>\n"
      "<doc c='&a;'><p>Hello &b; you</p>&a;</doc>"s;
  expect_keeps_bytes("a.xml", xml);
  EXPECT_EQ(shouted("a.xml", xml), xml.substr(0, xml.find("Hello")) + "HELLO &b; YOU</p>&a;</doc>");
  EXPECT_EQ(shouted("a.xml", "<p>a &part.name; b</p>"), "<p>A &part.name; B</p>");
}

TEST(Strings, OfRealFilesLoseNothing) {
  for (const auto& path : real_files(".json.yaml.properties.csv.xml")) {
    const auto bytes = read_file(path);
    expect_keeps_bytes(path, bytes);
    expect_loses_nothing(path, bytes);
  }
}

}  // namespace
}  // namespace regard::documents
