#pragma once
#include <CLI/CLI.hpp>
#include <string>

namespace regard::cli {

/// Adds --open, which shows the page that a command writes.
void add_open(CLI::App& command, bool& open);

/// Opens a file with the system's opener (xdg-open, which asks $BROWSER, too). Where there is no
/// display or no opener, a message says so: the page is written all the same.
void open_page(const std::string& path);

}  // namespace regard::cli
