#include "findings/inspection.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "base/utf8.h"
#include "findings/clean.h"
#include "findings/messy_file.h"
#include "serve/languages.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"
#include "text/data_files.h"

namespace regard::findings {
namespace {

LanguageGuess language_of(std::string_view text) {
  static const serve::LanguageDetector kDetector(serve::named_languages());
  const auto [language, confidence] = kDetector.of_line(text);
  return {language, confidence};
}

class Inspected : public testing::Test {
 protected:
  Inspection inspection_of(const std::string& content) const {
    return {.files = {folder_.write("pairs.tsv", content)}, .language_of = language_of};
  }
  Report report_of(const std::string& content) const { return inspect(inspection_of(content)); }

  static const Finding& finding(const Report& report, const std::string& kind) {
    return *std::ranges::find(report.findings, kind, [](const auto& one) { return one.kind.name; });
  }

  /// The kinds in the file of rejected lines: each line up to its first tab.
  std::multiset<std::string> kinds_of_rejected() const {
    std::multiset<std::string> kinds;
    std::istringstream in(folder_.read("rejected.tsv"));
    for (std::string line; std::getline(in, line);) {
      const size_t begin = line.find('\t') + 1;
      kinds.insert(line.substr(begin, line.find('\t', begin) - begin));
    }
    return kinds;
  }

