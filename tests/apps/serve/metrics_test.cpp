#include "serve/metrics.h"

#include <gtest/gtest.h>

#include <regex>
#include <sstream>

namespace regard::serve {
namespace {

using Seconds = Metrics::Seconds;

bool has_line(const std::string& text, const std::string& line) {
  return ("\n" + text).find("\n" + line + "\n") != std::string::npos;
}

TEST(Metrics, CountRequestsByRouteAndStatus) {
  Metrics metrics;
  metrics.count_request("/translate", 200, Seconds(0.02));
  metrics.count_request("/translate", 200, Seconds(0.3));
  metrics.count_request("/translate", 503, Seconds(0.0));
  const auto text = metrics.text({});
  EXPECT_TRUE(has_line(text, R"(regard_http_requests_total{route="/translate",status="200"} 2)"));
  EXPECT_TRUE(has_line(text, R"(regard_http_requests_total{route="/translate",status="503"} 1)"));
}

TEST(Metrics, HaveHistogramsWhoseBucketsAddUp) {
  Metrics metrics;
  for (const double seconds : {0.001, 0.02, 0.02, 0.3, 99.0}) {
    metrics.count_request("/", 200, Seconds(seconds));
  }
  const auto text = metrics.text({});
  const std::string name = "regard_http_request_duration_seconds";
  EXPECT_TRUE(has_line(text, name + R"(_bucket{le="0.005"} 1)"));
  EXPECT_TRUE(has_line(text, name + R"(_bucket{le="0.025"} 3)"));
  EXPECT_TRUE(has_line(text, name + R"(_bucket{le="0.5"} 4)"));
  EXPECT_TRUE(has_line(text, name + R"(_bucket{le="+Inf"} 5)"));
  EXPECT_TRUE(has_line(text, name + "_count 5"));
}

TEST(Metrics, HaveSumsWithAllTheirDigits) {
  Metrics metrics;
  metrics.count_request("/", 200, Seconds(123'456'789.0));
  metrics.count_request("/", 200, Seconds(0.0009765625));
  EXPECT_TRUE(has_line(metrics.text({{"gauge", "A gauge.", 12345678.25}}),
                       "regard_http_request_duration_seconds_sum 123456789.00097656"));
  EXPECT_TRUE(has_line(metrics.text({{"gauge", "A gauge.", 12345678.25}}), "gauge 12345678.25"));
}

TEST(Metrics, AreInTheFormatOfPrometheus) {
  Metrics metrics;
  metrics.count_request("/health", 200, Seconds(0.0));
  metrics.count_wait(Seconds(0.1));
  metrics.count_translated(3'000'000, 70);
  std::istringstream lines(metrics.text({{"regard_connections", "Open.", 3.0}}));
  const std::regex sample(R"([a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [0-9.e+-]+)"),
      comment(R"(# (HELP|TYPE) [a-z_]+ .+)");
  for (std::string line; std::getline(lines, line);) {
    EXPECT_TRUE(std::regex_match(line, sample) || std::regex_match(line, comment)) << line;
  }
  EXPECT_TRUE(has_line(metrics.text({}), "regard_lines_total 3000000")) << "all digits";
}

TEST(ResidentBytes, AreThoseOfThisProcess) {
  EXPECT_GT(resident_bytes(), size_t{1} << 20U);
  EXPECT_LT(resident_bytes(), size_t{1} << 40U);
}

}  // namespace
}  // namespace regard::serve
