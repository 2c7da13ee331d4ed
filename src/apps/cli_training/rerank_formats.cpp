#include "cli_training/rerank_formats.h"

#include <nlohmann/json.hpp>

#include "cli/translation_formats.h"
#include "regard/base/str.h"

namespace regard::cli {
namespace {

using translate::Rated;

std::string nbest_line(const Rated& candidate, std::span<const double> weights, int64_t number) {
  std::string features;
  for (size_t feature = 0; feature < candidate.features.size(); ++feature) {
    features += str('F', feature, "= ", candidate.features[feature], ' ');
  }
  return str(number, " ||| ", without_separators(candidate.text), " ||| ", features, "||| ",
             translate::weighted_sum(candidate.features, weights), '\n');
}

nlohmann::ordered_json json_of(const Rated& candidate, std::span<const double> weights) {
  return {{"text", candidate.text},
          {"score", translate::weighted_sum(candidate.features, weights)},
          {"features", candidate.features}};
}

}  // namespace

std::string formatted(const std::vector<Rated>& candidates, std::span<const double> weights,
                      int64_t number, Format format) {
  const std::vector<Rated> nothing = {{.text = "", .features = std::vector(weights.size(), 0.0)}};
  const auto& some = candidates.empty() ? nothing : candidates;
  if (format == Format::text) return some.front().text + '\n';
  if (format == Format::nbest) {
    std::string lines;
    for (const auto& candidate : some) lines += nbest_line(candidate, weights, number);
    return lines;
  }
  auto json = json_of(some.front(), weights);
  json["alternatives"] = nlohmann::ordered_json::array();
  for (const auto& candidate : std::span(some).subspan(1)) {
    json["alternatives"].push_back(json_of(candidate, weights));
  }
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

}  // namespace regard::cli
