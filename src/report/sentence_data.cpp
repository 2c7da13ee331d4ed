#include "sentence_data.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

namespace regard::report {
namespace {

using compare::DifferencePart;
using nlohmann::json;

// The fewest digits that a reader needs; JSON would write 0.1 + 0.2 in full.
double rounded(double value, double steps) { return std::round(value * steps) / steps; }

json parts_of(const std::vector<DifferencePart>& parts) {
  json list = json::array();
  for (const auto& part : parts) {
    const char* sign = part.kind == DifferencePart::Kind::same      ? "="
                       : part.kind == DifferencePart::Kind::removed ? "-"
                                                                    : "+";
    list.push_back(sign + part.text);
  }
  return list;
}

std::string letters_of(const std::vector<std::vector<float>>& weights) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string letters;
  for (const auto& row : weights) {
    for (const float weight : row) {
      const float size = std::clamp(weight, 0.F, 1.F);  // NaN stays NaN
      letters += digits[size >= 0 ? static_cast<std::size_t>(std::lround(63 * size)) : 0];
    }
  }
  return letters;
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

json output_of(const compare::SystemOutput& output, const std::string& source) {
  json data = {
      {"p", parts_of(output.against_reference)},
      {"m", {rounded(output.chrf, 10), rounded(output.bleu, 10), rounded(output.ter, 10)}}};
  if (!output.against_first.empty()) data["q"] = parts_of(output.against_first);
  if (output.log_prob) data["l"] = rounded(*output.log_prob, 100);
  for (const auto& entry : output.n_best) {
    data["n"].push_back({entry.text, rounded(entry.score, 1000)});
  }
  if (output.attention) {
    data["a"] = {{"w", letters_of(output.attention->weights)}};
    if (output.attention->source != words_of(source)) data["a"]["s"] = output.attention->source;
    if (output.attention->target != words_of(output.hypothesis)) {
      data["a"]["t"] = output.attention->target;
    }
  }
  return data;
}

}  // namespace

std::vector<std::string> sentence_kinds(const compare::Comparison& comparison) {
  std::vector<std::string> kinds;
  for (const auto& sentence : comparison.sentences) {
    for (const auto& kind : sentence.kinds) {
      if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(kind);
    }
  }
  return kinds;
}

json sentence_data(const compare::Comparison& comparison) {
  const auto kinds = sentence_kinds(comparison);
  json sentences = json::array();
  for (const auto& sentence : comparison.sentences) {
    json outputs = json::array(), own_kinds = json::array();
    for (const auto& output : sentence.systems)
      outputs.push_back(output_of(output, sentence.source));
    for (const auto& kind : sentence.kinds) {
      own_kinds.push_back(std::find(kinds.begin(), kinds.end(), kind) - kinds.begin());
    }
    sentences.push_back({{"s", sentence.source},
                         {"r", sentence.reference},
                         {"w", sentence.source_words},
                         {"k", std::move(own_kinds)},
                         {"t", std::move(outputs)}});
  }
  json names = json::array();
  for (const auto& system : comparison.systems) names.push_back(system.name);
  return {{"systems", std::move(names)}, {"kinds", kinds}, {"sentences", std::move(sentences)}};
}

}  // namespace regard::report
