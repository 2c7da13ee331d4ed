#include "explain/walk_json.h"

#include <openssl/evp.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "draw/phrases.h"
#include "pages/attention_page.h"

namespace regard::explain {
namespace {

using nlohmann::json;

constexpr double kMasked = -1e5;  // lower scores are masked
constexpr int kMaskedCode = -32768;

std::string base64(const std::vector<int16_t>& numbers) {
  std::string bytes;
  for (const int16_t number : numbers) {
    const auto bits = static_cast<uint16_t>(number);
    bytes += static_cast<char>(bits & 0xFF);
    bytes += static_cast<char>(bits >> 8);
  }
  std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');  // OpenSSL ends it with a null character
  text.resize(static_cast<size_t>(EVP_EncodeBlock(
      reinterpret_cast<unsigned char*>(text.data()),
      reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<int>(bytes.size()))));
  return text;
}

/// The first `columns` numbers of each row, as fractions of the largest; a page shows three digits.
json matrix(const torch::Tensor& values, int64_t columns) {
  const auto shown = values.slice(1, 0, columns).to(torch::kDouble).contiguous();
  const auto* data = shown.const_data_ptr<double>();
  double largest = 0;
  for (int64_t i = 0; i < shown.numel(); ++i) {
    if (data[i] > kMasked) largest = std::max(largest, std::abs(data[i]));
  }
  std::vector<int16_t> codes;
  for (int64_t i = 0; i < shown.numel(); ++i) {
    codes.push_back(static_cast<int16_t>(data[i] <= kMasked ? kMaskedCode
                                         : largest == 0     ? 0
                                                        : std::lround(data[i] / largest * 32767)));
  }
  return {{"rows", shown.size(0)},
          {"columns", shown.size(1)},
          {"all", values.size(1)},
          {"largest", largest},
          {"data", base64(codes)}};
}

const char* name_of(Axis axis) {
  switch (axis) {
    case Axis::source:
      return "source";
    case Axis::target:
      return "target";
    case Axis::number:
      break;
  }
  return "number";
}

}  // namespace

json json_of(const std::vector<Step>& steps, int64_t columns,
             const std::function<bool(const Step&)>& is_shown) {
  json list = json::array();
  for (const auto& step : steps) {
    json layers = json::array(), names = json::array();
    for (const auto& name : step.names) names.push_back(draw::drawn_text(name));
    const bool shown = is_shown(step);
    for (const auto& layer : step.values) {
      json heads = json::array();
      // Attention rows are complete, because they are as short as a sentence.
      for (const auto& head : layer) {
        heads.push_back(shown ? matrix(head, step.columns == Axis::number ? columns : head.size(1))
                              : json());
      }
      layers.push_back(std::move(heads));
    }
    list.push_back({{"part", draw::drawn_text(step.part)},
                    {"isExample", step.part == kWorkedExamples},
                    {"title", draw::drawn_text(step.title)},
                    {"meaning", draw::drawn_text(step.meaning)},
                    {"formula", step.formula},
                    {"file", step.source.file},
                    {"expression", step.source.expression},
                    {"rows", name_of(step.rows)},
                    {"columns", name_of(step.columns)},
                    {"names", std::move(names)},
                    {"axes", step.axes},
                    {"isWeight", step.is_weight},
                    {"layers", std::move(layers)}});
  }
  return list;
}

namespace {

json source_of(const Citation& source) {
  return {{"file", source.file}, {"expression", source.expression}};
}

json rounded(double value) { return std::round(value * 1000) / 1000; }

/// A log-probability with enough decimals for the probability to have four digits.
json rounded_log(double value) { return std::round(value * 1e6) / 1e6; }

/// A probability with the four significant digits that the page shows, such as 0.0004988.
json four_digits(double probability) {
  if (probability <= 0) return 0;
  const double unit = std::pow(10, std::floor(std::log10(probability)) - 3);
  return std::round(probability / unit) * unit;
}

json output_of(const Walk& walk) {
  json positions = json::array();
  for (const auto& row : walk.candidates) {
    json list = json::array();
    for (const auto& candidate : row) {
      list.push_back({report::readable_piece(candidate.token), rounded(candidate.logit),
                      rounded_log(candidate.log_probability), candidate.id});
    }
    positions.push_back(std::move(list));
  }
  return positions;
}

json beam_of(const Walk& walk) {
  json steps = json::array();
  for (size_t step = 1; step < walk.beam.steps.size(); ++step) {
    json nodes = json::array();
    for (size_t i = 0; i < walk.beam.steps[step].size(); ++i) {
      const auto& node = walk.beam.steps[step][i];
      std::string text;
      for (size_t at = step, place = i;; place = walk.beam.steps[at].at(place).parent, --at) {
        if (at == 0) break;
        text = report::readable_piece(walk.beam_tokens[at].at(place)) + (text.empty() ? "" : " ") +
               text;
      }
      nodes.push_back({text, four_digits(node.probability), node.finished});
    }
    steps.push_back(std::move(nodes));
  }
  return steps;
}

}  // namespace

json json_of(const Walk& walk) {
  return {{"source", report::readable_pieces(walk.source)},
          {"written", report::readable_pieces(walk.written)},
          {"read", report::readable_pieces(walk.read)},
          {"output", output_of(walk)},
          {"beam", beam_of(walk)},
          {"outputSource", source_of(walk.logits_source)},
          {"beamSource", source_of(walk.beam_source)}};
}

}  // namespace regard::explain
