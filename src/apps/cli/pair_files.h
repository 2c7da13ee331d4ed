#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "bitext/pair_reader.h"

namespace regard::cli {

/// Files of pairs that a command reads, and the columns to read.
struct PairFiles {
  std::vector<std::string> files;
  std::string columns;

  /// Throws Error if --columns is not two numbers.
  void set_columns(bitext::ReadOptions& read) const;
};

/// Adds FILE and --columns.
void add_pair_files(CLI::App& command, PairFiles& files);

}  // namespace regard::cli
