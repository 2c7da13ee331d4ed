#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "compare/comparison.h"
#include "compare/fact_rows.h"

/// The tables of a comparison, for the terminal and the page. A table of what is not known has no
/// rows.
namespace regard::compare {

/// More systems than these appear in rows instead of columns, and as curves instead of bars.
inline constexpr std::size_t kFewSystems = 5;
bool are_many(const Comparison& comparison);

/// `first` is the head of the column of row names.
std::vector<Head> system_heads(const Comparison& comparison, const std::string& first = {});

/// Each metric with its interval.
DataTable score_table(const Comparison& comparison);
/// What the systems are and what their training took.
DataTable model_table(const Comparison& comparison);
/// What translating takes.
DataTable decoding_table(const Comparison& comparison);
/// Quality, speed, size and training time, in a few rows.
DataTable glance_table(const Comparison& comparison);
DataTable slice_table(const Comparison& comparison, const Breakdown& breakdown);
DataTable word_table(const Comparison& comparison);
DataTable trait_table(const Comparison& comparison);
DataTable calibration_table(const Comparison& comparison);
DataTable search_error_table(const Comparison& comparison);
/// Means over the runs of a config.
DataTable group_table(const Comparison& comparison);

/// The decoding of the first system that was measured; null if none was.
const Decoding* first_decoding(const Comparison& comparison);

/// A comparison for a terminal of `columns`, 60 or more; of the sentences, only the largest wins.
/// More than five systems become rows instead of columns, the best by BLEU first.
std::string to_table(const Comparison& comparison, std::size_t columns);

/// All facts of a comparison as one JSON object on one line. describe() of the structs gives the
/// keys, which are stable; new ones may be added. What is absent is null. A difference of words is
/// a list of [kind, text]; attention has its weights row by row; `ngrams` and `biggest_wins` are
/// lists by system.
std::string to_json(const Comparison& comparison);

}  // namespace regard::compare

/// Text for a terminal; widths count characters. `columns`: those of the terminal.
namespace regard::compare {

/// Cut to `width` characters, ending in "…" if shortened.
std::string shortened(const std::string& text, std::size_t width);

/// A name cut in the middle, because the ends distinguish names such as "model-seed1".
std::string shortened_name(const std::string& name, std::size_t width);

/// Words in lines of at most `columns`, the first after `first`, the others after `rest`; a longer
/// word has a line of its own.
std::string wrapped(const std::string& text, const std::string& first, const std::string& rest,
                    std::size_t columns);

/// Whether a plain_table has room for the columns after the first, and for something of that.
bool has_room(const std::vector<std::string>& head,
              const std::vector<std::vector<std::string>>& rows, std::size_t columns);

/// Rows under a head, no wider than `columns` if they have room: the first column left-aligned and
/// shortened if necessary, the others right-aligned. A cell of the head may have several lines.
std::string plain_table(const std::vector<std::string>& head,
                        const std::vector<std::vector<std::string>>& rows, std::size_t columns);

/// A table with rows as columns, for heads of many columns. It is split into several tables, one
/// below another, if the rows require it. Row labels, now above the columns, are wrapped.
std::string turned_tables(const std::vector<std::string>& head,
                          const std::vector<std::vector<std::string>>& rows, std::size_t columns);

}  // namespace regard::compare
