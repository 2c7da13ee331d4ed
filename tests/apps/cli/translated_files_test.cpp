#include "cli/translated_files.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/log.h"
#include "base/utf8.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard::cli {
namespace {

using Words = std::vector<std::string>;

TEST(TranslatedFiles, AreRecognizedAmongTheArgumentsAndKeepTheirNames) {
  const test::TemporaryFolder folder;
  const auto page = folder.write("page.html", ""), film = folder.write("film.srt", "");
  Words words = {"runs/a", page, film};
  const auto files = take_files(words, folder / "there");
  EXPECT_EQ(words, Words{"runs/a"});
  EXPECT_EQ(files.sources, (Words{page, film}));
  EXPECT_EQ(files.targets, (Words{folder / "there/page.html", folder / "there/film.srt"}));
}

TEST(TranslatedFiles, OfAnUnknownSuffixAreRefused) {
  const test::TemporaryFolder folder;
  const auto page = folder.write("b.page", "Hello.");
  for (const auto* output : {"there", "-"}) {
    Words words = {page};
    const auto error = test::thrown_error([&] { take_files(words, output); });
    EXPECT_EQ(error.where(), page);
    EXPECT_EQ(error.problem(), "is not in a format that regard translates");
    for (const auto* part : {"regard translate --help", "--input "}) {
      EXPECT_NE(error.remedy().find(part), std::string::npos) << error.remedy();
    }
  }
}

TEST(TranslatedFiles, WithoutASuffixAreRefusedForAFolder) {
  const test::TemporaryFolder folder;
  const auto page = folder.write("noext", "Hello.");
  for (const auto& output : {folder / "there/", folder.path().string()}) {
    Words words = {page};
    const auto error = test::thrown_error([&] { take_files(words, output); });
    EXPECT_EQ(error.where(), page);
    EXPECT_EQ(error.problem(), "has no suffix, so its format is not known");
  }
  Words words = {"Hello"};
  EXPECT_TRUE(take_files(words, folder / "there/").sources.empty());
}

TEST(TranslatedFiles, AreNotWrittenToStandardOutput) {
  const test::TemporaryFolder folder;
  const Words file = {folder.write("a.txt", "")};
  auto words = file;
  EXPECT_EQ(test::thrown_error([&] { take_files(words, "-"); }).problem(),
            "is a file, but no output is named");
  words = file;
  EXPECT_EQ(test::thrown_error([&] { take_files(words, "-", true); }).problem(),
            "is a file, but files are not written to standard output");
}

TEST(TranslatedFiles, AreNotWrittenToTheNameOfOneFile) {
  const test::TemporaryFolder folder;
  const Words both = {folder.write("a.txt", ""), folder.write("b.txt", "")};
  auto words = both;
  const auto error = test::thrown_error([&] { take_files(words, folder / "f.txt"); });
  EXPECT_EQ(error.problem(), "is one file, but 2 files are to be translated");
  words = both;
  EXPECT_EQ(take_files(words, folder / "f.txt/").targets.size(), 2U);
}

TEST(TranslatedFiles, ThatAreMissingAreNoTextsForAFileOfTheirKind) {
  Words words = {"My leter.docx"};
  const auto error = test::thrown_error([&] { take_files(words, "letter-fr.docx"); });
  EXPECT_EQ(error.where(), "My leter.docx");
  EXPECT_EQ(error.problem(), "no such file");
  words = {"Please open letter.docx", "Hello."};
  EXPECT_TRUE(take_files(words, "answer.txt").sources.empty());
}

TEST(TranslatedFiles, ThatAreMissingAreNoWordsToTranslate) {
  for (const auto* word : {"missing.txt", "guide.docx"}) {
    Words words = {word};
    const auto error = test::thrown_error([&] { take_files(words, "-"); });
    EXPECT_EQ(error.where(), word);
    EXPECT_EQ(error.problem(), "no such file");
  }
  Words words = {"https://example.org/index.html", "See guide.docx"};
  EXPECT_TRUE(take_files(words, "-").sources.empty());
}

TEST(TranslatedFiles, AreNoWordsWithoutASuffixAndNoModels) {
  const test::TemporaryFolder folder;
  folder.write("run/config.yaml", "");
  Words words = {folder.write("LICENSE", ""), folder.write("a.regard", ""), folder / "run",
                 "missing.page"};
  const auto before = words;
  EXPECT_TRUE(take_files(words, folder / "there").sources.empty());
  EXPECT_EQ(words, before);
}

class TranslatedFilesTest : public testing::Test {
 protected:
  TranslatedFilesTest() { set_quiet(true); }
  ~TranslatedFilesTest() override { set_quiet(false); }

