// Translation memories, whose units get a text in another language.
#include <gtest/gtest.h>

#include "documents/document_properties.h"
#include "regard/base/error.h"
#include "support/base/thrown_error.h"

namespace regard::documents {
namespace {

using namespace std::string_literals;
using Texts = std::vector<std::string>;

const auto kTmx =
    "<?xml version=\"1.0\"?>\n<!DOCTYPE tmx SYSTEM \"tmx14.dtd\">\n<tmx version=\"1.4\"><header "
    "srclang=\"en-US\"/><body>\n"
    "<tu tuid=\"1\">\n  <tuv xml:lang=\"en-US\"><seg>Press <bpt i=\"1\">&lt;b></bpt>OK<ept "
    "i=\"1\">&lt;/b></ept> &amp; go</seg></tuv>\n</tu>\n"
    "<tu><tuv xml:lang=\"de\"><seg>Hund</seg></tuv><tuv xml:lang=\"EN\"><prop type=\"x\">y</prop>"
    "<seg>A dog</seg></tuv><tuv xml:lang=\"fr\"><seg/></tuv></tu>\n"
    "<tu><tuv xml:lang=\"en\"><seg>A cat</seg></tuv><tuv xml:lang=\"fr-CA\"><seg>Un "
    "chat</seg></tuv></tu>\n<tu><tuv xml:lang=\"de\"><seg>Nur</seg></tuv></tu></body></tmx>\n"s;
const DocumentOptions kToFrench = {.source_language = "en", .target_language = "fr"};

TEST(TmxDocument, HasUnitsWithoutATranslation) {
  const auto document = open_document({"a.tmx", kTmx}, kToFrench);
  EXPECT_EQ(texts_of(*document), (Texts{"Press OK & go", "A dog"}));
  EXPECT_EQ(document->write({}).bytes, kTmx);
  auto all = kToFrench;
  all.entries = Entries::all;
  EXPECT_EQ(texts_of(*open_document({"a.tmx", kTmx}, all)),
            (Texts{"Press OK & go", "A dog", "A cat"}));
}

TEST(TmxDocument, FillsOrAddsTheVariantAndNothingElse) {
  auto wanted = kTmx;
  const auto put = [&](const std::string& behind, const std::string& text) {
    wanted.insert(wanted.find(behind) + behind.size(), text);
  };
  put("&amp; go</seg></tuv>",
      "\n  <tuv xml:lang=\"fr\"><seg>PRESS <bpt i=\"1\">&lt;b></bpt>OK<ept i=\"1\">&lt;/b></ept> "
      "&amp; GO</seg></tuv>");
  wanted.replace(wanted.find("<seg/>"), 6, "<seg>A DOG</seg>");
  EXPECT_EQ(shouted("a.tmx", kTmx, kToFrench), wanted);
}

TEST(TmxDocument, WithoutAModelsLanguagesHasThoseOfTheFile) {
  EXPECT_EQ(texts_of(*open_document({"a.tmx", kTmx}, {.entries = Entries::all})).size(), 3U);
}

TEST(TmxDocument, OfOtherLanguagesIsRefused) {
  const auto refusal = [](const std::string& bytes) {
    return std::string(
        test::thrown_error([&] {
          open_document({"a.tmx", bytes}, {.source_language = "es", .target_language = "fr"});
        }).what());
  };
  EXPECT_EQ(refusal(kTmx), "a.tmx: has no unit to translate from es into fr");
  EXPECT_EQ(refusal("<a/>"), "a.tmx: is not TMX: it has no element <tmx>");
  EXPECT_NE(refusal(kTmx.substr(0, 300)).find("is not well-formed XML: line 7"), std::string::npos)
      << refusal(kTmx.substr(0, 300));
}

}  // namespace
}  // namespace regard::documents
