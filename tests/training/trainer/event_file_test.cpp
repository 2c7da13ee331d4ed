#include "trainer/training_log.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "support/base/temporary_folder.h"

namespace regard::train {
namespace {

template <class Number>
Number number_at(const std::string& bytes, size_t at) {
  Number number;
  std::memcpy(&number, bytes.data() + at, sizeof(Number));
  return number;
}

/// Unpacks TFRecord framing according to its specification, and checks both checksums.
std::vector<std::string> records_of(const std::string& file) {
  const auto masked = [](uint32_t crc) { return ((crc >> 15) | (crc << 17)) + 0xA282EAD8U; };
  std::vector<std::string> records;
  for (size_t at = 0; at < file.size();) {
    const auto length = number_at<uint64_t>(file, at);
    EXPECT_EQ(number_at<uint32_t>(file, at + 8), masked(crc32c(file.substr(at, 8))));
    records.push_back(file.substr(at + 12, length));
    EXPECT_EQ(number_at<uint32_t>(file, at + 12 + length), masked(crc32c(records.back())));
    at += 16 + length;
  }
  return records;
}

std::string only_file_of(const test::TemporaryFolder& directory) {
  for (const auto& entry : std::filesystem::directory_iterator(directory.path()))
    return test::content_of(entry.path());
  return {};
}

TEST(Crc32c, GivesTheCheckValueOfItsSpecification) { EXPECT_EQ(crc32c("123456789"), 0xE3069283U); }

TEST(EventFile, BeginsWithItsVersion) {
  const test::TemporaryFolder directory;
  { EventFile file(directory.path().string()); }
  const auto records = records_of(only_file_of(directory));
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0][0], '\x09');  // field 1, a double: the wall time
  EXPECT_EQ(records[0].substr(9),
            "\x1a\x0d"
            "brain.Event:2");  // field 3, a string
}

TEST(EventFile, WritesScalarsAsTensorBoardReadsThem) {
  const test::TemporaryFolder directory;
  {
    EventFile file(directory.path().string());
    file.scalar("train/loss", 300, 2.5);
  }
  const auto records = records_of(only_file_of(directory));
  ASSERT_EQ(records.size(), 2U);
  const std::string& event = records[1];
  EXPECT_EQ(event.substr(9, 3), "\x10\xac\x02");  // field 2: 300 as a varint
  EXPECT_EQ(event.substr(12, 6), "\x2a\x13\x0a\x11\x0a\x0a");
  EXPECT_EQ(event.substr(18, 10), "train/loss");
  EXPECT_EQ(event[28], '\x15');
  EXPECT_EQ(number_at<float>(event, 29), 2.5F);
  EXPECT_EQ(event.size(), 33U);
}

// Bytes written by hand from the definitions of Summary, TensorProto and SummaryMetadata.
TEST(EventFile, WritesTextsAsTensorBoardReadsThem) {
  const test::TemporaryFolder directory;
  {
    EventFile file(directory.path().string());
    file.text("config", 1, "hi");
  }
  const auto records = records_of(only_file_of(directory));
  ASSERT_EQ(records.size(), 2U);
  const std::string tensor("\x08\x07\x12\x04\x12\x02\x08\x01\x42\x02hi", 12);
  const std::string metadata("\x0a\x06\x0a\x04text", 8);
  const std::string value =
      "\x0a\x06"
      "config"
      "\x42\x0c" +
      tensor + "\x4a\x08" + metadata;
  EXPECT_EQ(records[1].substr(9, 2), "\x10\x01");
  EXPECT_EQ(records[1].substr(11), "\x2a\x22\x0a\x20" + value);
}

TEST(TrainingLog, ShowsSamplesAsATable) {
  EXPECT_EQ(samples_in_markdown({{"a | b", "c", "d"}}),
            "| source | reference | translation |\n|---|---|---|\n| a \\| b | c | d |\n");
}

}  // namespace
}  // namespace regard::train
