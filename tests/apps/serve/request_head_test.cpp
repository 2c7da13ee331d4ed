#include "serve/http_message.h"

#include <gtest/gtest.h>

namespace regard::serve {
namespace {

HttpRequest with(const std::string& name, const std::string& value) {
  return {.method = "POST", .path = "/translate", .headers = {{name, value}}};
}

int status_of(const HttpRequest& request) {
  try {
    check_head(request);
    return 200;
  } catch (const Refusal& refusal) {
    return refusal.status();
  }
}

TEST(RequestHead, ACompressedBodyIsRefusedWithTheCodingThatIsRead) {
  for (const std::string coding : {"gzip", "deflate", "br", "GZip", "x-gzip", "gzip, identity"}) {
    EXPECT_EQ(status_of(with("content-encoding", coding)), 415) << coding;
  }
  for (const std::string coding : {"", "identity", " Identity ", "UTF-8", "utf8", "ISO-8859-1"}) {
    EXPECT_EQ(status_of(with("Content-Encoding", coding)), 200) << coding;
  }
  try {
    check_head(with("Content-Encoding", "gzip"));
    ADD_FAILURE();
  } catch (const Refusal& refusal) {
    ASSERT_EQ(refusal.headers().size(), 1);
    EXPECT_EQ(refusal.headers().front().name, "Accept-Encoding");
    EXPECT_EQ(refusal.headers().front().value, "identity");
  }
}

TEST(RequestHead, ATimeIsAWholeNumberOfMilliseconds) {
  for (const std::string time : {"0", "-5", "5.0", "1e3", "five", "1000000001",
                                 "99999999999999999999", "5,6", "+5", "0x5", "5 "}) {
    EXPECT_EQ(status_of(with("X-Timeout-Ms", time)), 400) << time;
  }
  EXPECT_EQ(timeout_of_head(with("X-Timeout-Ms", "1")), 1);
  EXPECT_EQ(timeout_of_head(with("x-timeout-ms", "1000000000")), 1'000'000'000);
  EXPECT_EQ(timeout_of_head({.method = "GET", .path = "/"}), std::nullopt);
}

}  // namespace
}  // namespace regard::serve
