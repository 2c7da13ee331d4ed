#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "compare/comparison.h"
#include "compare/fact_rows.h"

/// The tables of a comparison, for the terminal and the page. A table without data has no rows.
namespace regard::compare {

/// With more systems than this, they become rows instead of columns, and curves instead of bars.
inline constexpr std::size_t kFewSystems = 5;
bool are_many(const Comparison& comparison);

/// The heads of all system columns, after the heading `first` for the column of row names.
std::vector<Head> system_heads(const Comparison& comparison, const std::string& first = {});

/// The scores by each metric, with intervals.
DataTable score_table(const Comparison& comparison);
/// The systems and the cost of their training.
DataTable model_table(const Comparison& comparison);
/// The cost of decoding.
DataTable decoding_table(const Comparison& comparison);
/// Quality, speed, size and training time, in a few rows.
DataTable glance_table(const Comparison& comparison);
DataTable slice_table(const Comparison& comparison, const Breakdown& breakdown);
DataTable word_table(const Comparison& comparison);
DataTable trait_table(const Comparison& comparison);
DataTable calibration_table(const Comparison& comparison);
DataTable search_error_table(const Comparison& comparison);
/// Means over the runs of each config.
DataTable group_table(const Comparison& comparison);

/// The decoding of the first measured system; null if none was measured.
const Decoding* first_decoding(const Comparison& comparison);

/// A comparison for a terminal with `columns` columns, at least 60. Of the sentences, it shows only
/// the biggest wins. More than five systems become rows instead of columns, ordered by BLEU.
std::string to_table(const Comparison& comparison, std::size_t columns);

/// All facts of a comparison as one JSON object on one line. The structs' describe() functions
/// define the keys, which are stable; new ones may be added. Absent values are null. A word
/// difference is a list of [kind, text]; attention contains its weights row by row; `ngrams` and
/// `biggest_wins` are lists by system.
std::string to_json(const Comparison& comparison);

}  // namespace regard::compare

/// Text for a terminal. Widths count characters, and `columns` is the terminal's width.
namespace regard::compare {

/// `text`, truncated to at most `width` characters; ends in "…" if it was truncated.
std::string shortened(const std::string& text, std::size_t width);

/// A name shortened in the middle, because the ends distinguish names such as "model-seed1".
std::string shortened_name(const std::string& name, std::size_t width);

/// Wraps text into lines of at most `columns` characters. `first` starts the first line and `rest`
/// the others. A longer word gets a line of its own.
std::string wrapped(const std::string& text, const std::string& first, const std::string& rest,
                    std::size_t columns);

/// Whether plain_table has room for the columns after the first, and for part of the first.
bool has_room(const std::vector<std::string>& head,
              const std::vector<std::vector<std::string>>& rows, std::size_t columns);

/// Rows under a head, no wider than `columns` if possible: the first column is left-aligned and
/// shortened if necessary, the others are right-aligned. A heading may have several lines.
std::string plain_table(const std::vector<std::string>& head,
                        const std::vector<std::vector<std::string>>& rows, std::size_t columns);

/// A transposed table, for heads with many columns. If the rows do not fit, splits it into several
/// tables, one below the other. Row labels, now above the columns, are wrapped.
std::string turned_tables(const std::vector<std::string>& head,
                          const std::vector<std::vector<std::string>>& rows, std::size_t columns);

}  // namespace regard::compare
