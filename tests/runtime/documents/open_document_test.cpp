// The content of an OpenDocument.
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "documents/document_properties.h"
#include "documents/office_parts.h"

namespace regard::documents {
namespace {

using namespace std::string_literals;
using Texts = std::vector<std::string>;

TEST(OpenDocument, HasTheTextsThatCellsRepeatAsValues) {
  EXPECT_EQ(shouted(*read_open_document(
                {"a",
                 "<table:table-cell office:string-value=\"a &quot;cat&quot;\" b=\"c\"><text:p>"
                 "a \"cat\"</text:p></table:table-cell>"})),
            "<table:table-cell office:string-value=\"A &quot;CAT&quot;\" b=\"c\"><text:p>A \"CAT\""
            "</text:p></table:table-cell>");
}

TEST(OpenDocument, HasDescriptionsOfPictures) {
  const auto xml = [](const std::string& see, const std::string& title, const std::string& here) {
    return "<text:p>" + see + " <draw:frame><draw:image/><svg:title>" + title +
           "</svg:title></draw:frame> " + here + "</text:p>";
  };
  EXPECT_EQ(shouted(*read_open_document({"a", xml("See", "a cat &amp; a dog", "here")})),
            xml("SEE", "A CAT &amp; A DOG", "HERE"));
}

TEST(OpenDocument, HasSpacesThatSeparateWords) {
  const auto document =
      read_open_document({"a", "<text:p>The red<text:s text:c=\"3\"/>car</text:p>"});
  EXPECT_EQ(texts_of(*document), (Texts{"The red car"}));
  const std::vector<TranslatedText> translations = {{.text = "La voiture rouge"}};
  const auto written = document->write(translations).bytes;
  EXPECT_NE(written.find("voiture"), std::string::npos) << written;
  EXPECT_NE(written.find("rouge"), std::string::npos) << written;
  EXPECT_NE(written.find("<text:s text:c=\"3\"/>"), std::string::npos) << written;
}

TEST(OpenDocument, HasNoBlanksNextToItsSpaces) {
  for (const std::string content :
       {"A <text:span>big<text:s/></text:span>cat", "A cat.<text:s/><text:s text:c=\"2\"/>A dog.",
        "A cat. <text:s/>A dog.", "A cat.<text:s/> A dog.",
        "A <text:span>big <text:s/></text:span>cat", "A big<text:span><text:s/>cat</text:span>",
        "A cat.<text:s/><text:tab/><text:s/>A dog.", "<text:s/>A cat.<text:s text:c=\"4\"/>",
        "A cat<text:s/>?"}) {
    const auto xml = [&](const std::string& text) { return "<text:p>" + text + "</text:p>"; };
    auto expected = content;
    for (const auto& [from, to] : {std::pair("A ", "UNE "), std::pair("cat", "CAT"),
                                   std::pair("dog", "DOG"), std::pair("big", "BIG")}) {
      for (size_t at = 0; (at = expected.find(from, at)) != std::string::npos;) {
        expected.replace(at, std::strlen(from), to);
      }
    }
    const auto document = read_open_document({"a", xml(content)});
    const auto written = document->write(translations_of(*document, [](std::string text) {
      if (text.starts_with("A ")) text.replace(0, 1, "UNE");
      for (size_t at = 0; (at = text.find(" A ", at)) != std::string::npos;) {
        text.replace(at + 1, 1, "UNE");
      }
      return in_capitals(text);
    }));
    EXPECT_EQ(written.bytes, xml(expected));
  }
}

TEST(OpenDocument, HasParagraphsWithSpansAndNotes) {
  const auto xml =
      "<office:text><text:h>A <text:span a=\"1\">big</text:span> cat</text:h><text:p>Page "
      "<text:page-number>1</text:page-number><text:note><text:note-body><text:p>A note</text:p>"
      "</text:note-body></text:note></text:p><number>no text</number></office:text>"s;
  EXPECT_EQ(shouted(*read_open_document({"a", xml})),
            "<office:text><text:h>A <text:span a=\"1\">BIG</text:span> CAT</text:h><text:p>PAGE "
            "<text:page-number>1</text:page-number><text:note><text:note-body><text:p>A NOTE"
            "</text:p></text:note-body></text:note></text:p><number>no text</number>"
            "</office:text>");
}

TEST(OpenDocument, KeepsResultsOfFormulas) {
  const auto cell = [](const std::string& note) {
    return "<table:table-cell table:formula=\"of:=[.A1]\" office:string-value=\"a cat\"><text:p>a "
           "cat"
           "</text:p><office:annotation><text:p>" +
           note + "</text:p></office:annotation></table:table-cell>";
  };
  EXPECT_EQ(shouted(*read_open_document({"a", cell("a note")})), cell("A NOTE"));
}

}  // namespace
}  // namespace regard::documents
