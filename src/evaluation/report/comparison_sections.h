#pragma once
#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "compare/comparison.h"
#include "compare/fact_rows.h"
#include "compare/tables.h"
#include "draw/picture.h"

namespace regard::report {

// Parts of a page. Parameters are plain text, which is escaped here, except those called html.

using compare::Cell;
using compare::DataTable;
using compare::Head;
using compare::Row;

/// Rows as columns, without those that need wide ones.
DataTable turned(DataTable table);

/// Scrolls by itself on a narrow page; empty if the table has no rows.
std::string table_html(const DataTable& table);

/// `style`: "" or "note".
std::string paragraph(std::string_view text, std::string_view style = {});

/// Hidden until its summary is clicked.
std::string folded(std::string_view summary, std::string_view html);

/// `id`: letters, digits, - and _.
std::string section(std::string_view id, std::string_view title, std::string_view html);
/// A section that shows only its title until it is clicked, linked to, or printed.
std::string folded_section(std::string_view id, std::string_view title, std::string_view html);
std::string subsection(std::string_view title, std::string_view html);

/// A system's name after its colour.
std::string system_html(std::string_view name, std::size_t system);

/// A chart of a page as a separate file.
struct PagePicture {
  std::string name;  ///< what it shows: "validation-bleu-over-steps"
  std::string svg;
};

/// The charts of a page, in its order; each is also a complete file, for a paper or a talk.
class Pictures {
 public:
  /// Adds a chart, and returns it as HTML with a caption. `description` is its alternative text and
  /// names its file; equal names are numbered.
  std::string figure(const draw::Picture& picture, const std::string& description,
                     const std::string& caption);

  const std::vector<PagePicture>& all() const { return pictures_; }

 private:
  std::vector<PagePicture> pictures_;
  std::map<std::string, int> seen_;  ///< how often by name
};

/// Width of charts that share a row.
inline constexpr double kChartWidth = 460;
/// Height of charts with curves: with many systems, the legend has several lines.
inline double chart_height(const compare::Comparison& comparison) {
  return are_many(comparison) ? 400 : 300;
}

// The sections of a comparison's page, as HTML. A section with nothing to show says why in a
// sentence, or is empty. Charts are also added to `pictures`.

/// The answer to which system is better, and its reliability, for readers of nothing else.
std::string verdict_section(const compare::Comparison& comparison);
/// The systems and their cost.
std::string models_section(const compare::Comparison& comparison, Pictures& pictures);
/// Scores of the whole text and of its parts.
std::string quality_section(const compare::Comparison& comparison, Pictures& pictures);
/// A frame that the page's script fills. `left_out`: sentences whose n-best lists and attention the
/// page has no room for.
std::string sentences_section(const compare::Comparison& comparison, std::size_t left_out);
/// Whether a difference persists over other seeds.
std::string seeds_section(const compare::Comparison& comparison, Pictures& pictures);
/// Confidence of the models, and what search finds.
std::string search_section(const compare::Comparison& comparison, Pictures& pictures);

/// The kinds of sentences, in order of appearance.
std::vector<std::string> sentence_kinds(const compare::Comparison& comparison);

/// The metrics that score single sentences; the first is the page's default.
std::vector<const compare::MetricScores*> sentence_metrics(const compare::Comparison& comparison);

/// Sentences for comparison.js, with short names because there are thousands of each:
///   s, r, w   source, reference, words of the source
///   k         indices of its kinds
///   t         by system:
///     p       the difference from the reference to the hypothesis: parts that begin with = (the
///             same), - (removed) or + (added)
///     q       runs of letters of the hypothesis: the number that the first system's also has, then
///             the number that it lacks, and so on
///     m       scores by sentence_metrics()
///     l       log-probability
///     n       n-best, best first: [text, score, before, after]; the text is preceded by the first
///             `before` letters of the hypothesis and followed by its last `after`
///     a       attention: w has a letter for each weight, row by row, a digit of base 64 for 0 to
///     1;
///             s and t are the words of source and target, unless white space separates them
/// If a page would be too large, n and a are left out of some sentences, evenly spread.
struct SentenceData {
  nlohmann::json data;
  std::size_t left_out;  ///< sentences whose n and a are known but omitted
};
SentenceData sentence_data(const compare::Comparison& comparison);

}  // namespace regard::report
