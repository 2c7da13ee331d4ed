#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "base/packed_folder.h"
#include "bitext/pair_reader.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard::bitext {
namespace {

using namespace std::string_literals;
using State = Pair::State;

class Formats : public testing::Test {
 protected:
  std::vector<Pair> read(const std::vector<std::string>& files,
                         const ReadOptions& options = {}) const {
    const auto reader = open_pairs(files, options);
    std::vector<Pair> pairs;
    for (Pair pair; reader->next(pair);) pairs.push_back(pair);
    return pairs;
  }

  /// "1 a|b; 2 c|d": numbers and texts of the pairs of a file.
  std::string listed(const std::string& name, const std::string& content,
                     const ReadOptions& options = {}) const {
    return listed(read({folder_.write(name, content)}, options));
  }
  static std::string listed(const std::vector<Pair>& pairs) {
    std::string text;
    for (const auto& pair : pairs) {
      text += (text.empty() ? "" : "; ") + std::to_string(pair.number) + ' ' + pair.source + '|' +
              pair.target;
    }
    return text;
  }

  test::TemporaryFolder folder_;
};

TEST_F(Formats, TsvHasTwoColumnsAndMore) {
  const auto pairs = read({folder_.write("a.tsv", "a\tb\r\n\nc\td\te\tf\nno tab\n")});
  EXPECT_EQ(listed(pairs), "1 a|b; 2 |; 3 c|d; 4 no tab|");
  EXPECT_EQ(pairs[2].more, "\te\tf");
  EXPECT_EQ(pairs[2].columns, 4);
  EXPECT_EQ(pairs[3].state, State::one_column);
  EXPECT_EQ(pairs[3].raw, "no tab");
}

TEST_F(Formats, TsvReadsTheColumnsThatOneNames) {
  const auto pairs =
      read({folder_.write("a.tsv", "1\ta\tx\tb\n")}, {.source_column = 4, .target_column = 2});
  EXPECT_EQ(listed(pairs), "1 b|a");
  EXPECT_EQ(pairs[0].more, "\t1\tx");
}

TEST_F(Formats, BytesThatAreNoTextStay) {
  const auto pairs = read({folder_.write("a.tsv", "a\0b\t\xE9\xFF\n"s)});
  EXPECT_EQ(pairs.at(0).source, "a\0b"s);
  EXPECT_EQ(pairs.at(0).target, "\xE9\xFF");
}

TEST_F(Formats, FilesSayHowTheirLinesEnd) {
  const auto reader = open_pairs({folder_.write("a.tsv",
                                                "\xEF\xBB\xBF"
                                                "a\tb\r\nc\td\n")});
  for (Pair pair; reader->next(pair);) continue;
  const auto file = reader->files().at(0);
  EXPECT_TRUE(file.has_byte_order_mark);
  EXPECT_EQ(file.windows_ends, 1);
  EXPECT_EQ(file.lines, 2);
}

TEST_F(Formats, CsvHasQuotesAndAHead) {
  EXPECT_EQ(listed("a.csv", "English,French\n\"a, \"\"b\"\"\",c\n\"two\nlines\",d\n5\" disk,e\n"),
            "2 a, \"b\"|c; 3 two\nlines|d; 5 5\" disk|e");
  EXPECT_EQ(listed("b.csv", "a;b\n\"c;c\";d\n"), "1 a|b; 2 c;c|d");
}

TEST_F(Formats, CsvWithAnOpenQuoteIsMalformed) {
  const auto pairs = read({folder_.write("a.csv", "a,b\n\"c,d\n")});
  ASSERT_EQ(pairs.size(), 2U);
  EXPECT_EQ(pairs[1].state, State::malformed);
}

TEST_F(Formats, TwoTextsCorrespondLineByLine) {
  const auto source = folder_.write("a.en", "a\nb\nc\n"), target = folder_.write("a.fr", "A\nB\n");
  const auto pairs = read({source, target});
  EXPECT_EQ(listed(pairs), "1 a|A; 2 b|B; 3 c|");
  EXPECT_EQ(pairs[2].state, State::alone);
  EXPECT_EQ(test::thrown_error([&] { read({source}); }).where(), source);
}

TEST_F(Formats, SeveralFilesAreReadInTurn) {
  const auto pairs = read({folder_.write("a.tsv", "a\tb\n"), folder_.write("a.en", "c\n"),
                           folder_.write("a.fr", "d\n"), folder_.write("b.csv", "e,f\n")});
  EXPECT_EQ(listed(pairs), "1 a|b; 1 c|d; 1 e|f");
  EXPECT_EQ(pairs[1].file, 1U);
  EXPECT_EQ(pairs[2].file, 3U);
}

TEST_F(Formats, PoHasPluralsDraftsAndContexts) {
  const auto pairs = read({folder_.write("a.po",
                                         "msgid \"\"\nmsgstr \"Language: fr\\n\"\n\n"
                                         "# note\nmsgid \"Open\"\nmsgstr \"Ouvrir\"\n\n"
                                         "msgctxt \"x\"\nmsgid \"%d \"\n\"file\"\n"
                                         "msgid_plural \"%d files\"\nmsgstr[0] \"%d fichier\"\n"
                                         "msgstr[1] \"%d fichiers\"\n\n"
                                         "#, fuzzy\nmsgid \"a \\\"b\\\"\"\nmsgstr \"c\"\n"
                                         "#~ msgid \"old\"\n#~ msgstr \"vieux\"\n"
                                         "msgid \"new\"\nmsgstr \"\"\n")});
  EXPECT_EQ(listed(pairs),
            "5 Open|Ouvrir; 9 %d file|%d fichier; 9 %d files|%d fichiers; 16 a \"b\"|c; 20 new|");
  EXPECT_EQ(pairs[3].state, State::unfinished);
  EXPECT_EQ(pairs[4].state, State::whole);
}

/// A catalogue as msgfmt writes it.
std::string mo(const std::vector<std::pair<std::string, std::string>>& entries, bool is_big) {
  std::string numbers, strings;
  const auto add = [&](uint32_t number) {
    for (unsigned i = 0; i < 4; ++i) {
      numbers += static_cast<char>(number >> 8U * (is_big ? 3 - i : i) & 0xFFU);
    }
  };
  const auto count = static_cast<uint32_t>(entries.size());
  constexpr uint32_t kHead = 28;
  for (const uint32_t number : {0x950412DEU, 0U, count, kHead, kHead + 8 * count, 0U, 0U}) {
    add(number);
  }
  const uint32_t begin = kHead + 16 * count;
  for (const auto member : {0, 1}) {
    for (const auto& [id, translation] : entries) {
      const auto& text = member == 0 ? id : translation;
      add(static_cast<uint32_t>(text.size()));
      add(begin + static_cast<uint32_t>(strings.size()));
      strings += text + '\0';
    }
  }
  return numbers + strings;
}

TEST_F(Formats, MoIsReadInEitherByteOrder) {
  for (const bool is_big : {false, true}) {
    const auto content = mo({{"", "Language: fr"},
                             {"menu\4Open", "Ouvrir"},
                             {"a file\0files"s, "un fichier\0fichiers"s}},
                            is_big);
    EXPECT_EQ(listed("a.mo", content), "2 Open|Ouvrir; 3 a file|un fichier; 3 files|fichiers");
    EXPECT_THROW(listed("b.mo", content.substr(0, content.size() / 2)), Error);
  }
}

constexpr auto kTmx = R"(<?xml version="1.0"?>
<!-- <tu> -->
<tmx version="1.4"><header srclang="en" segtype="sentence"/><body>
<tu><tuv xml:lang="fr"><seg>Le <hi>chat</hi> &amp; moi</seg></tuv>
<tuv xml:lang="en-US"><seg>The <bpt i="1">&lt;b></bpt>cat<ept i="1"/> &amp; me</seg></tuv></tu>
<tu><tuv xml:lang="de"><seg>Hund</seg></tuv></tu>
<tu><tuv xml:lang="EN"><seg>dog</seg></tuv></tu>
<tu><tuv xml:lang="en"><seg>bad & worse</tuv></tu>
</body></tmx>)";

