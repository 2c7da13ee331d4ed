#include "base/packed_folder.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "base/atomic_file.h"
#include "base/digest.h"
#include "base/files.h"
#include "regard/base/error.h"
#include "regard/base/mapped_file.h"
#include "support/base/temporary_folder.h"

namespace regard {
namespace {

namespace fs = std::filesystem;

class PackedFolderTest : public testing::Test {
 protected:
  PackedFolderTest() {
    write_file_atomically(here("config.yaml"), "a: 1\n");
    write_file_atomically(here("numbers"), std::string(1500, 'n'));
    write_file_atomically(here("empty"), "");
    write_packed_folder(packed(), {here("config.yaml"), here("numbers"), here("empty")});
  }

  fs::path here(const std::string& name) const { return folder_.path() / name; }
  fs::path packed() const { return here("model.regard"); }

  /// Rewrites the packed folder with the bytes at an offset replaced.
  void change(size_t at, const std::string& bytes) const {
    auto all = read_file(packed());
    write_file_atomically(packed(), all.replace(at, bytes.size(), bytes));
  }

  std::string error() const {
    try {
      check_packed_folder(packed());
    } catch (const Error& error) {
      return error.problem();
    }
    return "";
  }

 private:
  test::TemporaryFolder folder_;
};

TEST_F(PackedFolderTest, IsReadAsAFolder) {
  EXPECT_TRUE(is_folder(packed()));
  EXPECT_TRUE(is_there(packed() / "config.yaml"));
  EXPECT_FALSE(is_there(packed() / "none"));
  EXPECT_FALSE(is_there(std::string(300, 'a'))) << "longer than a name may be";
  EXPECT_EQ(size_of_regular_file(packed() / "numbers"), 1500U);
  EXPECT_EQ(read_file(packed() / "config.yaml"), "a: 1\n");
  EXPECT_EQ(read_file(packed() / "empty"), "");
  EXPECT_EQ(sha256_of_file(packed() / "numbers"), sha256_of_file(here("numbers")));
  EXPECT_EQ(MappedFile(packed() / "numbers").bytes().size(), 1500U);
  EXPECT_THROW(read_file(packed() / "none"), Error);
}

TEST_F(PackedFolderTest, NamesItsFilesInTheirOrder) {
  EXPECT_EQ(files_of_packed_folder(packed()),
            (std::vector<std::string>{"config.yaml", "numbers", "empty"}));
}

TEST_F(PackedFolderTest, IsTheSameForTheSameFiles) {
  const auto before = read_file(packed());
  write_packed_folder(packed(), {here("config.yaml"), here("numbers"), here("empty")});
  EXPECT_EQ(read_file(packed()), before);
}

TEST_F(PackedFolderTest, BeginsEachFileAtAMultipleOf512) {
  EXPECT_EQ(find_in_packed_folder(packed() / "numbers")->begin % 512, 0U);
  EXPECT_EQ(read_file(packed()).size() % 512, 0U);
}

TEST_F(PackedFolderTest, IsNotAnyOtherFile) {
  EXPECT_FALSE(is_packed_folder(here("config.yaml")));
  EXPECT_FALSE(is_packed_folder(here("empty")));
  EXPECT_FALSE(is_packed_folder(here("none")));
  EXPECT_FALSE(is_there(here("config.yaml") / "none"));
}

TEST_F(PackedFolderTest, NoticesEveryCut) {
  const auto whole = read_file(packed());
  for (size_t size = 512; size < whole.size(); size += 100) {
    write_file_atomically(packed(), whole.substr(0, size));
    EXPECT_THROW(find_in_packed_folder(packed() / "numbers"), Error) << size << " bytes";
  }
}

TEST_F(PackedFolderTest, NoticesTrailingBytes) {
  write_file_atomically(packed(), read_file(packed()) + "x");
  EXPECT_THROW(find_in_packed_folder(packed() / "numbers"), Error);
}

TEST_F(PackedFolderTest, NoticesAChangedFileByItsHash) {
  EXPECT_EQ(error(), "");
  change(find_in_packed_folder(packed() / "numbers")->begin + 3, "m");
  EXPECT_NE(error().find("contains a changed numbers: its SHA-256 differs"), std::string::npos);
}

TEST_F(PackedFolderTest, NoticesAChangedHeader) {
  change(find_in_packed_folder(packed() / "numbers")->begin - 512 + 125, "7");
  EXPECT_NE(error().find("is damaged"), std::string::npos);
}

TEST_F(PackedFolderTest, HasOneListOfHashes) {
  auto all = read_file(packed());
  // A second copy of the list with its header, before the end.
  all.insert(all.size() - 1024, all.substr(0, 1024));
  write_file_atomically(packed(), all);
  EXPECT_EQ(error(), "is not a complete packed model: it has two lists of hashes");
}

TEST_F(PackedFolderTest, StaysTheOneThatWasOpened) {
  const auto part = find_in_packed_folder(packed() / "numbers");
  write_file_atomically(packed(), "another file, which is shorter");
  EXPECT_EQ(part->read(), std::string(1500, 'n'));
}

TEST_F(PackedFolderTest, NoticesThatItWasShortenedAfterItWasOpened) {
  const auto part = find_in_packed_folder(packed() / "numbers");
  fs::resize_file(packed(), part->begin + 10);
  EXPECT_THROW(part->read(), Error);
}

TEST_F(PackedFolderTest, ReplacesOrAppendsAFile) {
  const auto names = files_of_packed_folder(packed());
  write_file_atomically(here("more"), "more");
  put_into_packed_folder(packed(), here("more"));
  auto expected = names;
  expected.emplace_back("more");
  EXPECT_EQ(files_of_packed_folder(packed()), expected);
  const auto once = read_file(packed());
  put_into_packed_folder(packed(), here("more"));
  EXPECT_EQ(read_file(packed()), once);
  write_file_atomically(here("more"), "other");
  put_into_packed_folder(packed(), here("more"));
  EXPECT_EQ(files_of_packed_folder(packed()), expected);
  EXPECT_EQ(read_file(packed() / "more"), "other");
  EXPECT_EQ(error(), "");
}

// A packed model that is constantly replaced is read as one of the two versions, or rejected.
TEST_F(PackedFolderTest, IsNeverAMixtureWhileItIsReplaced) {
  const auto large = read_file(packed());
  write_packed_folder(here("small.regard"), {here("empty")});
  const auto small = read_file(here("small.regard"));
  std::atomic<bool> ends = false;
  std::jthread other([&] {
    while (!ends) {
      write_file_atomically(packed(), small);
      write_file_atomically(packed(), large);
    }
  });
  for (int trial = 0; trial < 300; ++trial) {
    try {
      const MappedFile mapped(packed() / "numbers");
      ASSERT_EQ(mapped.bytes().size(), 1500U);
      ASSERT_EQ(mapped.bytes().back(), std::byte{'n'});
    } catch (const Error&) {  // the small one lacks this member
    }
  }
  ends = true;
}

TEST_F(PackedFolderTest, NamesTheVersionThatItCannotRead) {
  change(read_file(packed()).find("version 1") + 8, "2");
  EXPECT_EQ(error(), "is a packed model of version 2, but this regard reads version 1");
}

}  // namespace
}  // namespace regard
