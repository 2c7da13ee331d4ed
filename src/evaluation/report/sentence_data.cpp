#include "report/comparison_sections.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <sstream>

#include "base/utf8.h"
#include "draw/colours.h"

namespace regard::report {
namespace {

using compare::DifferencePart;
using nlohmann::json;
using Metrics = std::vector<const compare::MetricScores*>;

// Maximum size of the data of all sentences: a page should stay below five megabytes.
constexpr std::size_t kMostBytes = 4'200'000;
constexpr double kRounding = 1e-9;

std::size_t size_of(const json& data) {
  return data.dump(-1, ' ', false, json::error_handler_t::replace).size();
}

// Rounds to the digits that a reader needs. Adding 0 turns −0 into 0.
double rounded(double value, double steps) { return std::round(value * steps) / steps + 0.0; }

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

// Lengths of runs of letters, alternating between runs in both texts and runs only in this one.
json runs_of(const std::vector<DifferencePart>& parts) {
  json runs = json::array({0});
  bool is_same = true;
  for (const auto& part : parts) {
    if (part.kind == DifferencePart::Kind::removed) continue;
    if ((part.kind == DifferencePart::Kind::same) != is_same) {
      runs.push_back(0);
      is_same = !is_same;
    }
    runs.back() = runs.back().get<std::size_t>() + decode_utf8(part.text).size();
  }
  return runs;
}

// Candidates share most of their letters with the hypothesis, so only the differing part is stored.
json candidate_of(const compare::NBestEntry& entry, const std::string& hypothesis) {
  const double score = rounded(entry.score, 1000);
  const auto text = decode_utf8(entry.text), other = decode_utf8(hypothesis);
  const auto most = std::min(text.size(), other.size());
  std::size_t before = 0, after = 0;
  while (before < most && text[before] == other[before]) ++before;
  while (after < most - before &&
         text[text.size() - 1 - after] == other[other.size() - 1 - after]) {
    ++after;
  }
  std::string middle;
  for (std::size_t i = before; i + after < text.size(); ++i) append_utf8(text[i], middle);
  return {middle, score, before, after};
}

json output_of(const compare::SystemOutput& output, const Metrics& metrics) {
  json scores = json::array();
  for (const auto* metric : metrics) scores.push_back(rounded(output.scores.at(metric->key), 10));
  json data = {{"p", parts_of(output.against_reference)}, {"m", std::move(scores)}};
  if (!output.against_first.empty()) data["q"] = runs_of(output.against_first);
  if (output.log_prob) data["l"] = rounded(*output.log_prob, 100);
  return data;
}

// Details that may be omitted.
json details_of(const compare::SystemOutput& output, const std::string& source) {
  json data = json::object();
  for (const auto& entry : output.n_best) {
    data["n"].push_back(candidate_of(entry, output.hypothesis));
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

Metrics sentence_metrics(const compare::Comparison& comparison) {
  Metrics metrics;
  if (comparison.sentences.empty()) return metrics;
  const auto& scores = comparison.sentences.front().systems.front().scores;
  for (const auto& metric : comparison.metrics) {
    if (scores.contains(metric.key)) metrics.push_back(&metric);
  }
  std::stable_partition(metrics.begin(), metrics.end(),
                        [](const auto* metric) { return metric->key == compare::kSentenceMetric; });
  return metrics;
}

SentenceData sentence_data(const compare::Comparison& comparison) {
  const auto kinds = sentence_kinds(comparison);
  const auto metrics = sentence_metrics(comparison);
  json sentences = json::array();
  std::vector<std::vector<json>> details;  // by sentence and system; empty if unknown
  std::size_t bytes = 0, bytes_of_details = 0, detailed = 0;
  for (const auto& sentence : comparison.sentences) {
    json outputs = json::array(), own_kinds = json::array();
    auto& own_details = details.emplace_back();
    std::size_t known = 0;
    for (const auto& output : sentence.systems) {
      outputs.push_back(output_of(output, metrics));
      own_details.push_back(details_of(output, sentence.source));
      if (!own_details.back().empty()) known += size_of(own_details.back());
    }
    if (known == 0) own_details.clear();
    detailed += known > 0 ? 1 : 0;
    bytes_of_details += known;
    for (const auto& kind : sentence.kinds) {
      own_kinds.push_back(std::find(kinds.begin(), kinds.end(), kind) - kinds.begin());
    }
    sentences.push_back({{"s", sentence.source},
                         {"r", sentence.reference},
                         {"w", sentence.source_words},
                         {"k", std::move(own_kinds)},
                         {"t", std::move(outputs)}});
    bytes += size_of(sentences.back());
  }
  const auto room = static_cast<double>(kMostBytes - std::min(bytes, kMostBytes));
  const double share = std::min(1.0, room / static_cast<double>(std::max(bytes_of_details, 1UL)));
  std::size_t seen = 0, taken = 0;
  for (std::size_t i = 0; i < details.size(); ++i) {
    if (details[i].empty()) continue;
    ++seen;
    if (share * static_cast<double>(seen) < static_cast<double>(taken + 1) - kRounding) continue;
    ++taken;
    for (std::size_t system = 0; system < details[i].size(); ++system) {
      sentences[i]["t"][system].update(details[i][system]);
    }
  }
  json names = json::array(), styles = json::array(), higher_is_better = json::array();
  for (const auto* metric : metrics) higher_is_better.push_back(metric->higher_is_better);
  for (std::size_t i = 0; i < comparison.systems.size(); ++i) {
    names.push_back(comparison.systems[i].name);
    styles.push_back(draw::colour_style(i));
  }
  return {.data = {{"systems", std::move(names)},
                   {"styles", std::move(styles)},
                   {"kinds", kinds},
                   {"higherIsBetter", std::move(higher_is_better)},
                   {"sentences", std::move(sentences)}},
          .left_out = detailed - taken};
}

}  // namespace regard::report