TEST_F(Formats, TmxHasUnitsInLanguages) {
  const auto pairs = read({folder_.write("a.tmx", kTmx)});
  EXPECT_EQ(listed(pairs), "4 The cat & me|Le chat & moi; 7 dog|; 8 |");
  EXPECT_EQ(pairs[1].state, State::one_column);
  EXPECT_EQ(pairs[2].state, State::malformed);
}

TEST_F(Formats, XmlThatIsCutOffOrNotUtf8IsRefused) {
  const std::string whole = kTmx;
  const auto cut = folder_.write("a.tmx", whole.substr(0, whole.find("</tu>")));
  const auto error = test::thrown_error([&] { read({cut}); });
  EXPECT_EQ(error.problem(), "ends in the middle of an element or a tag");
  const auto other = folder_.write("b.tmx", "<?xml version=\"1.0\" encoding='ISO-8859-1'?><tmx/>");
  EXPECT_EQ(test::thrown_error([&] { read({other}); }).problem(),
            "is ISO-8859-1, but must be UTF-8");
}

TEST_F(Formats, TmxGivesTheLanguagesThatOneNames) {
  EXPECT_EQ(listed("a.tmx", kTmx, {.source_language = "fr", .target_language = "en"}).substr(0, 31),
            "4 Le chat & moi|The cat & me; 7");
}

