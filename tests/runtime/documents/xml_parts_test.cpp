// Inline codes of XLIFF.
#include "documents/xml_parts.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "documents/document_properties.h"

namespace regard::documents {
namespace {

/// The target of an entry whose adjective follows its noun in the translation.
std::string reversed_target(const std::string& source) {
  const auto document = open_document(
      {"a.xlf",
       "<xliff version=\"1.2\"><file source-language=\"en\" target-language=\"fr\"><body>"
       "<trans-unit id=\"1\"><source>" +
           source + "</source></trans-unit></body></file></xliff>"});
  const TranslatedText chat_noir = {
      .text = "le chat noir dort",
      .source_words = {"the", "black", "cat", "sleeps"},
      .target_words = {"le", "chat", "noir", "dort"},
      .attention = {{1, 0, 0, 0}, {0, 0, 1, 0}, {0, 1, 0, 0}, {0, 0, 0, 1}}};
  const auto written = document->write(std::vector{chat_noir}).bytes;
  const auto begin = written.find("<target>") + 8;
  return written.substr(begin, written.find("</target>") - begin);
}

TEST(XmlParts, ArePairedIfTheyAreHalvesWithoutContent) {
  EXPECT_EQ(reversed_target("the <x id=\"START_LINK\"/>black cat<x id=\"CLOSE_LINK\"/> sleeps"),
            "le <x id=\"START_LINK\"/>chat noir<x id=\"CLOSE_LINK\"/> dort");
  EXPECT_EQ(reversed_target("the <x id=\"START_TAG_A_1\"/>black<x id=\"CLOSE_TAG_A\"/> cat sleeps"),
            "le chat <x id=\"START_TAG_A_1\"/>noir<x id=\"CLOSE_TAG_A\"/> dort");
  EXPECT_EQ(reversed_target("the <sm id=\"m\"/>black<em startRef=\"m\"/> cat sleeps"),
            "le chat <sm id=\"m\"/>noir<em startRef=\"m\"/> dort");
}

}  // namespace
}  // namespace regard::documents
