#pragma once
#include <string>

#include "cli/grammar.h"

namespace regard::cli {

/// The manual page of a command, in roff for the macros of man(7): regard-train(1). The commands of
/// a command share its page.
std::string manual_page(const Grammar& command, const Grammar& program);

/// regard(1), which lists the commands.
std::string manual_page_of_program(const Grammar& program);

/// "regard-train.1", the file of a page.
std::string manual_file(const Grammar& grammar);

}  // namespace regard::cli
