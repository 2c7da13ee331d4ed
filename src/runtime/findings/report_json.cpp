#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "findings/report.h"
#include "regard/base/named_enum.h"

namespace regard::findings {
namespace {

using Json = nlohmann::ordered_json;

Json json_of_files(const Report& report) {
  Json files = Json::array();
  for (const auto& file : report.files) {
    files.push_back({{"path", replace_invalid_utf8(file.path)},
                     {"format", file.format},
                     {"lines", file.lines},
                     {"byte_order_mark", file.has_byte_order_mark},
                     {"windows_line_ends", file.windows_ends},
                     {"note", replace_invalid_utf8(file.note)}});
  }
  return files;
}

Json json_of_side(const SideCounts& side, const std::string& language) {
  Json languages = Json::object();
  for (const auto& [name, count] : side.languages) languages[name] = count;
  return {{"language", language.empty() ? Json(nullptr) : Json(language)},
          {"words", side.words},
          {"characters", side.characters},
          {"lines_ascii", side.ascii},
          {"lines_utf8", side.utf8},
          {"lines_windows_1252", side.windows},
          {"lines_broken", side.broken},
          {"languages", languages}};
}

Json json_of_finding(const Finding& finding) {
  Json examples = Json::array();
  for (const auto& [where, source, target, detail] : finding.examples) {
    examples.push_back({{"where", replace_invalid_utf8(where)},
                        {"source", replace_invalid_utf8(source)},
                        {"target", replace_invalid_utf8(target)},
                        {"detail", replace_invalid_utf8(detail)}});
  }
  return {{"kind", finding.kind.name},
          {"meaning", finding.kind.meaning},
          {"cleaning", name_of(finding.kind.action)},
          {"looked_for", finding.is_looked_for},
          {"count", finding.count},
          {"examples", examples},
          {"advice", finding.kind.advice}};
}

}  // namespace

std::string json_of(const Report& report) {
  Json findings = Json::array(), histograms = Json::array();
  for (const auto& finding : report.findings) findings.push_back(json_of_finding(finding));
  for (const auto& histogram : report.histograms) {
    Json one = {{"title", histogram.title}, {"ranges", histogram.ranges}};
    one[histogram.target.empty() ? "pairs" : "source"] = histogram.source;
    if (!histogram.target.empty()) one["target"] = histogram.target;
    histograms.push_back(one);
  }
  const Json json = {{"files", json_of_files(report)},
                     {"columns", report.columns},
                     {"pairs", report.pairs},
                     {"good", report.good},
                     {"source", json_of_side(report.sides[0], report.source_language)},
                     {"target", json_of_side(report.sides[1], report.target_language)},
                     {"findings", findings},
                     {"histograms", histograms}};
  return json.dump(2) + '\n';
}

}  // namespace regard::findings
