#include "text/line_reader.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <string>
#include <thread>
#include <vector>

#include "base/utf8.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard::text {
namespace {

using test::TemporaryFolder;
using test::thrown_error;
using Lines = std::vector<std::string>;

std::string compressed(const std::string& text) {
  const TemporaryFolder folder;
  gzFile file = gzopen((folder / "z").c_str(), "wb");
  gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
  gzclose(file);
  return folder.read("z");
}

Lines lines_of(LineReader& reader) {
  Lines lines;
  for (std::string line; reader.next(line);) lines.push_back(line);
  return lines;
}

class LineReaderTest : public testing::Test {
 protected:
  Lines read(const std::string& content) const {
    LineReader reader(folder.write("text", content));
    return lines_of(reader);
  }

  const TemporaryFolder folder;
};

TEST_F(LineReaderTest, GivesTheLinesOfAFile) {
  EXPECT_EQ(read("one\ntwo\n\nfour\n"), (Lines{"one", "two", "", "four"}));
}

TEST_F(LineReaderTest, NeedsNoEndOfTheLastLine) {
  EXPECT_EQ(read("one\ntwo"), (Lines{"one", "two"}));
}

TEST_F(LineReaderTest, FindsNoLineInAnEmptyFile) {
  EXPECT_EQ(read(""), Lines{});
  EXPECT_EQ(read("\n"), Lines{""});
  EXPECT_EQ(read("\xEF\xBB\xBF"), Lines{});
  EXPECT_EQ(read(compressed("")), Lines{});
}

TEST_F(LineReaderTest, ReadsWindowsLineEnds) {
  EXPECT_EQ(read("one\r\n\r\ntwo\r"), (Lines{"one", "", "two"}));
  EXPECT_EQ(read("a\rb\n"), (Lines{"a\rb"}));  // not a line end by itself
}

TEST_F(LineReaderTest, RefusesAFileWhoseLinesEndWithCarriageReturns) {
  for (const auto* text : {"a\rb\rc", "a\rb", "a\rb\rc\n"}) {
    const Error error = thrown_error([&] { read(text); });
    EXPECT_EQ(error.problem(), "has carriage returns (\\r) inside its only line");
    EXPECT_EQ(error.remedy(), "if carriage returns end lines, convert the file: tr '\\r' '\\n'");
  }
  EXPECT_THROW(read(compressed("a\rb\rc")), Error);
}

TEST_F(LineReaderTest, WarnsOnceOfCarriageReturnsInsideLines) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(read("one\ntwo\rthree\nfour\rfive\n"), (Lines{"one", "two\rthree", "four\rfive"}));
  const auto said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("text:2: a carriage return (\\r) inside a line does not end it"),
            std::string::npos)
      << said;
  EXPECT_EQ(said.find("text:3"), std::string::npos) << said;
}

TEST_F(LineReaderTest, ReportsHowALineEnded) {
  LineReader reader(folder.write("text", "one\r\ntwo\nthree"));
  Lines ends;
  for (std::string line; reader.next(line);) ends.emplace_back(reader.end());
  EXPECT_EQ(ends, (Lines{"\r\n", "\n", ""}));
}

TEST_F(LineReaderTest, RemovesAByteOrderMarkOnlyAtTheBeginning) {
  EXPECT_EQ(read("\xEF\xBB\xBFone\n\xEF\xBB\xBFtwo\n"), (Lines{"one", "\xEF\xBB\xBFtwo"}));
}

TEST_F(LineReaderTest, LeavesOtherSeparatorsOfUnicodeInTheLine) {
  for (const char* separator : {"\u2028", "\u2029", "\u0085", "\v", "\f", "\x1C"}) {
    EXPECT_EQ(read(str("a", separator, "b\n")), (Lines{str("a", separator, "b")}));
  }
}

TEST_F(LineReaderTest, CountsLinesFromOne) {
  LineReader reader(folder.write("text", "one\ntwo"));
  EXPECT_EQ(reader.line_number(), 0);
  lines_of(reader);
  EXPECT_EQ(reader.line_number(), 2);
  EXPECT_EQ(reader.where(), folder / "text" + ":2");
  std::string line;
  EXPECT_FALSE(reader.next(line));
  EXPECT_EQ(reader.line_number(), 2);
}

