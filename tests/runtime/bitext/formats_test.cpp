#include <gtest/gtest.h>

#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "base/packed_folder.h"
#include "bitext/read_pairs.h"
#include "support/base/thrown_error.h"

namespace regard::bitext {
namespace {

using namespace std::string_literals;
using State = Pair::State;

using Formats = test::ReadPairs;

TEST_F(Formats, TsvHasTwoColumnsAndMore) {
  const auto pairs = read({folder_.write("a.tsv", "a\tb\r\n\nc\td\te\tf\nno tab\n")});
  EXPECT_EQ(listed(pairs), "1 a|b; 2 |; 3 c|d; 4 no tab|");
  EXPECT_EQ(pairs[2].more, "\te\tf");
  EXPECT_EQ(pairs[2].columns, 4);
  EXPECT_EQ(pairs[3].state, State::one_column);
  EXPECT_EQ(pairs[3].raw, "no tab");
}

TEST_F(Formats, TsvMayNameItsColumns) {
  EXPECT_EQ(listed("a.tsv", "en\tfr\ncat\tchat\n"), "2 cat|chat");
  EXPECT_EQ(listed("a.tsv", "cat\tchat\nen\tfr\n"), "1 cat|chat; 2 en|fr");
}

TEST_F(Formats, TsvMayHaveTheQuotesOfASpreadsheet) {
  EXPECT_EQ(listed("a.tsv", "\"The dog, \"\"Rex\"\"\"\t\"Le chien\"\n"),
            "1 The dog, \"Rex\"|\"Le chien\"");
}

TEST_F(Formats, TsvReadsTheNamedColumns) {
  const auto pairs =
      read({folder_.write("a.tsv", "1\ta\tx\tb\n")}, {.source_column = 4, .target_column = 2});
  EXPECT_EQ(listed(pairs), "1 b|a");
  EXPECT_EQ(pairs[0].more, "\t1\tx");
}

TEST_F(Formats, ATableIsReadWhereItHasText) {
  std::string ids, labels;
  for (int line = 0; line < 40; ++line) {
    const auto text = "The cat " + std::string(static_cast<size_t>(line), 'x');
    ids += "s-00" + std::to_string(line) + '\t' + text + "\tLe " + text + "\tlaw\n";
    labels +=
        std::string(line % 2 == 0 ? "law" : "games") + '\t' + text + "\t1.5\tLe " + text + '\n';
  }
  EXPECT_EQ(listed("a.tsv", ids).substr(0, 21), "1 The cat |Le The cat");
  EXPECT_EQ(listed("b.tsv", labels).substr(0, 21), "1 The cat |Le The cat");
  EXPECT_EQ(listed("b.tsv", labels, {.source_column = 1, .target_column = 2}).substr(0, 14),
            "1 law|The cat ");
  const auto reader = open_pairs({folder_ / "a.tsv"});
  EXPECT_NE(reader->files().at(0).note.find("columns 2 and 3"), std::string::npos);
  std::ranges::replace(ids, '\t', ';');
  EXPECT_EQ(listed("a.csv", "id;English;French;domain\n" + ids).substr(0, 21),
            "2 The cat |Le The cat");
}

TEST_F(Formats, APipeIsReadMoreThanOnce) {
  const auto path = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::thread writer([&] { std::ofstream(path) << "a\tb\nc\td\n"; });
  EXPECT_EQ(listed(read({path})), "1 a|b; 2 c|d");
  writer.join();
  EXPECT_EQ(listed(read({path})), "1 a|b; 2 c|d");
  EXPECT_NE(test::thrown_error([&] { read({"/dev/zero"}); }).problem(), "");
}

TEST_F(Formats, BytesThatAreNotTextStay) {
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

TEST_F(Formats, CsvHasTheSeparatorThatDividesMostRecordsAlike) {
  EXPECT_EQ(listed("a.csv", "\"One; two; three.\",\"Un ; deux.\"\nc,d\n"),
            "1 One; two; three.|Un ; deux.; 2 c|d");
  EXPECT_EQ(listed("b.csv", "\"The cat, sleeps\";\"Le chat dort.\"\nc;d\n"),
            "1 The cat, sleeps|Le chat dort.; 2 c|d");
  EXPECT_EQ(listed("c.csv", "Well, yes.;Eh bien, oui.\nc;d\ne;f, g\n"),
            "1 Well, yes.|Eh bien, oui.; 2 c|d; 3 e|f, g");
  EXPECT_EQ(listed("d.csv", "\"a\nb, c\";d\ne;f\n"), "1 a\nb, c|d; 3 e|f");
}

TEST_F(Formats, CsvWithAnOpenQuoteReadsNoFurtherLine) {
  const auto pairs = read({folder_.write("a.csv", "a,b\n\"c,d\n\"e\",f\ng,\"h\" i\nj,k\n")});
  ASSERT_EQ(pairs.size(), 5U);
  EXPECT_EQ(pairs[1].state, Pair::State::malformed);
  EXPECT_EQ(pairs[1].raw, "\"c,d");
  EXPECT_EQ(pairs[2].source, "e");
  EXPECT_EQ(pairs[2].number, 3);
  EXPECT_EQ(pairs[3].state, Pair::State::malformed) << "text behind the quote";
  EXPECT_EQ(pairs[4].source, "j");
}

TEST_F(Formats, CsvHasRecordsOfManyLines) {
  std::string text;
  for (int line = 1; line <= 500; ++line) text += "a \"\"line\"\", here\n";
  const auto pairs =
      read({folder_.write("a.csv", "a,b\n\"" + text + "\",c\nd,e\nf,\"g\n" + text + text)});
  ASSERT_GT(pairs.size(), 4U);
  EXPECT_EQ(pairs[1].source.size(), text.size() - 1000);
  EXPECT_EQ(pairs[1].target, "c");
  EXPECT_EQ(pairs[2].number, 503);
  EXPECT_EQ(pairs[2].source, "d");
  EXPECT_EQ(pairs[3].number, 504);
  EXPECT_EQ(pairs[3].state, Pair::State::malformed);
  EXPECT_EQ(pairs[3].raw, "f,\"g");
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

TEST_F(Formats, GzippedFilesAreRead) {
  GzipStream gzip;
  auto content = gzip.add("a\tb\n");
  content += gzip.end();
  EXPECT_EQ(listed("a.tsv.gz", content), "1 a|b");
  const auto error =
      test::thrown_error([&] { listed("b.tsv.gz", content.substr(0, content.size() - 4)); });
  EXPECT_NE(error.problem().find("is truncated"), std::string::npos);
}

/// Runs a program that packs files. Returns the result; empty if the program is missing.
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
  folder_.write("Talks.en-fr.en", "a\n");
  packed_by("python3 -m zipfile -c two.zip Books.en-fr.fr Books.en-fr.en Talks.en-fr.en", folder_,
            "two.zip");
  EXPECT_NE(open_pairs({folder_ / "two.zip"})->files().at(0).note.find("Talks.en-fr.en"),
            std::string::npos);
  for (const auto* name : {"X.de-en.de", "X.de-en.en", "X.en-fr.en", "X.en-fr.fr"}) {
    folder_.write(name, std::string(name) + '\n');
  }
  packed_by("python3 -m zipfile -c several.zip X.de-en.de X.de-en.en X.en-fr.en X.en-fr.fr",
            folder_, "several.zip");
  const auto named =
      open_pairs({folder_ / "several.zip"}, {.source_language = "en", .target_language = "fr"});
  EXPECT_EQ(named->files().at(0).path, folder_ / "several.zip/X.en-fr.en");
  folder_.write("only.txt", "x");
  packed_by("python3 -m zipfile -c b.zip only.txt", folder_, "b.zip");
  EXPECT_NE(test::thrown_error([&] { read({folder_ / "b.zip"}); }).problem().find("only.txt"),
            std::string::npos);
}

}  // namespace
}  // namespace regard::bitext
