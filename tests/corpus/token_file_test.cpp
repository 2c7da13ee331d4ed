#include "regard/corpus/token_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "support/base/temporary_folder.h"

namespace regard::corpus {
namespace {

using Ids = std::vector<int64_t>;
using Tokens = std::vector<int32_t>;

constexpr CleaningReport kReport = {
    .read = 9, .empty = 1, .identical = 0, .duplicates = 2, .too_long = 3, .ratio = 1};

Tokens copy(std::span<const int32_t> tokens) { return {tokens.begin(), tokens.end()}; }

class TokenFileTest : public testing::Test {
 protected:
  void write_two_texts() const {
    TokenFileWriter writer(path, "key");
    writer.begin_text();
    writer.add(Ids{5, 6, 3}, Ids{7, 3}, 1);
    writer.begin_text();
    writer.add(Ids{3}, Ids{8, 9, 10, 3}, 40);
    writer.commit(kReport);
  }

  const test::TemporaryFolder folder;
  const std::string path = folder / "tokens";
};

TEST_F(TokenFileTest, GivesBackWhatWasWritten) {
  write_two_texts();
  const auto file = TokenFile::open(path, "key");
  ASSERT_TRUE(file);
  ASSERT_EQ(file->size(), 2U);
  EXPECT_EQ(copy(file->source(0)), (Tokens{5, 6, 3}));
  EXPECT_EQ(copy(file->target(0)), (Tokens{7, 3}));
  EXPECT_EQ(copy(file->source(1)), (Tokens{3}));
  EXPECT_EQ(copy(file->target(1)), (Tokens{8, 9, 10, 3}));
  EXPECT_EQ(file->line(1), 40);
  EXPECT_EQ(file->first_examples(), (std::vector<size_t>{0, 1}));
  EXPECT_EQ(file->report().table(), kReport.table());
}

TEST_F(TokenFileTest, HoldsMoreExamplesThanABlock) {
  const size_t examples = 2 * kExamplesOfABlock + 7;
  const auto source_of = [](size_t i) { return Ids(i % 5 + 1, static_cast<int64_t>(i)); };
  const auto target_of = [](size_t i) { return Ids(i % 3 + 1, static_cast<int64_t>(i) + 1); };
  TokenFileWriter writer(path, "key");
  writer.begin_text();
  for (size_t i = 0; i < examples; ++i) {
    writer.add(source_of(i), target_of(i), static_cast<int64_t>(3 * i));
  }
  writer.commit(kReport);
  const auto file = TokenFile::open(path, "key");
  ASSERT_TRUE(file);
  ASSERT_EQ(file->size(), examples);
  for (size_t i = 0; i < examples; ++i) {
    const auto source = source_of(i), target = target_of(i);
    ASSERT_TRUE(
        std::equal(source.begin(), source.end(), file->source(i).begin(), file->source(i).end()));
    ASSERT_TRUE(
        std::equal(target.begin(), target.end(), file->target(i).begin(), file->target(i).end()));
    ASSERT_EQ(file->line(i), static_cast<int64_t>(3 * i));
  }
}

TEST_F(TokenFileTest, OfAnotherKeyIsNotTaken) {
  write_two_texts();
  EXPECT_FALSE(TokenFile::open(path, "another"));
}

TEST_F(TokenFileTest, ThatIsNotThereIsNotTaken) { EXPECT_FALSE(TokenFile::open(path, "key")); }

TEST_F(TokenFileTest, IsNotTakenWithAnyByteChanged) {
  write_two_texts();
  const auto whole = folder.read("tokens");
  for (size_t i = 0; i < whole.size(); ++i) {
    auto damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    folder.write("tokens", damaged);
    ASSERT_FALSE(TokenFile::open(path, "key")) << "byte " << i;
  }
}

TEST_F(TokenFileTest, IsNotTakenWithAnyEndCutOff) {
  write_two_texts();
  const auto whole = folder.read("tokens");
  for (size_t size = 0; size < whole.size(); ++size) {
    folder.write("tokens", whole.substr(0, size));
    ASSERT_FALSE(TokenFile::open(path, "key")) << size << " bytes";
  }
  folder.write("tokens", whole + '\0');
  EXPECT_FALSE(TokenFile::open(path, "key"));
}

TEST_F(TokenFileTest, AppearsOnlyWhenItIsWhole) {
  {
    TokenFileWriter writer(path, "key");
    writer.begin_text();
    writer.add(Ids{3}, Ids{3}, 1);
    EXPECT_FALSE(std::filesystem::exists(path));
  }
  EXPECT_TRUE(folder.names().empty());
}

}  // namespace
}  // namespace regard::corpus
