#include "bitext/tar_archive.h"

#include <gtest/gtest.h>

#include "base/packed_folder.h"
#include "support/base/tar_file.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard::bitext {
namespace {

class TarArchiveTest : public testing::Test {
 protected:
  /// "NAME: text" for each file.
  std::vector<std::string> read(const std::string& bytes, uint64_t most = UINT64_MAX) const {
    TarArchive archive(folder.write("a.tar", bytes), most);
    std::vector<std::string> found;
    while (archive.next()) {
      std::string text;
      const auto file = archive.open();
      while (file->append(text)) continue;
      found.push_back(archive.name() + ": " + text.substr(0, 10));
    }
    return found;
  }

  std::string problem(const std::string& bytes, uint64_t most = UINT64_MAX) const {
    return std::string(test::thrown_error([&] { read(bytes, most); }).problem());
  }

  const test::TemporaryFolder folder;
  const std::string long_name = std::string(90, 'd') + '/' + std::string(90, 'f');
  const std::string whole = test::tar_entry("a/", "", '5') + test::tar_entry("a/b.po", "text") +
                            test::tar_entry("c", std::string(1000, 'c')) + test::tar_end();
};

TEST_F(TarArchiveTest, GivesTheRegularFilesInOrder) {
  EXPECT_EQ(read(whole), (std::vector<std::string>{"a/b.po: text", "c: cccccccccc"}));
}

TEST_F(TarArchiveTest, SkipsFilesThatNobodyReads) {
  TarArchive archive(folder.write("a.tar", whole));
  ASSERT_TRUE(archive.next());
  ASSERT_TRUE(archive.next());
  EXPECT_EQ(archive.name(), "c");
  EXPECT_FALSE(archive.next());
}

TEST_F(TarArchiveTest, ReadsPackedOnes) {
  GzipStream stream;
  const auto begin = stream.add(whole);
  EXPECT_EQ(read(begin + stream.end()), read(whole));
}

TEST_F(TarArchiveTest, KnowsLongNamesOfGnuTarAndPax) {
  const auto gnu = test::tar_entry("././@LongLink", long_name + '\0', 'L');
  const auto record = " path=" + long_name + '\n';
  const auto pax = test::tar_entry("pax", std::to_string(record.size() + 3) + record, 'x');
  const auto global = test::tar_entry("pax_global_header", "20 comment=abcdefgh\n", 'g');
  for (const auto& head : {gnu, pax, global + pax}) {
    EXPECT_EQ(
        read(head + test::tar_entry("short", "x") + test::tar_entry("b", "y") + test::tar_end()),
        (std::vector<std::string>{long_name + ": x", "b: y"}));
  }
}

TEST_F(TarArchiveTest, RefusesDamage) {
  for (const size_t kept : {size_t{0}, size_t{100}, size_t{1100}, whole.size() - 1024}) {
    EXPECT_EQ(problem(whole.substr(0, kept)), "damaged .tar archive: it is truncated") << kept;
  }
  auto changed = whole;
  changed[0] ^= 1;
  EXPECT_EQ(problem(changed), "damaged .tar archive: a header has a wrong checksum");
  EXPECT_EQ(problem("<html>" + std::string(1000, ' ')),
            "damaged .tar archive: a header has a wrong checksum");
}

TEST_F(TarArchiveTest, StopsBeforeItHasUnpackedTooMuch) {
  EXPECT_EQ(problem(whole, 1000), "unpacks to more than 1000 bytes, the limit");
}

}  // namespace
}  // namespace regard::bitext
