#include "metrics/score_format.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/readable.h"
#include "regard/base/str.h"

namespace regard::metrics {
namespace {

/// An ASCII-only JSON string.
std::string quoted(const std::string& text) {
  constexpr bool kAsciiOnly = true;
  return nlohmann::json(text).dump(-1, ' ', kAsciiOnly, nlohmann::json::error_handler_t::replace);
}

std::string signature_text(const Signature& signature, const ScoreFormat& format) {
  return format.short_signature ? signature.short_text() : signature.text();
}

/// Aligns the "=" of all lines.
std::string align(std::span<const std::string> lines) {
  std::size_t widest = 0;
  for (const std::string& line : lines) widest = std::max(widest, line.find('='));
  std::string aligned;
  for (const std::string& line : lines) {
    aligned += str(std::string(widest - line.find('='), ' '), line, '\n');
  }
  return aligned;
}

/// Whether there is an interval that sacreBLEU would print.
bool has_interval(const SignedScore& entry) { return entry.interval && entry.interval->mean > 0.0; }

std::string mean_and_width(const Interval& interval, int width) {
  return str(fixed(interval.mean, width), " ± ", fixed(interval.half_width, width));
}

/// The value as text: "59.5", or "59.5 (μ = 59.4 ± 2.5)".
std::string value_text(const SignedScore& entry, int width) {
  const std::string value = fixed(entry.score.value, width);
  if (!has_interval(entry)) return value;
  return str(value, " (μ = ", mean_and_width(*entry.interval, width), ")");
}

/// The value rounded to `width` decimals, as JSON writes it.
std::string rounded_json(double value, int width) {
  return shortest(std::stod(fixed(value, width)));
}

std::string signature_row(const std::string& metric, const Signature& signature,
                          const ScoreFormat& format) {
  constexpr std::size_t kNameWidth = 10;
  const std::string padding(kNameWidth - std::min(kNameWidth, metric.size()), ' ');
  return str(" - ", metric, padding, ' ', signature_text(signature, format), '\n');
}

constexpr std::string_view kSignatureTitle =
    "-----------------\nMetric signatures\n-----------------\n";

std::string systems_json(std::span<const SystemScores> systems, int width) {
  std::string json = "[";
  for (const SystemScores& system : systems) {
    json += str(json == "[" ? "\n" : ",\n", "    {\n        \"system\": ", quoted(system.system));
    for (const SignedScore& entry : system.scores) {
      json += str(",\n        ", quoted(entry.score.name), ": ",
                  quoted(fixed(entry.score.value, width)));
    }
    json += "\n    }";
  }
  return json + "\n]\n";
}

std::string systems_table(std::span<const SystemScores> systems, const ScoreFormat& format) {
  if (systems.empty()) return {};
  std::vector<std::string> titles = {"System"};
  for (const SignedScore& entry : systems.front().scores) titles.push_back(entry.score.name);
  TextTable table(std::move(titles));
  for (const SystemScores& system : systems) {
    std::vector<std::string> row = {system.system};
    for (const SignedScore& entry : system.scores) {
      row.push_back(fixed(entry.score.value, format.width));
    }
    table.add(row);
  }

  std::string text = str(table.text(), '\n', kSignatureTitle);
  for (const SignedScore& entry : systems.front().scores) {
    text += signature_row(entry.score.name, entry.signature, format);
  }
  return text;
}

/// "59.5 (59.4 ± 2.5)" and below it "(p = 0.0123)*"; the star means significance at 0.05.
std::string paired_cell(const PairedResult& result, int width) {
  std::string cell = fixed(result.score, width);
  if (result.interval) cell += str(" (", mean_and_width(*result.interval, width), ")");
  if (result.p_value) {
    cell += str("\n(p = ", fixed(*result.p_value, 4), ")", *result.p_value > 0.05 ? "" : "*");
  }
  return cell;
}

std::string paired_table(std::span<const std::string> systems,
                         std::span<const PairedScores> metrics, int width) {
  std::vector<std::string> titles = {"System"};
  for (const PairedScores& metric : metrics) {
    const bool interval = metric.results.front().interval.has_value();
    titles.push_back(metric.metric + (interval ? " (μ ± 95% CI)" : ""));
  }
  TextTable table(std::move(titles));
  for (std::size_t i = 0; i < systems.size(); ++i) {
    std::vector<std::string> row = {systems[i]};
    for (const PairedScores& metric : metrics) row.push_back(paired_cell(metric.results[i], width));
    table.add(row);
  }
  return table.text();
}

std::string optional_json(const std::optional<double>& value) {
  return value ? shortest(*value) : "null";
}

std::string paired_json(std::span<const std::string> systems,
                        std::span<const PairedScores> metrics) {
  std::string json = "[";
  for (std::size_t i = 0; i < systems.size(); ++i) {
    json += str(i == 0 ? "\n" : ",\n", "    {\n        \"system\": ", quoted(systems[i]));
    for (const PairedScores& metric : metrics) {
      const PairedResult& result = metric.results[i];
      const auto& interval = result.interval;
      json += str(",\n        ", quoted(metric.metric),
                  ": {\n            \"score\": ", shortest(result.score),
                  ",\n            \"p_value\": ", optional_json(result.p_value),
                  ",\n            \"mean\": ", interval ? shortest(interval->mean) : "null",
                  ",\n            \"ci\": ", interval ? shortest(interval->half_width) : "null",
                  "\n        }");
    }
    json += "\n    }";
  }
  return json + "\n]\n";
}

/// sacreBLEU's explanation of its table.
std::string paired_explanation(PairedTest test, std::size_t times, const std::string& baseline) {
  const bool bootstrap = test == PairedTest::bootstrap;
  const std::string title =
      str("Paired ", bootstrap ? "bootstrap resampling" : "approximate randomization",
          " test with ", times, bootstrap ? " resampling trials" : " trials");
  const std::string rule(title.size(), '-');
  return str(
      rule, '\n', title, '\n', rule, '\n',  //
      " - Each system is pairwise compared to ", baseline, ".\n",
      bootstrap
          ? "   Actual system score / bootstrap estimated true mean / 95% CI are provided for "
            "each metric.\n"
          : "   Actual system score is provided for each metric.\n",
      "\n"
      " - Null hypothesis: the system and the baseline translations are essentially\n"
      "   generated by the same underlying process. For a given system and the baseline,\n"
      "   the p-value is roughly the probability of the absolute score difference (delta)\n"
      "   or higher occurring due to chance, under the assumption that the null hypothesis is "
      "correct.\n"
      "\n"
      " - Assuming a significance threshold of 0.05, the null hypothesis can be rejected\n"
      "   for p-values < 0.05 (marked with \"*\"). This means that the delta is unlikely to be "
      "attributed\n"
      "   to chance, hence the system is significantly \"different\" than the baseline.\n"
      "   Otherwise, the p-values are highlighted in red.\n"
      "\n"
      " - NOTE: Significance does not tell whether a system is \"better\" than the baseline but "
      "rather\n"
      "   emphasizes the \"difference\" of the systems in terms of the replicability of the "
      "delta.\n"
      "\n");
}

}  // namespace

std::string shortest(double value) {
  // std::to_chars decides which digits are shortest. The place of the point follows Python: an
  // exponent only below 1e-4 and from 1e16.
  std::array<char, 400> buffer;  // enough for any double without an exponent
  const auto write = [&](std::chars_format format) {
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format).ptr;
    return std::string(buffer.data(), end);
  };
  const std::string scientific = write(std::chars_format::scientific);
  const auto e = scientific.find('e');
  if (e == std::string::npos) return scientific;  // inf, nan
  const int exponent = std::stoi(scientific.substr(e + 1));
  if (exponent < -4 || exponent >= 16) return scientific;
  std::string text = write(std::chars_format::fixed);
  if (text.find('.') == std::string::npos) text += ".0";
  return text;
}

