#include "bitext/glossary_file.h"

#include <gtest/gtest.h>

#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard::bitext {
namespace {

using Terms = std::vector<text::Glossary::Term>;

class GlossaryFile : public testing::Test {
 protected:
  Terms terms(const std::string& name, const std::string& bytes,
              const text::GlossaryLanguages& languages = {}) const {
    return load_glossary(folder_.write(name, bytes), languages).terms();
  }
  Error error(const std::string& name, const std::string& bytes) const {
    return test::thrown_error([&] { terms(name, bytes); });
  }

  test::TemporaryFolder folder_;
};

TEST_F(GlossaryFile, IsOfLinesOrRows) {
  const Terms expected = {{"hard disk", "disque dur"}, {"a, b", "c \"d\""}};
  EXPECT_EQ(terms("a.tsv", "hard disk\tdisque dur\na, b\tc \"d\"\n"), expected);
  const std::string rows = "hard disk,disque dur\n\n\"a, b\",\"c \"\"d\"\"\"\n";
  EXPECT_EQ(terms("a.csv", rows), expected);
  EXPECT_EQ(terms("a.CSV", "source,target\n" + rows), expected);
  EXPECT_EQ(terms("b.tsv", "English\tFrench\ncat\tchat\n"), (Terms{{"cat", "chat"}}));
  EXPECT_EQ(terms("c.tsv", "cat\tchat\nEnglish\tFrench\n").size(), 2U);
  EXPECT_EQ(terms("d.csv", "term,translation\ncat,chat\n"), (Terms{{"cat", "chat"}}));
  EXPECT_EQ(terms("b.csv", "cat,chat,EN,fr-FR\n"), (Terms{{"cat", "chat"}}));
  EXPECT_EQ(terms("c.csv", "cat;chat;a note\n"), (Terms{{"cat", "chat"}}));
}

TEST_F(GlossaryFile, NamesTheLineOfAMalformedRow) {
  const auto where = [&](const char* rows) {
    const auto found = error("a.csv", rows).where();
    return found.substr(found.rfind('/') + 1);
  };
  EXPECT_EQ(where("a,b\nc\n"), "a.csv:2");
  EXPECT_EQ(where("a,b\n\"c,d\n"), "a.csv:2");
  EXPECT_EQ(where("a,b\nc,d,en,de\n"), "a.csv:2");
  EXPECT_EQ(where("a,b\nc,d\na,e\n"), "a.csv:3");
  EXPECT_EQ(where("a,b\nc,\n"), "a.csv:2");
}

TEST_F(GlossaryFile, NamesTheExcessFieldsOfALine) {
  EXPECT_EQ(error("a.tsv", "cat\tchat\n# animals\n").remedy(),
            "remove it: a glossary has no comments");
  EXPECT_EQ(error("a.tsv", "cat\tchat\tanimal\n").remedy(), "remove its other columns: it has 3");
  EXPECT_EQ(error("a.tsv", "cat\n").remedy(), "write source<TAB>target");
}

constexpr auto kTbx = R"(<?xml version="1.0" encoding="UTF-8"?>
<martif type="TBX-Basic" xml:lang="en"><text><body>
<termEntry id="1"><descrip type="definition">A disk.</descrip>
 <langSet xml:lang="en-US"><tig><term>hard disk</term></tig>
  <tig><term>hard drive</term><termNote type="administrativeStatus">deprecatedTerm-admn-sts</termNote></tig></langSet>
 <langSet xml:lang="fr"><tig><term>disc dur</term>
   <termNote type="administrativeStatus">supersededTerm-admn-sts</termNote></tig>
  <tig><term>disque <hi>dur</hi> &amp; co</term><termNote type="partOfSpeech">preferred</termNote></tig></langSet>
</termEntry>
<termEntry id="2"><langSet xml:lang="en"><tig><term>key</term></tig></langSet></termEntry>
</body></text></martif>)";

