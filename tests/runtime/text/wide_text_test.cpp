// Texts in UTF-16 and UTF-32, which LineReader rejects.
#include <gtest/gtest.h>

#include <string>

#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"
#include "text/line_reader.h"

namespace regard::text {
namespace {

using namespace std::string_literals;

struct WideText {
  std::string bytes;
  std::string encoding;
};

class WideTexts : public testing::TestWithParam<WideText> {
 protected:
  test::TemporaryFolder folder_;
};

TEST_P(WideTexts, AreRefusedHoweverBytesAreRepaired) {
  using enum LineReader::Encoding;
  const auto path = folder_.write("a text", GetParam().bytes);
  for (const auto encoding : {checked, repaired, as_is}) {
    LineReader reader(path, encoding);
    std::string line;
    const auto error = test::thrown_error([&] { reader.next(line); });
    EXPECT_EQ(error.where(), path);
    EXPECT_EQ(error.remedy(),
              "convert it: iconv -f " + GetParam().encoding + " -t UTF-8 '" + path + "'");
  }
}

INSTANTIATE_TEST_SUITE_P(Each, WideTexts,
                         testing::Values(WideText{"\xFF\xFEh\0i\0\n\0"s, "UTF-16"},
                                         WideText{"\xFE\xFF\0h\0i\0\n"s, "UTF-16"},
                                         WideText{"\xFF\xFE\0\0h\0\0\0"s, "UTF-32"},
                                         WideText{"h\0\xE9\0\n\0"s, "UTF-16LE"},
                                         WideText{"\0h\0\n"s, "UTF-16BE"}));

TEST(TextWithZeros, IsReadIfTheyAreNotThoseOfLetters) {
  const test::TemporaryFolder folder;
  LineReader reader(folder.write("text", "a\0b\n"s));
  std::string line;
  EXPECT_TRUE(reader.next(line));
  EXPECT_EQ(line, "a\0b"s);
}

}  // namespace
}  // namespace regard::text