  TranslatedFiles taken(std::vector<std::string> words, const std::string& output) const {
    return take_files(words, output);
  }

  /// Translates into capitals; fails after `most` texts.
  void translate(const TranslatedFiles& files, size_t most = SIZE_MAX, bool is_bilingual = false) {
    const auto capitals = [&](const std::vector<std::string>& texts, bool) {
      std::vector<documents::TranslatedText> translations;
      if (asked_ + texts.size() > most) throw std::runtime_error("killed");
      asked_ += texts.size();
      for (const auto& text : texts) translations.push_back({.text = upper_ascii(text)});
      return translations;
    };
    translate_files(files, {.options = {.source_language = "en", .target_language = "fr"},
                            .translate_units = capitals,
                            .is_bilingual = is_bilingual,
                            .key = "model"});
  }

  test::TemporaryFolder folder_;
  size_t asked_ = 0;
};

TEST_F(TranslatedFilesTest, ContinueAfterAnInterruption) {
  std::string text, wanted;
  for (int line = 0; line < 1000; ++line) {
    text += str("Line ", line, ".\n\n");
    wanted += str("LINE ", line, ".\n\n");
  }
  const auto files = taken({folder_.write("a.txt", text)}, folder_ / "out/");
  EXPECT_THROW(translate(files, 500), std::runtime_error);
  const size_t before = asked_;
  EXPECT_GT(before, 200U);
  EXPECT_FALSE(is_there(folder_ / "out/a.txt"));
  EXPECT_TRUE(is_there(folder_ / "out/a.txt.unfinished"));
  translate(files);
  EXPECT_EQ(asked_, 1000U);
  EXPECT_EQ(test::content_of(folder_ / "out/a.txt"), wanted);
  EXPECT_FALSE(is_there(folder_ / "out/a.txt.unfinished"));
}

TEST_F(TranslatedFilesTest, StartAgainIfTheirSourceHasChanged) {
  const auto files = taken({folder_.write("a.md", "# One\n\n**two**\n")}, folder_ / "out/");
  EXPECT_THROW(translate(files, 0), std::runtime_error);
  folder_.write("a.md", "# One\n\nthree\n");
  translate(files);
  EXPECT_EQ(asked_, 2U);
}

TEST_F(TranslatedFilesTest, HaveABilingualPageAndMemoryNextToThem) {
  translate(taken({folder_.write("a.html", "<p>A cat</p>")}, folder_ / "out/"), SIZE_MAX, true);
  const auto page = test::content_of(folder_ / "out/a.html.bilingual.html");
  EXPECT_NE(page.find("<td lang=\"en\">A cat</td><td lang=\"fr\">A CAT</td>"), std::string::npos);
  const auto memory = test::content_of(folder_ / "out/a.html.bilingual.tmx");
  EXPECT_NE(memory.find("<tuv xml:lang=\"fr\"><seg>A CAT</seg></tuv>"), std::string::npos);
}

TEST_F(TranslatedFilesTest, ReplaceNoOtherInputOrOutput) {
  const auto page = folder_.write("x.txt.bilingual.html", "<p>A cat</p>");
  const auto text = folder_.write("x.txt", "A cat\n");
  const auto both = taken({page, text}, folder_ / "out/");
  EXPECT_EQ(test::thrown_error([&] { translate(both, SIZE_MAX, true); }).problem(),
            "would be written twice");
  const auto terms = folder_.write("terms/g.txt", "cat\tchat\n");
  const auto files = taken({folder_.write("g.txt", "A cat\n")}, folder_ / "terms/");
  EXPECT_THROW(translate_files(files, {}, {terms}), Error);
  EXPECT_EQ(test::content_of(terms), "cat\tchat\n");
}

TEST_F(TranslatedFilesTest, HaveTheSuffixOfTheirNewFormat) {
  const auto pdf = folder_.write("a.pdf", "%PDF"), text = folder_.write("a.txt", "");
  EXPECT_EQ(taken({pdf}, folder_ / "out/").targets, std::vector{folder_ / "out/a.txt"});
  EXPECT_EQ(taken({pdf}, folder_ / "b.txt").targets, std::vector{folder_ / "b.txt"});
  EXPECT_EQ(test::thrown_error([&] {
              taken({pdf, text}, folder_ / "out/");
            }).problem(),
            str("two files become a.txt, and both would be written to ", folder_ / "out/"));
  EXPECT_EQ(test::thrown_error([&] { taken({pdf}, folder_ / "b.pdf"); }).problem(),
            "becomes plain text, but the output would be a PDF document");
}

}  // namespace
}  // namespace regard::cli
