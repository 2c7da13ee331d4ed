#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "compare/comparison.h"
#include "compare/data_table.h"

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

/// Of the first system that was measured; null if none was.
const Decoding* first_decoding(const Comparison& comparison);

}  // namespace regard::compare