std::string score_line(const SignedScore& entry, const std::string& signature, int width) {
  const Score& score = entry.score;
  return str(score.name, signature.empty() ? "" : "|", signature, " = ", value_text(entry, width),
             score.details.empty() ? "" : " ", score.details);
}

std::string score_json(const SignedScore& entry, int width) {
  const Score& score = entry.score;
  std::string json =
      str("{\n \"name\": ", quoted(score.name), ",\n \"score\": ", rounded_json(score.value, width),
          ",\n \"signature\": ", quoted(entry.signature.text()));
  if (has_interval(entry)) {
    json += str(",\n \"confidence_mean\": ", rounded_json(entry.interval->mean, width),
                ",\n \"confidence_var\": ", rounded_json(entry.interval->half_width, width),
                ",\n \"confidence\": \"μ = ", mean_and_width(*entry.interval, width), '"');
  }
  if (!score.details.empty()) json += str(",\n \"verbose_score\": ", quoted(score.details));
  for (const Signature::Entry& row : entry.signature.entries()) {
    json += str(",\n ", quoted(row.name), ": ", quoted(row.value));
  }
  return json + "\n}";
}

std::string format_scores(std::span<const SignedScore> scores, const ScoreFormat& format) {
  std::vector<std::string> results;
  for (const SignedScore& entry : scores) {
    if (format.score_only) {
      results.push_back(value_text(entry, format.width));
    } else if (format.json) {
      results.push_back(score_json(entry, format.width));
    } else {
      results.push_back(score_line(entry, signature_text(entry.signature, format), format.width));
    }
  }
  const bool can_align = std::all_of(results.begin(), results.end(), [](const std::string& line) {
    return line.find('=') != std::string::npos;  // bare scores have none
  });
  if (!format.json && can_align) return align(results);

  const bool list =
      format.json && results.size() > 1;  // bare scores are also listed, as in sacrebleu
  std::string text = list ? "[\n" : "";
  for (const std::string& result : results) {
    text += str(result, list && &result != &results.back() ? "," : "", '\n');
  }
  return list ? text + "]\n" : text;
}

std::string format_systems(std::span<const SystemScores> systems, const ScoreFormat& format) {
  return format.json ? systems_json(systems, format.width) : systems_table(systems, format);
}

std::string format_paired_test(PairedTest test, std::size_t times,
                               std::span<const std::string> systems,
                               std::span<const PairedScores> metrics, const ScoreFormat& format) {
  if (format.json) return paired_json(systems, metrics);
  // sacreBLEU names the baseline only if it is a file.
  const std::string baseline = systems.front().starts_with("Baseline:") ? systems.front() : "";
  std::string text = str(paired_table(systems, metrics, format.width), '\n',
                         paired_explanation(test, times, baseline), kSignatureTitle);
  for (const PairedScores& metric : metrics) {
    text += signature_row(metric.metric, metric.signature, format);
  }
  return text;
}

}  // namespace regard::metrics
