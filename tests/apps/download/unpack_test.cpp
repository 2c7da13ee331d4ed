#include "download/unpack.h"

#include <gtest/gtest.h>

#include <string>

#include "base/packed_folder.h"
#include "download/zip_file.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard::download {
namespace {

constexpr uint64_t kEnough = 1'000'000;

std::string packed(const std::string& text) {
  GzipStream stream;
  auto bytes = stream.add(text);
  return bytes + stream.end();
}

class Unpack : public testing::Test {
 protected:
  std::string from_gzip(const std::string& bytes, uint64_t most = kEnough) const {
    std::string text;
    unpack_gzip(folder.write("a.gz", bytes), most, [&](std::string_view part) { text += part; });
    return text;
  }

  std::string from_zip(const std::map<std::string, std::string>& files,
                       uint64_t most = kEnough) const {
    test::write_zip(folder / "a.zip", files);
    return of_zip(most);
  }

  std::string of_zip(uint64_t most = kEnough) const {
    std::string text;
    unpack_zip(folder / "a.zip", "fra.txt", most, [&](std::string_view part) { text += part; });
    return text;
  }

  const test::TemporaryFolder folder;
  const std::string text = "Go.\tVa !\n" + std::string(200'000, 'e') + "\n";
};

TEST_F(Unpack, GivesTheTextInAGzFile) { EXPECT_EQ(from_gzip(packed(text)), text); }

TEST_F(Unpack, ReadsSeveralGzFilesInOneAsOneText) {
  EXPECT_EQ(from_gzip(packed("a\n") + packed("b\n")), "a\nb\n");
}

TEST_F(Unpack, RefusesFilesThatAreNotGzOrEndEarly) {
  const auto what = [&](const std::string& bytes) {
    return std::string(test::thrown_error([&] { from_gzip(bytes); }).problem());
  };
  EXPECT_EQ(what("<html>sign in</html>"), "is not a .gz file");
  EXPECT_EQ(what(""), "is not a .gz file");
  const auto whole = packed(text);
  EXPECT_TRUE(what(whole.substr(0, whole.size() - 3)).starts_with("damaged .gz file: "));
  auto changed = whole;
  changed[whole.size() - 6] ^= 1;  // in the checksum
  EXPECT_TRUE(what(changed).starts_with("damaged .gz file: "));
}

TEST_F(Unpack, StopsBeforeAnUnexpectedlyLongText) {
  const auto most = text.size();
  EXPECT_EQ(from_gzip(packed(text), most), text);
  EXPECT_THROW(from_gzip(packed(text + 'x'), most), Error);
  EXPECT_EQ(from_zip({{"fra.txt", text}}, most), text);
  EXPECT_THROW(from_zip({{"fra.txt", text + 'x'}}, most), Error);
}

TEST_F(Unpack, FindsTheFileInAnyFolderOfTheArchive) {
  EXPECT_EQ(from_zip({{"fra-eng/_about.txt", "about"}, {"fra-eng/fra.txt", text}}), text);
  EXPECT_EQ(from_zip({{"../../fra.txt", text}}), text);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"a.zip"});
}

TEST_F(Unpack, RefusesAnArchiveWithoutTheFileOrWithSeveral) {
  const auto what = [&](const std::map<std::string, std::string>& files) {
    return std::string(test::thrown_error([&] { from_zip(files); }).problem());
  };
  EXPECT_EQ(what({{"xfra.txt", "x"}}), "has no file fra.txt");
  EXPECT_EQ(what({{"a/fra.txt", "x"}, {"b/fra.txt", "y"}}), "has several files fra.txt");
}

TEST_F(Unpack, RefusesADamagedArchive) {
  from_zip({{"fra.txt", text}});
  auto bytes = folder.read("a.zip");
  for (const size_t kept : {size_t{0}, size_t{30}, bytes.size() - 1}) {
    folder.write("a.zip", bytes.substr(0, kept));
    EXPECT_THROW(of_zip(), Error) << kept;
  }
  bytes[60] ^= 1;  // in the compressed text
  folder.write("a.zip", bytes);
  EXPECT_THROW(of_zip(), Error);
}

class CheckIsWhole : public Unpack {
 protected:
  std::string problem(const std::string& name, const std::string& bytes,
                      uint64_t most = kEnough) const {
    const auto path = folder.write(name, bytes);
    return std::string(test::thrown_error([&] { check_is_whole(path, most); }).problem());
  }

  std::string zip(const std::map<std::string, std::string>& files) const {
    test::write_zip(folder / "made.zip", files);
    return folder.read("made.zip");
  }
};

TEST_F(CheckIsWhole, AcceptsPackedTextsAndArchives) {
  check_is_whole(folder.write("a.tsv.gz.part", packed(text)), kEnough);
  check_is_whole(folder.write("a.zip.part", zip({{"a", text}, {"b/c", "x"}})), kEnough);
}

TEST_F(CheckIsWhole, RefusesDamageAndOtherFormats) {
  EXPECT_EQ(problem("a.tgz", "<html>sign in</html>"), "is not a .gz, .xz or .zst file");
  EXPECT_EQ(problem("a.zip", "<html>sign in</html>"),
            "damaged .zip file: its list of files is missing");
  const auto gzip = packed(text), archive = zip({{"a", text}});
  EXPECT_TRUE(problem("a.gz", gzip.substr(0, gzip.size() / 2)).starts_with("damaged .gz file"));
  EXPECT_TRUE(problem("a.zip", archive.substr(0, archive.size() / 2)).starts_with("damaged .zip"));
  auto changed = zip({{"a", "stored"}});
  changed[changed.find("stored")] ^= 1;
  EXPECT_EQ(problem("a.zip", changed), "damaged .zip file: a file in it has a different checksum");
}

// 200,000 equal bytes compress to 240.
TEST_F(CheckIsWhole, StopsBeforeItHasUnpackedTooMuch) {
  EXPECT_EQ(problem("a.gz", packed(text), 100'000), "unpacks to more than 100000 bytes");
  EXPECT_EQ(problem("a.zip", zip({{"a", text}}), 100'000), "unpacks to more than 100000 bytes");
  EXPECT_EQ(problem("a.zip", zip({{"a", text}, {"b", text}}), 300'000),
            "unpacks to more than 99990 bytes");
}

}  // namespace
}  // namespace regard::download
