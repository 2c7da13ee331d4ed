#include "regard/corpus/token_file.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <cstddef>
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

// The checksum is right: only what the file says of itself is wrong.
TEST_F(TokenFileTest, IsNotTakenWhereItPointsOutsideOfItself) {
  write_two_texts();
  const auto whole = folder.read("tokens");
  const auto with_checksum = [](std::string bytes) {
    bytes.resize(bytes.size() - sizeof(uint32_t));
    const auto checksum = static_cast<uint32_t>(
        crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
    return bytes.append(reinterpret_cast<const char*>(&checksum), sizeof(checksum));
  };
  const auto is_taken = [&](const std::string& bytes) {
    folder.write("tokens", with_checksum(bytes));
    return TokenFile::open(path, "key").has_value();
  };
  EXPECT_TRUE(is_taken(whole));
  auto far_block = whole;
  far_block.replace(whole.find(R"("blocks":[16])"), 13, R"("blocks":[99])");
  EXPECT_FALSE(is_taken(far_block));
  auto many_tokens = whole;
  many_tokens[16 + offsetof(TokenFileEntry, source) + 1] = 1;  // 256 more
  EXPECT_FALSE(is_taken(many_tokens));
  auto long_json = whole;
  long_json[whole.size() - sizeof(uint32_t) - 1] = 1;  // the highest byte of its size
  EXPECT_FALSE(is_taken(long_json));
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
