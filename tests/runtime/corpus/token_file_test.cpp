#include "corpus/token_file.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard::corpus {
namespace {

using Ids = std::vector<int64_t>;
using Tokens = std::vector<int32_t>;

constexpr VocabularySizes kSizes = {.source = 20'000, .target = 20'000};
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
  const auto file = TokenFile::open(path, "key", kSizes);
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
    writer.add(source_of(i), target_of(i), static_cast<int64_t>(3 * i) + 1);
  }
  writer.commit({.read = static_cast<int64_t>(examples)});
  const auto file = TokenFile::open(path, "key", kSizes);
  ASSERT_TRUE(file);
  ASSERT_EQ(file->size(), examples);
  for (size_t i = 0; i < examples; ++i) {
    const auto source = source_of(i), target = target_of(i);
    ASSERT_TRUE(
        std::equal(source.begin(), source.end(), file->source(i).begin(), file->source(i).end()));
    ASSERT_TRUE(
        std::equal(target.begin(), target.end(), file->target(i).begin(), file->target(i).end()));
    ASSERT_EQ(file->line(i), static_cast<int64_t>(3 * i) + 1);
  }
}

TEST_F(TokenFileTest, WithADifferentKeyIsNotUsed) {
  write_two_texts();
  EXPECT_FALSE(TokenFile::open(path, "another", kSizes));
}

TEST_F(TokenFileTest, ThatCannotBeReadIsAnError) {
  const auto why = [&] {
    return test::thrown_error([&] { TokenFile::open(path, "key", kSizes); });
  };
  EXPECT_EQ(why().problem(), "no such file");
  std::filesystem::create_directory(path);
  EXPECT_EQ(why().problem(), "is a directory, but must be a file");
}

TEST_F(TokenFileTest, IsNotUsedIfAnyByteIsChanged) {
  write_two_texts();
  const auto whole = folder.read("tokens");
  for (size_t i = 0; i < whole.size(); ++i) {
    auto damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    folder.write("tokens", damaged);
    ASSERT_FALSE(TokenFile::open(path, "key", kSizes)) << "byte " << i;
  }
}

TEST_F(TokenFileTest, IsNotUsedIfItIsTruncatedAnywhere) {
  write_two_texts();
  const auto whole = folder.read("tokens");
  for (size_t size = 0; size < whole.size(); ++size) {
    folder.write("tokens", whole.substr(0, size));
    ASSERT_FALSE(TokenFile::open(path, "key", kSizes)) << size << " bytes";
  }
  folder.write("tokens", whole + '\0');
  EXPECT_FALSE(TokenFile::open(path, "key", kSizes));
}

// The checksum is right; only the content is wrong.
class RewrittenTokenFile : public TokenFileTest {
 protected:
  RewrittenTokenFile() {
    write_two_texts();
    whole_ = folder.read("tokens");
  }

  /// Whether the file is accepted after `change`, which keeps its size.
  bool is_taken(const std::function<void(std::string&)>& change) const {
    auto bytes = whole_;
    change(bytes);
    bytes.resize(bytes.size() - sizeof(uint32_t));
    const auto checksum = static_cast<uint32_t>(
        crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
    folder.write("tokens",
                 bytes.append(reinterpret_cast<const char*>(&checksum), sizeof(checksum)));
    return TokenFile::open(path, "key", kSizes).has_value();
  }

  /// Whether the file is accepted with part of its JSON replaced by a string of equal length.
  bool is_taken_with(const std::string& old, const std::string& other) const {
    return is_taken([&](std::string& bytes) {
      ASSERT_EQ(old.size(), other.size());
      ASSERT_NE(bytes.find(old), std::string::npos) << old;
      bytes.replace(bytes.find(old), old.size(), other);
    });
  }

  /// Whether the file is accepted with one number changed in the second example's entry or tokens.
  bool is_taken_with(size_t place, uint32_t number) const {
    return is_taken(
        [&](std::string& bytes) { std::memcpy(&bytes[kMagic + place], &number, sizeof(number)); });
  }

  static constexpr size_t kMagic = 16, kSecond = sizeof(TokenFileEntry);
  static constexpr size_t kTokens = 2 * sizeof(TokenFileEntry);

 private:
  std::string whole_;
};

TEST_F(RewrittenTokenFile, IsUsedIfNothingWasChanged) {
  EXPECT_TRUE(is_taken([](std::string&) {}));
}

TEST_F(RewrittenTokenFile, IsNotUsedIfItPointsOutsideOfItself) {
  EXPECT_FALSE(is_taken_with(R"("blocks":[16])", R"("blocks":[99])"));
  EXPECT_FALSE(is_taken_with(R"("blocks":[16])", R"("blocks":[15])"));
  EXPECT_FALSE(is_taken([](std::string& bytes) {  // the highest byte of the JSON's size
    bytes[bytes.size() - sizeof(uint32_t) - 1] = 1;
  }));
}

TEST_F(RewrittenTokenFile, IsNotUsedWithDifferentCounts) {
  EXPECT_FALSE(is_taken_with(R"("examples":2)", R"("examples":1)"));
  EXPECT_FALSE(is_taken_with(R"("report":[9,)", R"("report":[8,)"));
  EXPECT_FALSE(is_taken_with(R"("texts":[0,1])", R"("texts":[1,1])"));
  EXPECT_FALSE(is_taken_with(R"("texts":[0,1])", R"("texts":[0,3])"));
  EXPECT_FALSE(is_taken_with(R"("texts":[0,1])", R"("texts":true )"));
  EXPECT_FALSE(is_taken_with(R"("texts":[0,1])", R"("texts":[0.0])"));
}

TEST_F(RewrittenTokenFile, IsNotUsedWithDifferentEntries) {
  EXPECT_FALSE(is_taken_with(offsetof(TokenFileEntry, line), 0));
  EXPECT_FALSE(is_taken_with(offsetof(TokenFileEntry, begin), 1));
  EXPECT_FALSE(is_taken_with(kSecond + offsetof(TokenFileEntry, begin), 4));
  EXPECT_FALSE(is_taken_with(kSecond + offsetof(TokenFileEntry, source), 0));
  EXPECT_FALSE(is_taken_with(kSecond + offsetof(TokenFileEntry, target), 257));
}

TEST_F(RewrittenTokenFile, IsNotUsedWithTokensThatTheVocabularyLacks) {
  EXPECT_FALSE(is_taken_with(kTokens, 20'000));
  EXPECT_FALSE(is_taken_with(kTokens, UINT32_MAX));
  EXPECT_TRUE(is_taken_with(kTokens, 19'999));
}

TEST_F(TokenFileTest, AppearsOnlyWhenItIsComplete) {
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
