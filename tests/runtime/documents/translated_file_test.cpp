#include "documents/translated_file.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "regard/base/error.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard::documents {
namespace {

TEST(TranslatedFile, IsTheOutputOrIsNamedWithinIt) {
  const test::TemporaryFolder folder;
  folder.write("a.srt/there", "");
  EXPECT_EQ(target_of("films/a.srt", "b.srt"), "b.srt");
  EXPECT_EQ(target_of("films/a.srt", "there"), "there/a.srt");
  EXPECT_EQ(target_of("films/a.srt", "b.srt/"), "b.srt/a.srt");
  EXPECT_EQ(target_of("films/a.srt", folder / "a.srt"), folder / "a.srt/a.srt") << "a folder";
  EXPECT_EQ(target_of("a.htm", "b.html"), "b.html") << "the format is the same";
  const auto error = test::thrown_error([] { target_of("films/a.srt", "b.vtt"); });
  EXPECT_EQ(error.where(), "films/a.srt");
  EXPECT_EQ(error.problem(), "becomes SubRip subtitles, but the output would be WebVTT subtitles");
}

TEST(TranslatedFile, AppearsWhenItIsComplete) {
  const test::TemporaryFolder folder;
  const auto source = folder.write("a.txt", "One.\n\nTwo.\n"), target = folder / "b/a.txt";
  std::vector<size_t> reports;
  const auto translate = [&](const std::vector<std::string>& texts, bool) {
    EXPECT_FALSE(std::filesystem::exists(target));
    std::vector<TranslatedText> found;
    for (const auto& text : texts) found.push_back({.text = "<" + text + ">"});
    return found;
  };
  const auto report = [&](size_t done, size_t all) { reports.insert(reports.end(), {done, all}); };
  EXPECT_TRUE(
      translate_file(source, target, {.translate_units = translate, .report = report}).empty());
  EXPECT_EQ(folder.read("b/a.txt"), "<One.>\n\n<Two.>\n");
  EXPECT_EQ(reports, (std::vector<size_t>{2, 2}));
}

TEST(TranslatedFile, DoesNotReplaceItsSource) {
  const test::TemporaryFolder folder;
  const auto source = folder.write("a.txt", "One.\n");
  EXPECT_THROW(translate_file(source, source, {}), Error);
  EXPECT_EQ(folder.read("a.txt"), "One.\n");
}

}  // namespace
}  // namespace regard::documents
