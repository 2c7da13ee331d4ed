#include "documents/mnemonics.h"

#include <gtest/gtest.h>

#include "documents/document_properties.h"

namespace regard::documents {
namespace {

using namespace std::string_literals;

/// taken() returns a text without its mark, put() a translation with the mark.
std::string taken(const std::string& text) {
  std::vector<TextPart> parts = {{.bytes = text}};
  take_mnemonic(parts);
  return text_of(parts);
}

std::string put(const std::string& text, const std::string& translation) {
  std::vector<TextPart> parts = {{.bytes = text}}, translated = {{.bytes = translation}};
  put_mnemonic(take_mnemonic(parts), translated);
  return text_of(translated);
}

TEST(Mnemonics, AreMarksBeforeALetter) {
  EXPECT_EQ(taken("&Open"), "Open");
  EXPECT_EQ(taken("Save _As..."), "Save As...");
  EXPECT_EQ(taken("E&xit"), "Exit");
  EXPECT_EQ(taken("Cu_t"), "Cut");
  EXPECT_EQ(taken("Zoo_m in"), "Zoom in");
}

TEST(Mnemonics, AreNotPartsOfNamesOrReferences) {
  for (const std::string text :
       {"AT&T", "R&D", "Tom & Jerry", "a_name", "MAX_SIZE", "&nbsp;x", "File_name", "__init__",
        "&1", "x&y", "A && B", "_a _b", "&", "_"}) {
    EXPECT_EQ(taken(text), text);
    EXPECT_EQ(put(text, "Ouvrir"), "Ouvrir");
  }
}

TEST(Mnemonics, PrecedeTheirLetterOrTheFirstOne) {
  EXPECT_EQ(put("&Open", "Ouvrir"), "&Ouvrir");
  EXPECT_EQ(put("Save _As", "Enregistrer au format"), "Enregistrer _au format");
  EXPECT_EQ(put("_Edit", "Tout Éditer"), "Tout Édit_er");
  EXPECT_EQ(put("&Help", "Aide"), "&Aide");
  EXPECT_EQ(put("&Help", "\u00C9"), "\u00C9");
  EXPECT_EQ(put("&Quit", ""), "");
}

TEST(Mnemonics, StayInProgramTexts) {
  EXPECT_EQ(shouted("a.po", "msgid \"E&xit\"\nmsgstr \"\"\n"),
            "msgid \"E&xit\"\nmsgstr \"E&XIT\"\n");
  EXPECT_EQ(shouted("a.properties", "a = _Save it\n"), "a = _SAVE IT\n");
  const auto xliff = "<xliff><trans-unit><source><g id=\"1\">Go</g> &amp;home</source>"s;
  EXPECT_EQ(shouted("a.xlf", xliff + "</trans-unit></xliff>"),
            xliff + "<target><g id=\"1\">GO</g> &amp;HOME</target></trans-unit></xliff>");
}

}  // namespace
}  // namespace regard::documents
