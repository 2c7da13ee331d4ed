#include "regard/base/mapped_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <thread>

#include "base/atomic_file.h"
#include "regard/base/error.h"
#include "support/base/temporary_folder.h"

namespace regard {
namespace {

class MappedFileTest : public testing::Test {
 protected:
  std::filesystem::path file(const std::string& text) const {
    write_file_atomically(path(), text);
    return path();
  }
  std::filesystem::path path() const { return folder_.path() / "file"; }

  static std::string text_of(const MappedFile& mapped) {
    return {reinterpret_cast<const char*>(mapped.bytes().data()), mapped.bytes().size()};
  }

 private:
  test::TemporaryFolder folder_;
};

TEST_F(MappedFileTest, HasTheBytesOfItsFile) { EXPECT_EQ(text_of(MappedFile(file("abc"))), "abc"); }

TEST_F(MappedFileTest, MayBeEmpty) { EXPECT_EQ(text_of(MappedFile(file(""))), ""); }

TEST_F(MappedFileTest, SaysWhatIsMissing) {
  EXPECT_THROW(MappedFile(path() / "none"), Error);
  EXPECT_THROW(MappedFile(path().parent_path()), Error);
}

TEST_F(MappedFileTest, StaysTheSameIfAnotherFileTakesItsName) {
  const MappedFile mapped(file("abc"));
  file("other");
  EXPECT_EQ(text_of(mapped), "abc");
  EXPECT_NO_THROW(mapped.check_unchanged());
}

TEST_F(MappedFileTest, StaysTheSameIfItsMemoryIsReleased) {
  const MappedFile mapped(file("abc"));
  mapped.let_go();
  EXPECT_EQ(text_of(mapped), "abc");
}

TEST_F(MappedFileTest, NoticesThatItWasShortened) {
  const MappedFile mapped(file("abc"));
  std::filesystem::resize_file(path(), 1);
  EXPECT_THROW(mapped.check_unchanged(), Error);
}

TEST_F(MappedFileTest, ReadsAsZerosWhereItWasShortened) {
  survive_shortened_files();
  const MappedFile mapped(file(std::string(1'000'000, 'x')));
  std::filesystem::resize_file(path(), 1);
  EXPECT_EQ(text_of(mapped).back(), '\0');
  EXPECT_THROW(mapped.check_unchanged(), Error);
}

TEST_F(MappedFileTest, KeepsItsMemoryForItsOwners) {
  std::shared_ptr<const void> kept;
  std::span<const std::byte> bytes;
  {
    const MappedFile mapped(file("abc"));
    kept = mapped.memory();
    bytes = mapped.bytes();
  }
  EXPECT_EQ(bytes[2], std::byte{'c'});
}

}  // namespace
}  // namespace regard
