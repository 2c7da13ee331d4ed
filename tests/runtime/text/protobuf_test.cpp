#include "text/vocabulary_list.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace regard::text {
namespace {

using namespace std::string_literals;

bool is_whole(const std::string& message) {
  return for_each_field(message, [](const ProtoField&) {});
}

TEST(Protobuf, GivesTheFieldsOfAMessage) {
  std::vector<ProtoField> fields;
  const std::string message = "\x08\x96\x01\x12\x02hi\x1D\0\0\0\0"s;
  EXPECT_TRUE(for_each_field(message, [&](const ProtoField& field) { fields.push_back(field); }));
  ASSERT_EQ(fields.size(), 3U);
  EXPECT_EQ(fields[0].id, 1U);
  EXPECT_EQ(fields[0].number, 150U);
  EXPECT_EQ(fields[1].bytes, "hi");
  EXPECT_EQ(fields[2].id, 3U);
}

TEST(Protobuf, ReadsTheLargestNumbers) {
  EXPECT_TRUE(is_whole("\x08\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01"s)) << "-1";
  EXPECT_TRUE(is_whole("\xF8\xFF\xFF\xFF\x0F\x01"s)) << "field 2^29 - 1";
}

// Each of these is read as a different field, or rejected, by at least one protobuf reader.
TEST(Protobuf, RefusesEncodingsThatProtobufDoesNotWrite) {
  const std::string cases[] = {
      "\x9A\x80\x80\x80\x10\x00"s,                          // field 3 with bit 32 set
      "\x02\x00"s,                                          // field 0
      "\x9A\x00\x00"s,                                      // a tag with more bytes than needed
      "\x1A\x80\x00"s,                                      // a length with more bytes than needed
      "\x08\x81\x80\x00"s,                                  // a number with more bytes than needed
      "\x08\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x02"s,      // 65 bits
      "\x08\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01"s,  // 11 bytes
      "\x1A\x05 ab"s,
      "\x09 123456"s,
      "\x0D 12"s,
      "\x08"s,
      "\x08\x80"s,  // truncated
      "\x0B\x0C"s,
      "\x0E"s,
      "\x0F"s,  // groups and invalid wire types
  };
  for (const auto& message : cases)
    EXPECT_FALSE(is_whole(message)) << testing::PrintToString(message);
}

}  // namespace
}  // namespace regard::text
