#include "base/digest.h"

#include <gtest/gtest.h>

namespace regard {
namespace {

// The examples of FIPS 180-4, as published by NIST (SHA1.pdf).
TEST(Digest, OfSha1MatchesTheVectorsOfTheStandard) {
  Digest digest(Digest::Kind::sha1);
  digest.add("abc");
  EXPECT_EQ(digest.digits(), "a9993e364706816aba3e25717850c26c9cd0d89d");
  Digest longer(Digest::Kind::sha1);
  longer.add("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq");
  EXPECT_EQ(longer.digits(), "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
}

TEST(Digest, OfPartsIsThatOfTheWhole) {
  Digest digest;
  for (const auto* part : {"a", "", "bc"}) digest.add(part);
  EXPECT_EQ(digest.digits(), sha256("abc"));
}

TEST(Hexadecimal, HasTwoDigitsForEachByte) {
  EXPECT_EQ(hexadecimal({"\x00\x0F\xA0\xFF", 4}), "000fa0ff");
}

}  // namespace
}  // namespace regard
