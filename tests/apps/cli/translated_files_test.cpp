#include "cli/translated_files.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "regard/base/error.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard::cli {
namespace {

using Words = std::vector<std::string>;

TEST(TranslatedFiles, AreTakenOffTheWordsAndKeepTheirNames) {
  const test::TemporaryFolder folder;
  const auto page = folder.write("page.html", ""), film = folder.write("film.srt", "");
  Words words = {"runs/a", page, film};
  const auto files = take_files(words, folder / "there");
  EXPECT_EQ(words, Words{"runs/a"});
  EXPECT_EQ(files.sources, (Words{page, film}));
  EXPECT_EQ(files.targets, (Words{folder / "there/page.html", folder / "there/film.srt"}));
}

TEST(TranslatedFiles, OfAnUnknownSuffixAreRefusedWithTheKnownOnes) {
  const test::TemporaryFolder folder;
  const auto page = folder.write("b.page", "Hello.");
  for (const auto* output : {"there", "-"}) {
    Words words = {page};
    const auto error = test::thrown_error([&] { take_files(words, output); });
    EXPECT_EQ(error.where(), page);
    EXPECT_EQ(error.problem(), "is a file in no format that is translated");
    for (const auto* part : {".docx", ".po", "--input "}) {
      EXPECT_NE(error.remedy().find(part), std::string::npos) << error.remedy();
    }
  }
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

}  // namespace
}  // namespace regard::cli
