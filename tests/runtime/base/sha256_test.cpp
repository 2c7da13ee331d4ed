#include "base/digest.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "regard/base/error.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard {
namespace {

// The examples of FIPS 180-4, as published by NIST (SHA256.pdf and the long message of the SHA-2
// additions).
TEST(Sha256, MatchesTheVectorsOfTheStandard) {
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, OfAFileIsThatOfItsBytes) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(sha256_of_file(folder.write("file", "abc")), sha256("abc"));
}

TEST(Sha256, OfAFileThatCannotBeOpenedSaysWhy) {
  const test::TemporaryFolder folder;
  const auto file = folder.write("file", "abc");
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit none = {.rlim_cur = 0, .rlim_max = before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  const auto error = test::thrown_error([&] { sha256_of_file(file); });
  ::setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_EQ(error.problem(), "cannot be read: Too many open files");
}

// RFC 4231, test cases 2 and 6.
TEST(HmacSha256, MatchesTheVectorsOfTheStandard) {
  EXPECT_EQ(hmac_sha256("Jefe", "what do ya want for nothing?"),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  EXPECT_EQ(hmac_sha256(std::string(131, '\xaa'),
                        "Test Using Larger Than Block-Size Key - Hash Key First"),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

}  // namespace
}  // namespace regard
