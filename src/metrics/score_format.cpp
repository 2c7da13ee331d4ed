#include "regard/metrics/score_format.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "format_number.h"
#include "regard/base/str.h"
#include "regard/base/utf8.h"

namespace regard::metrics {
namespace {

/// A JSON string in ASCII.
std::string quoted(const std::string& text) {
  constexpr bool kAsciiOnly = true;
  return nlohmann::json(text).dump(-1, ' ', kAsciiOnly, nlohmann::json::error_handler_t::replace);
}

std::string repeat(std::string_view text, std::size_t times) {
  std::string repeated;
  for (std::size_t i = 0; i < times; ++i) repeated += text;
  return repeated;
}

std::string signature_text(const Signature& signature, const ScoreFormat& format) {
  return format.short_signature ? signature.short_text() : signature.text();
}

/// Puts the "=" of all lines below each other.
std::string align(std::span<const std::string> lines) {
  std::size_t widest = 0;
  for (const std::string& line : lines) widest = std::max(widest, line.find('='));
  std::string aligned;
  for (const std::string& line : lines) {
    aligned += str(std::string(widest - line.find('='), ' '), line, '\n');
  }
  return aligned;
}

/// A table in box-drawing characters: the first column to the right, the others in the middle.
class Table {
 public:
  explicit Table(std::vector<std::string> titles) {
    for (const std::string& title : titles) widths_.push_back(width(title) + kRoomForTitle);
    rows_.push_back(std::move(titles));
  }

  void add(std::vector<std::string> row) {
    for (std::size_t i = 0; i < row.size(); ++i) widths_[i] = std::max(widths_[i], width(row[i]));
    rows_.push_back(std::move(row));
  }

  std::string text() const {
    std::string text = rule("╒", "═", "╤", "╕");
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (i == 1) text += rule("╞", "═", "╪", "╡");
      if (i > 1) text += rule("├", "─", "┼", "┤");
      text += line(rows_[i]);
    }
    return text + rule("╘", "═", "╧", "╛");
  }

 private:
  static constexpr std::size_t kRoomForTitle = 2;

  static std::size_t width(const std::string& text) { return decode_utf8(text).size(); }

  std::string rule(std::string_view left, std::string_view bar, std::string_view middle,
                   std::string_view right) const {
    std::string rule(left);
    for (std::size_t i = 0; i < widths_.size(); ++i) {
      rule += repeat(bar, widths_[i] + 2);
      rule += i + 1 < widths_.size() ? middle : right;
    }
    return rule + '\n';
  }

  std::string line(const std::vector<std::string>& cells) const {
    std::string line = "│";
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::size_t space = widths_[i] - width(cells[i]);
      const std::size_t before = i == 0 ? space : space / 2;
      line += str(' ', std::string(before, ' '), cells[i], std::string(space - before, ' '), " │");
    }
    return line + '\n';
  }

  std::vector<std::size_t> widths_;
  std::vector<std::vector<std::string>> rows_;  ///< the titles first
};

std::string systems_json(std::span<const SystemScores> systems, int width) {
  std::string json = "[";
  for (const SystemScores& system : systems) {
    json += str(json == "[" ? "\n" : ",\n", "    {\n        \"system\": ", quoted(system.system));
    for (const SignedScore& entry : system.scores) {
      json += str(",\n        ", quoted(entry.score.name), ": ",
                  quoted(fixed_point(entry.score.value, width)));
    }
    json += "\n    }";
  }
  return json + "\n]\n";
}

std::string systems_table(std::span<const SystemScores> systems, const ScoreFormat& format) {
  if (systems.empty()) return {};
  std::vector<std::string> titles = {"System"};
  for (const SignedScore& entry : systems.front().scores) titles.push_back(entry.score.name);
  Table table(std::move(titles));
  for (const SystemScores& system : systems) {
    std::vector<std::string> row = {system.system};
    for (const SignedScore& entry : system.scores) {
      row.push_back(fixed_point(entry.score.value, format.width));
    }
    table.add(std::move(row));
  }

  std::string text = table.text();
  text += "\n-----------------\nMetric signatures\n-----------------\n";
  for (const SignedScore& entry : systems.front().scores) {
    constexpr std::size_t kNameWidth = 10;
    const std::string& name = entry.score.name;
    const std::string padding(kNameWidth - std::min(kNameWidth, name.size()), ' ');
    text += str(" - ", name, padding, ' ', signature_text(entry.signature, format), '\n');
  }
  return text;
}

}  // namespace

std::string score_line(const Score& score, const std::string& signature, int width) {
  return str(score.name, signature.empty() ? "" : "|", signature, " = ",
             fixed_point(score.value, width), score.details.empty() ? "" : " ", score.details);
}

std::string score_json(const SignedScore& entry, int width) {
  const Score& score = entry.score;
  const double rounded = std::stod(fixed_point(score.value, width));
  std::string json = str("{\n \"name\": ", quoted(score.name), ",\n \"score\": ", shortest(rounded),
                         ",\n \"signature\": ", quoted(entry.signature.text()));
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
      results.push_back(fixed_point(entry.score.value, format.width));
    } else if (format.json) {
      results.push_back(score_json(entry, format.width));
    } else {
      results.push_back(
          score_line(entry.score, signature_text(entry.signature, format), format.width));
    }
  }
  if (!format.json && !format.score_only) return align(results);

  const bool list =
      format.json && results.size() > 1;  // bare scores are listed too, as sacrebleu does
  std::string text = list ? "[\n" : "";
  for (const std::string& result : results) {
    text += str(result, list && &result != &results.back() ? "," : "", '\n');
  }
  return list ? text + "]\n" : text;
}

std::string format_systems(std::span<const SystemScores> systems, const ScoreFormat& format) {
  return format.json ? systems_json(systems, format.width) : systems_table(systems, format);
}

}  // namespace regard::metrics
