#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "findings/inspection.h"
#include "support/base/temporary_folder.h"
#include "text/data_files.h"

namespace regard::findings {
namespace {

/// data/train with the targets from `begin` to `end` - 1 moved `shift` lines down.
Report report_with_shift(size_t begin, size_t end, int64_t shift) {
  const test::TemporaryFolder folder;
  const auto sources = test::data_lines("train.en"), targets = test::data_lines("train.fr");
  std::string content;
  for (size_t at = 0; at < sources.size(); ++at) {
    const bool is_shifted = at >= begin && at < end;
    const auto other = static_cast<int64_t>(at) - (is_shifted ? shift : 0);
    const auto last = std::ssize(targets) - 1;
    content += sources[at] + '\t' +
               targets[static_cast<size_t>(std::clamp<int64_t>(other, 0, last))] + '\n';
  }
  return inspect({.files = {folder.write("pairs.tsv", content)}, .examples = 1000});
}

int64_t count_of(const Report& report, const std::string& kind) {
  return std::ranges::find(report.findings, kind, [](const auto& one) { return one.kind.name; })
      ->count;
}

const Example& first_of(const Report& report) {
  return std::ranges::find(report.findings, "shifted",
                           [](const auto& one) { return one.kind.name; })
      ->examples.front();
}

TEST(Shifts, AreNamedWithTheLineWhereTheyBegin) {
  for (const int64_t shift : {1, -1, 2, 3, -3}) {
    constexpr size_t kBegin = 600, kEnd = 1200;
    const auto report = report_with_shift(kBegin, kEnd, shift);
    EXPECT_NEAR(static_cast<double>(count_of(report, "shifted")), kEnd - kBegin, 30) << shift;
    const auto& detail = first_of(report).detail;
    const auto line = std::stoi(detail.substr(detail.find("line ") + 5));
    EXPECT_NEAR(line, kBegin + 1, 12) << detail;
    const auto distance = std::to_string(std::abs(shift)) + " line";
    EXPECT_NE(detail.find(distance), std::string::npos) << detail;
    EXPECT_TRUE(detail.ends_with(shift > 0 ? "later" : "earlier")) << detail;
  }
}

TEST(Shifts, AreNotFoundInTextsWithoutOne) {
  EXPECT_EQ(count_of(report_with_shift(0, 0, 0), "shifted"), 0);
}

}  // namespace
}  // namespace regard::findings
