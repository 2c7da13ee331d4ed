#include "corpus/hold_out.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "support/base/temporary_folder.h"

namespace regard::corpus {
namespace {

class TextHashesTest : public testing::Test {
 protected:
  TextHashesTest() {
    data.train = {{.source = folder.write("a.en", "a\nb\n"), .target = folder.write("a.fr", "")}};
    data.valid = config::ParallelText{.tsv = folder.write("valid.tsv", "a\tb\n")};
  }

  std::string list() const { return TextHashes().list(data); }
  std::vector<std::string> changed(const std::string& before) const {
    return changed_texts(before, list());
  }

  const test::TemporaryFolder folder;
  config::DataOptions data;
};

TEST_F(TextHashesTest, AreListedAsSha256sumWritesThem) {
  // printf 'a\nb\n' | sha256sum; sha256sum </dev/null; printf 'a\tb\n' | sha256sum
  EXPECT_EQ(list(), "911169ddaaf146aff539f58c26c489af3b892dff0fe283c1c264c65ae5aa59a2  " +
                        (folder / "a.en") +
                        "\ne3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  " +
                        (folder / "a.fr") +
                        "\n5dd1197866f479824d9b483e1b7ae9ad3e518f3b4fd447c6b92d127dda6178c5  " +
                        (folder / "valid.tsv") + "\n");
}

TEST_F(TextHashesTest, TellWhichTextHasADifferentWordLineOrOrder) {
  const auto before = list();
  EXPECT_EQ(changed(before), std::vector<std::string>());
  for (const auto* text : {"a\nc\n", "a\n", "b\na\n", "a\nb\n\n", ""}) {
    folder.write("a.en", text);
    EXPECT_EQ(changed(before), std::vector{folder / "a.en"}) << text;
  }
  folder.write("valid.tsv", "a\tc\n");
  EXPECT_EQ(changed(before), (std::vector{folder / "a.en", folder / "valid.tsv"}));
  folder.write("a.en", "a\nb\n");
  folder.write("valid.tsv", "a\tb\n");
  EXPECT_EQ(changed(before), std::vector<std::string>());
}

TEST_F(TextHashesTest, LeaveOutAPipeAndAFileThatIsGone) {
  const auto before = list();
  std::filesystem::remove(folder / "a.en");
  std::filesystem::remove(folder / "a.fr");
  ASSERT_EQ(::mkfifo((folder / "a.fr").c_str(), 0600), 0);
  EXPECT_EQ(changed(before), std::vector<std::string>());
}

TEST_F(TextHashesTest, TellNothingIfTheListIsDamaged) {
  for (const std::string list : {"", "\n\n", "abc", "x  y\n"}) EXPECT_TRUE(changed(list).empty());
}

TEST_F(TextHashesTest, ReadAFileOnce) {
  TextHashes hashes;
  const auto first = hashes.of(folder / "a.en");
  folder.write("a.en", "other");
  EXPECT_EQ(hashes.of(folder / "a.en"), first);
}

}  // namespace
}  // namespace regard::corpus
