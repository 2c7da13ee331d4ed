#include "base/zip_writer.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/zip_archive.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard {
namespace {

class ZipWriterTest : public testing::Test {
 protected:
  /// An archive with a text and an empty file.
  std::string archive(const std::string& name = "one.zip") const {
    ZipWriter writer(folder_ / name);
    writer.add("a/text", "a text, a text");
    writer.add("leer-ü", "");
    writer.commit();
    return folder_ / name;
  }

  test::TemporaryFolder folder_;
};

TEST_F(ZipWriterTest, WritesWhatTheReaderReads) {
  const ZipArchive read(archive());
  ASSERT_EQ(read.members().size(), 2U);
  EXPECT_EQ(read.members()[0].name, "a/text");
  EXPECT_EQ(read.read(read.members()[0]), "a text, a text");
  EXPECT_EQ(read.members()[1].name, "leer-ü");
  EXPECT_EQ(read.read(read.members()[1]), "");
}

TEST_F(ZipWriterTest, GivesTheSameBytesForTheSameMembers) {
  EXPECT_EQ(folder_.read(std::filesystem::path(archive("one.zip")).filename()),
            folder_.read(std::filesystem::path(archive("two.zip")).filename()));
}

TEST_F(ZipWriterTest, LeavesNothingWithoutCommit) {
  { ZipWriter(folder_ / "none.zip").add("a", "text"); }
  EXPECT_TRUE(folder_.names().empty());
}

TEST_F(ZipWriterTest, LetsAChangedByteBeNoticed) {
  const auto path = archive();
  auto bytes = test::content_of(path);
  bytes[bytes.find("a text, ")] = 'b';
  const auto changed = folder_.write("changed.zip", bytes);
  const auto error = test::thrown_error([&] {
    const ZipArchive read(changed);
    read.read(read.members()[0]);
  });
  EXPECT_EQ(error.problem(), "damaged .zip file: a file in it has a different checksum");
}

}  // namespace
}  // namespace regard
