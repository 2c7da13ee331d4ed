#include "cli/score_alignment.h"

#include <iostream>
#include <nlohmann/json.hpp>

#include "alignment/quality.h"
#include "base/readable.h"
#include "base/terminal.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::cli {
namespace {

std::vector<alignment::Links> links_of_standard_input() {
  std::vector<alignment::Links> links;
  for (std::string line; std::getline(std::cin, line);) {
    links.push_back(alignment::from_pharaoh(line, str("standard input:", links.size() + 1)));
  }
  return links;
}

}  // namespace

nlohmann::ordered_json json_of(const alignment::Quality& quality) {
  return {{"aer", 100 * quality.error_rate()},
          {"precision", 100 * quality.precision()},
          {"recall", 100 * quality.recall()},
          {"links", quality.links},
          {"sure", quality.sure},
          {"pairs", quality.pairs}};
}

int score_alignment(const std::string& gold_file, const std::string& links_file, bool json) {
  const auto gold = alignment::read_gold(gold_file);
  const bool is_standard_input = links_file == "-";
  const auto links =
      is_standard_input ? links_of_standard_input() : alignment::read_pharaoh(links_file);
  if (links.size() != gold.size()) {
    throw Error(str("has ", links.size(), " lines, but ", gold_file, " has ", gold.size()),
                is_standard_input ? "standard input" : links_file,
                "write the links of one sentence pair per line, and an empty line for a pair "
                "without links");
  }
  alignment::Quality quality;
  for (size_t pair = 0; pair < gold.size(); ++pair) quality.add(links[pair], gold[pair]);
  write_standard_output((json ? json_of(quality).dump(1) : alignment::sentence_of(quality)) + '\n');
  return 0;
}

}  // namespace regard::cli
