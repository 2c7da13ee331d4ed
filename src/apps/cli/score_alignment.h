#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "alignment/quality.h"

namespace regard::cli {

/// The figures of an alignment, in percent, and the counts from which they are computed.
nlohmann::ordered_json json_of(const alignment::Quality& quality);

/// Runs `regard score --alignment`: compares lines of links, "0-0 1-2", with a gold alignment. "-"
/// is standard input.
int score_alignment(const std::string& gold_file, const std::string& links_file, bool json);

}  // namespace regard::cli