TEST_F(LineReaderTest, ReadsLinesLongerThanItsBlocks) {
  // Lengths around the block size (65536), where the line and the block end at about the same
  // place.
  for (const size_t length : {65534U, 65535U, 65536U, 65537U, 131071U, 131072U, 131073U}) {
    const std::string line(length, 'x');
    EXPECT_EQ(read(line + "\n" + line + "\nend"), (Lines{line, line, "end"})) << length;
  }
  const std::string huge(200'000, 'y');
  EXPECT_EQ(read("a\n" + huge + "\nb\n"), (Lines{"a", huge, "b"}));
}

TEST_F(LineReaderTest, CutsALineBetweenCharactersRegardlessOfItsMarks) {
  std::string accents;
  while (accents.size() <= 2 * limits::kLineBytes) accents += "é";
  const std::string longest(limits::kLineBytes, 'x');
  for (const std::string& lengthy :
       {"\xEF\xBB\xBF" + accents, "\xEF\xBB\xBFx" + accents, longest + "\r" + accents}) {
    testing::internal::CaptureStderr();
    const auto lines = read(lengthy + "\nb\n");
    const auto said = testing::internal::GetCapturedStderr();
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_LE(lines[0].size(), limits::kLineBytes);
    EXPECT_GE(lines[0].size(), limits::kLineBytes - 1);
    EXPECT_EQ(lines[1], "b");
    EXPECT_NE(said.find("the rest is ignored"), std::string::npos) << said;
  }
}

TEST_F(LineReaderTest, LeavesTheLongestLineWholeRegardlessOfItsMarks) {
  const std::string longest(limits::kLineBytes, 'x');
  EXPECT_EQ(read("\xEF\xBB\xBF" + longest + "\r\nb"), (Lines{longest, "b"}));
}

TEST_F(LineReaderTest, CutsLinesThatAreTooLong) {
  std::string accents;
  while (accents.size() <= 4 * limits::kLineBytes) accents += "é";
  for (const std::string& lengthy : {std::string(limits::kLineBytes + 1, 'x'), "x" + accents}) {
    const auto lines = read(lengthy + "\nnext\n" + lengthy);
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_LE(lines[0].size(), limits::kLineBytes);
    EXPECT_GE(lines[0].size(), limits::kLineBytes - 1);
    EXPECT_TRUE(lengthy.starts_with(lines[0]));
    EXPECT_EQ(first_invalid_utf8(lines[0]), std::nullopt);
    EXPECT_EQ(lines[1], "next");
    EXPECT_EQ(lines[2], lines[0]);
  }
  const std::string longest(limits::kLineBytes, 'x');
  EXPECT_EQ(read(longest + "\r\n"), Lines{longest});
}

TEST_F(LineReaderTest, ReadsCompressedFiles) {
  Lines expected;
  std::string text;
  for (int i = 0; i < 50'000; ++i) {
    expected.push_back(str("line ", i));
    text += expected.back() + "\n";
  }
  EXPECT_EQ(read(compressed(text)), expected);
}

TEST_F(LineReaderTest, ReadsCompressedFilesOfSeveralMembers) {
  const std::string long_line(200'000, 'z');
  EXPECT_EQ(read(compressed("one\ntw") + compressed("") + compressed("o\n" + long_line)),
            (Lines{"one", "two", long_line}));
  EXPECT_EQ(read(compressed("one\n") + std::string(1000, '\0')), (Lines{"one"}));  // padding
}

TEST_F(LineReaderTest, RefusesATruncatedCompressedFileWhereverItIsCut) {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += str("line ", i * 7919, "\n");
  const std::string whole = compressed(text);
  for (size_t length = 2; length < whole.size(); length += length < 30 ? 1 : 997) {
    const auto error = thrown_error([&] { read(whole.substr(0, length)); });
    EXPECT_EQ(error.problem(), "damaged .gz file: it is truncated") << length;
  }
  const auto error = thrown_error([&] { read(whole + whole.substr(0, whole.size() - 1)); });
  EXPECT_EQ(error.where(), folder / "text" + ":6001");
}

TEST_F(LineReaderTest, RefusesADamagedCompressedFile) {
  std::string bytes = compressed("one\ntwo\nthree\n");
  bytes[bytes.size() - 6] =
      static_cast<char>(bytes[bytes.size() - 6] + 1);  // the last byte of the checksum
  const auto error = thrown_error([&] { read(bytes); });
  EXPECT_TRUE(std::string(error.problem()).starts_with("damaged .gz file: ")) << error.problem();
  EXPECT_EQ(error.exit_code(), ExitCode::usage);
  thrown_error([&] { read(compressed("one\n") + "two\n"); });
}

TEST_F(LineReaderTest, ReadsAPlainFileThatIsCalledGz) {
  LineReader reader(folder.write("text.gz", "plain\n"));
  EXPECT_EQ(lines_of(reader), Lines{"plain"});
}

TEST_F(LineReaderTest, RefusesFoldersAndMissingFiles) {
  EXPECT_EQ(thrown_error([&] { LineReader reader(folder.path().string()); }).problem(),
            "is a directory, but must be a text file");
  const auto error = thrown_error([&] { LineReader reader(folder / "missing"); });
  EXPECT_EQ(error.problem(), "no such file");
  EXPECT_EQ(error.where(), folder / "missing");
  EXPECT_EQ(error.remedy(), "check the path; it is relative to the working directory");
  EXPECT_EQ(error.exit_code(), ExitCode::usage);
}

TEST_F(LineReaderTest, NamesTheCommandThatFetchesAMissingCorpus) {
  const auto error = thrown_error([&] { LineReader reader(folder / "tatoeba/fra.txt"); });
  EXPECT_EQ(error.remedy(), "fetch it: regard download tatoeba");
}

TEST_F(LineReaderTest, NamesFileLineAndColumnOfInvalidUtf8) {
  LineReader reader(folder.write("text", "fine\nl'\u00e9t\xE9 est l\xE0\n"));
  std::string line;
  EXPECT_TRUE(reader.next(line));
  const auto error = thrown_error([&] { reader.next(line); });
  EXPECT_EQ(error.where(), folder / "text" + ":2:5");
  EXPECT_EQ(error.problem(), "not valid UTF-8 (byte 0xE9)");
  EXPECT_NE(error.remedy().find("iconv -f latin1"), std::string::npos);
}

TEST_F(LineReaderTest, AdvisesNoConversionThatSpoilsOtherLines) {
  for (const auto* text : {"\u00e9t\u00e9\nl'\xE9t\xE9\n", "l'\xE9t\xE9\nfine\n\u00e9t\u00e9\n"}) {
    const auto error = thrown_error([&] { read(text); });
    EXPECT_EQ(error.remedy().find("iconv"), std::string::npos) << error.remedy();
  }
}

TEST_F(LineReaderTest, ReturnsBytesUnchangedOnRequest) {
  LineReader reader(folder.write("text", "\xE9t\xE9\r\n\u00e9\n"), LineReader::Encoding::as_is);
  EXPECT_EQ(lines_of(reader), (Lines{"\xE9t\xE9", "\u00e9"}));
}

TEST_F(LineReaderTest, RepairsInvalidUtf8OnRequest) {
  LineReader reader(folder.write("text", "\xE9t\xE9\nfine\n"), LineReader::Encoding::repaired);
  EXPECT_EQ(lines_of(reader), (Lines{"\uFFFDt\uFFFD", "fine"}));
}

// A named pipe stands in for standard input: both are read through a descriptor.
class PipeTest : public testing::Test {
 protected:
  PipeTest() {
    ::mkfifo(path.c_str(), 0600);
    std::thread opening(
        [this] { writer = ::fopen(path.c_str(), "w"); });  // blocks until there is a reader
    reader = std::make_unique<LineReader>(path);
    opening.join();
  }
  ~PipeTest() override {
    if (writer != nullptr) ::fclose(writer);
  }

  void write(const std::string& bytes) const {
    ::fwrite(bytes.data(), 1, bytes.size(), writer);
    ::fflush(writer);
  }

  const TemporaryFolder folder;
  const std::string path = folder / "pipe";
  FILE* writer = nullptr;
  std::unique_ptr<LineReader> reader;
  std::string line;
};

TEST_F(PipeTest, IsReadyWhenALineIsThere) {
  EXPECT_FALSE(reader->ready());
  write("one\ntw");
  EXPECT_TRUE(reader->ready());
  EXPECT_TRUE(reader->next(line));
  EXPECT_EQ(line, "one");
  EXPECT_FALSE(reader->ready());
  write("o\n");
  EXPECT_TRUE(reader->ready());
  EXPECT_TRUE(reader->next(line));
  EXPECT_EQ(line, "two");
}

TEST_F(PipeTest, IsReadyWhenItIsClosed) {
  write("no end");
  EXPECT_FALSE(reader->ready());
  ::fclose(writer);
  writer = nullptr;
  EXPECT_TRUE(reader->ready());
  EXPECT_TRUE(reader->next(line));
  EXPECT_EQ(line, "no end");
  EXPECT_TRUE(reader->ready());
  EXPECT_FALSE(reader->next(line));
}

TEST_F(PipeTest, GivesALineWithoutWaitingForTheNext) {
  write("one\n");
  EXPECT_TRUE(reader->next(line));  // would hang if it waited for a full block
  EXPECT_EQ(line, "one");
}

TEST_F(PipeTest, ReadsCompressedTextThatComesByteByByte) {
  const std::string bytes = compressed("one\ntwo\n");
  std::thread writing([&] {
    for (const char byte : bytes) write({byte});
    ::fclose(writer);
  });
  EXPECT_EQ(lines_of(*reader), (Lines{"one", "two"}));
  writing.join();
  writer = nullptr;
}

TEST_F(LineReaderTest, IsAlwaysReadyOnAFile) {
  LineReader reader(folder.write("text", "one"));
  std::string line;
  EXPECT_TRUE(reader.ready());
  EXPECT_TRUE(reader.next(line));
  EXPECT_TRUE(reader.ready());
}

}  // namespace
}  // namespace regard::text
