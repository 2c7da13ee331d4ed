#include "documents/formats.h"

#include <gtest/gtest.h>

#include "base/atomic_file.h"
#include "documents/document_properties.h"
#include "regard/base/error.h"

namespace regard::documents {
namespace {

using namespace std::string_literals;

TEST(DocumentFormats, AreChosenByTheSuffixInAnyCase) {
  EXPECT_EQ(format_of("a.TXT")->name, "plain text");
  EXPECT_EQ(format_of("b.c.Html")->name, "HTML");
  EXPECT_EQ(format_of("a.exe"), nullptr);
  EXPECT_NE(refusal_of("a.exe", "x").find("a.exe: is not in a format"), std::string::npos);
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

WrittenDocument with_oe(const std::string& name, const std::string& bytes) {
  const auto document = open_document({name, bytes});
  return document->write(
      translations_of(*document, [](const auto&) { return "\u00E9\u0153\u4E00"s; }));
}

TEST(DocumentFormats, AreWrittenInTheCharsetThatTheyDeclare) {
  const auto xml = [](const std::string& charset, const std::string& text) {
    return "<?xml version='1.0' encoding='" + charset + "'?><p>" + text + "</p>";
  };
  for (const std::string text : {"a cat", "a caf\xE9"}) {
    const auto expect = [&](const std::string& charset, const std::string& bytes) {
      const auto written = with_oe("a.xml", xml(charset, text));
      EXPECT_EQ(written.bytes, xml(charset, bytes)) << charset << ' ' << text;
      EXPECT_TRUE(written.warnings.empty());
    };
    expect("ISO-8859-1", "\xE9&#339;&#19968;");
    expect("iso-8859-15", "\xE9\xBD&#19968;");
    expect("windows-1252", "\xE9\x9C&#19968;");
  }
  EXPECT_EQ(with_oe("a.xml", xml("US-ASCII", "a")).bytes, xml("US-ASCII", "&#233;&#339;&#19968;"));
  EXPECT_EQ(with_oe("a.xml", xml("Shift_JIS", "a")).bytes,
            xml("Shift_JIS", "&#233;&#339;&#19968;"));
  EXPECT_EQ(with_oe("a.xml", xml("UTF-8", "a")).bytes, xml("UTF-8", "\u00E9\u0153\u4E00"));
  EXPECT_NE(refusal_of("a.xml", xml("Shift_JIS", "\x83\x41")).find("is in Shift_JIS"),
            std::string::npos);
}

TEST(DocumentFormats, OfHtmlTakeLatin1AsBrowsersDo) {
  for (const std::string meta :
       {"<meta charset=\"ISO-8859-1\">", "<!-- <meta charset=utf-8> --><META charset = latin1>",
        "<meta http-equiv=content-type content=\"text/html; charset=iso-8859-1\">"}) {
    EXPECT_EQ(with_oe("a.html", meta + "<p>a</p>").bytes, meta + "<p>\xE9\x9C&#19968;</p>");
  }
  EXPECT_EQ(with_oe("a.html", "<meta charset='iso-8859-15'><p>a</p>").bytes,
            "<meta charset='iso-8859-15'><p>\xE9\xBD&#19968;</p>");
}

TEST(DocumentFormats, OfCataloguesTakeTheCharsetOfTheHead) {
  const auto catalogue = [](const std::string& charset, const std::string& text) {
    return "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=" + charset +
           "\\n\"\n\nmsgid \"caf\xE9\"\nmsgstr \"" + text + "\"\n";
  };
  const auto expect = [&](const std::string& charset, const std::string& bytes) {
    const auto written = with_oe("a.po", catalogue(charset, ""));
    EXPECT_EQ(written.bytes, catalogue(charset, bytes));
    EXPECT_EQ(written.warnings.size(), 1U);
  };
  expect("ISO-8859-1", "\xE9??");
  expect("ISO-8859-15", "\xE9\xBD?");
  expect("CP1252", "\xE9\x9C?");
  expect("windows-1252", "\xE9\x9C?");
  const auto of_ascii = [](const std::string& charset) {
    return "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=" + charset +
           "\\n\"\nmsgid \"a\"\nmsgstr \"\"\n";
  };
  EXPECT_NE(with_oe("a.po", of_ascii("ISO-8859-1")).bytes.find("\"\xE9??\""), std::string::npos);
  EXPECT_NE(with_oe("a.pot", of_ascii("CHARSET")).bytes.find("\u0153"), std::string::npos);
  EXPECT_NE(refusal_of("a.po", of_ascii("US-ASCII")).find("is in US-ASCII, but"),
            std::string::npos);
  EXPECT_NE(refusal_of("a.po", of_ascii("Shift_JIS")).find("is in Shift_JIS, but"),
            std::string::npos);
}

TEST(DocumentFormats, RefuseFilesThatAreNotText) {
  EXPECT_NE(refusal_of("a.txt", "a\0b"s).find("a NUL byte"), std::string::npos);
  EXPECT_EQ(refusal_of("a.txt", "a\0b\0\xE9\0"s), "a.txt: is UTF-16LE without a byte order mark");
  EXPECT_EQ(refusal_of("a.txt", "\0a\0b"s), "a.txt: is UTF-16BE without a byte order mark");
  EXPECT_NE(refusal_of("a.srt",
                       "\xFF\xFE"
                       "a"),
            "");
  EXPECT_NE(refusal_of("a.txt", "\xFF\xFE\x00\xD8"s).find("UTF-16 is truncated"),
            std::string::npos);
}

TEST(DocumentFormats, NameTheKindOfAnUnsupportedFile) {
  EXPECT_EQ(refusal_of("a.txt", "%PDF-1.7\n"), "a.txt: is a PDF document, not plain text");
  EXPECT_EQ(refusal_of("a.srt", "\x89PNG\r\n"), "a.srt: is a picture, not SubRip subtitles");
  EXPECT_EQ(refusal_of("a.json", "\x1F\x8B\x08"), "a.json: is packed with gzip, not JSON");
}

TEST(PlainText, KeepsWhatIsNotLanguage) {
  const auto text =
      "# A heading\n\nOne sentence that is\nwrapped here.\n\n```\ncode\n```\n- item\n"s;
  expect_keeps_bytes("a.md", text);
  EXPECT_EQ(shouted("a.md", text),
            "# A HEADING\n\nONE SENTENCE THAT IS WRAPPED HERE.\n\n```\ncode\n```\n- ITEM\n");
}

TEST(PlainText, KeepsIndentedCodeAndHardBreaksOfMarkdown) {
  const auto text = "A cat is here.  \nA dog\n\n    ls a\n\n[^1]: A note\n"s;
  expect_keeps_bytes("a.md", text);
  EXPECT_EQ(shouted("a.md", text), "A CAT IS HERE.  \nA DOG\n\n    ls a\n\n[^1]: A NOTE\n");
  EXPECT_EQ(shouted("a.txt", "A\n\n    ls a\n"), "A\n\n    LS A\n");
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

TEST(HtmlDocument, TranslatesWhatButtonsAndDescriptionsSay) {
  for (const std::string tag :
       {"<input value=\"a\" name=\"b\" type=submit>", "<meta property=\"og:title\" content=\"a\">",
        "<meta name=Description content=\"a\">", "<option label=\"a\" value=\"b\">"}) {
    EXPECT_EQ(texts_of(*open_document({"a.html", tag})), std::vector<std::string>{"a"}) << tag;
  }
  for (const std::string tag :
       {"<input value=\"a\" name=\"submit\">", "<meta name=viewport content=\"a\">",
        "<button value=\"a\"></button>", "<input type=hidden value=\"a\">"}) {
    EXPECT_TRUE(texts_of(*open_document({"a.html", tag})).empty()) << tag;
  }
}

TEST(HtmlDocument, LeavesElementsInTheTargetLanguage) {
  const DocumentOptions french{.target_language = "fr"};
  const auto html =
      "<html lang=fr><p lang=\"fr-CA\" title=\"un\">Un chat</p><p>A cat</p><p xml:lang='de'>Eine</p>"s;
  EXPECT_EQ(texts_of(*open_document({"a.html", html}, french)),
            (std::vector<std::string>{"A cat", "Eine"}));
  EXPECT_EQ(texts_of(*open_document({"a.html", html})).size(), 4U);
}

TEST(HtmlDocument, LeavesElementsInAThirdLanguage) {
  const DocumentOptions options{.source_language = "en", .target_language = "fr"};
  const auto html =
      "<html lang=de><p lang=ja>a</p><p lang=en-GB>b</p><p lang=und>c <i lang=es>d</i></p><p>e</p>"s;
  const auto page = open_document({"a.html", html}, options);
  std::string all;
  for (const auto& text : texts_of(*page)) all += text + ' ';
  EXPECT_EQ(all.find('a'), std::string::npos) << all;
  for (const char letter : {'b', 'c', 'e'}) EXPECT_NE(all.find(letter), std::string::npos) << all;
}

TEST(HtmlDocument, DeclaresTheTargetLanguageWhereItDeclaredTheSource) {
  const DocumentOptions options{.source_language = "en", .target_language = "fr"};
  const auto page =
      "<html lang=\"en-US\" xml:lang=en><p lang='en'>a <i lang=de>b</i></p>"
      "<code lang=\"en\">c</code></html>"s;
  const auto document = open_document({"a.html", page}, options);
  const auto upper = [](const std::string& text) { return upper_ascii(text); };
  EXPECT_EQ(document->write(translations_of(*document, upper)).bytes,
            "<html lang=\"fr\" xml:lang=fr><p lang='fr'>A <i lang=de>b</i></p>"
            "<code lang=\"en\">c</code></html>");
  EXPECT_EQ(document->write({}).bytes, page) << "nothing is translated";
  EXPECT_EQ(shouted("a.html", "<p lang=\"en\">a</p>"), "<p lang=\"en\">A</p>")
      << "the model's languages are not known";
}

TEST(HtmlDocument, IsWellFormedIfItIsXhtml) {
  EXPECT_EQ(shouted("a.xhtml", "<html><p>a&nbsp;b</p></html>"), "<html><p>A&nbsp;B</p></html>");
  EXPECT_NE(refusal_of("a.xhtml", "<html>\n<p>a<br></html>").find("not well-formed XML: line 2"),
            std::string::npos);
}

TEST(HtmlDocument, WritesReferencesInAttributesAgain) {
  EXPECT_EQ(shouted("a.html", "<p title=\"a &lt; b &gt; c\"><img alt='a < b'>"),
            "<p title=\"A &lt; B &gt; C\"><img alt='A < B'>");
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
    // A tag inside a word may move to the beginning of the word.
    EXPECT_EQ(difference(without_tags(shouted(path, bytes)), without_tags(bytes)), "") << path;
  }
}

}  // namespace
}  // namespace regard::documents
