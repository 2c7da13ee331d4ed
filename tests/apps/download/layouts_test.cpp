#include "download/layouts.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "base/packed_folder.h"
#include "download/pairs_file.h"
#include "download/zip_file.h"
#include "support/base/tar_file.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard::download {
namespace {

using namespace std::string_literals;

std::string gzipped(const std::string& text) {
  GzipStream stream;
  const auto begin = stream.add(text);
  return begin + stream.end();
}

class Layouts : public testing::Test {
 protected:
  std::string lines_of(const Layout& layout, const std::vector<std::string>& files) {
    std::string lines;
    counts = write_pairs(layout, files, [&](std::string_view part) { lines += part; });
    return lines;
  }

  std::string lines_of_zip(const Layout& layout, const std::map<std::string, std::string>& files) {
    test::write_zip(folder / "a.zip", files);
    return lines_of(layout, {folder / "a.zip"});
  }

  const test::TemporaryFolder folder;
  PairCounts counts;
};

TEST_F(Layouts, OfMosesIsEnglishFirst) {
  const std::map<std::string, std::string> files = {{"README", "about"},
                                                    {"Books.en-fr.ids", "1\n2\n"},
                                                    {"Books.en-fr.en", "Hello.\n \nBye.\n"},
                                                    {"Books.en-fr.fr", "Salut.\nx\nAdieu.\n"}};
  EXPECT_EQ(lines_of_zip(moses_zip(), files), "Hello.\tSalut.\nBye.\tAdieu.\n");
  EXPECT_EQ(counts.written, 2);
  EXPECT_EQ(counts.skipped, 1);
}

TEST_F(Layouts, OfMosesHasTextsOfTheSameNumberOfLines) {
  const auto error = test::thrown_error([&] {
    lines_of_zip(moses_zip(), {{"a.en-fr.en", "Hello.\nBye.\n"}, {"a.en-fr.fr", "Salut.\n"}});
  });
  EXPECT_EQ(error.problem(), "the two texts have different numbers of lines");
}

TEST_F(Layouts, OfTablesTakesTheirColumns) {
  const auto file = folder.write("a.tsv.gz", gzipped("Salut.\tHello.\t1\nAdieu.\tBye.\n"));
  EXPECT_EQ(lines_of(table(2, 1), {file}), "Hello.\tSalut.\nBye.\tAdieu.\n");
}

TEST_F(Layouts, OfTwoTextsInATarReadsBothWhateverTheirOrder) {
  const auto one = test::tar_entry("x/e.fr-en.en", "Hello.\nBye.\n"),
             other = test::tar_entry("x/e.fr-en.fr", "Salut.\nAdieu.\n");
  const auto layout = two_texts_in_tar("e.fr-en.en", "e.fr-en.fr");
  for (const auto& both : {one + other, other + one}) {
    const auto file = folder.write("a.tgz", gzipped(both + test::tar_end()));
    EXPECT_EQ(lines_of(layout, {file}), "Hello.\tSalut.\nBye.\tAdieu.\n");
  }
  const auto file = folder.write("a.tgz", gzipped(one + test::tar_end()));
  EXPECT_EQ(test::thrown_error([&] { lines_of(layout, {file}); }).problem(),
            "has no file e.fr-en.fr");
}

TEST_F(Layouts, OfCataloguesReadsThoseOfTheFolder) {
  const auto po = [](const std::string& id, const std::string& text) {
    return "msgid \"\"\nmsgstr \"Language: fr\"\n\nmsgid \"" + id + "\"\nmsgstr \"" + text + "\"\n";
  };
  const std::map<std::string, std::string> files = {
      {"x-1/translations/fr/a.po", po("Open\\nfile", "Ouvrir\\tle fichier")},
      {"x-1/translations/fr/b.po", po("Close", "")},
      {"x-1/translations/fr/c.po", "#, fuzzy\n" + po("Quit", "Quitter")},
      {"x-1/translations/fr/README", "text"},
      {"x-1/translations/de/a.po", po("Open", "Öffnen")}};
  EXPECT_EQ(lines_of_zip(catalogues("/translations/fr/"), files),
            "Open file\tOuvrir le fichier\nQuit\tQuitter\n");
  std::string tar;
  for (const auto& [name, text] : files) tar += test::tar_entry(name, text);
  const auto file = folder.write("a.tar.gz", gzipped(tar + test::tar_end()));
  EXPECT_EQ(lines_of(catalogues("/translations/fr/"), {file}),
            "Open file\tOuvrir le fichier\nQuit\tQuitter\n");
}

TEST_F(Layouts, OfCataloguesReadsXliff) {
  EXPECT_EQ(lines_of_zip(catalogues("/fr/"),
                         {{"vpn-main/fr/addons/strings.xliff",
                           "<xliff><file><body><trans-unit id='1'><source>On &amp; off</source>"
                           "<target>Allumé</target></trans-unit></body></file></xliff>"},
                          {"vpn-main/it/addons/strings.xliff", "<xliff/>"}}),
            "On & off\tAllumé\n");
}

std::string law(const std::string& body) {
  return "<?xml version=\"1.0\"?><Statute><Body>" + body + "</Body></Statute>";
}

TEST_F(Layouts, OfLawsPairsTextsWithTheSameLabels) {
  const auto english = law(
      "<Section><MarginalNote>Short title</MarginalNote><Label>1</Label><Text>This Act is the "
      "<X>Safety Act</X>.</Text></Section><Section><Label>2</Label><Subsection><Label>(1)</Label>"
      "<Text>A person must</Text><Paragraph><Label>(a)</Label><Text>read;</Text></Paragraph>"
      "<Paragraph><Label>(b)</Label><Text>only here</Text></Paragraph></Subsection>"
      "<Definition><Text>apple</Text></Definition></Section>");
  const auto french = law(
      "<Section><MarginalNote>Titre abrégé</MarginalNote><Label>1</Label><Text>La présente loi est "
      "la <X>Loi sur la sécurité</X>.</Text></Section><Section><Label>2</Label><Subsection>"
      "<Label>(1)</Label><Text>Une personne doit</Text><Paragraph><Label>a)</Label><Text>lire;"
      "</Text></Paragraph></Subsection><Definition><Text>abricot</Text></Definition></Section>");
  const auto made = lines_of_zip(documents_in_twos(french_law, pairs_of_laws),
                                 {{"laws-main/eng/acts/A-1.xml", english},
                                  {"laws-main/fra/lois/A-1.xml", french},
                                  {"laws-main/eng/acts/B-1.xml", english},
                                  {"laws-main/eng/acts/C-1.xml", "<Section><"},
                                  {"laws-main/fra/lois/C-1.xml", french}});
  EXPECT_EQ(made,
            "Short title\tTitre abrégé\n"
            "This Act is the Safety Act.\tLa présente loi est la Loi sur la sécurité.\n"
            "read;\tlire;\nA person must\tUne personne doit\n");
}

TEST(FrenchLaw, HasTheNameOfItsSeries) {
  EXPECT_EQ(french_law("x/eng/regulations/SOR-86-304.xml"), "x/fra/reglements/DORS-86-304.xml");
  EXPECT_EQ(french_law("x/eng/regulations/SI-2014-83.xml"), "x/fra/reglements/TR-2014-83.xml");
  EXPECT_EQ(french_law("x/eng/regulations/C.R.C.,_c._10.xml"),
            "x/fra/reglements/C.R.C.,_ch._10.xml");
  EXPECT_EQ(french_law("x/README.md"), "");
}

TEST_F(Layouts, OfTldrPairsExamplesOfPagesWithAsMany) {
  const auto page = [](const std::string& what, const std::string& example) {
    return "# tar\n\n> " + what + "\n\n- " + example + ":\n\n`tar cf a`\n";
  };
  EXPECT_EQ(lines_of_zip(
                documents_in_twos(french_tldr_page, pairs_of_tldr_pages),
                {{"tldr-main/pages/common/tar.md", page("Archive files.", "Create one")},
                 {"tldr-main/pages.fr/common/tar.md", page("Archiver.", "En créer une")},
                 {"tldr-main/pages/linux/ip.md", page("Show links.", "Show") + "- More:\n\n`ip`\n"},
                 {"tldr-main/pages.fr/linux/ip.md", page("Afficher les liens.", "Afficher")},
                 {"tldr-main/pages/linux/ls.md", page("List.", "All")}}),
            "Archive files.\tArchiver.\nCreate one:\tEn créer une:\n"
            "Show links.\tAfficher les liens.\n");
}

/// A .mo file with one message.
std::string mo(const std::string& id, const std::string& text) {
  const auto number = [](uint32_t value) {
    std::string bytes;
    for (int i = 0; i < 4; ++i) bytes += static_cast<char>(value >> (8U * i) & 0xFFU);
    return bytes;
  };
  const auto size = static_cast<uint32_t>(id.size()), begin = uint32_t{44};
  return "\xDE\x12\x04\x95"s + number(0) + number(1) + number(28) + number(36) + number(0) +
         number(0) + number(size) + number(begin) + number(static_cast<uint32_t>(text.size())) +
         number(begin + size + 1) + id + '\0' + text + '\0';
}

TEST_F(Layouts, OfProgramsReadsTheMessagesOfTheMachine) {
  folder.write("usr/share/locale/fr/LC_MESSAGES/git.mo", mo("Open", "Ouvrir"));
  folder.write("usr/share/locale/fr_CA/LC_MESSAGES/a.mo", mo("Email", "Courriel"));
  folder.write("usr/share/locale-langpack/fr/LC_MESSAGES/b.mo", mo("Close", "Fermer"));
  folder.write("usr/share/locale/fro/LC_MESSAGES/c.mo", mo("No", "Nenil"));
  folder.write("usr/share/locale/de/LC_MESSAGES/d.mo", mo("No", "Nein"));
  EXPECT_EQ(lines_of(messages_of_programs(folder.path()), {}),
            "Open\tOuvrir\nEmail\tCourriel\nClose\tFermer\n");
}

TEST_F(Layouts, OfProgramsSaysWhereItLooked) {
  const auto error = test::thrown_error([&] { lines_of(messages_of_programs(folder.path()), {}); });
  EXPECT_EQ(error.where(), folder / "usr/share/locale");
}

TEST_F(Layouts, RefuseAnArchiveWithoutPairs) {
  EXPECT_EQ(test::thrown_error([&] {
              lines_of_zip(catalogues("/fr/"), {{"de/a.po", "msgid \"a\"\nmsgstr \"b\"\n"}});
            }).problem(),
            "has no English-French pairs in the expected place");
}

}  // namespace
}  // namespace regard::download
