#pragma once
#include <optional>
#include <string>

#include "config/data_options.h"

namespace regard::config {

/// The log's name for one of several validation sets: its `name`, or its file name without
/// extensions ("law" for valid/law.en and valid/law.tsv.gz).
std::string text_name(const ParallelText& text);

/// The reason why a text cannot have this name, which is part of file names and metric names: "has
/// a slash". Empty for a valid name.
std::optional<std::string> wrong_text_name(const std::string& name);

}  // namespace regard::config
