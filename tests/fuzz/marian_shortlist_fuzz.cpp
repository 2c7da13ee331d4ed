// Marian's lexical shortlists (store/marian_shortlist.h).
#include "store/marian_shortlist.h"

#include "fuzz/changed_seeds.h"
#include "fuzz/target.h"
#include "support/marian_files.h"

namespace regard::fuzz {

std::vector<std::string> seeds() {
  const auto good = test::marian_shortlist(2, {{1, 2}, {}, {5}});
  auto large = good, decreasing = good;
  large[23] = 1;       // the number of pieces in every list
  decreasing[56] = 9;  // the second offset
  return {good,
          test::marian_shortlist(0, {}),
          good.substr(0, 40),
          good + "a",
          large,
          decreasing,
          "another file"};
}

void try_input(std::string_view input) {
  constexpr size_t kSmallest = 16;
  std::string list_bytes(input);
  if (input.size() >= kSmallest) list_bytes = test::with_checksum(list_bytes);
  for (const auto& list : interop::parse_marian_shortlist(list_bytes, "input").of_source) {
    for (const int64_t number : list) {
      if (number < 0) throw "a number below 0";
    }
  }
}

}  // namespace regard::fuzz
