#include "metrics/unicode.h"

#include <gtest/gtest.h>

#include "support/golden_json.h"

namespace regard::metrics {
namespace {

using test::describe_case;
using test::load_golden_cases;

TEST(Unicode, LowersStripsAndSplitsAsPythonDoes) {
  for (const auto& golden : load_golden_cases("python_text")) {
    SCOPED_TRACE(describe_case(golden));
    const auto texts = golden["inputs"]["texts"].get<std::vector<std::string>>();
    for (std::size_t i = 0; i < texts.size(); ++i) {
      SCOPED_TRACE("text " + std::to_string(i));
      EXPECT_EQ(lower(texts[i]), golden["outputs"]["lower"][i]);
      EXPECT_EQ(strip_right(texts[i]), golden["outputs"]["rstrip"][i].get<std::string>());
      const auto words = split(texts[i]);
      EXPECT_EQ(std::vector<std::string>(words.begin(), words.end()),
                golden["outputs"]["split"][i]);
    }
  }
}

}  // namespace
}  // namespace regard::metrics
