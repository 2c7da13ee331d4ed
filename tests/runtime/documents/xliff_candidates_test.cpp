#include "documents/xliff_candidates.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "documents/document_properties.h"

namespace regard::documents {
namespace {

const std::string kSegments[] = {
    "<segment id=\"s1\"><source>Press <pc id=\"1\">OK</pc></source></segment>",
    "<segment><source>Open</source></segment>",
    "<segment id=\"a\"><source>One.</source></segment><segment "
    "id=\"b\"><source>Two.</source></segment>"};

std::string xliff_of(const std::vector<std::string>& units) {
  std::string text =
      "<xliff xmlns=\"urn:oasis:names:tc:xliff:document:2.0\" version=\"2.0\" srcLang=\"en\" "
      "trgLang=\"fr\"><file id=\"f\">";
  for (const auto& unit : units) text += "<unit id=\"u\">" + unit + "</unit>";
  return text + "</file></xliff>";
}

std::string with_matches(const std::string& xliff) {
  const auto document = open_document({"a.xlf", xliff}, {.entries = Entries::all});
  std::vector<TranslatedText> translations(document->units().size(), {.text = "x"});
  for (auto& one : translations) one.matches = {{"<OK>", "D\u00E9", 80}, {"c", "d", 70}};
  return document->write(translations).bytes;
}

TEST(XliffCandidates, ComeFirstInAUnitOfOneSegment) {
  const auto written = with_matches(xliff_of({kSegments[0]}));
  EXPECT_NE(written.find("<unit id=\"u\"><mtc:matches xmlns:mtc=\"urn:oasis:names:tc:xliff:matches:"
                         "2.0\"><mtc:match ref=\"#s1\" similarity=\"80\" origin=\"memory\"><source>"
                         "&lt;OK&gt;</source><target>D\u00E9</target></mtc:match><mtc:match "),
            std::string::npos)
      << written;
  EXPECT_NE(written.find("</mtc:matches><segment id=\"s1\">"), std::string::npos) << written;
  EXPECT_EQ(texts_of(*open_document({"a.xlf", written}, {.entries = Entries::all})),
            std::vector<std::string>{"Press OK"})
      << "their texts are not read";
  EXPECT_EQ(with_matches(written), written) << "a unit that has some keeps them";
}

TEST(XliffCandidates, AreLeftOutWhereTheyWouldNameNoSegment) {
  for (const auto& unit : {kSegments[1], kSegments[2]}) {
    EXPECT_EQ(with_matches(xliff_of({unit})).find("mtc"), std::string::npos) << unit;
  }
  const auto written = with_matches(xliff_of({kSegments[1], kSegments[0], kSegments[2]}));
  EXPECT_EQ(written.find("mtc:matches"), written.rfind("<mtc:matches") + 1) << "one unit has them";
}

TEST(XliffCandidates, AreMissingWithoutAMemory) {
  const auto document = open_document({"a.xlf", xliff_of({kSegments[0]})});
  const auto written = document->write(std::vector<TranslatedText>{{.text = "x"}}).bytes;
  EXPECT_EQ(written.find("mtc"), std::string::npos);
}

}  // namespace
}  // namespace regard::documents
