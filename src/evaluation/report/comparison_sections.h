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

// Building blocks of a page. Arguments are plain text and are escaped, except those named html.

using compare::Cell;
using compare::DataTable;
using compare::Head;
using compare::Row;

/// Transposes a table, dropping rows that need wide columns.
DataTable turned(DataTable table);

/// The table as HTML, which scrolls separately on a narrow page. Empty if it has no rows.
std::string table_html(const DataTable& table);

/// A paragraph; `style` is "" or "note".
std::string paragraph(std::string_view text, std::string_view style = {});

/// A part that is hidden until its summary is clicked.
std::string folded(std::string_view summary, std::string_view html);

/// A section; `id` consists of letters, digits, - and _.
std::string section(std::string_view id, std::string_view title, std::string_view html);
/// A section that shows only its title until it is clicked, linked to, or printed.
std::string folded_section(std::string_view id, std::string_view title, std::string_view html);
std::string subsection(std::string_view title, std::string_view html);

/// A system's name preceded by its color.
std::string system_html(std::string_view name, std::size_t system);

/// A chart of a page as a separate file.
struct PagePicture {
  std::string name;  ///< its content: "validation-bleu-over-steps"
  std::string svg;
};

/// The charts of a page, in order. Each is also a complete file for use in a paper or a talk.
class Pictures {
 public:
  /// Adds a chart and returns it as HTML with a caption. `description` is its alternative text and
  /// determines its file name; equal names are numbered.
  std::string figure(const draw::Picture& picture, const std::string& description,
                     const std::string& caption);

  const std::vector<PagePicture>& all() const { return pictures_; }

 private:
  std::vector<PagePicture> pictures_;
  std::map<std::string, int> seen_;  ///< number of uses by name
};

/// Width of charts that are shown side by side.
inline constexpr double kChartWidth = 460;
/// Height of charts with curves. With many systems, the legend has several lines.
inline double chart_height(const compare::Comparison& comparison) {
  return are_many(comparison) ? 400 : 300;
}

// The sections of a comparison's page, as HTML. A section with nothing to show explains why in a
// sentence, or is empty. Charts are also added to `pictures`.

/// Which system is better, and how certain that is; written to be read by itself.
std::string verdict_section(const compare::Comparison& comparison);
/// The systems and their costs.
std::string models_section(const compare::Comparison& comparison, Pictures& pictures);
/// Scores on the whole test set and on its slices.
std::string quality_section(const compare::Comparison& comparison, Pictures& pictures);
/// A container that the page's script fills. `left_out`: number of sentences whose n-best lists and
/// attention do not fit into the page.
std::string sentences_section(const compare::Comparison& comparison, std::size_t left_out);
/// Whether a difference persists across seeds.
std::string seeds_section(const compare::Comparison& comparison, Pictures& pictures);
/// Confidence of the models, and search errors.
std::string search_section(const compare::Comparison& comparison, Pictures& pictures);

/// The kinds of sentences that occur, in order of appearance.
std::vector<std::string> sentence_kinds(const compare::Comparison& comparison);

/// The metrics for single sentences; the first is the page's default.
std::vector<const compare::MetricScores*> sentence_metrics(const compare::Comparison& comparison);

/// Sentences for comparison.js, with short keys because there are thousands of each:
///   s, r, w   source, reference, number of source words
///   k         indices of its kinds
///   t         by system:
///     p       the difference from the reference to the hypothesis: parts that begin with = (the
///             same), - (removed) or + (added)
///     q       lengths of runs of letters in the hypothesis, alternating between runs that the
///             first system's hypothesis also has and runs that it lacks
///     m       scores by sentence_metrics()
///     l       log-probability
///     n       n-best, best first: [text, score, before, after]; the first `before` and the last
///             `after` letters of the hypothesis must be added to the text
///     a       attention: w has a letter per weight, row by row, a base-64 digit for 0 to 1; s and
///             t are the source and target words, if they differ from those between white space
/// If a page would be too large, n and a are omitted for some sentences, evenly spaced.
struct SentenceData {
  nlohmann::json data;
  std::size_t left_out;  ///< sentences whose n and a are known but omitted
};
SentenceData sentence_data(const compare::Comparison& comparison);

}  // namespace regard::report
