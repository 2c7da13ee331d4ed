// HTML in the values of machine-readable files.
#include "documents/tagged_text.h"

#include <gtest/gtest.h>

#include "documents/document_properties.h"

namespace regard::documents {
namespace {

using namespace std::string_literals;
using Kind = TextPart::Kind;
using Texts = std::vector<std::string>;

std::string kinds_of(const std::string& text) {
  std::string kinds;
  for (const auto& part : tagged_parts(text)) kinds += "toc-wp/"[static_cast<size_t>(part.kind)];
  return kinds;
}

TEST(TaggedText, HasHtmlTagsAsCodes) {
  EXPECT_EQ(kinds_of("Click <b>here</b> to start."), "totct");
  EXPECT_EQ(kinds_of("Read the <a href=\"x\"><i>terms</i></a>"), "tootcc");
  EXPECT_EQ(kinds_of("One.<br>Two.<br/>"), "t/t/");
  EXPECT_EQ(kinds_of("<p>One.</p><p>Two.</p>"), "/t//t/");
  EXPECT_EQ(kinds_of("See <img src=a.png> or <code>ls -l</code>."), "tptwt");
}

TEST(TaggedText, EndsATextAtAControlCharacter) {
  EXPECT_EQ(kinds_of("One.\fTwo\b\n<b>three</b>"), "t/t//otc");
  EXPECT_EQ(kinds_of("One.\nTwo\tthree"), "t") << "lines and columns of a text";
  const auto json = "{\"a\": \"A cat.\\fA\\bdog\\u0001\\nis here\\b\"}"s;
  expect_keeps_bytes("a.json", json);
  EXPECT_EQ(shouted("a.json", json), "{\"a\": \"A CAT.\\fA\\bDOG\\u0001\\nIS HERE\\b\"}");
}

TEST(TaggedText, HasAllOtherTagsAsText) {
  for (const std::string text :
       {"", "a cat", "1 < 2 and 3 > 2", "Hello <name>!", "<name>x</name>", "Use <b> or <p> here",
        "Write to <me@example.org>", "<b", "</b>", "a <- b -> c", "<<b>>", "<!DOCTYPE html>"}) {
    EXPECT_EQ(kinds_of(text), "t") << text;
    EXPECT_EQ(tagged_text(tagged_parts(text)), text);
  }
}

TEST(TaggedText, PairsTagsAcrossText) {
  const auto parts = tagged_parts("<name> is <b>new</b>");
  ASSERT_EQ(parts.size(), 4);
  EXPECT_EQ(parts[1].partner, 3);
  EXPECT_EQ(parts[3].partner, 1);
}

TEST(TaggedText, MayBeReferencesInStrings) {
  const auto json =
      "{\"a\": \"&lt;p&gt;The &lt;b&gt;dog&lt;/b&gt; &amp; a cat&lt;/p&gt;\", \"b\": \"a &lt; b\"}"s;
  EXPECT_EQ(texts_of(*open_document({"a.json", json})), (Texts{"The dog &amp; a cat", "a &lt; b"}));
  EXPECT_NE(
      shouted("a.json", json).find("&lt;p&gt;THE &lt;b&gt;DOG&lt;/b&gt; &AMP; A CAT&lt;/p&gt;"),
      std::string::npos);
  expect_keeps_bytes("a.json", json);
}

TEST(TaggedText, EndsAtLineEndsNextToTags) {
  EXPECT_EQ(kinds_of("<b>One</b>.\n\nTwo\r\n"), "otct//t/");
  EXPECT_EQ(kinds_of("One.\nTwo."), "t");
  EXPECT_EQ(tagged_text(tagged_parts("<b>One</b>.\n\nTwo\r\n")), "<b>One</b>.\n\nTwo\r\n");
  EXPECT_EQ(shouted("a.po", "msgid \"Click <b>here</b>\\nNow\"\nmsgstr \"\"\n"),
            "msgid \"Click <b>here</b>\\nNow\"\nmsgstr \"\"\n\"CLICK <b>HERE</b>\\n\"\n\"NOW\"\n");
  EXPECT_EQ(shouted("a.json", "{\"a\": \"<b>Hello</b>\\n\\nthe <i>man</i>\"}"),
            "{\"a\": \"<b>HELLO</b>\\n\\nTHE <i>MAN</i>\"}");
  EXPECT_EQ(texts_of(*open_document({"a.yaml", "a: >\n  The <b>red\n  car</b> is\n  here.\n"})),
            Texts{"The red car is here."});
}

TEST(TaggedText, MayBeReferencesInXml) {
  const auto strings =
      "<resources><string name=\"a\">He &lt;a href=\\\"x\\\"&gt;is&lt;/a&gt; <i>very</i> tall "
      "&amp; 1 &lt; 2.</string></resources>"s;
  EXPECT_EQ(texts_of(*open_document({"strings.xml", strings})), Texts{"He is very tall & 1 < 2."});
  EXPECT_EQ(
      shouted("strings.xml", strings),
      "<resources><string name=\"a\">HE &lt;a href=\\\"x\\\"&gt;IS&lt;/a&gt; <i>VERY</i> TALL "
      "&amp; 1 &lt; 2.</string></resources>");
  expect_keeps_bytes("strings.xml", strings);
}

TEST(TaggedText, IsTranslatedInEveryFileForPrograms) {
  const Texts texts = {"Click here to start."};
  for (const auto& [name, before, behind] : std::vector<std::array<std::string, 3>>{
           {"a.json", "{\"a\": \"", "\"}"},
           {"a.yaml", "a: \"", "\"\n"},
           {"a.yaml", "a: '", "'\n"},
           {"a.yaml", "a: ", "\n"},
           {"a.yaml", "a: |\n  ", "\n"},
           {"a.properties", "a=", "\n"},
           {"a.csv", "", "\n"},
           {"strings.xml", "<resources><string name=\"a\"><![CDATA[", "]]></string></resources>"},
       }) {
    const auto file = before + "Click <b>here</b> to start." + behind;
    EXPECT_EQ(texts_of(*open_document({name, file})), texts) << file;
    EXPECT_EQ(shouted(name, file), before + "CLICK <b>HERE</b> TO START." + behind);
    expect_keeps_bytes(name, file);
  }
  EXPECT_EQ(shouted("a.po", "msgid \"Click <b>here</b>.\"\nmsgstr \"\"\n"),
            "msgid \"Click <b>here</b>.\"\nmsgstr \"CLICK <b>HERE</b>.\"\n");
}

}  // namespace
}  // namespace regard::documents