  test::TemporaryFolder folder_;
};

TEST_F(Inspected, AMessyFileShowsEachKindOfDirt) {
  const auto messy = test::messy_file();
  const auto report = report_of(messy.content);
  EXPECT_EQ(report.source_language, "en");
  EXPECT_EQ(report.target_language, "fr");
  EXPECT_TRUE(report.files.at(0).has_byte_order_mark);
  for (const auto& [kind, count] : messy.dirt) {
    if (kind == "misaligned") {  // 5 targets are "Oui.", 3 have hundreds of words
      EXPECT_GE(finding(report, kind).count, count * 9 / 10);
      EXPECT_LE(finding(report, kind).count, count + 20);
    } else if (kind == "sentences") {
      EXPECT_GE(finding(report, kind).count, count);
    } else {
      EXPECT_EQ(finding(report, kind).count, count) << kind;
    }
    EXPECT_EQ(finding(report, kind).examples.size(),
              static_cast<size_t>(std::min<int64_t>(count, 3)));
  }
  for (const auto& one : report.findings) {
    if (messy.dirt.contains(std::string(one.kind.name))) continue;
    EXPECT_EQ(one.count, 0) << one.kind.name;
  }
}

TEST_F(Inspected, ItIsCleanedWithEachDroppedLineKept) {
  const auto messy = test::messy_file();
  const auto inspection = inspection_of(messy.content);
  const CleanOptions options = {.output = folder_ / "clean.tsv",
                                .rejected = folder_ / "rejected.tsv"};
  const auto report = clean(inspection, options);
  const auto kinds = kinds_of_rejected();
  EXPECT_EQ(std::ssize(kinds) + report.kept, report.pairs);
  for (const std::string kind : {"nul", "empty", "duplicate", "one-column", "columns", "long"}) {
    EXPECT_EQ(std::ssize(kinds) > 0 ? static_cast<int64_t>(kinds.count(kind)) : 0,
              messy.dirt.at(kind))
        << kind;
  }
  EXPECT_EQ(kinds.count("swapped"), 0U);  // repaired, so not rejected
  const auto first = folder_.read("clean.tsv");
  clean(inspection, options);
  EXPECT_EQ(folder_.read("clean.tsv"), first);

  const auto again = inspect({.files = {folder_ / "clean.tsv"}, .language_of = language_of});
  EXPECT_EQ(again.pairs, report.kept);
  for (const auto& one : again.findings) {
    const bool may_be = one.kind.action == Action::keep || one.kind.name == "misaligned";
    EXPECT_TRUE(may_be || one.count == 0) << one.kind.name;
  }
}

TEST_F(Inspected, LinesInWindows1252AreMendedAndOthersStay) {
  const auto inspection =
      inspection_of("caf\u00E9\tcaf\u00E9s\nI quit\tj'ai quitt\xE9 \x93l\xE0\x94\n");
  EXPECT_EQ(clean(inspection, {.output = folder_ / "clean.tsv"}).mended, 1);
  EXPECT_EQ(folder_.read("clean.tsv"),
            "caf\u00E9\tcaf\u00E9s\nI quit\tj'ai quitt\u00E9 \u201Cl\u00E0\u201D\n");
}

TEST_F(Inspected, RemnantsOfAnotherCharacterAreNotLetters) {
  const auto inspection = inspection_of(
      "By the window\tPar la fen\u00EAtre d\xC3\nBy the window\tPar la fen\xC3tre\n"
      "He is there\tIl est l\xC3\nHere\t\u00E7a\xFF\xFE\nIt was\tC\xE2\x80\u00E9t\u00E9\n"
      "age\t\xC2ge\nsummer\tl\u2019\xE9t\xE9\ncastle\tch\xE2teau\n");
  EXPECT_EQ(clean(inspection, {.output = folder_ / "clean.tsv"}).mended, 3);
  EXPECT_EQ(folder_.read("clean.tsv"),
            "age\t\u00C2ge\nsummer\tl\u2019\u00E9t\u00E9\ncastle\tch\u00E2teau\n");
  EXPECT_EQ(finding(inspect(inspection), "broken").count, 5);
}

TEST_F(Inspected, MarksInThePlaceOfLettersAreTheirRemnants) {
  const auto inspection = inspection_of(
      "French\tfran\xA7"
      "ais\nsummer\tl'\xA9t\xA9\nhead\tt\xAAte\nto Paris\tva \xA0 Paris\n"
      "He was\tIl \xC3tait\nteam\tl'\xC3quipe\nthe plane\tl\xE2\x80"
      "avion\n"
      "\xA9 2026\t\xA9 2026, 20 \xB0"
      "C, 5 m\xB2, n\xBA 5, Acme\x99\nSAO\tS\xC3O, fran\xE7"
      "ais\n");
  EXPECT_EQ(clean(inspection, {.output = folder_ / "clean.tsv"}).mended, 2);
  EXPECT_EQ(finding(inspect(inspection), "broken").count, 7);
}

TEST_F(Inspected, AFileOfSwappedPairsIsSwappedAsAWhole) {
  const auto sources = test::data_lines("train.en"), targets = test::data_lines("train.fr");
  std::string lines;
  for (size_t at = 0; at < 300; ++at) lines += targets[at] + '\t' + sources[at] + '\n';
  auto inspection = inspection_of(lines);
  inspection.options = {.from_language = "en", .to_language = "fr"};
  EXPECT_EQ(finding(inspect(inspection), "swapped").count, 300);
}

TEST_F(Inspected, APatternOfTheLinesDoesNotDecideTheLanguages) {
  const auto sources = test::data_lines("train.en"), targets = test::data_lines("train.fr");
  for (const size_t every : {3, 5, 6}) {
    std::string lines;
    for (size_t at = 0; at < 2400; ++at) {
      const bool is_swapped = at % every == 0;
      lines +=
          (is_swapped ? targets : sources)[at] + '\t' + (is_swapped ? sources : targets)[at] + '\n';
    }
    EXPECT_LE(finding(report_of(lines), "swapped").count, 2400 / every) << every;
  }
}

TEST_F(Inspected, ControlCharactersThatAreWindowsMarksAreMended) {
  const auto inspection =
      inspection_of("it's\tl\u0092\u00E9t\u00E9\u0085\na\tb\u0007\nc\td\u0081\n");
  EXPECT_EQ(clean(inspection, {.output = folder_ / "clean.tsv"}).mended, 3);
  EXPECT_EQ(folder_.read("clean.tsv"), "it's\tl\u2019\u00E9t\u00E9\u2026\na\tb\nc\td\n");
  const auto report = inspect(inspection);
  EXPECT_EQ(finding(report, "windows-1252").count, 1);
  EXPECT_EQ(finding(report, "control").count, 2);
}
TEST_F(Inspected, SeparatorsAmongControlCharactersBecomeBlanks) {
  clean(inspection_of("a\vb\tc\fd\u2028e\u2029f\n"), {.output = folder_ / "clean.tsv"});
  EXPECT_EQ(folder_.read("clean.tsv"), "a b\tc d e f\n");
}

TEST_F(Inspected, MacRomanIsMendedAsSuch) {
  const auto inspection = inspection_of(
      "summer\tl\xD5\x8Et\x8E\nhotel\tl'h\x99tel\nhost\tl\xD5h\x99te \x88 "
      "la\nAcme\xC2\xAE\tAcme\x99\nbeast\tB\xE6TE\n");
  clean(inspection, {.output = folder_ / "clean.tsv"});
  EXPECT_EQ(folder_.read("clean.tsv"),
            "summer\tl\u2019\u00E9t\u00E9\nhotel\tl'h\u00F4tel\nhost\tl\u2019h\u00F4te "
            "\u00E0 la\nAcme\u00AE\tAcme\u2122\nbeast\tB\u00CATE\n");
}

TEST_F(Inspected, AnotherScriptIsFoundInShortLines) {
  std::string lines;
  for (const std::string word : {"a", "b", "c", "d", "e", "f", "g", "h"}) {
    lines += "The " + word + "\tLe " + word + '\n';
  }
  const auto report =
      report_of(lines +
                "Yes\t\u0414\u0430\nYes\t\u0639\u0645\n\u4F60\u597D\tOui\n"
                "Greek (\u0395\u03BB)\tGrec (\u0395\u03BB)\n\u03C0 = 3\t3 = \u03C0\n");
  EXPECT_EQ(finding(report, "script").count, 3);
  EXPECT_EQ(finding(report, "script").examples.at(0).detail, "target is in Cyrillic");
  std::string russian;
  for (const std::string word : {"a", "b", "c", "d", "e", "f", "g", "h"}) {
    russian += "The " + word + "\t\u0414\u0430 \u0414\u0430 " + word + '\n';
  }
  EXPECT_EQ(finding(report_of(russian + "Linux\tLinux!\n"), "script").count, 0);
}

TEST_F(Inspected, AThirdLanguageIsFoundInShortSentencesWhoseWordsAreStrange) {
  std::string lines;
  const auto sources = test::data_lines("train.en"), targets = test::data_lines("train.fr");
  for (size_t at = 0; at < 1500; ++at) lines += sources[at] + '\t' + targets[at] + '\n';
  const auto before = finding(report_of(lines), "language").count;
  EXPECT_EQ(before, 0);
  const auto report = report_of(lines +
                                "Good morning, how are you?\tGuten Morgen, wie geht es dir?\n"
                                "See you tomorrow.\tCi vediamo domani alla stazione.\n");
  EXPECT_EQ(finding(report, "language").count, 2);
}

TEST_F(Inspected, ASideWithoutVisibleCharactersIsEmpty) {
  const auto report =
      report_of("a\tb\nc\t\u00A0\nd\t\u200B\u200E\ne\t\u3164\n\u2028\tf\ng\t\u00AD\nh\t\u00A0i\n");
  EXPECT_EQ(finding(report, "empty").count, 5);
}

TEST_F(Inspected, WhatUtf8ForbidsIsBroken) {
  const auto report = report_of(
      "a\tb\noverlong\t\xC0\xAF\xC1\x81\nhalves\t\xED\xA0\x80\xED\xB0\x80\n"
      "at\t\xC0 c\xF4t\xE9\n");
  EXPECT_EQ(finding(report, "broken").count, 2);
  EXPECT_EQ(finding(report, "windows-1252").count, 1);
}

TEST_F(Inspected, ATabAtTheEndIsNoColumn) {
  const auto inspection = inspection_of("a\tb\ni\tj\nc\td\t\ne\tf\t\t\ng\th\tx\n");
  clean(inspection, {.output = folder_ / "clean.tsv"});
  EXPECT_EQ(folder_.read("clean.tsv"), "a\tb\ni\tj\nc\td\ne\tf\n");
}

TEST_F(Inspected, NoGoodPairsAreAnError) {
  const auto inspection = inspection_of("a\t\n\tb\nc\tc\n");
  const auto error = test::thrown_error([&] {
    clean(inspection, {.output = folder_ / "clean.tsv", .rejected = folder_ / "rejected.tsv"});
  });
  EXPECT_EQ(error.problem(), "none of 3 pairs is good: 2 empty, 1 same");
  EXPECT_FALSE(is_there(folder_ / "clean.tsv"));
  EXPECT_EQ(kinds_of_rejected().size(), 3U);
}

TEST_F(Inspected, AnOutputOfAnotherFormatIsRefused) {
  const auto inspection = inspection_of("a\tb\n");
  for (const std::string name : {"a.tsv.xz", "a.tsv.zst", "a.csv", "a.TMX", "a.zip"}) {
    const auto error = test::thrown_error([&] { clean(inspection, {.output = folder_ / name}); });
    EXPECT_NE(error.problem().find("cannot be written as ."), std::string::npos) << name;
    EXPECT_NE(error.remedy().find(".tsv.gz"), std::string::npos);
    EXPECT_FALSE(is_there(folder_ / name));
  }
  clean(inspection, {.output = folder_ / "a.en-fr"});
}

TEST_F(Inspected, AWronglyNamedLanguageIsReported) {
  auto inspection = inspection_of(test::messy_file().content);
  inspection.options.from_language = "de";
  testing::internal::CaptureStderr();
  inspect(inspection);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("the sources look like en, not de"),
            std::string::npos);
}

TEST_F(Inspected, KindsAreDroppedOrKeptOnRequest) {
  const auto inspection = inspection_of("a 1\tb 2\nc\td\nc\td\n");
  const auto kept = [&](const Actions& actions) {
    return clean(inspection, {.output = folder_ / "clean.tsv", .actions = actions}).kept;
  };
  EXPECT_EQ(kept({}), 2);
  EXPECT_EQ(kept(actions_of({"numbers"}, {"duplicate"})), 2);
  EXPECT_EQ(folder_.read("clean.tsv"), "c\td\nc\td\n");
  const auto error = test::thrown_error([] { actions_of({"duplicates"}, {}); });
  EXPECT_EQ(error.remedy(), "did you mean 'duplicate'?");
  EXPECT_NE(test::thrown_error([] { actions_of({}, {"nul"}); }).problem(), "");
  EXPECT_EQ(test::thrown_error([] { actions_of({"numbers"}, {"numbers"}); }).problem(),
            "--drop numbers and --keep numbers cannot be combined");
}

TEST_F(Inspected, LeaksIntoTestTextsAreFound) {
  auto inspection = inspection_of(
      "The cat is on the mat.\tLe chat est l\u00E0.\nThank you.\tMerci.\nThank you!\tMerci "
      "bien.\n");
  inspection.against = {folder_.write("test.tsv", "the cat is on THE mat\tx\nThank you.\tMerci\n")};
  const auto report = inspect(inspection);
  EXPECT_EQ(finding(report, "leak").count, 2);
  EXPECT_EQ(finding(report, "leak").examples.at(1).where, inspection.files[0] + ":2");
}

TEST_F(Inspected, TestTextsThatCannotBeReadAreReported) {
  auto inspection = inspection_of("The cat is on the mat.\tLe chat est l\u00E0.\n");
  const auto warning_of = [&](const std::string& name, const std::string& text) {
    inspection.against = {folder_.write(name, text)};
    testing::internal::CaptureStderr();
    inspect(inspection);
    return testing::internal::GetCapturedStderr();
  };
  EXPECT_EQ(warning_of("test.csv", "a cat,un chat\n"), "");
  EXPECT_NE(warning_of("test.csv", "a cat,un chat\n\"a dog,un chien\nb,c\n")
                .find("test.csv:2: malformed or not UTF-8; leaks into 1 such pair are not found"),
            std::string::npos);
  EXPECT_NE(warning_of("test.en", "a cat\nthe caf\xE9\n\xE9t\xE9\n")
                .find("test.en:2: malformed or not UTF-8; leaks into 2 such pairs are not found"),
            std::string::npos);
  for (const std::string text : {"", "\n\n", "\"a,b\n"}) {
    const auto error = test::thrown_error([&] { warning_of("test.csv", text); });
    testing::internal::GetCapturedStderr();
    EXPECT_EQ(error.problem(), "has no text that pairs could leak into");
  }
}

TEST_F(Inspected, FurtherColumnsStay) {
  const auto inspection = inspection_of("a\tb\tlaw\nc\td\tgames\n");
  clean(inspection, {.output = folder_ / "clean.tsv"});
  EXPECT_EQ(folder_.read("clean.tsv"), "a\tb\tlaw\nc\td\tgames\n");
}

TEST_F(Inspected, AreCleanedIntoAFileOfTheCurrentFolder) {
  const auto inspection = inspection_of("a\tb\n");
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder_.path());
  clean(inspection, {.output = "clean.tsv", .rejected = "rejected.tsv"});
  std::filesystem::current_path(before);
  EXPECT_EQ(folder_.read("clean.tsv"), "a\tb\n");
  EXPECT_EQ(folder_.read("rejected.tsv"), "");
}