TEST_F(GlossaryFile, IsTbx) {
  EXPECT_EQ(terms("a.tbx", kTbx),
            (Terms{{"hard disk", "disque dur & co"}, {"hard drive", "disque dur & co"}}));
  EXPECT_EQ(terms("a.tbx", kTbx, {.source = "fr", .target = "en"}),
            (Terms{{"disc dur", "hard disk"}, {"disque dur & co", "hard disk"}}));
  const std::string basic =
      "<tbx type=\"TBX-Basic\"><text><body><conceptEntry id=\"1\"><langSec "
      "xml:lang=\"en\"><termSec>"
      "<term>cat</term></termSec></langSec><langSec xml:lang=\"fr\"><termSec><term>minet</term>"
      "</termSec><termSec><term>chat</term><min:administrativeStatus "
      "xmlns:min=\"m\">x</min:administrativeStatus><termNote "
      "type=\"administrativeStatus\">preferredTerm-admn-sts</termNote></termSec></langSec>"
      "</conceptEntry></body></text></tbx>";
  EXPECT_EQ(terms("a.tbx", basic), (Terms{{"cat", "chat"}}));
}

TEST_F(GlossaryFile, IsRefusedIfItsTbxHasNoTermsOrIsNotXml) {
  EXPECT_NE(error("a.tbx", "<martif/>").problem().find("has no concept"), std::string::npos);
  EXPECT_THROW(terms("a.tbx", std::string(kTbx).substr(0, 400)), Error);
  EXPECT_THROW(terms("a.tbx", "<tbx><termEntry><a></b></termEntry></tbx>"), Error);
}

TEST_F(GlossaryFile, IsAMemoryOfFinishedTranslations) {
  const auto path = folder_.write(
      "a.po", "msgid \"Open\"\nmsgstr \"Ouvrir\"\n\n#, fuzzy\nmsgid \"Save\"\nmsgstr \"Garder\"\n");
  const auto memory = load_memory(path, {});
  EXPECT_EQ(memory.size(), 1);
  EXPECT_EQ(*memory.translation_of("Open"), "Ouvrir");
  const auto tmx = folder_.write("a.tmx",
                                 "<tmx version=\"1.4\"><header srclang=\"en\"/><body><tu><tuv "
                                 "xml:lang=\"en\"><seg>Hello</seg></tuv><tuv xml:lang=\"fr\"><seg>"
                                 "Bonjour</seg></tuv></tu></body></tmx>");
  EXPECT_EQ(*load_memory(tmx, {.source = "fr", .target = "en"}).translation_of("Bonjour"), "Hello");
  EXPECT_THROW(load_memory(folder_.write("b.tsv", "a\t\n"), {}), Error);
}

TEST_F(GlossaryFile, IsAMemoryWithPlaceholdersForCodes) {
  const auto tuv = [](const std::string& language, const std::string& text) {
    return "<tuv xml:lang=\"" + language + "\"><seg>" + text + "</seg></tuv>";
  };
  const auto tmx =
      folder_.write("a.tmx", "<tmx version=\"1.4\"><header srclang=\"en\"/><body><tu>" +
                                 tuv("en",
                                     "Run <ph x=\"1\">{a}</ph> in <bpt i=\"1\">(</bpt>it<ept "
                                     "i=\"1\">)</ept>") +
                                 tuv("fr", "Dedans, lance <ph x=\"1\"/>") + "</tu></body></tmx>");
  EXPECT_EQ(*load_memory(tmx, {}).translation_of("Run {0} in it"), "Dedans, lance {0}");
  const auto xliff = folder_.write(
      "a.xliff",
      "<xliff version=\"1.2\"><file source-language=\"en\" target-language=\"fr\"><body>"
      "<trans-unit id=\"1\"><source>Where is <x id=\"a\"/>?</source><target>Où est <x "
      "id=\"a\"/> ?</target></trans-unit></body></file></xliff>");
  EXPECT_EQ(*load_memory(xliff, {}).translation_of("Where is {0}?"), "Où est {0} ?");
}

TEST_F(GlossaryFile, IsNotAMemoryIfItIsADocument) {
  const std::string zip("PK\x03\x04\x14\0\0\0\b\0\t\t\n\t\n\t\n", 17);
  for (const auto& path :
       {folder_.write("a.docx", zip), folder_.write("a.txt", zip),
        folder_.write("a.html", "<p>Hello</p>\n<p>Bye</p>\n"), folder_.write("lines", "a\nb\n")}) {
    const auto error = test::thrown_error([&] { load_memory(path, {}); });
    EXPECT_EQ(error.where(), path);
    EXPECT_NE(error.remedy().find("TMX, XLIFF, PO"), std::string::npos) << error.what();
  }
  EXPECT_EQ(load_memory(folder_.write("pairs", "a\tb\n"), {}).size(), 1);
}

}  // namespace
}  // namespace regard::bitext
