#include "documents/formats.h"

#include <gtest/gtest.h>

#include "base/atomic_file.h"
#include "documents/document_properties.h"
#include "regard/base/error.h"
#include "support/base/thrown_error.h"

namespace regard::documents {
namespace {

using namespace std::string_literals;

std::string refusal_of(const std::string& name, const std::string& bytes) {
  return test::thrown_error([&] { open_document({name, bytes}); }).what();
}

TEST(DocumentFormats, AreChosenByTheSuffixInAnyCase) {
  EXPECT_EQ(format_of("a.TXT")->name, "plain text");
  EXPECT_EQ(format_of("b.c.Html")->name, "HTML");
  EXPECT_EQ(format_of("a.exe"), nullptr);
  EXPECT_NE(refusal_of("a.exe", "x").find("a.exe: is in no format"), std::string::npos);
}

TEST(DocumentFormats, OfTextKeepTheEncoding) {
  const std::string bom =
      "\xEF\xBB\xBF"
      "Hello\r\nthere\r\n";
  EXPECT_EQ(shouted("a.txt", bom),
            "\xEF\xBB\xBF"
            "HELLO\r\nTHERE\r\n");
  EXPECT_EQ(shouted("a.txt", "caf\xE9\n"), "CAF\xE9\n");
  EXPECT_EQ(shouted("a.txt", "\xFF\xFEh\0i\0\xE9\0"s), "\xFF\xFEH\0I\0\xE9\0"s);
  EXPECT_EQ(shouted("a.txt", "\xFE\xFF\0h\xD8\x3D\xDE\0\0i"s), "\xFE\xFF\0H\xD8\x3D\xDE\0\0I"s);
  EXPECT_EQ(shouted("a.html", "<meta charset=iso-8859-15><p>a \xA4</p>"),
            "<meta charset=iso-8859-15><p>A \xA4</p>");
}

TEST(DocumentFormats, KeepBytesThatACharsetLacks) {
  expect_keeps_bytes("a.txt", "caf\x80\x81\xE9 charset=iso-8859-15");
  expect_keeps_bytes("a.txt", "caf\x80\x81\xE9");
}

TEST(DocumentFormats, SayWhichCharactersACharsetLacks) {
  const auto document = open_document({"a.txt", "caf\xE9"});
  const auto written = document->write(std::vector<TranslatedText>{{.text = "\u0153\u202F\u4E00"}});
  EXPECT_EQ(written.bytes, "\x9C\xA0?");
  ASSERT_EQ(written.warnings.size(), 1U);
}

TEST(DocumentFormats, RefuseWhatIsNoText) {
  EXPECT_NE(refusal_of("a.txt", "a\0b"s).find("byte of value 0"), std::string::npos);
  EXPECT_NE(refusal_of("a.srt",
                       "\xFF\xFE"
                       "a"),
            "");
  EXPECT_NE(refusal_of("a.txt", "\xFF\xFE\x00\xD8"s).find("UTF-16 is cut"), std::string::npos);
}

TEST(PlainText, KeepsWhatIsNotLanguage) {
  const auto text =
      "# A heading\n\nOne sentence that is\nwrapped here.\n\n```\ncode\n```\n- item\n"s;
  expect_keeps_bytes("a.md", text);
  EXPECT_EQ(shouted("a.md", text),
            "# A HEADING\n\nONE SENTENCE THAT IS WRAPPED HERE.\n\n```\ncode\n```\n- ITEM\n");
}

TEST(HtmlDocument, TranslatesAttributesThatPeopleRead) {
  const auto html =
      "<title>My page</title><p title=\"a &quot;b&quot; &amp; c\">The <img alt='my cat' src=x> "
      "<b aria-label=\"d\">sleeps</b>.<input placeholder=\"name\"><i title=no translate=no>x</i>"s;
  expect_keeps_bytes("a.html", html);
  EXPECT_EQ(shouted("a.html", html),
            "<title>MY PAGE</title><p title=\"A &quot;B&quot; &amp; C\">THE <img alt='MY CAT' "
            "src=x> <b aria-label=\"D\">SLEEPS</b>.<input placeholder=\"NAME\"><i title=no "
            "translate=no>x</i>");
}

TEST(HtmlDocument, KeepsReferencesAndWhiteSpaceOfWhatStays) {
  expect_keeps_bytes("a.html", "<p>  a &quot;b&quot;\n  c&nbsp;d </p>\r\n");
}

std::string without_tags(std::string_view text) {
  std::string words;
  bool is_tag = false;
  for (const char c : folded(text)) {
    is_tag = is_tag || c == '<';
    if (!is_tag) words += c;
    is_tag = is_tag && c != '>';
  }
  return words;
}

TEST(DocumentFormats, LoseNothingOfRealFiles) {
  const auto files = real_files(".txt.md.mdx.html.htm");
  if (files.empty()) GTEST_SKIP() << "no files of other projects";
  for (const auto& path : files) {
    const auto bytes = read_file(path);
    expect_keeps_bytes(path, bytes);
    // A tag within a word may move to its beginning.
    EXPECT_EQ(difference(without_tags(shouted(path, bytes)), without_tags(bytes)), "") << path;
  }
}

}  // namespace
}  // namespace regard::documents
