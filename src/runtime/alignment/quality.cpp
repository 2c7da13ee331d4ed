#include "alignment/quality.h"

#include <algorithm>

#include "base/readable.h"
#include "regard/base/str.h"

namespace regard::alignment {
namespace {

double share(int64_t part, int64_t whole) {
  return whole == 0 ? 1 : static_cast<double>(part) / static_cast<double>(whole);
}

int64_t count_common(const Links& some, const Links& sorted) {
  return std::ranges::count_if(
      some, [&](const Link& link) { return std::ranges::binary_search(sorted, link); });
}

}  // namespace

void Quality::add(const Links& found, const GoldLinks& gold) {
  ++pairs;
  links += std::ssize(found);
  sure += std::ssize(gold.sure);
  links_in_sure += count_common(found, gold.sure);
  links_in_possible += count_common(found, gold.possible);
}

double Quality::precision() const { return share(links_in_possible, links); }

double Quality::recall() const { return share(links_in_sure, sure); }

double Quality::error_rate() const {
  return 1 - share(links_in_sure + links_in_possible, links + sure);
}

std::string sentence_of(const Quality& quality) {
  const auto percent = [](double share) { return fixed(100 * share, 2) + " %"; };
  return str("AER ", percent(quality.error_rate()), ", precision ", percent(quality.precision()),
             ", recall ", percent(quality.recall()), ": ", grouped(quality.links),
             " links against ", grouped(quality.sure), " sure links in ",
             counted(quality.pairs, "pair"));
}

}  // namespace regard::alignment
