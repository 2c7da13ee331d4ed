#include <algorithm>
#include <array>
#include <cmath>

#include "base/columns.h"
#include "base/readable.h"
#include "base/utf8.h"
#include "findings/report.h"
#include "regard/base/str.h"

namespace regard::findings {
namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string percent(int64_t part, int64_t whole) {
  constexpr double kHundred = 100.0;
  const double share =
      kHundred * static_cast<double>(part) / static_cast<double>(std::max<int64_t>(whole, 1));
  return (share > 0 && share < 0.05 ? "< 0.1" : fixed(share, 1)) + " %";
}

std::string text_of_files(const Report& report) {
  std::string text;
  for (const auto& file : report.files) {
    text += str(printable(file.path), ": ", file.format, ", ", grouped(file.lines), " lines");
    if (file.has_byte_order_mark) text += ", byte order mark";
    if (file.windows_ends > 0) text += str(", ", grouped(file.windows_ends), " end with \\r\\n");
    text += '\n';
    if (!file.note.empty()) text += str("  It ", printable(file.note), ".\n");
  }
  if (report.columns > 2) {
    text += str("Most lines have ", report.columns,
                " columns; --columns selects the two to read; default: the first two with text.\n");
  }
  return text;
}

std::string text_of_languages(const SideCounts& side) {
  int64_t all = 0;
  std::vector<std::pair<int64_t, std::string>> languages;
  for (const auto& [language, count] : side.languages) {
    languages.emplace_back(-count, language);
    all += count;
  }
  std::ranges::sort(languages);
  constexpr size_t kMost = 3;
  constexpr int64_t kThousandth = 1000;
  std::erase_if(languages, [&](const auto& one) { return -one.first * kThousandth < all; });
  if (languages.size() > kMost) languages.resize(kMost);
  return join(languages, ", ",
              [&](const auto& one) { return str(one.second, ' ', percent(-one.first, all)); });
}

std::string text_of_sides(const Report& report) {
  const auto named = [](const char* side, const std::string& language) {
    return language.empty() ? std::string(side) : str(side, " (", language, ')');
  };
  Rows rows = {
      {"", named("source", report.source_language), named("target", report.target_language)}};
  const auto& [source, target] = report.sides;
  const auto row = [&](const char* name, int64_t of_source, int64_t of_target) {
    rows.push_back({name, grouped(of_source), grouped(of_target)});
  };
  row("words", source.words, target.words);
  row("characters", source.characters, target.characters);
  row("lines in ASCII", source.ascii, target.ascii);
  row("lines in UTF-8", source.utf8, target.utf8);
  if (source.windows + target.windows > 0) {
    row("lines in Windows-1252", source.windows, target.windows);
  }
  if (source.broken + target.broken > 0) {
    row("lines in an unknown encoding", source.broken, target.broken);
  }
  if (!source.languages.empty() || !target.languages.empty()) {
    rows.push_back({"languages", text_of_languages(source), text_of_languages(target)});
  }
  return in_columns(rows);
}

std::string_view what_cleaning_does(Action action) {
  static constexpr std::array kWords = {"kept", "dropped", "repaired", "stops"};
  return kWords.at(static_cast<size_t>(action));
}

std::string text_of_finding(const Finding& finding, const Report& report, size_t width) {
  constexpr size_t kCount = 10;
  const std::string indent(kCount + 2, ' ');
  const size_t room = width - indent.size();
  const auto head =
      str(finding.kind.name, ": ", finding.kind.meaning, " (", percent(finding.count, report.pairs),
          "; cleaning: ", what_cleaning_does(finding.kind.action), ')');
  std::string text = padded(grouped(finding.count), kCount, true) + "  " +
                     wrapped(head, room, indent.size()) + '\n' + indent +
                     wrapped(finding.kind.advice, room, indent.size()) + '\n';
  for (const auto& [where, source, target, detail] : finding.examples) {
    constexpr size_t kAround = 5;  // length of "  " and " | "
    const size_t half = (room - kAround) / 2;
    text += str(indent, printable(where), detail.empty() ? "" : ": ", excerpt(detail, room), '\n');
    text += str(indent, "  ", excerpt(source, half), " | ", excerpt(target, half), '\n');
  }
  return text;
}

std::string names_where(const Report& report, bool (*holds)(const Finding&)) {
  std::vector<std::string_view> names;
  for (const auto& finding : report.findings) {
    if (holds(finding)) names.push_back(finding.kind.name);
  }
  return join(names);
}

std::string text_of_histogram(const Histogram& histogram) {
  int64_t most = 1;
  for (const auto count : histogram.source) most = std::max(most, count);
  for (const auto count : histogram.target) most = std::max(most, count);
  const auto bar = [&](int64_t count) {
    constexpr double kLongest = 16;
    const auto size =
        std::lround(kLongest * static_cast<double>(count) / static_cast<double>(most));
    std::string text;
    for (int64_t i = 0; i < size; ++i) text += "\u2588";
    return text;
  };
  Rows rows;
  for (size_t at = 0; at < histogram.ranges.size(); ++at) {
    rows.push_back({"  " + histogram.ranges[at], grouped(histogram.source[at])});
    auto& row = rows.back();
    if (histogram.target.empty()) {
      row.push_back(padded(bar(histogram.source[at]), 16));
      continue;
    }
    row.push_back(padded(bar(histogram.source[at]), 16));
    row.push_back(grouped(histogram.target[at]));
    row.push_back(padded(bar(histogram.target[at]), 16));
  }
  const auto* of_sides = histogram.target.empty() ? "" : ": source, target";
  return str(histogram.title, of_sides, '\n', in_columns(rows));
}

}  // namespace

std::string excerpt(std::string_view text, size_t width) {
  std::string line = printable(text.substr(0, 4 * width));
  std::ranges::replace(line, '\n', ' ');
  std::ranges::replace(line, '\t', ' ');
  if (text_width(line) <= width && text.size() <= 4 * width) return line;
  size_t end = 0;
  for (size_t shown = 0; end < line.size(); ++end) {
    if (!continues_character(line[end]) && ++shown >= width) break;
  }
  return line.substr(0, end) + "\u2026";
}

std::string text_of(const Report& report, size_t width) {
  constexpr size_t kNarrowest = 60, kWidest = 120;
  width = std::clamp(width, kNarrowest, kWidest);
  std::string text = text_of_files(report) + '\n' + text_of_sides(report) + '\n';
  text += str(grouped(report.pairs), " pairs, of which ", grouped(report.good), " (",
              percent(report.good, report.pairs), ") need no cleaning\n");
  for (const auto& finding : report.findings) {
    if (finding.count > 0) text += '\n' + text_of_finding(finding, report, width);
  }
  const auto absent =
      names_where(report, [](const Finding& one) { return one.is_looked_for && one.count == 0; });
  if (!absent.empty()) text += '\n' + wrapped("Not found: " + absent, width, 2) + '\n';
  const auto skipped = names_where(report, [](const Finding& one) { return !one.is_looked_for; });
  if (!skipped.empty()) text += wrapped("Not looked for: " + skipped, width, 2) + '\n';
  for (const auto& histogram : report.histograms) text += '\n' + text_of_histogram(histogram);
  return text;
}

}  // namespace regard::findings
