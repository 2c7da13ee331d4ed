#include "explain/walk.h"

#include <openssl/evp.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "draw/page.h"
#include "draw/picture.h"
#include "explain/assets.h"
#include "pages/attention_page.h"
#include "pages/script_data.h"
#include "regard/base/str.h"

namespace regard::explain {
namespace {

using nlohmann::json;

constexpr int64_t kNumbers = 600'000;  // on a page at most: 2 bytes each, and base64, are 1.6 MB
constexpr double kMasked = -1e5;       // scores below are masked ones
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

/// The first `columns` numbers of each row, as parts of the largest: a page shows three digits.
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

int64_t numbers_in(const std::vector<Step>& steps, int64_t columns) {
  int64_t numbers = 0;
  for (const auto& step : steps) {
    for (const auto& layer : step.values) {
      for (const auto& head : layer) numbers += head.size(0) * std::min(columns, head.size(1));
    }
  }
  return numbers;
}

/// As many numbers of each vector as a page has room for.
int64_t columns_for(const std::vector<Step>& steps) {
  int64_t columns = 4096;
  while (columns > 8 && numbers_in(steps, columns) > kNumbers) columns /= 2;
  return columns;
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

json steps_of(const std::vector<Step>& steps, int64_t columns) {
  json list = json::array();
  for (const auto& step : steps) {
    json layers = json::array();
    for (const auto& layer : step.values) {
      json heads = json::array();
      // Rows of attention are complete: they are as short as a sentence.
      for (const auto& head : layer)
        heads.push_back(matrix(head, step.columns == Axis::number ? columns : head.size(1)));
      layers.push_back(std::move(heads));
    }
    list.push_back({{"part", step.part},
                    {"title", step.title},
                    {"meaning", step.meaning},
                    {"formula", step.formula},
                    {"file", step.source.file},
                    {"expression", step.source.expression},
                    {"rows", name_of(step.rows)},
                    {"columns", name_of(step.columns)},
                    {"isWeight", step.is_weight},
                    {"layers", std::move(layers)}});
  }
  return list;
}

json source_of(const Citation& source) {
  return {{"file", source.file}, {"expression", source.expression}};
}

json readable(const std::vector<std::string>& pieces) {
  json list = json::array();
  for (const auto& piece : pieces) list.push_back(report::readable_piece(piece));
  return list;
}

json rounded(double value) { return std::round(value * 1000) / 1000; }

json output_of(const Walk& walk) {
  json positions = json::array();
  for (const auto& row : walk.candidates) {
    json list = json::array();
    for (const auto& candidate : row) {
      list.push_back({report::readable_piece(candidate.token), rounded(candidate.logit),
                      rounded(candidate.log_probability)});
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
      nodes.push_back({text, rounded(node.probability), node.finished});
    }
    steps.push_back(std::move(nodes));
  }
  return steps;
}

}  // namespace

std::string explain_page(const std::optional<Walk>& walk) {
  auto steps = worked_examples();
  json data{{"colours", report::heatmap_colours()}};
  if (walk) {
    steps.insert(steps.end(), walk->steps.begin(), walk->steps.end());
    data["source"] = readable(walk->source);
    data["written"] = readable(walk->written);
    data["read"] = readable(walk->read);
    data["output"] = output_of(*walk);
    data["beam"] = beam_of(*walk);
    data["outputSource"] = source_of(walk->logits_source);
    data["beamSource"] = source_of(walk->beam_source);
  }
  data["steps"] = steps_of(steps, columns_for(steps));
  const auto title = walk ? "Every number of: " + walk->line : "The book's worked examples";
  std::string facts;
  if (walk) {
    facts = str("<dl>\n<dt>model</dt><dd>", draw::escape(walk->model), "</dd>\n<dt>source</dt><dd>",
                draw::escape(walk->line), "</dd>\n<dt>translation</dt><dd>",
                draw::escape(walk->translation), "</dd>\n</dl>\n");
  }
  return str(draw::page_head(title, assets::kExplainStyle), "<h1>", draw::escape(title), "</h1>\n",
             facts, assets::kExplainHtml,
             report::page_end(report::safe_in_script(data), assets::kExplainScript));
}

}  // namespace regard::explain
