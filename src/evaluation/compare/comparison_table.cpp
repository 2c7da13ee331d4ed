#include "compare/tables.h"

#include <algorithm>
#include <numeric>
#include <span>

#include "base/utf8.h"
#include "compare/numbers.h"
#include "regard/base/str.h"

namespace regard::compare {
namespace {

using Cells = std::vector<std::string>;

constexpr std::size_t kNameWidth = 14;  // width of a name above a column
constexpr std::size_t kLongName = 22;   // before a row, and above a column if there are only two
constexpr std::size_t kWins = 3;        // sentences shown per system
constexpr std::size_t kNgrams = 6;
constexpr std::size_t kWinsOfMany = 1;
constexpr std::size_t kNgramsOfMany = 3;

/// Replaces no-break spaces: programs that read the table split at ordinary ones.
std::string with_spaces(std::string text) {
  constexpr std::string_view kNoBreak = "\u00a0";
  for (auto at = text.find(kNoBreak); at != std::string::npos; at = text.find(kNoBreak)) {
    text.replace(at, kNoBreak.size(), " ");
  }
  return text;
}

class Writer {
 public:
  Writer(const Comparison& comparison, std::size_t columns)
      : comparison_(comparison), columns_(columns) {
    shown_.resize(comparison.systems.size());
    std::iota(shown_.begin(), shown_.end(), 0);
    if (are_many()) {
      const auto& scores = comparison.metrics.front().scores;
      std::ranges::stable_sort(shown_,
                               [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
    }
  }

  std::string text() {
    write_verdict();
    add(score_table(comparison_));
    write_leads();
    add(group_table(comparison_));
    add(model_table(comparison_));
    add(decoding_table(comparison_));
    for (const auto& breakdown : comparison_.breakdowns) add(slice_table(comparison_, breakdown));
    add(word_table(comparison_));
    write_ngrams();
    add(trait_table(comparison_));
    add(calibration_table(comparison_));
    add(search_error_table(comparison_));
    write_beam_curves();
    write_wins();
    write_notes();
    return text_;
  }

 private:
  bool are_many() const { return compare::are_many(comparison_); }
  std::size_t name_width() const {
    return are_many() || comparison_.systems.size() == 2 ? kLongName : kNameWidth;
  }
  std::string name(std::size_t system) const {
    return shortened_name(comparison_.systems[system].name, name_width());
  }

  /// The columns of a table, with the systems in display order.
  std::vector<std::size_t> columns_of(const DataTable& table) const {
    std::vector<std::size_t> columns, of_systems;
    for (std::size_t i = 0; i < table.head.size(); ++i) {
      columns.push_back(i);
      if (table.head[i].system) of_systems.push_back(i);
    }
    if (of_systems.empty()) return columns;
    const auto first = of_systems.front();
    for (std::size_t i = 0; i < shown_.size(); ++i) columns[first + i] = of_systems[shown_[i]];
    return columns;
  }
  /// Adds a table. Many systems do not fit as columns in a terminal, so they become rows, best
  /// first.
  void add(const DataTable& table) {
    const auto columns = columns_of(table);
    Cells head;
    for (const auto column : columns) {
      const auto& [text, system, meaning] = table.head[column];
      head.push_back(system ? name(*system) : text);
    }
    std::vector<Cells> rows;
    for (const auto& row : table.rows) {
      if (row.where != Where::everywhere) continue;
      rows.push_back({row.name});
      for (const auto column : std::span(columns).subspan(1)) {
        const auto& cell = row.cells[column - 1];
        rows.back().push_back(with_spaces(shortened(cell.text, kNameWidth) +
                                          (cell.spread.empty() ? "" : " " + cell.spread)));
      }
    }
    const bool has_systems =
        std::ranges::any_of(table.head, [](const Head& one) { return one.system.has_value(); });
    const bool turns = has_systems && (are_many() || !has_room(head, rows, columns_));
    if (!rows.empty()) text_ += '\n' + (turns ? turned_tables : plain_table)(head, rows, columns_);
  }

  void write_verdict() {
    const auto& verdict = comparison_.verdict;
    if (!verdict.advice.sentence.empty())
      text_ += wrapped(verdict.advice.sentence, "", "", columns_);
    for (const auto& command : verdict.advice.commands) text_ += "  " + command + '\n';
    if (!text_.empty()) text_ += '\n';
    if (comparison_.seeds) text_ += wrapped(comparison_.seeds->sentence, "", "", columns_);
    text_ += wrapped(verdict.which, "", "", columns_);
    if (!verdict.order.empty()) text_ += wrapped(verdict.order, "", "", columns_);
    if (!verdict.where.empty()) text_ += wrapped(verdict.where, "", "", columns_);
    for (const auto& warning : comparison_.warnings) {
      text_ += wrapped(warning.sentence, str("caution (", warning.kind, "): "), "  ", columns_);
    }
  }

  /// The leads of the best system over the others.
  void write_leads() {
    const auto better = comparison_.verdict.better;
    Cells titles = {str("lead of ", name(better), " over (p)")};
    for (const auto& metric : comparison_.metrics) titles.push_back(metric.name);
    std::vector<Cells> rows;
    for (const auto system : shown_) {
      if (system == better) continue;
      Cells cells = {name(system)};
      for (const auto& metric : comparison_.metrics) {
        const auto lead = lead_of(metric, better, system);
        cells.push_back(str(signed_decimal(lead.value, 2), " (", decimal(lead.p_value, 3), ")"));
      }
      rows.push_back(std::move(cells));
    }
    if (!rows.empty()) text_ += '\n' + plain_table(titles, rows, columns_);
  }

  void write_ngrams() {
    for (const auto system : shown_) {
      const auto& ngrams = comparison_.ngrams[system].ngrams;
      if (ngrams.empty()) continue;
      std::string list;
      const auto most = are_many() ? kNgramsOfMany : kNgrams;
      for (std::size_t i = 0; i < std::min(ngrams.size(), most); ++i) {
        list += str(i == 0 ? "" : ", ", '"', ngrams[i].text, "\" ", ngrams[i].matches[system], ':');
        std::int64_t best_other = 0;
        for (std::size_t other = 0; other < ngrams[i].matches.size(); ++other) {
          if (other != system) best_other = std::max(best_other, ngrams[i].matches[other]);
        }
        list += str(best_other, " of ", ngrams[i].reference);
      }
      if (system == shown_.front()) text_ += '\n';
      text_ +=
          wrapped(list, str("n-grams more often right in ", name(system), ": "), "  ", columns_);
    }
  }

  void write_beam_curves() {
    std::size_t longest = 0;
    for (const auto& curve : comparison_.beam_curves) {
      longest = std::max(longest, curve.points.size());
    }
    DataTable table{.head = system_heads(comparison_, "beam: BLEU, sentences/s")};
    for (std::size_t i = 0; i < longest; ++i) {
      Row row{.name = str(are_many() ? "beam " : "", i + 1)};
      for (const auto& curve : comparison_.beam_curves) {
        row.cells.push_back({.text = "–"});
        if (i >= curve.points.size()) continue;
        const auto& point = curve.points[i];
        row.cells.back() = {.text = decimal(point.bleu, 2) + ',',
                            .spread = decimal(point.sentences_per_second, 1) + "/s"};
      }
      table.rows.push_back(std::move(row));
    }
    add(table);
  }

  void write_wins() {
    for (const auto system : shown_) {
      const auto& wins = comparison_.biggest_wins[system].wins;
      if (wins.empty()) continue;
      text_ += str("\nbiggest wins of ", name(system), " (chrF)\n");
      const auto count = std::min(wins.size(), are_many() ? kWinsOfMany : kWins);
      for (std::size_t i = 0; i < count; ++i) {
        const auto& sentence = comparison_.sentences[wins[i].sentence];
        const auto line = [&](const std::string& label, const std::string& text) {
          text_ +=
              shortened(str("  ", label, std::string(column(label), ' '), text), columns_) + '\n';
        };
        if (!sentence.source.empty()) {
          line("source", str(sentence.source, "  (line ", wins[i].sentence + 1, ", ",
                             signed_decimal(wins[i].lead, 1), ")"));
        }
        line("reference", sentence.reference);
        for (const auto other : shown_in(sentence, system)) {
          line(name(other), sentence.systems[other].hypothesis);
        }
        if (i + 1 < count) text_ += '\n';
      }
    }
  }
  /// The systems whose translations of the sentence are shown. With many systems, these are only
  /// `system` and the best of the others.
  std::vector<std::size_t> shown_in(const Sentence& sentence, std::size_t system) const {
    if (!are_many()) return shown_;
    auto others = shown_;
    std::erase(others, system);
    const auto next = std::ranges::max_element(others, {}, [&](std::size_t other) {
      return sentence.systems[other].scores.at(kSentenceMetric);
    });
    return {system, *next};
  }
  /// The number of spaces after a label.
  std::size_t column(const std::string& label) const {
    const auto width = name_width();
    return width + 2 - std::min(width, decode_utf8(label).size());
  }

  void write_notes() {
    if (!comparison_.notes.empty()) text_ += '\n';
    for (const auto& note : comparison_.notes) text_ += wrapped(note, "", "", columns_);
  }

  const Comparison& comparison_;
  std::size_t columns_;
  std::vector<std::size_t> shown_;  // indices of systems
  std::string text_;
};

}  // namespace

std::string to_table(const Comparison& comparison, std::size_t columns) {
  return Writer(comparison, columns).text();
}

}  // namespace regard::compare
