#pragma once
#include <optional>
#include <string>

#include "config/data_options.h"

namespace regard::config {

/// What the log calls a text among several to validate on: its `name`, or that of its file without
/// endings: law for valid/law.en and law.tsv.gz.
std::string text_name(const ParallelText& text);

/// What is wrong with such a name, which is part of a file's name and of the names of figures
/// ("has a slash"), or nothing.
std::optional<std::string> wrong_text_name(const std::string& name);

}  // namespace regard::config
