#include "metrics/segment_file.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include "regard/base/error.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard::metrics {
namespace {

using test::TemporaryFolder;
using test::thrown_error;
using Lines = std::vector<std::string>;

TEST(SegmentFile, EndsLinesAtLineFeedsAlone) {
  EXPECT_EQ(parse_segments("un\u2028deux\n\ntrois\u0085quatre", "f").lines,
            (Lines{"un\u2028deux", "", "trois\u0085quatre"}));
  EXPECT_EQ(parse_segments("un\n", "f").lines, Lines{"un"});
  EXPECT_TRUE(parse_segments("", "f").lines.empty());
}

TEST(SegmentFile, DropsWhiteSpaceAtTheEndOfALineOnly) {
  EXPECT_EQ(parse_segments(" un \t\r\n\u3000\n", "f").lines, (Lines{" un", ""}));
}

TEST(SegmentFile, KeepsAByteOrderMarkAsSacrebleuDoes) {
  EXPECT_EQ(parse_segments("\uFEFFun\n", "f").lines, Lines{"\uFEFFun"});
}

TEST(SegmentFile, NamesUtf16WithoutAByteOrderMark) {
  using namespace std::string_view_literals;
  EXPECT_EQ(thrown_error([] { parse_segments("u\0n\0\n\0"sv, "f"); }).problem(),
            "is UTF-16LE without a byte order mark, but must be UTF-8");
}

TEST(SegmentFile, ReadsCompressedFiles) {
  const TemporaryFolder folder;
  const std::string path = folder / "f.gz";
  const gzFile file = gzopen(path.c_str(), "wb");
  gzputs(file, "un\ndeux\n");
  gzclose(file);
  EXPECT_EQ(read_segments(path).lines, (Lines{"un", "deux"}));
}

TEST(SegmentFile, SaysWhereTextIsNotUtf8) {
  const Error error = thrown_error([] { parse_segments("un\nd\u00E9j\xE0 vu\n", "f.txt"); });
  EXPECT_EQ(error.where(), "f.txt:2");
  EXPECT_EQ(error.problem(), "not valid UTF-8 (byte 0xE0 at column 4)");
}

TEST(SegmentFile, NamesUtf16) {
  const Error error = thrown_error([] { parse_segments("\xFF\xFEu\n", "f.txt"); });
  EXPECT_EQ(error.where(), "f.txt");
  EXPECT_EQ(error.remedy(), "convert it: iconv -f UTF-16 -t UTF-8 f.txt");
}

TEST(SegmentFile, NamesAMissingOrDamagedFile) {
  const TemporaryFolder folder;
  EXPECT_EQ(thrown_error([&] { read_segments(folder / "none"); }).where(), folder / "none");
  EXPECT_EQ(thrown_error([&] { read_segments(folder.path().string()); }).where(),
            folder.path().string());
  const std::string cut =
      folder.write("cut.gz", std::string("\x1f\x8b\x08\0\0\0\0\0\0\x03\x4b", 11));
  EXPECT_EQ(thrown_error([&] { read_segments(cut); }).where(), cut);
}

TEST(SegmentFile, ExplainsTextsOfDifferentLength) {
  const auto system = parse_segments("un\ndeux\n", "system.txt");
  const std::vector<SegmentFile> references = {
      parse_segments("un\nde\u2028ux\ntrois\n", "reference.txt")};
  const Error error = thrown_error([&] { check_same_length(system, references); });
  EXPECT_EQ(error.problem(), "system.txt has 2 lines, but reference.txt has 3");
  EXPECT_EQ(error.exit_code(), ExitCode::usage);
  EXPECT_NE(error.remedy().find("line 2 of reference.txt"), std::string::npos) << error.remedy();
  EXPECT_NE(error.remedy().find("U+2028"), std::string::npos) << error.remedy();
}

TEST(SegmentFile, FindsTheFirstOddLineBreakButNotTheReturnOfAWindowsLineEnd) {
  EXPECT_FALSE(parse_segments("un\r\ndeux\r\n", "f").odd_break);
  EXPECT_EQ(parse_segments("un\r\nde\rux\u2028\n", "f").odd_break->line, 2U);
  EXPECT_EQ(parse_segments("un\u0085e\r\f", "f").odd_break->name, "U+0085 (next line)");
}

}  // namespace
}  // namespace regard::metrics
