// Shortlists (text/shortlist.h).
#include "fuzz/checksum.h"
#include "fuzz/target.h"
#include "text/shortlist.h"

namespace regard::fuzz {

std::vector<std::string> seeds() {
  return {text::Shortlist("hash", 20, {}, {}).bytes(),
          text::Shortlist("hash", 20, {9, 7}, {{}, {4, 5}, {19}, {6, 7, 8}}).bytes()};
}

std::string repaired(const std::string& /*before*/, std::string after) {
  return with_checksum(std::move(after));
}

void try_input(std::string_view input) {
  const auto list = text::Shortlist::parse(input, "input");
  // A list whose vocabulary size differs from the model's is not used.
  constexpr int64_t kLargest = 1 << 20;
  if (list.target_vocab() > kLargest) return;
  const std::vector<int64_t> source = {0, 1, 2, 3, 1000};
  for (const int32_t token : list.tokens_for(source)) {
    if (token < 0 || token >= list.target_vocab()) throw "a token that the vocabulary lacks";
  }
  const auto again = text::Shortlist::parse(list.bytes(), "again");
  if (again.tokens_for(source) != list.tokens_for(source)) {
    throw "what was read is not written again";
  }
}

}  // namespace regard::fuzz
