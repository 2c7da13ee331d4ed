// Bilingual files: source and target texts side by side.
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/atomic_file.h"
#include "base/files.h"
#include "documents/document_properties.h"
#include "regard/base/error.h"
#include "text/sentences.h"

namespace regard::documents {
namespace {

using namespace std::string_literals;

const auto kCatalogue =
    "# A comment.\nmsgid \"\"\nmsgstr \"\"\n\"Language: fr\\n\"\n\"Content-Type: text/plain; "
    "charset=UTF-8\\n\"\n\n#: a.c:1\nmsgid \"Open\"\nmsgstr \"Ouvrir\"\n\n"
    "#, fuzzy, c-format\n#| msgid \"old\"\nmsgctxt \"menu\"\nmsgid \"Save %s\"\nmsgstr \"Garder "
    "%s\"\n\n"
    "#, c-format\nmsgid \"%d file\"\nmsgid_plural \"%d files\"\nmsgstr[0] \"\"\nmsgstr[1] \"\"\n\n"
    "#~ msgid \"gone\"\n#~ msgstr \"\"\n\nmsgid \"\"\n\"A long \\\"line\\\"\\n\"\n\"and more\\n\"\nmsgstr \"\"\n"s;

std::vector<std::string> texts_with(const std::string& name, const std::string& bytes,
                                    Entries entries) {
  return texts_of(*open_document({name, bytes}, {.entries = entries}));
}

using Texts = std::vector<std::string>;

TEST(PoDocument, HasTheRequestedEntries) {
  const Texts open = {"Save %s", "%d file", "%d files", "A long \"line\"", "and more"};
  EXPECT_EQ(texts_with("a.po", kCatalogue, Entries::open), open);
  EXPECT_EQ(texts_with("a.PO", kCatalogue, Entries::untranslated).size(), 4U);
  EXPECT_EQ(texts_with("a.pot", kCatalogue, Entries::all).size(), 6U);
}

TEST(PoDocument, FillsTranslationsAndNothingElse) {
  const auto document = open_document({"a.po", kCatalogue});
  EXPECT_EQ(document->write({}).bytes, kCatalogue);
  const auto same = translations_of(*document, [](const auto& text) { return text; });
  EXPECT_EQ(
      document->write(same).bytes,
      "# A comment.\nmsgid \"\"\nmsgstr \"\"\n\"Language: fr\\n\"\n\"Content-Type: text/plain; "
      "charset=UTF-8\\n\"\n\n#: a.c:1\nmsgid \"Open\"\nmsgstr \"Ouvrir\"\n\n"
      "#, fuzzy, c-format\n#| msgid \"old\"\nmsgctxt \"menu\"\nmsgid \"Save %s\"\nmsgstr \"Save "
      "%s\"\n\n#, c-format\nmsgid \"%d file\"\nmsgid_plural \"%d files\"\nmsgstr[0] \"%d "
      "file\"\nmsgstr[1] \"%d files\"\n\n#~ msgid \"gone\"\n#~ msgstr \"\"\n\nmsgid \"\"\n\"A "
      "long \\\"line\\\"\\n\"\n\"and more\\n\"\nmsgstr \"\"\n\"A long \\\"line\\\"\\n\"\n\"and "
      "more\\n\"\n");
}

TEST(PoDocument, KeepsAnEntryWhoseTranslationHasOtherPlaceholders) {
  const auto bytes = "#, c-format\nmsgid \"%s is %d%% here\"\nmsgstr \"\"\n"s;
  const auto document = open_document({"a.po", bytes});
  const auto written = document->write(std::vector<TranslatedText>{{.text = "%s a %d ici"}});
  EXPECT_EQ(written.bytes, bytes);
  ASSERT_EQ(written.warnings.size(), 1U);
  EXPECT_NE(written.warnings[0].find("line 2"), std::string::npos);
}

TEST(PoDocument, ReadsCodesOfCharacters) {
  EXPECT_EQ(texts_with("a.po", "msgid \"\\x41 cat, \\101 dog\\n\"\nmsgstr \"\"\n", Entries::open),
            Texts{"A cat, A dog"});
}

TEST(PoDocument, WrapsLongTexts) {
  const auto bytes = "msgid \"a\"\nmsgstr \"\"\n"s;
  const auto document = open_document({"a.po", bytes});
  std::string text;
  for (int word = 0; word < 20; ++word) text += "abcdefg ";
  const auto written = document->write(std::vector<TranslatedText>{{.text = text + "z"}}).bytes;
  EXPECT_NE(written.find("msgstr \"\"\n\"abcdefg "), std::string::npos);
  size_t longest = 0;
  for (const auto line : text::lines_with_ends(written)) {
    longest = std::max(longest, line.size());
  }
  EXPECT_LE(longest, 80U);
}

TEST(PoDocument, IsRefusedWithoutMessagesOrCut) {
  EXPECT_EQ(refusal_of("a.po", "hello\n"),
            "a.po: is not a message catalog: line 1: text outside of an entry");
  EXPECT_EQ(refusal_of("a.po", "msgid \"a\"\nmsgstr \"b\"\n\nmsgid \"c\"\n"),
            "a.po:4: the message has no msgstr");
  EXPECT_EQ(refusal_of("a.po", "msgid \"a\"\nmsgstr \"b"),
            "a.po: is not a message catalog: line 2: the string has no opening or closing quote");
}

TEST(PoDocument, InUtf8WithAnotherDeclarationIsRefused) {
  const auto catalogue =
      "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=ASCII\\n\"\n\nmsgid "
      "\"Caf\u00E9\"\nmsgstr \"\"\n"s;
  EXPECT_NE(refusal_of("fr.po", catalogue).find("in UTF-8, but its header declares charset=ASCII"),
            std::string::npos);
}

TEST(PoDocument, KeepsTheColumnsOfOptions) {
  const auto catalogue = [](const std::string& translation) {
    return "msgid \"  -v, --verbose   say more\\n  -o FILE         write\\n\"\nmsgstr \"" +
           translation + "\"\n";
  };
  EXPECT_EQ(texts_of(*open_document({"fr.po", catalogue("")})), (Texts{"say more", "write"}));
  EXPECT_NE(shouted("fr.po", catalogue(""))
                .find("\"  -v, --verbose   SAY MORE\\n\"\n\"  -o FILE         WRITE\\n\""),
            std::string::npos);
}

TEST(PoDocument, SaysThatItIsInAnotherLanguage) {
  const auto warnings = [](const std::string& language) {
    const auto head = "msgid \"\"\nmsgstr \"Language: " + language + "\\n\"\n";
    return open_document({"a.po", head}, {.target_language = "fr"})->write({}).warnings;
  };
  EXPECT_EQ(warnings("de"), Texts{"the header says Language: de, but the translations are in fr"});
  for (const std::string same : {"fr", "fr_FR.UTF-8", ""}) EXPECT_EQ(warnings(same), Texts());
}

TEST(PoDocument, SaysThatItsHeadDoesNotCountPluralForms) {
  const auto warnings = [](const std::string& head) {
    const auto plural = "\nmsgid \"a\"\nmsgid_plural \"b\"\nmsgstr[0] \"\"\nmsgstr[1] \"\"\n";
    return open_document({"a.po", head + plural})->write({}).warnings;
  };
  EXPECT_EQ(warnings("").size(), 1U);
  EXPECT_EQ(warnings("msgid \"\"\nmsgstr \"Plural-Forms: nplurals=2; plural=n>1;\\n\"\n"), Texts());
}

TEST(PoDocument, OfRealFilesPassesMsgfmt) {
  const auto files = real_files(".po");
  if (files.empty()) GTEST_SKIP() << "no files of other projects";
  const bool has_msgfmt = std::system("msgfmt --version > /dev/null 2>&1") == 0;
  const ScratchFolder folder;
  for (const auto& path : files) {
    const auto bytes = read_file(path);
    for (const auto entries : {Entries::open, Entries::all}) {
      const auto document = open_document({path, bytes}, {.entries = entries});
      EXPECT_EQ(difference(document->write({}).bytes, bytes), "") << path;
      const auto same = translations_of(*document, [](const auto& text) { return text; });
      const auto written = document->write(same);
      EXPECT_EQ(written.warnings.size(), 0U) << path << ": " << written.warnings.front();
      EXPECT_EQ(
          open_document({path, written.bytes}, {.entries = Entries::untranslated})->units().size(),
          0U)
          << path;
      write_file_atomically(folder / "a.po", written.bytes);
      const auto check = "msgfmt --check-format -o /dev/null " + folder / "a.po";
      EXPECT_TRUE(!has_msgfmt || std::system(check.c_str()) == 0) << path;
    }
  }
}

const auto kXliff =
    "<?xml version=\"1.0\"?>\n<xliff version=\"1.2\"><file><body>\n"
    "<trans-unit id=\"1\">\n  <source>Press <g id=\"1\">OK</g><x id=\"2\"/> &amp; go</source>\n"
    "</trans-unit>\n<trans-unit id=\"2\"><source>Open <bpt id=\"1\">&lt;b&gt;</bpt>it<ept id=\"1\">"
    "&lt;/b&gt;</ept></source><target state=\"needs-translation\">Ouvre</target></trans-unit>\n"
    "<trans-unit id=\"3\"><source>Done</source><target>Fait</target><alt-trans><source>no</source>"
    "<target/></alt-trans></trans-unit>\n<trans-unit id=\"4\" translate=\"no\"><source>x</source>"
    "</trans-unit></body></file></xliff>\n"s;

TEST(XliffDocument, SaysTheLanguageOfTargetsThatItGets) {
  const auto unit = "<unit><segment><source>A</source></segment></unit>"s;
  const auto in_french = [](const std::string& bytes) {
    const auto document = open_document({"a.xlf", bytes}, {.target_language = "fr"});
    EXPECT_EQ(document->write({}).bytes, bytes);
    return shouted(*document);
  };
  EXPECT_EQ(in_french("<xliff version=\"2.0\" srcLang=\"en\"><file>" + unit + "</file></xliff>"),
            "<xliff version=\"2.0\" srcLang=\"en\" trgLang=\"fr\"><file><unit><segment><source>A"
            "</source><target>A</target></segment></unit></file></xliff>");
  const auto old = [](const std::string& languages) {
    return "<xliff version=\"1.2\"><file " + languages + "><trans-unit><source>A</source>";
  };
  const auto end = "</trans-unit></file></xliff>"s, target = "<target>A</target>"s;
  EXPECT_EQ(in_french(old("source-language='en'") + end),
            old("source-language='en' target-language=\"fr\"") + target + end);
  const auto both = old("target-language=\"fr-CA\" source-language=\"en\"");
  EXPECT_EQ(in_french(both + end), both + target + end);
}

TEST(XliffDocument, FillsTargetsWithTheirCodes) {
  const auto document = open_document({"a.xlf", kXliff});
  EXPECT_EQ(texts_of(*document), (Texts{"Press OK & go", "Open it"}));
  EXPECT_EQ(document->write({}).bytes, kXliff);
  const auto written = shouted("a.xlf", kXliff);
  EXPECT_NE(written.find("</source>\n  <target>PRESS <g id=\"1\">OK</g><x id=\"2\"/> &amp; "
                         "GO</target>\n</trans-unit>"),
            std::string::npos)
      << written;
  EXPECT_NE(written.find("<target state=\"needs-translation\">OPEN <bpt id=\"1\">&lt;b&gt;</bpt>IT"
                         "<ept id=\"1\">&lt;/b&gt;</ept></target>"),
            std::string::npos)
      << written;
  EXPECT_NE(written.find("<target>Fait</target><alt-trans><source>no</source><target/>"),
            std::string::npos);
}

TEST(XliffDocument, HasTheEntriesOfAMemoryAsProposals) {
  const auto document = open_document({"a.xlf", kXliff});
  std::vector<TranslatedText> translations = {{.text = "a"}, {.text = "b"}};
  for (auto& one : translations) one.matches = {{"<Open>", "Ouvrir", 80}, {"c", "d", 70}};
  const auto written = document->write(translations).bytes;
  const std::string first =
      "<alt-trans match-quality=\"80\" origin=\"memory\"><source>&lt;Open&gt;</source><target>"
      "Ouvrir</target></alt-trans>";
  EXPECT_NE(written.find("</target>\n  " + first + "\n  <alt-trans match-quality=\"70\""),
            std::string::npos)
      << written;
  EXPECT_NE(written.find("</target>" + first + "<alt-trans match-quality=\"70\""),
            std::string::npos)
      << written;
}

std::string xliff_of(const std::string& units) {
  return "<xliff version=\"1.2\"><file><body>" + units + "</body></file></xliff>";
}

TEST(XliffDocument, FillsTheSegmentsOfASource) {
  const auto sources =
      "<source>One cat. Two</source><seg-source><mrk mtype=\"seg\" mid=\"0\">One <g "
      "id=\"1\">cat</g>."
      "</mrk> <mrk mtype=\"seg\" mid=\"1\">Two</mrk></seg-source>"s;
  const auto unit = [&](const std::string& target) {
    return xliff_of("<trans-unit id=\"1\">" + sources + target + "</trans-unit>");
  };
  const auto filled =
      "<target><mrk mtype=\"seg\" mid=\"0\">ONE <g id=\"1\">CAT</g>.</mrk> <mrk mtype=\"seg\" "
      "mid=\"1\">TWO</mrk></target>";
  EXPECT_EQ(shouted("a.xlf", unit("")), unit(filled));
  EXPECT_EQ(texts_of(*open_document({"a.xlf", unit("")})), (Texts{"One cat.", "Two"}));
  for (const auto* empty :
       {"<mrk mtype=\"seg\" mid=\"1\"></mrk>", "<mrk mtype=\"seg\" mid=\"1\"/>"}) {
    const auto half =
        unit("<target><mrk mtype=\"seg\" mid=\"0\">Un chat.</mrk> "s + empty + "</target>");
    EXPECT_EQ(shouted("a.xlf", half),
              unit("<target><mrk mtype=\"seg\" mid=\"0\">Un chat.</mrk> <mrk mtype=\"seg\" "
                   "mid=\"1\">TWO</mrk></target>"));
    EXPECT_EQ(open_document({"a.xlf", half})->write({}).bytes, half);
  }
  EXPECT_EQ(shouted("a.xlf", unit("<target><mrk mtype=\"seg\" mid=\"0\">Un chat.</mrk></target>")),
            unit("<target><mrk mtype=\"seg\" mid=\"0\">Un chat.</mrk> <mrk mtype=\"seg\" "
                 "mid=\"1\">TWO</mrk></target>"))
      << "one segment is missing";
  EXPECT_EQ(shouted("a.xlf", unit("<target><mrk mtype=\"seg\" mid=\"1\">Deux</mrk></target>")),
            unit("<target><mrk mtype=\"seg\" mid=\"0\">ONE <g id=\"1\">CAT</g>.</mrk> <mrk "
                 "mtype=\"seg\" mid=\"1\">Deux</mrk></target>"));
  const auto whole = unit("<target>Un chat. Deux</target>");
  EXPECT_EQ(shouted("a.xlf", whole), whole) << "the translation is not divided";
}

TEST(XliffDocument, KeepsWhatIsProtected) {
  EXPECT_NE(shouted("a.xlf", xliff_of("<trans-unit id=\"1\"><source>a <mrk mtype=\"protected\">b "
                                      "c</mrk> d</source></trans-unit>"))
                .find("<target>A <mrk mtype=\"protected\">b c</mrk> D</target>"),
            std::string::npos);
}

TEST(XliffDocument, WarnsOfTranslationsThatAreTooLong) {
  const auto warnings = [](const std::string& attributes) {
    const auto document =
        open_document({"a.xlf", xliff_of("<trans-unit id=\"7\" " + attributes +
                                         "><source>a cat</source></trans-unit>")});
    return document->write(translations_of(*document, in_capitals)).warnings;
  };
  EXPECT_EQ(warnings("maxwidth=\"5\" size-unit=\"char\""), Texts{});
  EXPECT_EQ(warnings("maxwidth=\"4\" size-unit=\"pixel\""), Texts{});
  EXPECT_EQ(warnings("maxwidth=\"4\" size-unit=\"char\""),
            Texts{"unit 7: the translation has 5 characters, but may have at most 4"});
}

TEST(XliffDocument, OfVersion2HasSegments) {
  const auto xliff =
      "<xliff version=\"2.0\"><file><unit id=\"1\"><segment state=\"initial\"><source>A <pc "
      "id=\"1\">b</pc></source><target/></segment></unit></file></xliff>"s;
  EXPECT_EQ(shouted("a.xliff", xliff),
            "<xliff version=\"2.0\"><file><unit id=\"1\"><segment state=\"initial\"><source>A <pc "
            "id=\"1\">b</pc></source><target>A <pc id=\"1\">B</pc></target></segment></unit></file>"
            "</xliff>");
}

/// The document with each text as its own translation, with this confidence.
std::string with_confidence(const std::string& name, const std::string& bytes, double confidence) {
  const auto document = open_document({name, bytes});
  std::vector<TranslatedText> translations;
  for (const auto& unit : document->units()) {
    translations.push_back({.text = unit.text, .confidence = confidence});
  }
  return document->write(translations).bytes;
}

TEST(XliffDocument, ProposesATranslationWithItsConfidence) {
  const auto written = with_confidence("a.xlf", kXliff, 0.834);
  EXPECT_NE(
      written.find("go</target><alt-trans match-quality=\"83%\" origin=\"regard\"><target>Press "
                   "<g id=\"1\">OK</g><x id=\"2\"/> &amp; go</target></alt-trans>\n</trans-unit>"),
      std::string::npos)
      << written;
  EXPECT_NE(
      written.find("</target><alt-trans match-quality=\"83%\" origin=\"regard\"><target>Open"),
      std::string::npos)
      << written;
  EXPECT_EQ(open_document({"a.xlf", written}, {.entries = Entries::all})->units().size(), 3U);
}

TEST(XliffDocument, OfVersion2HasConfidenceAroundATarget) {
  const auto xliff =
      "<xliff version=\"2.0\"><file><unit id=\"1\"><segment><source>A <pc id=\"1\">b</pc></source>"
      "</segment></unit></file></xliff>"s;
  EXPECT_EQ(with_confidence("a.xlf", xliff, 0.5),
            "<xliff version=\"2.0\"><file><unit id=\"1\"><segment><source>A <pc id=\"1\">b</pc>"
            "</source><target><mrk id=\"regard-0\" type=\"its:any\" "
            "xmlns:its=\"http://www.w3.org/2005/11/its\" its:mtConfidence=\"0.5000\" "
            "its:annotatorsRef=\"mt-confidence|regard\">A <pc id=\"1\">b</pc></mrk></target>"
            "</segment></unit></file></xliff>");
}

TEST(XliffDocument, IsRefusedIfCutOrOfAnotherKind) {
  EXPECT_THROW(open_document({"a.xlf", kXliff.substr(0, 300)}), Error);
  EXPECT_THROW(open_document({"a.xlf", "<a>b</a>"}), Error);
}

TEST(XliffDocument, OfOtherLanguagesIsRefused) {
  const DocumentOptions to_french = {.source_language = "en", .target_language = "fr"};
  const auto xliff = [](const std::string& root, const std::string& file) {
    return "<xliff " + root + "><file " + file + "></file></xliff>";
  };
  EXPECT_EQ(refusal_of("a.xlf", xliff("", "source-language='de' target-language='fr'"), to_french),
            "a.xlf: is from de into fr, but the model translates from en into fr");
  EXPECT_EQ(refusal_of("a.xlf", xliff("srcLang='en' trgLang='es'", ""), to_french),
            "a.xlf: is from en into es, but the model translates from en into fr");
  for (const std::string same : {"source-language='en-US' target-language='FR'", "original='a'"}) {
    open_document({"a.xlf", xliff("", same)}, to_french);
    open_document({"a.xlf", xliff("srcLang='de'", same)});
  }
}

TEST(XliffDocument, OfRealFilesKeepsBytes) {
  for (const auto& path : real_files(".xliff.xlf")) {
    const auto bytes = read_file(path);
    const auto document = open_document({path, bytes}, {.entries = Entries::all});
    EXPECT_GT(document->units().size(), 0U);
    EXPECT_EQ(difference(document->write({}).bytes, bytes), "") << path;
    const auto written = shouted(*document);
    EXPECT_EQ(open_document({path, written}, {.entries = Entries::all})->units().size(),
              document->units().size());
  }
}

}  // namespace
}  // namespace regard::documents
