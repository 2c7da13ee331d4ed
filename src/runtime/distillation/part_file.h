#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "distillation/line_selection.h"

namespace regard::distillation {

/// The translations of some consecutive lines of a text, kept in a file so that the rerun of a
/// killed run skips complete parts. The file's first line has the counts of the tally.
struct Part {
  Tally tally;
  std::vector<DistilledPair> pairs;
};

void write_part(const std::string& path, const Part& part);
/// Calls `each(pair)` for the part's pairs, in order. Throws Error for a damaged file.
Tally read_part(const std::string& path, const std::function<void(DistilledPair)>& each);

}  // namespace regard::distillation