TEST_F(Inspected, TwoTextsOfDifferentLengthsAreRefused) {
  Inspection inspection = {
      .files = {folder_.write("a.en", "a\nb\n"), folder_.write("a.fr", "A\n")}};
  EXPECT_EQ(finding(inspect(inspection), "alone").count, 1);
  EXPECT_EQ(finding(inspect(inspection), "alone").kind.action, Action::stop);
  const auto error =
      test::thrown_error([&] { clean(inspection, {.output = folder_ / "clean.tsv"}); });
  EXPECT_NE(error.problem().find("different numbers of lines"), std::string::npos);
  EXPECT_FALSE(is_there(folder_ / "clean.tsv"));
}

TEST_F(Inspected, ReportsAreTextJsonAndPage) {
  const auto report = report_of("a <b>\tb\n\xE9\x81\td\n\x1B[0m\t\n");
  const auto text = text_of(report, 80);
  EXPECT_NE(text.find("broken"), std::string::npos);
  EXPECT_EQ(text.find('\x1B'), std::string::npos);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    EXPECT_LE(decode_utf8(line).size(), 120U) << line;
  const auto json = nlohmann::json::parse(json_of(report));
  EXPECT_EQ(json["pairs"], 3);
  EXPECT_EQ(json["findings"].size(), check_table().size());
  const auto page = page_of(report);
  EXPECT_NE(page.find("id=\"broken\""), std::string::npos);
  EXPECT_EQ(page.find("<b>"), std::string::npos);
}

}  // namespace
}  // namespace regard::findings
