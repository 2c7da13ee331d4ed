#include "serve/client.h"

#include <gtest/gtest.h>

#include "base/digest.h"
#include "regard/base/error.h"
#include "support/base/temporary_folder.h"

namespace regard::serve {
namespace {

class ApiKeysTest : public testing::Test {
 protected:
  ApiKeys keys(const std::string& lines) const {
    return ApiKeys::load(folder_.write("keys", lines));
  }

  test::TemporaryFolder folder_;
};

TEST_F(ApiKeysTest, AreFoundByTheKeyWhoseHashTheFileHas) {
  const auto known =
      keys("# of friends\n\n" + sha256("open sesame") + " ali 30\n" + sha256("other") + " kasim\n");
  ASSERT_NE(known.find("open sesame"), nullptr);
  EXPECT_EQ(known.find("open sesame")->name, "ali");
  EXPECT_EQ(known.find("open sesame")->per_minute, 30.0);
  EXPECT_FALSE(known.find("other")->per_minute);
  EXPECT_EQ(known.find("open barley"), nullptr);
  EXPECT_EQ(known.find(sha256("other")), nullptr) << "who reads the file has no key";
}

TEST_F(ApiKeysTest, AreRefusedWithFileAndLine) {
  for (const std::string line : {"open sesame", "0123 short", "x"}) {
    try {
      keys(sha256("a") + " a\n" + line + "\n");
      ADD_FAILURE() << line;
    } catch (const Error& error) {
      EXPECT_NE(error.where().find("keys:2"), std::string::npos) << error.where();
    }
  }
  EXPECT_THROW(keys(sha256("a") + " a none\n"), Error);
  EXPECT_THROW(keys(sha256("a") + " a -1\n"), Error);
}

}  // namespace
}  // namespace regard::serve
