#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "findings/check.h"

namespace regard::findings {

/// A pair that illustrates a finding.
struct Example {
  std::string where;  ///< "train.tsv:12"
  std::string source, target;
  std::string detail;  ///< "40 and 3 characters"; may be empty
};

struct Finding {
  Kind kind;
  bool is_looked_for = true;  ///< false: the input for the check is missing
  int64_t count = 0;
  std::vector<Example> examples = {};  ///< the first examples
};

/// Number of sides with a value in each range, or of pairs if only the first list is filled.
struct Histogram {
  std::string title;
  std::vector<std::string> ranges = {};
  std::vector<int64_t> source = {}, target = {};
};

/// Statistics of one side.
struct SideCounts {
  int64_t words = 0, characters = 0;
  int64_t ascii = 0, utf8 = 0, windows = 0, broken = 0;  ///< lines by encoding
  std::map<std::string, int64_t> languages;              ///< lines by language, if determined
};

/// The results of inspecting files of pairs.
struct Report {
  std::vector<bitext::PairFile> files = {};
  std::string source_language = {}, target_language = {};
  int64_t columns = 2;
  int64_t pairs = 0;
  int64_t good = 0;  ///< pairs that cleaning keeps unchanged
  std::array<SideCounts, 2> sides = {};
  std::vector<Histogram> histograms = {};
  std::vector<Finding> findings = {};  ///< one finding for each kind, in the order of the checks
};

/// The report as a table for a terminal with `width` columns.
std::string text_of(const Report& report, size_t width);
/// The report as a self-contained HTML page.
std::string page_of(const Report& report);
/// The report as a JSON object.
std::string json_of(const Report& report);

/// A text shortened to one line of at most `width` characters, safe for a terminal.
std::string excerpt(std::string_view text, size_t width);

}  // namespace regard::findings