TEST_F(Formats, XliffIsReadInBothVersions) {
  EXPECT_EQ(listed("a.xlf", R"(<xliff version="1.2"><file><body><trans-unit id="1">
<source>Save <g id="1">all</g><x id="2"/></source><seg-source>no</seg-source><target>Tout
enregistrer</target><alt-trans><target>Rien</target></alt-trans></trans-unit>
<trans-unit id="2"><source>new</source></trans-unit></body></file></xliff>)"),
            "1 Save all|Tout\nenregistrer; 4 new|");
  EXPECT_EQ(listed("b.xliff", R"(<xliff version="2.0" srcLang="en" trgLang="fr"><file id="f">
<unit id="u"><segment><source>A<ph id="1"/> b</source><target>C</target></segment><segment>
<source>d</source><target>e</target></segment></unit></file></xliff>)"),
            "2 A b|C; 2 d|e");
}

TEST_F(Formats, GzippedFilesAreRead) {
  GzipStream gzip;
  auto content = gzip.add("a\tb\n");
  content += gzip.end();
  EXPECT_EQ(listed("a.tsv.gz", content), "1 a|b");
  const auto error =
      test::thrown_error([&] { listed("b.tsv.gz", content.substr(0, content.size() - 4)); });
  EXPECT_NE(error.problem().find("ends too early"), std::string::npos);
}

/// Files as other programs pack them; nothing if one is not there.
std::string packed_by(const std::string& command, const test::TemporaryFolder& folder,
                      const std::string& result) {
  const auto line = "cd '" + folder.path().string() + "' && " + command + " >/dev/null 2>&1";
  return std::system(line.c_str()) == 0 ? folder.read(result) : "";
}

TEST_F(Formats, FilesOfXzAndZstandardAreRead) {
  std::string lines;
  for (int line = 0; line < 50'000; ++line) lines += std::to_string(line) + "\tb\n";
  folder_.write("a.tsv", lines);
  for (const std::string suffix : {"xz", "zst"}) {
    const auto content =
        packed_by((suffix == "xz" ? "xz -k" : "zstd -q") + " a.tsv"s, folder_, "a.tsv." + suffix);
    if (content.empty()) continue;
    EXPECT_EQ(read({folder_ / ("a.tsv." + suffix)}).size(), 50'000U);
    EXPECT_THROW(listed("cut.tsv." + suffix, content.substr(0, content.size() / 2)), Error);
    auto damaged = content;
    damaged[damaged.size() / 2] ^= 0x55;
    EXPECT_THROW(listed("damaged.tsv." + suffix, damaged), Error);
  }
}

TEST_F(Formats, MosesArchivesHaveTwoTexts) {
  std::string lines;
  for (int line = 0; line < 20'000; ++line) lines += "line " + std::to_string(line) + '\n';
  folder_.write("Books.en-fr.fr", lines);
  folder_.write("Books.en-fr.en", lines);
  folder_.write("README", "read me");
  const auto content = packed_by("python3 -m zipfile -c a.zip README Books.en-fr.fr Books.en-fr.en",
                                 folder_, "a.zip");
  if (content.empty()) GTEST_SKIP() << "no python3";
  const auto reader = open_pairs({folder_ / "a.zip"});
  EXPECT_EQ(reader->files().at(0).path, folder_ / "a.zip/Books.en-fr.en");
  EXPECT_EQ(read({folder_ / "a.zip"}).size(), 20'000U);
  for (size_t size = 0; size + 1 < content.size(); size += content.size() / 50) {
    EXPECT_THROW(listed("cut.zip", content.substr(0, size)), Error) << size;
  }
  folder_.write("only.txt", "x");
  packed_by("python3 -m zipfile -c b.zip only.txt", folder_, "b.zip");
  EXPECT_NE(test::thrown_error([&] { read({folder_ / "b.zip"}); }).problem().find("only.txt"),
            std::string::npos);
}

}  // namespace
}  // namespace regard::bitext
